import * as z from "zod";
import type { Change } from "#db/model.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { isAllowed } from "#contract/access.ts";
import {
  cashierShiftCrud,
  denominations,
  keptMovements,
  shiftStatuses,
  takingsForm,
} from "./cashier-shifts.contract.ts";
import { countOf, expectedOf } from "./cashier-shifts.rules.ts";
import { cashierShiftStates } from "./cashier-shifts.states.ts";
import { cashierShiftsTable } from "./cashier-shifts.table.ts";

const figures = z.object({
  status: z.enum(shiftStatuses),
  cashier_id: z.string(),
  float_minor: z.int(),
  movements: keptMovements,
  takings: takingsForm.nullable(),
  expected_minor: z.int().nullable(),
  denominations: denominations.nullable(),
  counted_minor: z.int().nullable(),
  variance_minor: z.int().nullable(),
  variance_reason: z.string().nullable(),
  handed_to: z.string().nullable(),
  credited_minor: z.int().nullable(),
  accepted_by: z.string().nullable(),
});
type Figures = z.output<typeof figures>;

function uncountedFault(row: Figures): string | null {
  const early = (
    ["takings", "expected_minor", "counted_minor", "variance_minor", "credited_minor"] as const
  ).find((name) => row[name] !== null);
  return early === undefined ? null : `${early}: is of a shift that was counted`;
}

/** What is wrong with the figures of a shift as it is to stand, by the field. */
function figuresFault(row: Figures): string | null {
  if (row.status === "open") return uncountedFault(row);
  const { takings, counted_minor: sum, denominations: pieces } = row;
  if (takings === null || sum === null) return "counted_minor: is missing";
  const expected = expectedOf(row.float_minor, row.movements, takings);
  if (row.expected_minor !== expected) return "expected_minor: is worked out otherwise";
  if (pieces !== null && countOf(pieces) !== sum)
    return "counted_minor: is not what the denominations come to";
  if (row.variance_minor !== sum - expected) return "variance_minor: is worked out otherwise";
  if (row.status === "counted") return null;
  if (sum !== expected && row.variance_reason === null) return "variance_reason: is missing";
  if (row.status === "handed_over" && row.handed_to === null) return "handed_to: is missing";
  return row.status === "closed" && row.credited_minor !== sum
    ? "credited_minor: is not what was counted"
    : null;
}

/** What was counted stays so, and only while a shift is open cash goes in and out. */
const ofOpen = [
  "movements",
  "takings",
  "expected_minor",
  "counted_minor",
  "denominations",
] as const;

function wayFault(change: Change, row: Figures, before: Figures, arrival: Arrival): string | null {
  const { id: actor } = arrival.operation.actor;
  if (before.status === "closed") {
    const late = Object.keys(change.fields).find((name) => name !== "metadata");
    return late === undefined ? null : `${late}: stays as it was closed`;
  }
  const late = ofOpen.find((name) => !sameJson(row[name], before[name]));
  if (late !== undefined && before.status !== "open") return `${late}: stays as it was counted`;
  const isWay =
    row.status === before.status ||
    cashierShiftStates.transitions[before.status].includes(row.status);
  if (!isWay) return "status: is reached by no way";
  const isTaken = before.status === "handed_over" && row.status === "closed";
  if (isTaken && before.handed_to !== actor) return "status: is not theirs to take over";
  if (row.status === "closed" && row.accepted_by !== actor)
    return "accepted_by: is not who closes it";
  const isTheirs = [before.cashier_id, before.handed_to].includes(actor);
  const mayApprove =
    arrival.roles === null || isAllowed(arrival.roles, cashierShiftCrud.resource, "approve");
  return isTheirs || mayApprove ? null : "status: is not theirs to change";
}

function shiftFault(change: Change, arrival: Arrival): string | null {
  const stood = change.kind === "insert" ? {} : arrival.before(change);
  if (stood === null) return null;
  const read = figures.safeParse({ ...stood, ...change.fields });
  if (!read.success)
    return `${read.error.issues[0]?.path.join(".") ?? "status"}: is not of its form`;
  const row = read.data;
  if (change.kind === "insert") {
    if (row.status !== "open" || row.movements.length > 0) return "status: of a new one is open";
    if (row.cashier_id !== arrival.operation.actor.id) return "cashier_id: is not who opens it";
    return figuresFault(row);
  }
  const before = figures.safeParse(stood);
  const fault = before.success ? wayFault(change, row, before.data, arrival) : null;
  return fault ?? figuresFault(row);
}

/** What a shift has to be where it arrives: with the sums that follow from it, and counted, taken over and closed once. */
export const cashierShiftGuard: Guard = (arrival) => {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    const fault = change.table === cashierShiftsTable.name ? shiftFault(change, arrival) : null;
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
};
