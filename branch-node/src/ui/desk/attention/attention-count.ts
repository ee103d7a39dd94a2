import { useSyncStatus } from "#ui/desk/data/queries.ts";
import { useUnfinishedForms } from "#ui/desk/drafts/drafts-context.tsx";
import { useUnreviewedAccesses } from "#ui/desk/emergency-access/emergency-access-queries.ts";
import { useDevices } from "#ui/desk/settings/device-queries.ts";
import { devicesAway, printersInTrouble } from "#ui/desk/settings/device-texts.ts";
import { usePrintsToReview } from "./prints-to-review.ts";
import { useUnverifiedPatients } from "./unverified-patients.ts";
import { useWorkCounts } from "./work-counts.ts";
import type { WorkKind } from "./work-kinds.ts";

type Kind =
  | WorkKind
  | "devices"
  | "prints"
  | "conflicts"
  | "quarantined"
  | "unverified"
  | "emergencies"
  | "forms";

/** How much waits for somebody, by kind. */
export type AttentionCounts = Readonly<Record<Kind, number>>;

/** How much that is in all. */
export function totalOf(counts: AttentionCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** What of the branch and of the person at the desk waits for somebody to look at it. */
export function useAttentionCounts(): AttentionCounts {
  const sync = useSyncStatus().data;
  const devices = useDevices();
  return {
    devices: printersInTrouble(devices).length + devicesAway(devices).length,
    prints: usePrintsToReview().length,
    conflicts: sync?.conflicts ?? 0,
    quarantined: (sync?.rejected ?? 0) + (sync?.held ?? 0),
    unverified: useUnverifiedPatients().data?.patients.length ?? 0,
    emergencies: useUnreviewedAccesses().data?.length ?? 0,
    forms: useUnfinishedForms().length,
    ...useWorkCounts(),
  };
}

/** How much of the branch and of the person at the desk waits for somebody. */
export function useAttentionCount(): number {
  return totalOf(useAttentionCounts());
}
