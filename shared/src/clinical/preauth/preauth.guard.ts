import * as z from "zod";
import type { Change } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { decisionFault, estimated } from "./preauth.rules.ts";
import { decidedStatuses } from "./preauth.states.ts";
import { preauthTable } from "./preauth.table.ts";

const figures = z.object({
  requested_minor: z.int(),
  estimate: z.record(z.string(), z.int()),
});

const decision = z.object({
  status: z.string().nullish(),
  approved_minor: z.int().nullish(),
  authorization_no: z.string().nullish(),
});

const submitted = [
  "estimate",
  "requested_minor",
  "policy",
  "diagnosis_codes",
  "doctor_id",
] as const;

// By what was decided alone: that another branch has noted another decision meanwhile is for a person to see.
function decidedFault({ kind, fields }: Change, requested: number): string | null {
  const read = decision.safeParse(fields);
  if (!read.success) return "status: is not of its form";
  const { status, approved_minor = null, authorization_no = null } = read.data;
  const isSaid = approved_minor !== null || authorization_no !== null;
  if (!status) return isSaid ? "approved_minor: is said with the decision" : null;
  if (kind !== "insert" && !isSaid && !decidedStatuses.includes(status)) return null;
  const row = { status, approved_minor, authorization_no, requested_minor: requested };
  const wrong = decisionFault(row);
  return wrong === null ? null : `${wrong[0]}: ${wrong[1]}`;
}

function fault(change: Change, arrival: Arrival): string | null {
  const before = change.kind === "insert" ? {} : arrival.before(change);
  if (before === null) return null;
  const row = figures.safeParse({ ...before, ...change.fields });
  if (!row.success) return "estimate: is not of its form";
  const { requested_minor: requested, estimate } = row.data;
  if (requested !== estimated(estimate))
    return "requested_minor: is not what the estimate comes to";
  const isDraft = change.kind === "insert" || arrival.before(change)?.["status"] === "draft";
  const late = isDraft ? undefined : submitted.find((name) => change.fields[name] !== undefined);
  if (late !== undefined) return `${late}: stays as it was submitted`;
  return decidedFault(change, requested);
}

/** What an authorisation has to be where it arrives: with the sum of its parts, and a decision that fits it. */
export const preauthGuard: Guard = (arrival) => {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    const wrong = change.table === preauthTable.name ? fault(change, arrival) : null;
    if (wrong !== null) return `changes.${nth}.fields.${wrong}`;
  }
  return null;
};
