import { followConsent } from "#clinical/patients/patients.commands.ts";
import { consentStatuses } from "#clinical/patients/patients.contract.ts";
import { patientEvents } from "#clinical/patients/patients.events.ts";
import { patientsTable } from "#clinical/patients/patients.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import type { Change } from "#db/model.ts";
import { writesOf, type Arrival } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import { consentsOf, standingOf } from "./consents.queries.ts";
import type { ConsentRow } from "./consents.table.ts";

/** What goes along with a consent in its patient's record. */
export const followedPatient = writesOf(patientsTable, {
  changes: ["consent_status"],
  events: [patientEvents.updated],
});

/**
 * The patient's record says how the notice and consent about keeping it stands: by it a kiosk and other branches know
 * whether they may open it. Gives whether it has changed.
 */
export async function followStanding(
  ctx: Pick<WriteContext, "db" | "tenantId" | "write">,
  row: ConsentRow,
): Promise<boolean> {
  if (row.consent_type !== "data_processing") return false;
  const others = await consentsOf(ctx, row.patient_id, row.consent_type);
  const all = [row, ...others.filter(({ id }) => id !== row.id)];
  const standing = standingOf(all, ctx.write.at);
  const patient = await ctx.write.load(patientsTable, row.patient_id);
  if (standing === null || patient === null || patient.status === "merged") return false;
  const consent_status = enumValueOf(consentStatuses, standing);
  if (patient.consent_status === consent_status) return false;
  followConsent(ctx, patient, consent_status);
  return true;
}

/** Whose record goes along with a consent: nobody else's. */
export function followedFault(change: Change, arrival: Arrival): string | null {
  const [first] = arrival.operation.changes;
  const before = first === undefined ? null : arrival.before(first);
  // A decision may be here before its consent: it waits for that, and is judged when it is here.
  if (first?.kind === "update" && before === null) return null;
  const consent = { ...before, ...first?.fields };
  return consent["patient_id"] === change.id ? null : "id: is not the patient of the consent";
}
