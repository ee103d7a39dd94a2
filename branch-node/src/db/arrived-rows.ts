import { derivedStatements } from "@edgeward/shared/db/derived.ts";
import type { Operation } from "@edgeward/shared/db/operation.ts";
import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { findTable } from "@edgeward/shared/db/registry.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import { selectByKeyStatement, upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { FeedRow } from "@edgeward/shared/sync/batch.contract.ts";

function keptFields(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = given["unknown_fields"];
  return typeof kept === "object" && kept !== null ? { ...kept } : {};
}

/**
 * A record as the feed brings it. A hub that does not know a field yet carries it beside the row, where it is found
 * again; what only the hub knows is kept in the same way.
 */
export function recordOf(
  table: TableDeclaration,
  given: Readonly<Record<string, unknown>>,
): RecordRow {
  const all = { ...keptFields(given), ...given };
  const isKnown = (name: string) => table.columns[name] !== undefined;
  const known = Object.keys(table.columns).map((name) => [name, all[name] ?? null] as const);
  const unknown = Object.entries(all).filter(([name]) => !isKnown(name));
  known.push(["unknown_fields", Object.fromEntries(unknown)]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a table that travels has recordColumns; the hub is its writer
  return Object.fromEntries(known) as unknown as RecordRow;
}

/** The node's own stream, as far as the hub had taken it when it read a page. */
export interface Accepted {
  readonly epoch: number;
  readonly seq: number;
}

async function pendingOperations(
  session: SqlSession,
  tenantId: string,
  entityId: string,
  accepted: Accepted,
): Promise<readonly Operation[]> {
  const rows = await session.kysely
    .selectFrom("pending_entities")
    .innerJoin("journal", "journal.op_id", "pending_entities.op_id")
    .select("journal.operation")
    .where("pending_entities.tenant_id", "=", tenantId)
    .where("pending_entities.entity_id", "=", entityId)
    .where("journal.journal_state", "=", "pending")
    // What the hub had taken is in the row, also when its answer was lost; put on top, it would cover what came later.
    .where((test) =>
      test.or([
        test("journal.epoch", "<>", accepted.epoch),
        test("journal.seq", ">", accepted.seq),
      ]),
    )
    .orderBy("journal.seq")
    .execute();
  return rows.map((row) => row.operation);
}

interface Unsent {
  readonly table: TableDeclaration;
  readonly operation: Operation;
  readonly change: Operation["changes"][number];
  /** The node whose changes wait here. */
  readonly nodeId: string;
}

// The very row that the change left when it was made here: when the hub takes it as it is, this node is not told again.
function withChange(row: RecordRow, { table, operation, change, nodeId }: Unsent): RecordRow {
  const isKnown = ([name]: readonly [string, unknown]) => table.columns[name] !== undefined;
  const fields = Object.entries(change.fields);
  const stamps = Object.fromEntries(fields.map(([name]) => [name, operation.hlc]));
  const unknown = Object.fromEntries(fields.filter((field) => !isKnown(field)));
  return {
    ...row,
    ...Object.fromEntries(fields.filter(isKnown)),
    unknown_fields: { ...row.unknown_fields, ...unknown },
    stamps: { ...row.stamps, ...stamps },
    version: Math.max(row.version, change.version),
    updated_at: operation.at,
    updated_by: operation.actor.id,
    hlc: operation.hlc,
    origin: "branch",
    origin_node_id: nodeId,
  };
}

// What was changed here and has not been sent stays on top of what the hub says, until the hub has judged it.
function withPending(
  table: TableDeclaration,
  row: RecordRow,
  nodeId: string,
  operations: readonly Operation[],
): RecordRow {
  let merged = row;
  for (const operation of operations) {
    for (const change of operation.changes) {
      if (change.id !== row.id || change.kind !== "update") continue;
      merged = withChange(merged, { table, operation, change, nodeId });
    }
  }
  return merged;
}

function isSameState(one: RecordRow, other: RecordRow): boolean {
  return (
    one.version === other.version && one.hlc === other.hlc && sameJson(one.stamps, other.stamps)
  );
}

/** Takes a record as it stands at the hub, with what waits here on top; false when it is here already. */
export async function applyArrived(
  session: SqlSession,
  tenantId: string,
  given: FeedRow,
  accepted: Accepted,
): Promise<boolean> {
  const table = findTable(given.table);
  if (table === null || table.merge === "local") return false;
  const arrived = recordOf(table, given.row);
  const key = selectByKeyStatement(session.dialect, table, [tenantId, given.id]);
  const [known] = await session.query(key.text, key.values);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
  const before = known === undefined ? null : (known as RecordRow);
  if (before !== null && isSameState(before, arrived)) return false;
  const pending = await pendingOperations(session, tenantId, given.id, accepted);
  // Where something waits, the record here was last changed by this node.
  const nodeId = before?.origin_node_id ?? arrived.origin_node_id;
  const after = withPending(table, arrived, nodeId, pending);
  await session.runAll([
    upsertStatement(session.dialect, table, after),
    ...derivedStatements(session.dialect, { table, before, after }, "arrived"),
  ]);
  return true;
}
