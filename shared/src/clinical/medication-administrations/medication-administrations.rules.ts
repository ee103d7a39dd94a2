import type { PrescribedItem } from "#clinical/prescriptions/prescription-parts.contract.ts";
import type { PrescriptionRow } from "#clinical/prescriptions/prescriptions.table.ts";
import type { DoseUnit } from "#clinical/prescriptions/prescription-parts.contract.ts";
import { doseUnits } from "#clinical/prescriptions/prescription-parts.contract.ts";
import { isByWeight } from "#clinical/prescriptions/prescriptions.quantity.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import type { FieldIssue } from "#kernel/errors.ts";
import { isAsNeeded } from "./medication-schedule.ts";

/** How much a prescription wants given at once, for its patient; null where the weight that it depends on is not known. */
export function plannedDose(
  item: Pick<PrescribedItem, "dose" | "dose_unit">,
  weightKg: number | null,
): { readonly dose: number | null; readonly dose_unit: DoseUnit } {
  if (!isByWeight(item.dose_unit)) return { dose: item.dose, dose_unit: item.dose_unit };
  const unit = enumValueOf(doseUnits, item.dose_unit.replace(/_per_kg$/, ""));
  const dose = weightKg === null ? null : Number((item.dose * weightKg).toFixed(3));
  return { dose, dose_unit: unit };
}

const standingStatuses: readonly string[] = ["issued", "partially_dispensed", "dispensed"];

type Ending = Pick<PrescriptionRow, "status" | "status_history">;

/** Since when a prescription is stopped; null for one that is not. */
export function stoppedAt({ status, status_history: steps }: Ending): string | null {
  if (status !== "stopped") return null;
  return steps.findLast((step) => step.status === "stopped")?.at ?? null;
}

/** Whether a medicine may be given by a prescription at an instant: it stands, or was stopped only later. */
function standsAt(prescription: Ending, at: string): boolean {
  if (standingStatuses.includes(prescription.status)) return true;
  const stopped = stoppedAt(prescription);
  return stopped !== null && at < stopped;
}

/** What is noted of a dose. */
export interface Noted {
  readonly patient_id: unknown;
  readonly encounter_id: unknown;
  readonly prescribed_item_id: unknown;
  readonly due_at: unknown;
  readonly status: unknown;
  readonly given_at: unknown;
  readonly dose: unknown;
  readonly dose_unit: unknown;
  readonly route: unknown;
  readonly reason: unknown;
}

/** The prescription that it is noted of. */
export type NotedOf = Pick<
  PrescriptionRow,
  "patient_id" | "encounter_id" | "items" | "weight_kg" | "status" | "status_history"
>;

function wrong(
  path: keyof Noted | "prescription_id",
  message: string,
  code: FieldIssue["code"] = "validation_error",
): FieldIssue {
  return { path, code, message };
}

const dosing = ["given_at", "dose", "dose_unit", "route"] as const;

function givenFault(noted: Noted, item: PrescribedItem, weightKg: number | null) {
  const missing = dosing.find((name) => noted[name] === null);
  if (missing !== undefined) return wrong(missing, "is required of a medicine that was given");
  const planned = plannedDose(item, weightKg);
  if (noted.dose_unit !== planned.dose_unit)
    return wrong("dose_unit", `is ${planned.dose_unit} by the prescription`, "conflicting_fields");
  if (noted.reason !== null) return null;
  if (planned.dose === null || Number(noted.dose) > planned.dose)
    return wrong("reason", "is required: why more is given than is prescribed");
  return noted.route === item.route
    ? null
    : wrong("reason", `is required: why it is not given ${item.route}`);
}

function ungivenFault(noted: Noted) {
  const loose = dosing.find((name) => noted[name] !== null);
  if (loose !== undefined) return wrong(loose, "goes with the state given", "conflicting_fields");
  return noted.reason === null ? wrong("reason", "is required: why it was not given") : null;
}

/**
 * What is wrong with what is noted of a dose, by its prescription, or null. The one rule of the branch and of the hub.
 * @param at when it was noted
 */
export function notedFault(noted: Noted, prescription: NotedOf, at: string): FieldIssue | null {
  const { items, weight_kg: weightKg, status } = prescription;
  if (noted.patient_id !== prescription.patient_id)
    return wrong("patient_id", "is not the patient of the prescription", "invalid_reference");
  if (noted.encounter_id !== prescription.encounter_id)
    return wrong("encounter_id", "is not the visit of the prescription", "invalid_reference");
  const item = items.find(({ id }) => id === noted.prescribed_item_id);
  if (item === undefined)
    return wrong(
      "prescribed_item_id",
      "names no medicine of the prescription",
      "invalid_reference",
    );
  const then = typeof noted.given_at === "string" ? noted.given_at : at;
  if (!standsAt(prescription, then)) {
    const state = status.replaceAll("_", " ");
    return wrong("prescription_id", `names a prescription that is ${state}`, "invalid_reference");
  }
  if (isAsNeeded(item) !== (noted.due_at === null)) {
    const message = isAsNeeded(item)
      ? "is of no medicine that is given as it is needed"
      : "is required: which dose it is";
    return wrong("due_at", message);
  }
  return noted.status === "given" ? givenFault(noted, item, weightKg) : ungivenFault(noted);
}
