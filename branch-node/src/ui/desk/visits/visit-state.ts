import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";

const ended: ReadonlySet<Encounter["visit_status"]> = new Set([
  "completed",
  "cancelled",
  "no_show",
  "entered_in_error",
]);

const waiting: ReadonlySet<Encounter["visit_status"]> = new Set(["planned", "arrived", "triaged"]);

/** Whether care has not begun in a visit, so that it can be taken back. */
export function isWaitingVisit({ visit_status: status }: Pick<Encounter, "visit_status">): boolean {
  return waiting.has(status);
}

/** Whether a visit goes on: something can still be found, measured and decided in it. */
export function isOpenVisit({ visit_status: status }: Pick<Encounter, "visit_status">): boolean {
  return !ended.has(status);
}
