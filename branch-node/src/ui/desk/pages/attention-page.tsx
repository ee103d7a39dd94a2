import { useAttentionCount } from "#ui/desk/attention/attention-count.ts";
import { ConflictsList } from "#ui/desk/attention/conflicts-list.tsx";
import { PrintersPanel } from "#ui/desk/attention/printers-panel.tsx";
import { PrintingPanel } from "#ui/desk/attention/printing-panel.tsx";
import { QuarantineList } from "#ui/desk/attention/quarantine-list.tsx";
import { SyncPanel } from "#ui/desk/attention/sync-panel.tsx";
import { UnverifiedPanel } from "#ui/desk/attention/unverified-panel.tsx";
import { WorkPanel } from "#ui/desk/attention/work-panel.tsx";
import { workOf } from "#ui/desk/attention/work-counts.ts";
import { useSyncStatus } from "#ui/desk/data/queries.ts";
import { DraftsPanel } from "#ui/desk/drafts/unfinished-forms.tsx";
import { EmergencyReviews } from "#ui/desk/emergency-access/emergency-reviews.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useEscape } from "#ui/desk/shell/side-panel.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Banner, PageHead } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** One inbox of what waits for a person, the most urgent first; what is in order is not there. */
export function AttentionPage() {
  const say = useSay();
  const { resume } = useDesk();
  const sync = useSyncStatus().data;
  const { roles } = useSignedIn().staff;
  const isClear = useAttentionCount() === 0;
  useEscape();
  return (
    <section className="page" aria-label={say("nav.attention")}>
      <PageHead title={say("nav.attention")} />
      {isClear && sync !== undefined ? (
        <Banner tone="good" testName={testNames.nothingToDo}>
          {say(workOf(roles).length === 0 ? "attention.noneOfDesk" : "attention.none")}
        </Banner>
      ) : null}
      <div className="attention">
        <div className="attention-own">
          <WorkPanel />
          <EmergencyReviews />
          <PrintersPanel />
          <PrintingPanel />
          {sync === undefined ? null : <ConflictsList nodeId={sync.node_id} />}
          <QuarantineList />
        </div>
        <div className="attention-own">
          <UnverifiedPanel />
          <DraftsPanel onContinue={resume} />
          <SyncPanel />
        </div>
      </div>
    </section>
  );
}
