import type { RowChange, Change, Operation } from "@edgeward/shared/db/model.ts";
import { inList } from "@edgeward/shared/db/statements.ts";
import type { Session } from "@edgeward/shared/db/session.ts";

const idForm = /^[a-z]{2,4}_[0-9a-z]{26}$/u;

/** An operation of this node that the hub has not taken, with one record that it touched. */
interface Open {
  readonly entityId: string;
  readonly opId: string;
  readonly hlc: string;
  readonly isMaker: boolean;
}

// A branch is made at the hub: no operation of this node is what its record builds on.
function idsIn({ id, fields: { branch_id: _hubs, ...fields } }: Change): readonly string[] {
  const values = Object.values(fields).filter((value) => typeof value === "string");
  return [id, ...values.filter((value) => idForm.test(value))];
}

// A place for each costs half of what the engine's own reading of a list does, and so many are as good as all operations.
const mostPlaces = 64;

async function openOn(
  session: Session,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly Open[]> {
  const isShort = ids.length <= mostPlaces;
  const values = isShort ? inList(ids) : [JSON.stringify(ids)];
  const wanted = isShort ? values.map(() => "?").join(", ") : "SELECT value FROM json_each(?)";
  const rows = await session.query(
    `SELECT entity_id, op_id, hlc, is_maker FROM pending_entities
      WHERE tenant_id = ? AND entity_id IN (${wanted})`,
    [tenantId, ...values],
  );
  return rows.map((row) => ({
    entityId: String(row["entity_id"]),
    opId: String(row["op_id"]),
    hlc: String(row["hlc"]),
    isMaker: row["is_maker"] === true,
  }));
}

/**
 * The operations that one builds on and the hub has not taken: those that made a record which it changes or names, and
 * those that wrote a value which it replaces. A change of another field of the same record is none: it may stand alone.
 */
export async function depsOf(
  session: Session,
  tenantId: string,
  operation: Operation,
  rows: readonly RowChange[],
): Promise<readonly string[]> {
  const fresh = new Set(rows.filter((row) => row.before === null).map((row) => row.after.id));
  // A registration names nothing but itself, and asks nothing here: a thirtieth of its time in the store.
  const ids = new Set(operation.changes.flatMap(idsIn)).difference(fresh);
  const open = ids.size === 0 ? [] : await openOn(session, tenantId, [...ids]);
  if (open.length === 0) return operation.deps ?? [];
  const seen = new Map(operation.changes.map(({ id, base }) => [id, new Set(Object.values(base))]));
  const deps = open.filter(
    ({ entityId, hlc, isMaker }) => isMaker || seen.get(entityId)?.has(hlc) === true,
  );
  const all = new Set([...(operation.deps ?? []), ...deps.map(({ opId }) => opId)]);
  all.delete(operation.op_id);
  return [...all];
}
