import type * as z from "zod";
import { derivedStatements } from "@edgeward/shared/db/derived.ts";
import type { Operation } from "@edgeward/shared/db/operation.ts";
import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { findTable } from "@edgeward/shared/db/registry.ts";
import type { NodeRuntime } from "@edgeward/shared/db/runtime.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import { selectByKeyStatement, upsertStatement } from "@edgeward/shared/db/statements.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { feedContract, type FeedRow } from "@edgeward/shared/sync/batch.contract.ts";
import { readState, stateStatement } from "../db/node-state.ts";
import type { SqliteStore } from "../db/sqlite-store.ts";
import type { NodeIdentity } from "../identity.ts";
import type { HubClient } from "./hub-client.ts";

// One transaction of the feed may keep the desk's writes waiting no longer than this many rows take.
const defaultSliceRows = 200;
const pageRows = 1_000;

export interface PullOptions {
  readonly store: SqliteStore;
  readonly runtime: NodeRuntime;
  readonly identity: NodeIdentity;
  readonly hub: Pick<HubClient, "get">;
  /** Takes in a stamp made elsewhere, so that later local stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
  /** Told of each record that has changed, after the commit. */
  readonly onArrived: (row: FeedRow) => void;
  /** Most rows of one transaction; default 200. */
  readonly sliceRows?: number;
}

function keptFields(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = given["unknown_fields"];
  return typeof kept === "object" && kept !== null ? { ...kept } : {};
}

/**
 * A record as the feed brings it. A hub that does not know a field yet carries it beside the row, where it is found
 * again; what only the hub knows is kept in the same way.
 */
function recordOf(table: TableDeclaration, given: Readonly<Record<string, unknown>>): RecordRow {
  const all = { ...keptFields(given), ...given };
  const isKnown = (name: string) => table.columns[name] !== undefined;
  const known = Object.keys(table.columns).map((name) => [name, all[name] ?? null] as const);
  const unknown = Object.entries(all).filter(([name]) => !isKnown(name));
  known.push(["unknown_fields", Object.fromEntries(unknown)]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a table that travels has recordColumns; the hub is its writer
  return Object.fromEntries(known) as unknown as RecordRow;
}

/** The node's own stream, as far as the hub had taken it when it read a page. */
interface Accepted {
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

// What was changed here and has not been sent stays on top of what the hub says, until the hub has judged it.
function withPending(row: RecordRow, operations: readonly Operation[]): RecordRow {
  let merged = row;
  for (const operation of operations) {
    for (const change of operation.changes) {
      if (change.id !== row.id || change.kind !== "update") continue;
      const stamps = Object.fromEntries(
        Object.keys(change.fields).map((name) => [name, operation.hlc]),
      );
      merged = {
        ...merged,
        ...change.fields,
        stamps: { ...merged.stamps, ...stamps },
        version: Math.max(merged.version, change.version),
      };
    }
  }
  return merged;
}

function isSameState(one: RecordRow, other: RecordRow): boolean {
  return (
    one.version === other.version && one.hlc === other.hlc && sameJson(one.stamps, other.stamps)
  );
}

async function applyRow(
  session: SqlSession,
  identity: NodeIdentity,
  given: FeedRow,
  accepted: Accepted,
): Promise<boolean> {
  const table = findTable(given.table);
  if (table === null || table.merge === "local") return false;
  const arrived = recordOf(table, given.row);
  const key = selectByKeyStatement(session.dialect, table, [identity.tenantId, given.id]);
  const [known] = await session.query(key.text, key.values);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
  const before = known === undefined ? null : (known as RecordRow);
  if (before !== null && isSameState(before, arrived)) return false;
  const pending = await pendingOperations(session, identity.tenantId, given.id, accepted);
  const after = withPending(arrived, pending);
  await session.runAll([
    upsertStatement(session.dialect, table, after),
    ...derivedStatements(session.dialect, { table, before, after }, "arrived"),
  ]);
  return true;
}

async function applySlice(
  options: PullOptions,
  rows: readonly FeedRow[],
  accepted: Accepted,
  cursor: string | null,
): Promise<readonly FeedRow[]> {
  const { store, identity, runtime } = options;
  return store.write({ tenantId: identity.tenantId }, async (session) => {
    const changed: FeedRow[] = [];
    for (const row of rows) {
      if (await applyRow(session, identity, row, accepted)) changed.push(row);
      const hlc = row.row["hlc"];
      if (typeof hlc === "string") options.receiveStamp(hlc);
    }
    const notes = [stateStatement(session, "last_hlc", runtime.tick())];
    if (cursor !== null) notes.push(stateStatement(session, "feed_cursor", cursor));
    await session.runAll(notes);
    return changed;
  });
}

const pageShape: z.ZodType<z.output<typeof feedContract.feed.response>> =
  feedContract.feed.response;

/** What one pull came to. */
export interface PullResult {
  readonly rows: number;
  readonly hasMore: boolean;
  /** The hub's clock when it answered, milliseconds since the epoch. */
  readonly serverTime: number;
}

/**
 * Takes the next page of the feed. The cursor moves in the same transaction as the last rows before it, so that a
 * crash at any point repeats rows and skips none. @throws HubUnreachable, HubRefusal
 */
export async function pullOnce(options: PullOptions): Promise<PullResult> {
  const { store, identity, hub } = options;
  const cursor = await store.read({ tenantId: identity.tenantId }, (session) =>
    readState(session, "feed_cursor"),
  );
  const query = new URLSearchParams({
    limit: String(pageRows),
    ...(cursor === null ? {} : { cursor }),
  });
  const page = pageShape.parse(await hub.get(`/v1/sync/feed?${query.toString()}`));
  const accepted = { epoch: page.epoch, seq: page.accepted_seq };
  const sliceRows = options.sliceRows ?? defaultSliceRows;
  const slices = Math.max(1, Math.ceil(page.data.length / sliceRows));
  for (let index = 0; index < slices; index += 1) {
    const slice = page.data.slice(index * sliceRows, (index + 1) * sliceRows);
    const isLast = index === slices - 1;
    const isNews = slice.length > 0 || page.cursor !== cursor;
    if (!isNews) break;
    const changed = await applySlice(options, slice, accepted, isLast ? page.cursor : null);
    for (const row of changed) options.onArrived(row);
  }
  return {
    rows: page.data.length,
    hasMore: page.has_more,
    serverTime: Date.parse(page.server_time),
  };
}
