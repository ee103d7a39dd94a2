import { canonicalJson, sameJson } from "#kernel/canonical-json.ts";
import type { Change, Operation } from "#db/model.ts";
import { systemColumns, type RecordRow, type TableDeclaration } from "#db/table.ts";
import { changedFields, stampOf, withAdded } from "#write/row-change.ts";
import type { FieldConflict } from "./merge-outcome.ts";

/** A change and the record it meets. */
export interface Meeting {
  readonly table: TableDeclaration;
  readonly current: RecordRow;
  readonly operation: Operation;
  readonly change: Change;
  /** The last stamp that an honest clock can have given by now, where that is known. */
  readonly latest?: string | undefined;
}

/** What the fields of a change come to. */
export interface MergedFields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly stamps: Readonly<Record<string, string>>;
  readonly conflicts: readonly FieldConflict[];
  /** Whether the writer had seen what stands in every field it changed. */
  readonly isAllSeen: boolean;
}

interface Draft {
  readonly values: Record<string, unknown>;
  readonly stamps: Record<string, string>;
  readonly conflicts: FieldConflict[];
  isAllSeen: boolean;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function timeOf(entry: unknown): string {
  const at: unknown =
    typeof entry === "object" && entry !== null && "at" in entry ? entry.at : undefined;
  return typeof at === "string" ? at : "";
}

/** What either side has; an entry that one side removed without the other having seen it stays. */
function union(here: unknown, incoming: unknown, isList: boolean): readonly unknown[] {
  const entries = [...listOf(here), ...listOf(incoming)];
  const unique = [...new Map(entries.map((entry) => [canonicalJson(entry), entry])).values()];
  if (!isList) return unique;
  return unique.toSorted((one, other) => {
    const [left, right] = [timeOf(one), timeOf(other)];
    if (left === right) return 0;
    return left < right ? -1 : 1;
  });
}

/** A field's value, whether this node knows the field or only keeps it. */
function valueOf(row: RecordRow, table: TableDeclaration, field: string): unknown {
  return table.columns[field] === undefined ? row.unknown_fields[field] : row[field];
}

function take(draft: Draft, field: string, value: unknown, stamp: string): void {
  draft.values[field] = value;
  draft.stamps[field] = stamp;
}

// Later than both, and neither side's own: a writer that saw only one side's entries has not seen the union, and its
// next change must not count as one that had.
function unionStamp(here: string, incoming: string): string {
  return `${incoming > here ? incoming : here}_`;
}

// Added to what the writer had seen, it stands as it does on the writer's own node; otherwise beside what others added.
function mergeAdded(
  { table, current, operation, change }: Meeting,
  field: string,
  draft: Draft,
): void {
  const added = change.added?.[field] ?? [];
  const here = stampOf(current, field);
  const present = valueOf(current, table, field);
  if (change.base[field] === here) {
    take(draft, field, withAdded(present, added), operation.hlc);
    return;
  }
  const both = union(present, added, table.fieldRules[field] === "list");
  if (!sameJson(both, present)) take(draft, field, both, unionStamp(here, operation.hlc));
}

function isLegalMove(meeting: Meeting, field: string, from: unknown, to: unknown): boolean {
  const transitions = meeting.table.stateMachine?.(field, meeting.current) ?? null;
  if (transitions === null || typeof from !== "string" || typeof to !== "string") return false;
  return transitions[from]?.includes(to) === true;
}

// A clock that is far ahead would win against everybody until its time has come, and one without sense for ever.
function isLaterClock({ latest }: Meeting, one: string, other: string): boolean {
  const isFar = (stamp: string) => latest !== undefined && stamp > latest;
  return isFar(one) === isFar(other) ? one > other : isFar(other);
}

// Written without having seen what stands here. A state moves on when its machine has a way from where it stands, and
// is never taken back by a clock; of two values the later clock keeps its own, and a person sees both.
function meetUnseen(meeting: Meeting, field: string, draft: Draft): void {
  const { table, current, operation, change } = meeting;
  const here = stampOf(current, field);
  const present = valueOf(current, table, field);
  const value = change.fields[field];
  const isState = table.stateFields.includes(field);
  if (isState && isLegalMove(meeting, field, present, value)) {
    take(draft, field, value, operation.hlc);
    return;
  }
  const isIncomingKept = !isState && isLaterClock(meeting, operation.hlc, here);
  draft.conflicts.push({
    kind: isState ? "state" : "field",
    field,
    keptValue: isIncomingKept ? value : present,
    otherValue: isIncomingKept ? present : value,
    baseStamp: change.base[field] ?? null,
    keptStamp: isIncomingKept ? operation.hlc : here,
    otherStamp: isIncomingKept ? here : operation.hlc,
  });
  if (isIncomingKept) take(draft, field, value, operation.hlc);
}

/** The field that this one is worked out from, when the change carries both; null otherwise. */
function leaderOf(meeting: Meeting, field: string): string | null {
  const rule = meeting.table.fieldRules[field];
  if (typeof rule !== "object") return null;
  return meeting.change.fields[rule.follows] === undefined ? null : rule.follows;
}

function mergeField(meeting: Meeting, field: string, draft: Draft): void {
  const { table, current, operation, change } = meeting;
  const value = change.fields[field];
  const here = stampOf(current, field);
  const leader = leaderOf(meeting, field);
  const isSeen = change.base[field] === here;
  draft.isAllSeen &&= isSeen;
  if (here === operation.hlc) return;
  if (change.added?.[field] !== undefined) {
    mergeAdded(meeting, field, draft);
    return;
  }
  if (leader !== null) {
    // It goes with the value it was worked out from, whatever was seen of itself.
    if (draft.stamps[leader] === operation.hlc) take(draft, field, value, operation.hlc);
    return;
  }
  // What the writer had seen it may replace, also where its clock is behind: clocks break ties, they never judge order.
  if (isSeen) {
    take(draft, field, value, operation.hlc);
    return;
  }
  const present = valueOf(current, table, field);
  const rule = table.fieldRules[field];
  if (sameJson(present, value))
    take(draft, field, value, operation.hlc > here ? operation.hlc : here);
  else if (rule === "set" || rule === "list") {
    take(draft, field, union(present, value, rule === "list"), unionStamp(here, operation.hlc));
  } else if (rule === "own" && current.updated_by === operation.actor.id) {
    // One person at two screens: the newer stands, and there is nobody else to ask.
    if (operation.hlc > here) take(draft, field, value, operation.hlc);
  } else meetUnseen(meeting, field, draft);
}

// A field that follows another is looked at after it.
function mergeOrder(table: TableDeclaration, names: readonly string[]): readonly string[] {
  const isFollower = (name: string) => typeof table.fieldRules[name] === "object";
  return [...names.filter((name) => !isFollower(name)), ...names.filter(isFollower)];
}

/** Merges the fields of a change into a record, each by its own rule. */
export function mergeFields(meeting: Meeting): MergedFields {
  const draft: Draft = { values: {}, stamps: {}, conflicts: [], isAllSeen: true };
  const names = changedFields(meeting.change).filter((name) => !systemColumns.has(name));
  for (const field of mergeOrder(meeting.table, names)) mergeField(meeting, field, draft);
  return draft;
}
