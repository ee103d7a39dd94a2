import { PrintingPanel } from "#ui/desk/attention/printing-panel.tsx";
import { SyncPanel } from "#ui/desk/attention/sync-panel.tsx";
import { DraftsPanel } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useEscape } from "#ui/desk/shell/side-panel.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { PageHead } from "#ui/kit/surfaces.tsx";

/** One inbox of what waits for a person: slips in doubt, forms that were begun, conflicts, what the hub has not taken. */
export function AttentionPage() {
  const say = useSay();
  const { resume } = useDesk();
  useEscape();
  return (
    <section className="page" aria-label={say("nav.attention")}>
      <PageHead title={say("nav.attention")} />
      <div className="attention">
        <SyncPanel />
        <div className="attention-own">
          <PrintingPanel />
          <DraftsPanel onContinue={resume} />
        </div>
      </div>
    </section>
  );
}
