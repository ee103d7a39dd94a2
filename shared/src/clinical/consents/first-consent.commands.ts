import { patientsTable, type PatientRow } from "#clinical/patients/patients.table.ts";
import type { Change } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import { consentCrud, consentFields } from "./consents.contract.ts";
import { emitConsent } from "./consents.events.ts";
import { decisionOf, saidFirst } from "./consents.states.ts";
import { consentsTable } from "./consents.table.ts";

const mapping = recordMapping(consentFields);

/**
 * Notes what a patient has said about the keeping of their record as they were registered, where they have said something.
 * How it was said, and with which notice, nobody has asked yet.
 */
export function noteFirstConsent(ctx: WriteContext, patient: PatientRow): void {
  const status = saidFirst.find((said) => said === patient.consent_status);
  if (status === undefined) return;
  const { at } = ctx.write;
  const said = { patient_id: patient.id, consent_type: "data_processing" } as const;
  const row = ctx.write.insert(consentsTable, ctx.newId(consentCrud.prefix), {
    ...mapping.first({ ...said, decision: decisionOf[status] }),
    given_by: null,
    branch_id: ctx.branch.id,
    status,
    valid_from: null,
    captured_by: ctx.caller.id,
    decided_at: at,
    revoked_at: null,
    revoke_reason: null,
    status_history: [{ status, at, by: ctx.caller.id, reason: null }],
  });
  emitConsent(ctx, status, row);
}

/** What a consent is that is noted with the registration of its patient. */
function firstFault({ fields }: Change, { operation }: Arrival): string | null {
  const isMade = ({ table, kind }: Change) => table === patientsTable.name && kind === "insert";
  const patient = operation.changes.find(isMade);
  if (patient === undefined || fields["patient_id"] !== patient.id)
    return "patient_id: is not the patient who is registered";
  if (fields["consent_type"] !== "data_processing") return "consent_type: is another one";
  const status = saidFirst.find((said) => said === fields["status"]);
  if (status === undefined || status !== patient.fields["consent_status"])
    return "status: is not what the patient's record says";
  if (fields["decision"] !== decisionOf[status]) return "decision: is not what the state says";
  return fields["captured_by"] === operation.actor.id ? null : "captured_by: is not who notes it";
}

/** What has to hold of a consent that arrives with its patient. */
export const firstConsentGuard: Guard = (arrival) => {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    const fault = change.table === consentsTable.name ? firstFault(change, arrival) : null;
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
};
