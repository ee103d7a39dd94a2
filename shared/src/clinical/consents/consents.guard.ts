import { enumValueOf } from "#contract/enum-value.ts";
import type { Change, Operation } from "#db/model.ts";
import { documentsTable } from "#clinical/documents/documents.table.ts";
import { patientsTable } from "#clinical/patients/patients.table.ts";
import type { Arrival, Guard, RecordName } from "#resource/command-writes.ts";
import { consentEvidence, consentStates } from "./consent-parts.contract.ts";
import { followedFault } from "./consents.standing.ts";
import { decisionOf } from "./consents.states.ts";
import { consentsTable } from "./consents.table.ts";

type Values = Readonly<Record<string, unknown>>;

/** What is wrong with how somebody is said to have agreed or not. @param after the consent as it is to stand */
function decidedFault(after: Values, { operation }: Arrival): string | null {
  const status = enumValueOf(consentStates, String(after["status"]));
  const said = (name: string) => after[name] !== null && after[name] !== undefined;
  if (after["decision"] !== decisionOf[status]) return "decision: is not what the state says";
  if (after["captured_by"] !== operation.actor.id) return "captured_by: is not who notes it";
  if (!said("captured_method")) return "captured_method: is missing";
  if (!said("given_by")) return "given_by: is missing";
  if (after["witness_id"] === operation.actor.id) return "witness_id: is who notes it";
  if (after["captured_method"] === "verbal_witnessed" && !said("witness_id"))
    return "witness_id: is missing";
  return null;
}

function isDecision(status: unknown): boolean {
  return status === "granted" || status === "denied";
}

function askedFault({ fields }: Change, arrival: Arrival): string | null {
  if (isDecision(fields["status"])) return decidedFault(fields, arrival);
  return fields["status"] === "requested" ? null : "status: of a new consent is another one";
}

function changedFault(change: Change, arrival: Arrival): string | null {
  const { fields } = change;
  const before = arrival.before(change);
  if (isDecision(fields["status"])) return decidedFault({ ...before, ...fields }, arrival);
  const loose = consentEvidence.find((name) => fields[name] !== undefined);
  return loose === undefined ? null : `${loose}: goes with the decision`;
}

/** Whether a document proves a consent: of the same patient, kept as the paper of a consent, and not taken back. */
export function isPaperOf(patientId: unknown, paper: Values): boolean {
  const { patient_id: whose, category, status } = paper;
  return whose === patientId && category === "consent" && status !== "entered_in_error";
}

const paperOf = (id: string) => ({ table: documentsTable.name, id });

/** The papers that an operation names as proof. */
export function namedPapers({ changes }: Operation): readonly RecordName[] {
  return changes.flatMap(({ table, fields: { document_id: id } }) =>
    table === consentsTable.name && typeof id === "string" ? [paperOf(id)] : [],
  );
}

function paperFault(change: Change, arrival: Arrival): string | null {
  const { document_id: id } = change.fields;
  if (typeof id !== "string") return null;
  const { patient_id: patientId } = { ...arrival.before(change), ...change.fields };
  const paper = arrival.before(paperOf(id));
  if (paper === null || patientId === undefined || isPaperOf(patientId, paper)) return null;
  return "document_id: is no paper of a consent of the patient";
}

function each(faultOf: (change: Change, arrival: Arrival) => string | null): Guard {
  return (arrival) => {
    for (const [nth, change] of arrival.operation.changes.entries()) {
      if (change.table === patientsTable.name) {
        const fault = followedFault(change, arrival);
        if (fault !== null) return `changes.${nth}.${fault}`;
      }
      const isConsent = change.table === consentsTable.name;
      const fault = isConsent ? (faultOf(change, arrival) ?? paperFault(change, arrival)) : null;
      if (fault !== null) return `changes.${nth}.fields.${fault}`;
    }
    return null;
  };
}

/** What a consent has to be where it arrives: asked for, or said at once before the one who notes it. */
export const askedGuard = each(askedFault);

/** How a consent is granted or refused where that arrives: with the proof of it, under the name of the one who notes it. */
export const decidedGuard = each(changedFault);
