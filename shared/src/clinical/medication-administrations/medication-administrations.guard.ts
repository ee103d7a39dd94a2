import {
  prescriptionsTable,
  type PrescriptionRow,
} from "#clinical/prescriptions/prescriptions.table.ts";
import type { Change, Operation } from "#db/model.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard, RecordName } from "#resource/command-writes.ts";
import { administrationStatuses } from "./medication-administrations.contract.ts";
import { notedFault, type Noted } from "./medication-administrations.rules.ts";
import { administrationStates } from "./medication-administrations.states.ts";
import { administrationsTable } from "./medication-administrations.table.ts";

const own = administrationsTable.name;

function notedIn({ fields }: Pick<Change, "fields">): Noted {
  const of = (name: string) => fields[name] ?? null;
  return {
    patient_id: of("patient_id"),
    encounter_id: of("encounter_id"),
    prescribed_item_id: of("prescribed_item_id"),
    due_at: of("due_at"),
    status: of("status"),
    given_at: of("given_at"),
    dose: of("dose"),
    dose_unit: of("dose_unit"),
    route: of("route"),
    reason: of("reason"),
  };
}

function prescribedFault(change: Change, { before, operation }: Arrival): string | null {
  const id = String(change.fields["prescription_id"]);
  const row = before({ table: prescriptionsTable.name, id });
  if (row === null) return null;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a row of that table
  const prescription = row as unknown as PrescriptionRow;
  const fault = notedFault(notedIn(change), prescription, operation.at);
  return fault === null ? null : `${fault.path}: ${fault.message}`;
}

function notedFaultOf(change: Change, arrival: Arrival): string | null {
  const { fields } = change;
  if (fields["status"] === "entered_in_error") return "status: of a new one is another";
  if ((fields["amends_id"] ?? null) !== null) return "amends_id: a new one corrects none";
  if (fields["performed_by"] !== arrival.operation.actor.id)
    return "performed_by: is not who notes it";
  return prescribedFault(change, arrival);
}

/** What a correction leaves as it was: of whom, of which dose and by whom. */
const lasting = [
  "patient_id",
  "prescription_id",
  "prescribed_item_id",
  "encounter_id",
  "admission_id",
  "due_at",
  "follows_id",
  "performed_by",
] as const;
const corrected = ["status", "given_at", "dose", "dose_unit", "route", "reason"] as const;

function correctedFault(change: Change, arrival: Arrival): string | null {
  const { fields } = change;
  const amended = fields["amends_id"];
  if (typeof amended !== "string") return "amends_id: is missing";
  const row = arrival.before({ table: own, id: amended });
  if (row === null) return null;
  const moved = lasting.find((name) => !sameJson(fields[name] ?? null, row[name] ?? null));
  if (moved !== undefined) return `${moved}: is what was noted first`;
  const isChanged = corrected.some((name) => !sameJson(fields[name] ?? null, row[name] ?? null));
  if (isChanged && typeof fields["amend_reason"] !== "string") return "amend_reason: is missing";
  const from = administrationStatuses.find((one) => one === row["status"]);
  const to = administrationStatuses.find((one) => one === fields["status"]);
  const isWay =
    from === to ||
    (from !== undefined && to !== undefined && administrationStates.transitions[from].includes(to));
  if (!isWay) return "status: is reached from the version before by no way";
  return to === "entered_in_error" ? null : prescribedFault(change, arrival);
}

function each(faultOf: (change: Change, arrival: Arrival) => string | null): Guard {
  return (arrival) => {
    for (const [nth, change] of arrival.operation.changes.entries()) {
      const fault = change.table === own ? faultOf(change, arrival) : null;
      if (fault !== null) return `changes.${nth}.fields.${fault}`;
    }
    return null;
  };
}

/** By which records a dose is judged where it arrives: the prescription, and the version that is corrected. */
export function judgedBy({ changes }: Operation): readonly RecordName[] {
  return changes.flatMap(({ table, fields }) => {
    if (table !== own) return [];
    const names = [
      [prescriptionsTable.name, fields["prescription_id"]],
      [own, fields["amends_id"]],
    ] as const;
    return names.flatMap(([named, id]) => (typeof id === "string" ? [{ table: named, id }] : []));
  });
}

/** What is noted of a dose where it arrives: by who notes it, and as the prescription allows. */
export const notedGuard = each(notedFaultOf);

/** What a correction is where it arrives: of the same dose, by a way that there is, with why. */
export const correctedGuard = each(correctedFault);
