import type { Change, Operation } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { emergencyMinutes } from "./emergency-accesses.contract.ts";
import { emergencyAccessesTable } from "./emergency-accesses.table.ts";

const minuteMs = 60_000;

function openedFault({ fields }: Change, { actor, at }: Operation): string | null {
  if (fields["opened_by"] !== actor.id) return "opened_by: is not who opens it";
  if (fields["status"] !== "open") return "status: of a new one is open";
  const isReviewed = ["reviewed_by", "reviewed_at", "review_note"].some(
    (name) => (fields[name] ?? null) !== null,
  );
  if (isReviewed) return "reviewed_by: nobody has looked at a new one";
  const until = Date.parse(at) + emergencyMinutes * minuteMs;
  return Date.parse(String(fields["expires_at"])) === until ? null : "expires_at: is in an hour";
}

function reviewedFault(change: Change, { operation: { actor, at }, before }: Arrival) {
  const { fields } = change;
  if (fields["status"] === undefined) return null;
  if (fields["reviewed_by"] !== actor.id) return "reviewed_by: is not who has looked at it";
  if (typeof fields["review_note"] !== "string") return "review_note: says what was found";
  if (fields["reviewed_at"] !== at) return "reviewed_at: is not when it was looked at";
  return before(change)?.["opened_by"] === actor.id ? "reviewed_by: is who has opened it" : null;
}

/** What an opening has to be where it arrives: its author's own, for an hour; and looked at by somebody else. */
export const emergencyGuard: Guard = (arrival) => {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    if (change.table !== emergencyAccessesTable.name) continue;
    const fault =
      change.kind === "insert"
        ? openedFault(change, arrival.operation)
        : reviewedFault(change, arrival);
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
};
