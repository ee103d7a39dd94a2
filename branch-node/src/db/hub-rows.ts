import type { Session } from "@edgeward/shared/db/session.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { isStampOfHub } from "@edgeward/shared/kernel/hlc.ts";
import type { FeedRow } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import { recordOf } from "./arrived-rows.ts";
import type { SqliteStore } from "./sqlite-store.ts";

/** Is given what a hub has lost of a table's rows. */
export type GiveBack = (table: TableDeclaration, rows: readonly RecordRow[]) => Promise<void>;

interface Own {
  readonly tenantId: string;
  readonly branchId: string;
}

// The node has its id in what it stamps; a record that the hub has made bears the hub's name as long as it is there.
const hubMade = `stamps ->> '$."*"' NOT GLOB '*-nod_*' AND stamps ->> '$."*"' NOT GLOB '*-dev_*'`;

/** Rows that are this branch's or everybody's: some of them, or all that the hub has made, whoever has changed them since. */
export async function ownRows(
  session: Session,
  table: TableDeclaration,
  { tenantId, branchId }: Own,
  ids: readonly unknown[] | null = null,
): Promise<readonly RecordRow[]> {
  const isShared = table.audience === "tenant" ? "TRUE" : "branch_id IS NULL";
  const isAmong = "id IN (SELECT value FROM json_each(?))";
  const rows = await session.query(
    `SELECT * FROM ${table.name} WHERE tenant_id = ?
        AND (branch_id = ? OR ${isShared}) AND ${ids === null ? hubMade : isAmong}`,
    [tenantId, branchId, ...(ids === null ? [] : [JSON.stringify(ids)])],
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
  return rows as unknown as readonly RecordRow[];
}

/**
 * Whether a row has a value of the hub's that the hub has otherwise. By each field: the record may have been changed
 * since, here or there. The hub knows which of them it has lost.
 */
export function hasOtherOfHub(row: RecordRow, there: RecordRow | undefined): boolean {
  if (there === undefined) return false;
  return Object.keys(row.stamps).some((name) => {
    const stamp = stampOf(row, name);
    return isStampOfHub(stamp) && stamp !== stampOf(there, name);
  });
}

// The hub's own clock never goes back: what is older there than here was lost there.
function hasNewerOfHub(row: RecordRow, there: RecordRow): boolean {
  return Object.keys(row.stamps).some((name) => {
    const stamp = stampOf(row, name);
    return isStampOfHub(stamp) && stamp > stampOf(there, name);
  });
}

/**
 * Gives a hub back what rows that arrive show it to have lost: of a record that it lacked when everything was read anew,
 * for its branch had not sent it yet.
 */
export async function giveBackOlder(
  store: SqliteStore,
  own: Own,
  arrived: readonly FeedRow[],
  giveBack: GiveBack,
): Promise<void> {
  const given = arrived.filter(({ kind }) => kind !== "purge");
  for (const [name, rows] of Map.groupBy(given, ({ table }) => table)) {
    const table = store.schema.find(name);
    if (table === null || table.merge === "local" || table.merge === "central_reference") continue;
    const ids = rows.map(({ id }) => id);
    const kept = await store.read(own, (session) => ownRows(session, table, own, ids));
    const there = new Map(rows.map(({ id, row }) => [id, recordOf(table, row)]));
    const older = kept.filter((row) => hasNewerOfHub(row, there.get(row.id) ?? row));
    if (older.length > 0) await giveBack(table, older);
  }
}
