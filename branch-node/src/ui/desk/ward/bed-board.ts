import {
  bedStatuses,
  type Bed,
  type BedStatus,
} from "@edgeward/shared/clinical/beds/beds.contract.ts";
import type { Ward } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { IconName } from "#ui/kit/icon.tsx";
import type { Tone } from "#ui/kit/surfaces.tsx";

const dayMs = 86_400_000;

/** How a state of a bed is shown. */
export const bedLooks: Readonly<
  Record<BedStatus, { readonly text: TextId; readonly tone: Tone; readonly icon: IconName }>
> = {
  vacant: { text: "bed.vacant", tone: "good", icon: "good" },
  reserved: { text: "bed.reserved", tone: "visit", icon: "pending" },
  occupied: { text: "bed.occupied", tone: "info", icon: "person" },
  cleaning: { text: "bed.cleaning", tone: "warning", icon: "busy" },
  blocked: { text: "bed.blocked", tone: "danger", icon: "danger" },
};

/** A ward with its beds. */
export interface WardOfBoard {
  readonly ward: Ward;
  readonly beds: readonly Bed[];
}

/** The wards of a board with their beds. One that is not in use is shown while somebody lies there. @param wardId one of them, or null for all */
export function boardOf(
  wards: readonly Ward[],
  beds: readonly Bed[],
  wardId: string | null,
): readonly WardOfBoard[] {
  const byWard = Map.groupBy(beds, (bed) => bed.ward_id);
  return wards
    .filter(({ id }) => wardId === null || id === wardId)
    .map((ward) => ({ ward, beds: byWard.get(ward.id) ?? [] }))
    .filter(
      (each) =>
        each.ward.status === "active" || each.beds.some(({ occupants }) => occupants.length > 0),
    );
}

/** How many beds are in each state; states of no bed are left out. */
export function countsOf(beds: readonly Bed[]): readonly (readonly [BedStatus, number])[] {
  return bedStatuses
    .map((status) => [status, beds.filter((bed) => bed.status === status).length] as const)
    .filter(([, count]) => count > 0);
}

/** The day of a stay, the first of which is 1, by the branch's calendar. */
export function dayOfStay(admittedAt: string, today: string, timeZone: string): number {
  const first = Date.parse(dayIn(timeZone, Date.parse(admittedAt)));
  return Math.max(1, Math.round((Date.parse(today) - first) / dayMs) + 1);
}

/** The beds into which somebody can be put now. */
export function freeBeds(board: readonly WardOfBoard[]): readonly WardOfBoard[] {
  return board
    .filter(({ ward }) => ward.status === "active")
    .map(({ ward, beds }) => ({ ward, beds: beds.filter(({ status }) => status === "vacant") }))
    .filter(({ beds }) => beds.length > 0);
}
