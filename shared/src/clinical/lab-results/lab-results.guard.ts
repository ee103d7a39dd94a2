import { isAllowed } from "#contract/access.ts";
import type { Change } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { labResultCrud } from "./lab-results.contract.ts";
import { verifiedStatuses } from "./lab-results.states.ts";
import { labResultsTable } from "./lab-results.table.ts";

function enteredFault({ fields }: Change): string | null {
  const { status, verified_by: verifier = null, amends_result_id: amended = null } = fields;
  if (status !== "preliminary") return "status: of a result that is entered is preliminary";
  if (verifier !== null) return "verified_by: a result is verified by its next version";
  return amended === null
    ? null
    : "amends_result_id: a result that is entered is the first version";
}

function versionFault({ fields }: Change, { operation, roles }: Arrival): string | null {
  const { status, verified_by: verifier = null, performed_by: performer } = fields;
  if (!verifiedStatuses.includes(String(status))) return null;
  if (verifier === null) return "verified_by: is missing";
  if (verifier === performer) return "verified_by: is who entered the result";
  const isOwn = verifier === operation.actor.id;
  return isOwn && roles !== null && !isAllowed(roles, labResultCrud.resource, "approve")
    ? "verified_by: may not verify results"
    : null;
}

function each(faultOf: (change: Change, arrival: Arrival) => string | null): Guard {
  return (arrival) => {
    for (const [nth, change] of arrival.operation.changes.entries()) {
      const fault = change.table === labResultsTable.name ? faultOf(change, arrival) : null;
      if (fault !== null) return `changes.${nth}.fields.${fault}`;
    }
    return null;
  };
}

/** What a result that is entered has to be where it arrives: the first version, which nobody has verified. */
export const enteredGuard = each(enteredFault);

/** What a further version has to be where it arrives: one that holds was verified by somebody else than who entered it. */
export const versionGuard = each(versionFault);
