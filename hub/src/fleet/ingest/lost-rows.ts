import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { hlcInstant, isStampOfHub, tolerableAheadMs } from "@edgeward/shared/kernel/hlc.ts";
import { operationSchemaVersion, type Change, type Operation } from "@edgeward/shared/db/model.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import { systemColumns, type RecordRow } from "@edgeward/shared/db/table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { takesAll } from "@edgeward/shared/sync/judge/judge.ts";
import type { LostRow, LostRowsReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { readHubState } from "#db/hub-state.ts";
import { loadRows } from "./current-rows.ts";
import type { IngestContext } from "./ingest-context.ts";
import { mergeSet, type MergedSet } from "./ingest-set.ts";
import { writeSet } from "./ingest-write.ts";
import type { IngestServices } from "./take-set.ts";
import type { NodeRow } from "#tables/fleet.table.ts";
import { lockCallingNode } from "#fleet/nodes/calling-node.ts";
import { beganName, lostFromName } from "#fleet/nodes/incarnation.ts";

/** When what the hub has lost was written, milliseconds since the epoch. */
interface LostTime {
  readonly fromMs: number;
  readonly untilMs: number;
}

async function lostTime(session: Session): Promise<LostTime | null> {
  const began = await readHubState(session, beganName);
  const from = await readHubState(session, lostFromName);
  if (began === null) return null;
  return {
    fromMs: from === null || from === "" ? 0 : Date.parse(from),
    untilMs: Date.parse(began),
  };
}

/** Whether the hub has written this before it was put back to a backup. */
function isFromBefore(stamp: string, { untilMs }: LostTime): boolean {
  return isStampOfHub(stamp) && hlcInstant(stamp) < untilMs + tolerableAheadMs;
}

/** Whether the hub has written this, and lost it when it was put back to a backup. */
function isLost(stamp: string, time: LostTime): boolean {
  return isFromBefore(stamp, time) && hlcInstant(stamp) >= time.fromMs;
}

/** What of a row a hub would not believe a node, or null. */
function refusalOf(
  { table: name, row }: LostRow,
  node: NodeRow,
  schema: Schema,
  time: LostTime,
): string | null {
  const table = schema.find(name);
  if (table === null || table.merge === "local" || table.merge === "central_reference")
    return "hub_only";
  const isOurs = row.tenant_id === node.tenant_id;
  const isShared = table.audience === "tenant" || row.branch_id === null;
  if (!isOurs || (!isShared && row.branch_id !== node.branch_id)) return "branch_forbidden";
  return Object.values(row.stamps).some((stamp) => isFromBefore(stamp, time)) ? null : "not_lost";
}

type GivenChange = Pick<Change, "kind" | "fields">;

// As an operation of the hub's own would have made it, so that the same rules say what becomes of it beside what stands.
function operationOf({ table, row }: LostRow, hlc: string, given: GivenChange): Operation {
  return {
    op_id: deterministicId("op", "lost row", table, row.id, hlc),
    type: "sync.lost_row",
    entity: table,
    entity_id: row.id,
    hlc,
    at: row.updated_at,
    branch_id: row.branch_id,
    actor: { id: row.updated_by, type: "system", role: null },
    device_id: null,
    reason: "The hub was put back to a backup",
    schema: operationSchemaVersion,
    changes: [
      {
        table,
        id: row.id,
        ...given,
        base: {},
        version: row.version,
      },
    ],
    events: [],
  };
}

/**
 * What of a row was lost: all of it where it is not here; otherwise what the hub itself had written, each with its own
 * stamp. What the branch has written since, it sends.
 */
function lostOf(item: LostRow, current: RecordRow | undefined, time: LostTime) {
  const { row } = item;
  const fields = Object.entries(row).filter(([name]) => !systemColumns.has(name));
  if (current === undefined) {
    // One that a branch has made, it sends. What the hub has made and has not is lost whenever it was made: its write may
    // have been under way when the backup was.
    if (!isFromBefore(row.stamps["*"] ?? "", time)) return [];
    return [operationOf(item, row.hlc, { kind: "insert", fields: Object.fromEntries(fields) })];
  }
  const stamp = (name: string) => row.stamps[name] ?? row.stamps["*"] ?? "";
  const lost = fields.filter(
    ([name]) => isLost(stamp(name), time) && stamp(name) !== stampOf(current, name),
  );
  const byStamp = Map.groupBy(lost, ([name]) => stamp(name));
  return [...byStamp].map(([hlc, some]) =>
    operationOf(item, hlc, { kind: "update", fields: Object.fromEntries(some) }),
  );
}

// What was lost whole comes back to the letter; the node that brings it need not hear of it.
function asItWas(set: MergedSet, given: readonly LostRow[], hubId: string): MergedSet {
  const byName = new Map(given.map(({ table, row }) => [`${table}/${row.id}`, row]));
  const rows = set.rows.map((item) => {
    const row = byName.get(`${item.table.name}/${item.after.id}`);
    if (row === undefined) return { ...item, isEcho: false };
    const { created_at, created_by, updated_at, updated_by, stamps, origin, origin_node_id } = row;
    // Whoever brings it, the hub had made it: brought by two, it is the same to the letter.
    if (item.before !== null)
      return { ...item, after: { ...item.after, origin_node_id: hubId }, isEcho: false };
    const house = { created_at, created_by, updated_at, updated_by, stamps };
    return { ...item, after: { ...item.after, ...house, origin, origin_node_id }, isEcho: true };
  });
  return { ...set, rows };
}

/** The records of some rows as they stand, locked. */
function rowsOf(session: Session, tenantId: string, given: readonly LostRow[]) {
  const whole = given.map((item, seq) => ({
    seq,
    operation: operationOf(item, item.row.hlc, { kind: "insert", fields: {} }),
  }));
  return loadRows(session, tenantId, whole);
}

/**
 * Takes rows that the hub had made and that were lost when it was put back to a backup from a node that still has them.
 * What is not here is put back as it was; what stands here with other values becomes a conflict for a person. Nothing is
 * taken from a hub that has lost nothing, nor what was made since. @throws AppError forbidden
 */
export async function takeLostRows(
  ctx: WriteContext,
  given: readonly LostRow[],
  services: IngestServices,
): Promise<{ readonly reply: LostRowsReply; readonly names: readonly string[] }> {
  const node = await lockCallingNode(ctx);
  const time = await lostTime(ctx.session);
  if (time === null) throw new AppError("forbidden", "This hub has lost nothing.");
  const { session, tenantId } = ctx;
  const judged = given.map((item) => ({
    item,
    code: refusalOf(item, node, session.schema, time),
  }));
  const taken = judged.flatMap(({ item, code }) => (code === null ? [item] : []));
  const rows = await rowsOf(session, tenantId, taken);
  const items = taken
    .flatMap((item) => lostOf(item, rows.get(`${item.table}/${item.row.id}`), time))
    .map((operation, seq) => ({ seq, operation }));
  const { log, history } = services;
  const receivedAt = isoInstant(ctx.now());
  const { runtime, origin } = ctx.write;
  const place = { tenantId, nodeId: node.id, branchId: node.branch_id };
  const context: IngestContext = {
    ...place,
    session,
    runtime,
    receivedAt,
    origin,
    log,
    history,
    judge: takesAll,
  };
  const rules = { schema: session.schema, history, judge: takesAll };
  const set = mergeSet(items, rows, { ...place, kind: "hub" }, rules);
  await writeSet(context, asItWas(set, given, runtime.nodeId), false);
  const aside = set.results.filter(({ outcome }) => outcome === "rejected");
  const reply = {
    refused: [
      ...judged.flatMap(({ item, code }) =>
        code === null ? [] : [{ table: item.table, id: item.row.id, code }],
      ),
      ...aside.map(({ seq, code = "rejected" }) => ({
        table: items[seq]?.operation.entity ?? "",
        id: items[seq]?.operation.entity_id ?? "",
        code,
      })),
    ],
  };
  return { reply, names: set.arrived.filter((name) => name.includes("/")) };
}
