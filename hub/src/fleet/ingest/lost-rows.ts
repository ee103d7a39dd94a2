import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { hlcInstant, latestHonest } from "@edgeward/shared/kernel/hlc.ts";
import { operationSchemaVersion, type Change, type Operation } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import { systemColumns, type RecordRow } from "@edgeward/shared/db/table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { takesAll } from "@edgeward/shared/sync/judge/judge.ts";
import type { LostRow, LostRowsReply } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { isGivingBack, lostTime, type LostTime } from "#fleet/nodes/given-back.ts";
import { lockCallingNode } from "#fleet/nodes/calling-node.ts";
import type { NodeRow } from "#tables/fleet.table.ts";
import { loadRows } from "./current-rows.ts";
import type { IngestContext } from "./ingest-context.ts";
import { mergeSet } from "./ingest-set.ts";
import type { MergedSet } from "./merged-set.ts";
import { writeSet } from "./ingest-write.ts";
import { keepLostRows, lostRowType, type LostAside } from "./lost-rows-aside.ts";
import {
  isFromBefore,
  isLost,
  lostRefusal,
  notLostCode,
  type LostRefusal,
} from "./lost-row-check.ts";
import { takenRefusal } from "./lost-row-values.ts";
import { mergeAgain, TakenMeanwhile } from "./merge-again.ts";
import { errorCode, isPassing, type IngestServices } from "./take-set.ts";

/** When rows were lost that are given back, and whether somebody at the hub has asked for them. */
interface Giving {
  readonly time: LostTime;
  readonly isAsked: boolean;
}

type GivenChange = Pick<Change, "kind" | "fields"> & { readonly base?: Change["base"] };

// As an operation of the hub's own would have made it, so that the same rules say what becomes of it beside what stands.
function operationOf(
  { table, row }: LostRow,
  hlc: string,
  { base = {}, ...given }: GivenChange,
): Operation {
  // Of a value from before its last change a record does not say whose it was.
  const isLast = hlc === row.hlc;
  return {
    op_id: deterministicId("op", "lost row", table, row.id, hlc),
    type: lostRowType,
    entity: table,
    entity_id: row.id,
    hlc,
    at: isLast ? row.updated_at : isoInstant(hlcInstant(hlc)),
    branch_id: row.branch_id,
    actor: { id: isLast ? row.updated_by : "system", type: "system", role: null },
    device_id: null,
    reason: "The hub was put back to a backup",
    schema: operationSchemaVersion,
    changes: [
      {
        table,
        id: row.id,
        ...given,
        base,
        version: row.version,
      },
    ],
    events: [],
  };
}

function fieldsOf({ row }: LostRow): readonly (readonly [string, unknown])[] {
  return Object.entries(row).filter(([name]) => !systemColumns.has(name));
}

function wholeOf(item: LostRow): Operation {
  const fields = Object.fromEntries(fieldsOf(item));
  return operationOf(item, item.row.hlc, { kind: "insert", fields });
}

/**
 * What of a row was lost: all of it where it is not here; otherwise what the hub itself had written, each with its own
 * stamp. What the branch has written since, it sends.
 */
function lostOf(
  item: LostRow,
  current: RecordRow | null,
  { time, isCentral }: { readonly time: LostTime; readonly isCentral: boolean },
): readonly Operation[] {
  const { row } = item;
  if (current === null) {
    // One that a branch has made, it sends. What the hub has made and has not is lost whenever it was made: its write may
    // have been under way when the backup was.
    return isFromBefore(row.stamps["*"] ?? "", time) ? [wholeOf(item)] : [];
  }
  const stamp = (name: string) => row.stamps[name] ?? row.stamps["*"] ?? "";
  const lost = fieldsOf(item).filter(
    ([name]) => isLost(stamp(name), time) && stamp(name) !== stampOf(current, name),
  );
  // Of what only a hub writes there are no two sides: a person who puts it back has asked for what is later.
  const wanted = isCentral ? lost.filter(([name]) => stamp(name) > stampOf(current, name)) : lost;
  const seen = (some: typeof lost) =>
    isCentral ? Object.fromEntries(some.map(([name]) => [name, stampOf(current, name)])) : {};
  const byStamp = Map.groupBy(wanted, ([name]) => stamp(name));
  return [...byStamp].map(([hlc, some]) =>
    operationOf(item, hlc, { kind: "update", fields: Object.fromEntries(some), base: seen(some) }),
  );
}

// What was lost whole comes back to the letter; the node that brings it need not hear of it.
function asItWas(set: MergedSet, given: readonly LostRow[], hubId: string): MergedSet {
  const byName = new Map(given.map(({ table, row }) => [`${table}/${row.id}`, row]));
  const rows = set.rows.map((item) => {
    const row = byName.get(`${item.table.name}/${item.after.id}`);
    if (row === undefined) return { ...item, isEcho: false };
    const { created_at, created_by, updated_at, updated_by, stamps, unknown_fields } = row;
    const { origin, origin_node_id } = row;
    // Whoever brings it, the hub had made it: brought by two, it is the same to the letter.
    if (item.before !== null)
      return { ...item, after: { ...item.after, origin_node_id: hubId }, isEcho: false };
    const house = { created_at, created_by, updated_at, updated_by, stamps, unknown_fields };
    return { ...item, after: { ...item.after, ...house, origin, origin_node_id }, isEcho: true };
  });
  return { ...set, rows };
}

// The audit names who gave it back; who had made it the record says.
function asGivenBy(set: MergedSet, { nodeId, branchId, receivedAt }: IngestContext): MergedSet {
  const actor = { id: nodeId, type: "system", role: null } as const;
  const steps = set.steps.map((step) => {
    const operation = { ...step.operation, actor, branch_id: branchId, at: receivedAt };
    return { ...step, operation };
  });
  return { ...set, steps };
}

/** The records of some rows as they stand, locked. */
function rowsOf(session: Session, tenantId: string, given: readonly LostRow[]) {
  const whole = given.map((item, seq) => ({
    seq,
    operation: operationOf(item, item.row.hlc, { kind: "insert", fields: {} }),
  }));
  return loadRows(session, tenantId, whole);
}

/** What became of rows that were given back. */
interface TakenRows {
  readonly refused: readonly LostAside[];
  /** What others may have waited for. */
  readonly arrived: readonly string[];
}

type CurrentOf = (item: LostRow) => RecordRow | null;

/** Rows that were given back, each with why it is not put back. */
async function judgedRows(
  { session, tenantId, branchId, judge, receivedAt }: IngestContext,
  given: readonly LostRow[],
  { time, isAsked }: Giving,
  currentOf: CurrentOf,
) {
  const nowMs = Date.parse(receivedAt);
  const rules = { tenantId, branchId, schema: session.schema, judge, time, nowMs, isAsked };
  const judged: { readonly item: LostRow; readonly why: LostRefusal | null }[] = [];
  for (const item of given) {
    const current = currentOf(item);
    const refusal = lostRefusal(item, current, rules);
    judged.push({ item, why: refusal ?? (await takenRefusal(session, item, current)) });
  }
  return judged;
}

async function writeRows(
  context: IngestContext,
  given: readonly LostRow[],
  giving: Giving,
): Promise<TakenRows> {
  const { time } = giving;
  const { session, tenantId, branchId, nodeId, history, runtime } = context;
  const nowMs = Date.parse(context.receivedAt);
  const rows = await rowsOf(session, tenantId, given);
  const currentOf: CurrentOf = ({ table, row }) => rows.get(`${table}/${row.id}`) ?? null;
  const judged = await judgedRows(context, given, giving, currentOf);
  const isCentral = ({ table }: LostRow) =>
    session.schema.find(table)?.merge === "central_reference";
  const lostIn = (item: LostRow) =>
    lostOf(item, currentOf(item), { time, isCentral: isCentral(item) });
  const items = judged
    .flatMap(({ item, why }) => (why === null ? lostIn(item) : []))
    .map((operation, seq) => ({ seq, operation }));
  const source = { tenantId, nodeId, branchId, kind: "hub", latest: latestHonest(nowMs) } as const;
  // What each may hold has been judged: no command has made the whole of it.
  const set = mergeSet(items, rows, source, { schema: session.schema, history, judge: takesAll });
  const { nodeId: hubId } = runtime;
  const { takenClaims } = await writeSet(
    context,
    asGivenBy(asItWas(set, given, hubId), context),
    false,
  );
  if (takenClaims.some(({ change }) => change.table.merge === "central_reference"))
    throw new TakenMeanwhile();
  const refusedBy = new Map<string, LostRefusal>();
  for (const { outcome, seq, code = "rejected", message = "" } of set.results) {
    const { entity = "", entity_id: id = "" } = items[seq]?.operation ?? {};
    if (outcome === "rejected") refusedBy.set(`${entity}/${id}`, { code, message });
  }
  const refused = judged.flatMap(({ item, why }) => {
    const refusal = why ?? refusedBy.get(`${item.table}/${item.row.id}`);
    return refusal === undefined ? [] : [{ item, operation: wholeOf(item), ...refusal }];
  });
  return { refused, arrived: set.arrived.filter((name) => name.includes("/")) };
}

/**
 * Puts rows back that the hub had made and lost: what is not here comes back as it was, what stands here with other values
 * becomes a conflict for a person, and what no hub had made is returned with its reason. When the database refuses the
 * whole, each half is tried by itself.
 */
export async function putBackRows(
  context: IngestContext,
  given: readonly LostRow[],
  giving: Giving,
): Promise<TakenRows> {
  const { session } = context;
  await session.query("SAVEPOINT lost_rows", []);
  try {
    const taken = await mergeAgain(session, "lost_rows", () => writeRows(context, given, giving));
    await session.query("RELEASE SAVEPOINT lost_rows", []);
    return taken;
  } catch (error) {
    if (isPassing(error)) throw error;
    await session.query("ROLLBACK TO SAVEPOINT lost_rows", []);
    const [item] = given;
    if (item === undefined) throw error;
    if (given.length === 1) {
      const message = `the database refused it (${errorCode(error)})`;
      const operation = wholeOf(item);
      return { refused: [{ item, operation, code: "database_refused", message }], arrived: [] };
    }
    const middle = Math.ceil(given.length / 2);
    const first = await putBackRows(context, given.slice(0, middle), giving);
    const second = await putBackRows(context, given.slice(middle), giving);
    return {
      refused: [...first.refused, ...second.refused],
      arrived: [...first.arrived, ...second.arrived],
    };
  }
}

function contextOf(ctx: WriteContext, node: NodeRow, services: IngestServices): IngestContext {
  const { log, history, judge } = services;
  return {
    tenantId: ctx.tenantId,
    nodeId: node.id,
    branchId: node.branch_id,
    session: ctx.session,
    runtime: ctx.write.runtime,
    receivedAt: isoInstant(ctx.now()),
    origin: ctx.write.origin,
    log,
    history,
    judge,
  };
}

/**
 * Takes rows that the hub had made and that were lost when it was put back to a backup from a node that still has them.
 * Nothing is taken from a hub that has lost nothing, nor what was made since, nor from a node that has given back
 * everything. What is not put back is kept for a person. @throws AppError forbidden
 */
export async function takeLostRows(
  ctx: WriteContext,
  given: readonly LostRow[],
  services: IngestServices,
): Promise<{ readonly reply: LostRowsReply; readonly names: readonly string[] }> {
  const node = await lockCallingNode(ctx);
  const time = await lostTime(ctx.session);
  if (time === null) throw new AppError("forbidden", "This hub has lost nothing.");
  if (!isGivingBack(node, time))
    throw new AppError("forbidden", "This node has given back all that the hub had lost.");
  const context = contextOf(ctx, node, services);
  const { refused, arrived } = await putBackRows(context, given, { time, isAsked: false });
  await keepLostRows(
    context,
    refused.filter(({ code }) => code !== notLostCode),
  );
  const reply = {
    refused: refused.map(({ item: { table, row }, code }) => ({ table, id: row.id, code })),
  };
  return { reply, names: arrived };
}
