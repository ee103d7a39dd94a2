import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useStaffName } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";

function Entry({ entry }: { readonly entry: Triage["retriages"][number] }) {
  const say = useSay();
  const clock = useBranchClock();
  const by = useStaffName(entry.by);
  const { from_level: from, to_level: to, reason } = entry;
  return (
    <li>
      {say("triage.changed", { low: from, high: to, time: clock.time(entry.at) })}{" "}
      <bdi>{by ?? ""}</bdi>
      {reason === null ? null : (
        <>
          {" · "}
          <bdi>{reason}</bdi>
        </>
      )}
    </li>
  );
}

/** How the urgency was judged before, the first time first; nothing where it has not changed. */
export function RetriageHistory({ triage }: { readonly triage: Triage }) {
  const say = useSay();
  if (triage.retriages.length === 0) return null;
  return (
    <ul className="muted" aria-label={say("triage.history")}>
      {triage.retriages.map((entry) => (
        <Entry key={entry.at} entry={entry} />
      ))}
    </ul>
  );
}
