import { enumValueOf } from "#contract/enum-value.ts";
import { conflictKinds, conflictResolutions, conflictStatuses } from "#contract/conflict-values.ts";
import { isoInstant } from "#kernel/clock.ts";
import { parseHlc } from "#kernel/hlc.ts";
import {
  presentRecord,
  madeWithin,
  recordFinder,
  type RecordTimes,
  syncStatesOf,
  type Viewer,
} from "#db/read.ts";
import { conflictsTable } from "#db/core.table.ts";
import type { Schema } from "#db/schema.ts";
import type { Reader } from "#db/session.ts";
import type { SqlRow } from "#db/model.ts";
import { inList } from "#db/statements.ts";
import type { ReadContext } from "#resource/context.ts";
import type { TableDeclaration } from "#db/table.ts";
import { type Conflict } from "./conflicts.contract.ts";
import { rolesFor, type ConflictRow } from "./conflicts.rules.ts";

/** One conflict of the tenant, or undefined. */
export const findConflict = recordFinder(conflictsTable);

/** Which conflicts a list is of. */
export interface ConflictFilters extends RecordTimes {
  /** Those of this branch, and those that belong to no single one. */
  readonly branchId: string;
  /** Tables whose records the caller may not read. */
  readonly hidden: readonly string[];
  readonly status?: string | undefined;
  readonly entity?: string | undefined;
  readonly entity_id?: string | undefined;
  readonly patient_id?: string | readonly string[] | undefined;
}

/** The conflicts that the filters leave. */
export function filteredConflicts(db: Reader, tenantId: string, filters: ConflictFilters) {
  const { status, entity, entity_id: entityId, patient_id: patientId } = filters;
  let rows = db
    .selectFrom("conflicts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where((where) =>
      where.or([where("branch_id", "is", null), where("branch_id", "=", filters.branchId)]),
    );
  if (filters.hidden.length > 0) rows = rows.where("entity", "not in", inList(filters.hidden));
  if (status !== undefined) rows = rows.where("conflict_status", "=", status);
  if (entity !== undefined) rows = rows.where("entity", "=", entity);
  if (entityId !== undefined) rows = rows.where("entity_id", "=", entityId);
  if (patientId !== undefined) rows = rows.where("patient_id", "in", inList([patientId].flat()));
  return rows.where(madeWithin(filters));
}

type Names = ReadonlyMap<string, string>;

/** The names of people by their ids; who is no member of staff has none. */
export async function namesOf(
  db: Reader,
  tenantId: string,
  ids: readonly (string | null)[],
): Promise<Names> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const staff = await db
    .selectFrom("staff")
    .select(["id", "name"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", known)
    .execute();
  return new Map(staff.map(({ id, name }) => [id, name]));
}

// No value was written after the conflict about it was found: what a clock ahead of its time says is not shown as a time.
function instantOf(stamp: string | null, foundAt: string): string | null {
  const parts = stamp === null ? undefined : parseHlc(stamp);
  if (parts === undefined) return null;
  return isoInstant(Math.min(parts.ms, Date.parse(foundAt)));
}

function side(
  value: unknown,
  stamp: string,
  actorId: string | null,
  { names, foundAt }: { readonly names: Names; readonly foundAt: string },
): Conflict["kept"] {
  return {
    value,
    at: instantOf(stamp, foundAt),
    // The stamp of a union ends in underscores of its own.
    node_id: parseHlc(stamp)?.nodeTag.replace(/_+$/u, "") ?? null,
    actor_id: actorId,
    actor_name: actorId === null ? null : (names.get(actorId) ?? null),
  };
}

function presentFields(schema: Schema, row: ConflictRow, names: Names) {
  const known = { names, foundAt: row.created_at };
  return {
    id: row.id,
    branch_id: row.branch_id,
    entity: row.entity,
    entity_id: row.entity_id,
    patient_id: row.patient_id,
    op_id: row.op_id,
    kind: enumValueOf(conflictKinds, row.conflict_kind),
    field: row.field,
    kept: side(row.kept_value, row.kept_stamp, row.kept_actor_id, known),
    other: side(row.other_value, row.other_stamp, row.other_actor_id, known),
    base_at: instantOf(row.base_stamp, row.created_at),
    status: enumValueOf(conflictStatuses, row.conflict_status),
    resolution: row.resolution === null ? null : enumValueOf(conflictResolutions, row.resolution),
    resolved_value: row.resolved_value,
    note: row.resolution_note,
    needs_roles: [...rolesFor(schema, row)],
    is_masked: false,
  };
}

/** Rows as the wire answers them. */
export async function presentConflicts(
  viewer: Viewer & Pick<ReadContext, "session">,
  rows: readonly ConflictRow[],
): Promise<Conflict[]> {
  const ids = rows.map((row) => row.id);
  const stateOf = await syncStatesOf(viewer, ids);
  const actors = rows.flatMap((row) => [row.kept_actor_id, row.other_actor_id]);
  const names = await namesOf(viewer.db, viewer.tenantId, actors);
  return rows.map((row) => ({
    ...presentFields(viewer.session.schema, row, names),
    ...presentRecord(row, stateOf(row.id)),
  }));
}

type LoadRecord = (table: TableDeclaration, id: string) => Promise<SqlRow | null>;

/** What the disputed field of the record holds now; undefined for a record that is not here. */
export async function currentValue(
  schema: Schema,
  row: ConflictRow,
  load: LoadRecord,
): Promise<unknown> {
  // A fact never changes, and a node may not even lock it.
  if (row.conflict_kind === "balance") return row.kept_value;
  const table = schema.find(row.entity);
  if (table === null || table.columns[row.field] === undefined) return undefined;
  return (await load(table, row.entity_id))?.[row.field];
}

/** The record that holds a value which only one may hold, where it is not the conflict's own; or that is probably of the same thing. */
export async function firstHolder(db: Reader, row: ConflictRow): Promise<string | null> {
  if (row.conflict_kind === "alike" && typeof row.kept_value === "string") return row.kept_value;
  if (row.conflict_kind !== "duplicate" || typeof row.kept_value !== "string") return null;
  const claim = await db
    .selectFrom("claims")
    .select("entity_id")
    .where("tenant_id", "=", row.tenant_id)
    .where("claim_kind", "in", [row.field, `${row.entity}.${row.field}`])
    .where("claim_value", "=", row.kept_value)
    .executeTakeFirst();
  return claim === undefined || claim.entity_id === row.entity_id ? null : claim.entity_id;
}
