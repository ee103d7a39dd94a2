import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { DueDose } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";

const hourMs = 3_600_000;
// Whoever stays in a bed is measured once in a nurse’s shift of six hours.
const vitalsEveryHours = 6;

/** What is to be done at a bed now. */
export type BedsideTask =
  | { readonly kind: "dose"; readonly isLate: boolean; readonly dose: DueDose }
  | { readonly kind: "specimen"; readonly isLate: boolean; readonly order: LabOrder }
  /** @property lastAt when somebody was measured last in this visit; null where nobody has */
  | { readonly kind: "vitals"; readonly isLate: boolean; readonly lastAt: string | null };

/** What of a patient's is known at the bed. */
export interface KnownAtBed {
  readonly doses: readonly DueDose[];
  readonly orders: readonly LabOrder[];
  /** The visit under way; null where there is none. */
  readonly visit: Pick<Encounter, "encounter_type" | "vitals_history"> | null;
}

function vitalsTask({ visit }: KnownAtBed, now: number): readonly BedsideTask[] {
  if (visit === null) return [];
  const lastAt = visit.vitals_history.at(-1)?.at ?? null;
  if (lastAt === null) return [{ kind: "vitals", isLate: false, lastAt }];
  const isStay = visit.encounter_type === "IPD";
  const isDue = isStay && now - Date.parse(lastAt) >= vitalsEveryHours * hourMs;
  return isDue ? [{ kind: "vitals", isLate: true, lastAt }] : [];
}

/** What is to be done for the patient now: what is late or urgent first; medicines, then specimens, then measurements. */
export function tasksNow(known: KnownAtBed, now: number): readonly BedsideTask[] {
  const doses = known.doses.flatMap((dose): BedsideTask[] =>
    dose.state === "late" || dose.state === "due"
      ? [{ kind: "dose", isLate: dose.state === "late", dose }]
      : [],
  );
  const specimens = known.orders.flatMap((order): BedsideTask[] =>
    order.status === "ordered" || order.status === "recollect_required"
      ? [{ kind: "specimen", isLate: order.priority !== "routine", order }]
      : [],
  );
  const all = [...doses, ...specimens, ...vitalsTask(known, now)];
  return all.toSorted((one, next) => Number(next.isLate) - Number(one.isLate));
}
