import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { useLink } from "#ui/desk/shell/live.tsx";
import { useBranchClock, useNow } from "#ui/desk/shell/moments.ts";
import { useSyncStatus } from "#ui/desk/data/queries.ts";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Card, Skeleton } from "#ui/kit/surfaces.tsx";
import { elapsed } from "#ui/desk/shell/status-texts.ts";

const explanations: Readonly<Record<SyncStatus["state"], TextId>> = {
  online: "sync.online",
  offline: "sync.offline",
  syncing: "sync.syncing",
  blocked: "sync.blocked",
  disk_full: "sync.diskFull",
  stalled: "sync.stalled",
};

interface Fact {
  readonly label: TextId;
  readonly value: string;
  /** What a person should know or do about it. */
  readonly advice: TextId | null;
}

function useFacts(sync: SyncStatus): readonly Fact[] {
  const say = useSay();
  const clock = useBranchClock();
  const now = useNow(10_000);
  const moment = (iso: string | null) => {
    if (iso === null) return say("sync.never");
    const age = elapsed(iso, now);
    return `${clock.time(iso)} (${say("sync.ago", { age: say(age.text, { count: age.count }) })})`;
  };
  const counted = (label: TextId, count: number, advice: TextId): Fact => ({
    label,
    value: String(count),
    advice: count > 0 ? advice : null,
  });
  // Rounded towards nothing a small lead would be shown as minus nought.
  const seconds = (ms: number | null) =>
    ms === null ? say("sync.unknown") : say("sync.seconds", { count: Math.round(ms / 1000) + 0 });
  return [
    { label: "sync.since", value: moment(sync.since), advice: null },
    { label: "sync.lastContact", value: moment(sync.last_contact_at), advice: null },
    counted("sync.unsent", sync.unsent, "sync.unsentAdvice"),
    ...(sync.oldest_unsent_at === null
      ? []
      : [{ label: "sync.oldest", value: moment(sync.oldest_unsent_at), advice: null } as const]),
    counted("sync.conflicts", sync.conflicts, "sync.conflictsAdvice"),
    counted("sync.rejected", sync.rejected, "sync.rejectedAdvice"),
    counted("sync.held", sync.held, "sync.heldAdvice"),
    { label: "sync.skew", value: seconds(sync.clock_skew_ms), advice: null },
    { label: "sync.lag", value: seconds(sync.feed_lag_ms), advice: null },
  ];
}

function Facts({ sync }: { readonly sync: SyncStatus }) {
  const say = useSay();
  return (
    <dl className="panel-facts">
      {useFacts(sync).map(({ label, value, advice }) => (
        <div key={label}>
          <dt>{say(label)}</dt>
          <dd>
            {value}
            {advice === null ? null : <span className="advice">{say(advice)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Why the hub takes nothing from this branch, where it said so by a code that is known. */
const blockedTexts: Readonly<Record<string, TextId>> = {
  node_revoked: "sync.revoked",
  node_replaced: "sync.replaced",
  another_machine: "sync.anotherMachine",
};

function explanationOf({ state, reason_code: code }: SyncStatus): TextId {
  return blockedTexts[code ?? ""] ?? explanations[state];
}

/** How the branch stands towards the hub, in a sentence; what is behind it is for whoever looks further. */
export function SyncPanel() {
  const say = useSay();
  const link = useLink();
  const { data } = useSyncStatus();
  return (
    <Card title={say("sync.title")} testName={testNames.syncPanel}>
      {link === "lost" ? <p className="notice notice-danger">{say("status.unreachable")}</p> : null}
      {data === undefined ? (
        <Skeleton label={say("action.loading")} />
      ) : (
        <>
          <p className="lead">{say(explanationOf(data))}</p>
          <Disclosure title={say("sync.details")} testName={testNames.syncDetails}>
            <Facts sync={data} />
          </Disclosure>
        </>
      )}
    </Card>
  );
}
