import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import type { Change } from "@edgeward/shared/db/model.ts";
import {
  patientOf,
  systemColumns,
  type RecordRow,
  type SupersededBy,
  type TableDeclaration,
} from "@edgeward/shared/db/table.ts";
import type { ChangeStep } from "@edgeward/shared/write/arrived-audit.ts";
import { changedFields, stampOf } from "@edgeward/shared/write/row-change.ts";
import { conflictIdOf } from "@edgeward/shared/sync/merge/conflict-id.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { nameOf } from "./current-rows.ts";
import type { FoundConflict } from "./found-conflict.ts";
import type { MergedRow, MergedSet } from "./merged-set.ts";
import type { IngestContext } from "./ingest-context.ts";

// Of a record that another one stands for, two things can come from nodes that had not seen each other: it was changed, and
// whoever reads the other never sees that; or each of two stands for the other, and nobody reads either. A person sees both.

/** A step on a record of a table whose records may come to be stood for. */
interface LinkedStep extends ChangeStep {
  readonly by: SupersededBy;
  readonly link: string;
}

// As far as anybody follows who stands for whom.
const longestChain = 16;

function linkOf(row: RecordRow | null | undefined, { link }: SupersededBy): string | null {
  const id = row?.[link];
  return typeof id === "string" ? id : null;
}

function linkedSteps(steps: readonly ChangeStep[]): readonly LinkedStep[] {
  return steps.flatMap((step) => {
    const { supersededBy: by } = step.table;
    const link = by === undefined || step.change.kind !== "update" ? null : linkOf(step.after, by);
    return by === undefined || link === null ? [] : [{ ...step, by, link }];
  });
}

type Known = Map<string, RecordRow>;

/** The records that stand for those of some steps, and those for them, as the set leaves them. */
async function chainsOf(
  { session, tenantId }: IngestContext,
  set: MergedSet,
  steps: readonly LinkedStep[],
): Promise<Known> {
  const known: Known = new Map(
    set.rows.map(({ table, after }) => [nameOf({ table: table.name, id: after.id }), after]),
  );
  for (const [table, own] of Map.groupBy(steps, (step) => step.table)) {
    const { supersededBy: by } = table;
    if (by === undefined) continue;
    const name = (id: string) => nameOf({ table: table.name, id });
    let wanted = own.map(({ link }) => link);
    for (let step = 0; step < longestChain && wanted.length > 0; step += 1) {
      const absent = [...new Set(wanted)].filter((id) => !known.has(name(id)));
      const rows = await session.query(
        `SELECT * FROM ${table.name} WHERE tenant_id = $1 AND id = ANY($2::text[])`,
        [tenantId, absent],
      );
      for (const row of rows) {
        // oxlint-disable-next-line typescript/consistent-type-assertions -- every table that travels has recordColumns
        known.set(name(String(row["id"])), row as RecordRow);
      }
      wanted = [...new Set(wanted)].flatMap((id) => linkOf(known.get(name(id)), by) ?? []);
    }
  }
  return known;
}

/** The record that stands for one in the end; undefined where it is not here, null where it would be the record itself. */
function lastOf(
  { table, by, link, after }: LinkedStep,
  known: ReadonlyMap<string, RecordRow>,
): RecordRow | undefined | null {
  let row = known.get(nameOf({ table: table.name, id: link }));
  for (let step = 0; step < longestChain; step += 1) {
    if (row?.id === after.id) return null;
    const next: string | null = linkOf(row, by);
    if (next === null) return row;
    row = known.get(nameOf({ table: table.name, id: next }));
  }
  return null;
}

/** A record without what one change made of it, where it had not been seen what stands there. */
function withoutChange({ before, after, change }: LinkedStep): RecordRow {
  if (before === null) return after;
  const names = changedFields(change);
  const stamps = Object.entries(after.stamps).filter(([name]) => !names.includes(name));
  const former = Object.entries(before.stamps).filter(([name]) => names.includes(name));
  return {
    ...after,
    ...Object.fromEntries(names.map((name) => [name, before[name]])),
    stamps: Object.fromEntries([...stamps, ...former]),
  };
}

function isShared({ audience }: TableDeclaration): boolean {
  return audience === "tenant";
}

type Values = Pick<FoundConflict, "field" | "keptValue" | "otherValue" | "keptStamp">;

/** @param about the record that the person is to look at, with its last author */
function conflictOf(
  { operation, change, table }: LinkedStep,
  about: RecordRow,
  values: Values,
): FoundConflict {
  const of: Change = { ...change, id: about.id };
  return {
    ...values,
    kind: "field",
    id: conflictIdOf(operation, of, { ...values, otherStamp: operation.hlc }),
    operation,
    change: of,
    baseStamp: null,
    otherStamp: operation.hlc,
    keptActorId: values.keptStamp === about.hlc ? about.updated_by : null,
    otherActorId: operation.actor.id,
    branchId: isShared(table) ? null : about.branch_id,
    patientId: patientOf(table, about),
  };
}

/** Records that would stand for each other: the second is left as it stands. */
function brokenRing(step: LinkedStep): FoundConflict | null {
  const { before, change, by } = step;
  if (before === null || change.fields[by.link] === undefined) return null;
  const [keptValue, otherValue] = [before[by.link], change.fields[by.link]];
  const keptStamp = stampOf(before, by.link);
  return conflictOf(step, before, { field: by.link, keptValue, otherValue, keptStamp });
}

function isOwnField({ table }: LinkedStep, name: string): boolean {
  const isDerived = typeof table.fieldRules[name] === "object";
  const isOfRecord = table.columns[name] !== undefined && !systemColumns.has(name);
  return isOfRecord && !isDerived && name !== "metadata" && !table.stateFields.includes(name);
}

/** The fields of a record that were changed, or that whoever had another record stand for it had not seen. */
function unseenFields(step: LinkedStep): readonly string[] {
  const { before, change, by } = step;
  const isLinking = change.fields[by.link] !== undefined;
  // Another record stands for it all the same: what that one's author had seen has been looked at.
  if (isLinking && change.fields[by.link] !== step.link) return [];
  const seen = isLinking ? by.seen(step.after) : null;
  const names = isLinking ? Object.keys(step.table.columns) : changedFields(change);
  return names.filter((name) => {
    if (!isOwnField(step, name) || name === by.link || by.beside.includes(name)) return false;
    if (!isLinking) return true;
    const there = seen?.[name] ?? seen?.["*"];
    return before !== null && there !== undefined && there !== stampOf(before, name);
  });
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What the record that stands for another one would be, had it been changed too; undefined where it says the same. */
function otherValueOf(
  { table, after }: LinkedStep,
  survivor: RecordRow,
  name: string,
): { readonly value: unknown } | undefined {
  const [value, there] = [after[name], survivor[name]];
  const rule = table.fieldRules[name];
  if (rule !== "set" && rule !== "list") return sameJson(value, there) ? undefined : { value };
  const more = entriesOf(value).filter(
    (one) => !entriesOf(there).some((two) => sameJson(one, two)),
  );
  return more.length === 0 ? undefined : { value: [...entriesOf(there), ...more] };
}

function unseenConflicts(step: LinkedStep, survivor: RecordRow): readonly FoundConflict[] {
  return unseenFields(step).flatMap((field) => {
    const other = otherValueOf(step, survivor, field);
    if (other === undefined) return [];
    const [keptValue, keptStamp] = [survivor[field], stampOf(survivor, field)];
    return [conflictOf(step, survivor, { field, keptValue, otherValue: other.value, keptStamp })];
  });
}

function withConflicts(
  results: readonly OperationResult[],
  found: readonly FoundConflict[],
): readonly OperationResult[] {
  const byOp = Map.groupBy(found, ({ operation }) => operation.op_id);
  return results.map((result) => {
    const own = byOp.get(result.op_id);
    if (own === undefined || result.outcome === "held" || result.outcome === "rejected")
      return result;
    const earlier = result.conflict_ids ?? [];
    const { op_id: opId, seq } = result;
    const ids = [...earlier, ...own.map(({ id }) => id)];
    return { op_id: opId, seq, outcome: "conflict", conflict_ids: ids };
  });
}

/**
 * A set with what a person has to see of records that others stand for: changes that nobody who reads the other one would see
 * become conflicts of that one, and of two records that would stand for each other the first does. Most sets have none.
 */
export async function showSuperseded(context: IngestContext, set: MergedSet): Promise<MergedSet> {
  const steps = linkedSteps(set.steps);
  if (steps.length === 0) return set;
  const known = await chainsOf(context, set, steps);
  const undone = new Map<ChangeStep["change"], RecordRow>();
  const found: FoundConflict[] = [];
  const leftAlone = new Map<string, RecordRow>();
  for (const step of steps) {
    const last = lastOf(step, known);
    if (last !== null) {
      if (last !== undefined) found.push(...unseenConflicts(step, last));
      continue;
    }
    const ring = brokenRing(step);
    if (ring === null) continue;
    const row = withoutChange(step);
    found.push(ring);
    undone.set(step.change, row);
    known.set(nameOf(step.change), row);
    leftAlone.set(nameOf(step.change), row);
  }
  if (found.length === 0) return set;
  const left = (item: MergedRow): MergedRow => {
    const row = leftAlone.get(nameOf({ table: item.table.name, id: item.after.id }));
    return row === undefined ? item : { ...item, after: row, isEcho: false };
  };
  return {
    ...set,
    results: withConflicts(set.results, found),
    rows: set.rows.map(left),
    steps: set.steps.map((step) => ({ ...step, after: undone.get(step.change) ?? step.after })),
    conflicts: [...set.conflicts, ...found],
  };
}
