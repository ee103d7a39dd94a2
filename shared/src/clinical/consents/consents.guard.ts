import { enumValueOf } from "#contract/enum-value.ts";
import type { Change } from "#db/model.ts";
import { patientsTable } from "#clinical/patients/patients.table.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { consentEvidence, consentStates } from "./consent-parts.contract.ts";
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

/** Whose record goes along with a consent: nobody else's. */
function followedFault(change: Change, arrival: Arrival): string | null {
  const [first] = arrival.operation.changes;
  const consent = first === undefined ? null : { ...arrival.before(first), ...first.fields };
  return consent?.["patient_id"] === change.id ? null : "id: is not the patient of the consent";
}

function each(faultOf: (change: Change, arrival: Arrival) => string | null): Guard {
  return (arrival) => {
    for (const [nth, change] of arrival.operation.changes.entries()) {
      if (change.table === patientsTable.name) {
        const fault = followedFault(change, arrival);
        if (fault !== null) return `changes.${nth}.${fault}`;
      }
      const fault = change.table === consentsTable.name ? faultOf(change, arrival) : null;
      if (fault !== null) return `changes.${nth}.fields.${fault}`;
    }
    return null;
  };
}

/** What a consent has to be where it arrives: asked for, or said at once before the one who notes it. */
export const askedGuard = each(askedFault);

/** How a consent is granted or refused where that arrives: with the proof of it, under the name of the one who notes it. */
export const decidedGuard = each(changedFault);
