import type { Logger } from "@edgeward/shared/log/log.ts";
import type { OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { takesAll, type Judge } from "@edgeward/shared/sync/judge/judge.ts";
import { schemaHistory, type SchemaHistory } from "@edgeward/shared/sync/wire/schema-history.ts";
import type { Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import { latestHonest } from "@edgeward/shared/kernel/hlc.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { discardedCode, orphanedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import { applyGrantRequests } from "./grant-requests.ts";
import { authorsOf } from "./authors.ts";
import { lendInEmergencies } from "./emergency-lending.ts";
import { lendingFor } from "./lending.ts";
import { currentRowsOf, loadRows, loadSets } from "./current-rows.ts";
import { showSuperseded } from "./superseded.ts";
import { mergeSet } from "./ingest-set.ts";
import { echoCurrentRows, writeSet } from "./ingest-write.ts";
import { loadSums, noSums, type RowSums } from "./row-sums.ts";
import { mergeAgain } from "./merge-again.ts";
import type { IngestContext } from "./ingest-context.ts";
import type { OpenDeps } from "./waiting.ts";

/** What taking batches asks of the hub besides the database. */
export interface IngestServices {
  /** Takes in the stamp of what a branch made, so that the hub's later stamps come after it. */
  readonly receiveStamp: (hlc: string) => void;
  readonly log: Pick<Logger, "error">;
  /** The steps by which older nodes' operations become those of today. */
  readonly history: SchemaHistory;
  /** What each command may write. */
  readonly judge: Judge;
}

/** For those who take batches without a hub around them. */
export const noServices: IngestServices = {
  receiveStamp: () => undefined,
  log: { error: () => undefined },
  history: schemaHistory,
  judge: takesAll,
};

// Connection, serialisation and deadlock, resources, locks, shutdown, the machine: no operation is at fault, and one
// that was quarantined for it would stay aside for ever. The whole request is tried again.
const passingClasses: ReadonlySet<string> = new Set(["08", "40", "53", "55", "57", "58"]);

/** By which the database names an error; `internal` for one of our own. */
export function errorCode(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error
    ? String(error.code)
    : "internal";
}

/** Whether the database refuses something for a reason that passes. */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error);
  return /^[0-9A-Z]{5}$/.test(code) && passingClasses.has(code.slice(0, 2));
}

/** What became of a set that was taken. */
export interface TakenSet {
  readonly results: readonly OperationResult[];
  /** What each held operation waits for. */
  readonly waits: ReadonlyMap<string, string>;
  /** What others may have waited for: operations that were taken, records that were made, authors who are known. */
  readonly arrived: readonly string[];
}

/**
 * Who has asked for operations to be tried: asked for, one is tried also where it builds on what was discarded. A person at
 * the hub answers for what its author had no right to; a branch's word for a person does not, for its node may be stolen.
 */
export type AskedBy = "nobody" | "branch" | "hub";

/** What is known of a set's operations besides themselves. */
interface TakeOptions {
  /** Operations that this transaction has taken already and not kept yet. */
  readonly landed: ReadonlySet<string>;
  readonly askedBy: AskedBy;
}

const usual: TakeOptions = { landed: new Set(), askedBy: "nobody" };
const givenUp: ReadonlySet<unknown> = new Set([discardedCode, orphanedCode]);

// Most operations name none, and most of those that do name one that came with them.
async function openDeps(
  context: IngestContext,
  items: readonly Sequenced[],
  { landed, askedBy }: TakeOptions,
): Promise<OpenDeps> {
  const here = new Set(items.map(({ operation }) => operation.op_id));
  const deps = new Set(items.flatMap(({ operation }) => operation.deps ?? []));
  const elsewhere = deps.difference(here).difference(landed);
  if (elsewhere.size === 0) return { untaken: here, discarded: new Set() };
  const rows = await context.session.query(
    `SELECT op_id, outcome IN ('held', 'rejected') AS is_aside, result->>'code' AS code
       FROM received_operations WHERE tenant_id = $1 AND op_id = ANY($2::text[])`,
    [context.tenantId, [...elsewhere]],
  );
  const isGivenUp = (row: SqlRow) => row["is_aside"] === true && givenUp.has(row["code"]);
  const idsOf = (some: readonly SqlRow[]) => new Set(some.map((row) => String(row["op_id"])));
  const discarded = idsOf(rows.filter(isGivenUp));
  const taken = idsOf(rows.filter((row) => row["is_aside"] !== true));
  const untaken = here.union(elsewhere.difference(taken).difference(discarded));
  return { untaken, discarded: askedBy === "nobody" ? discarded : new Set() };
}

/** The records that a set touches, and what it is judged by besides. */
async function rowsFor(
  context: IngestContext,
  items: readonly Sequenced[],
): Promise<{ readonly rows: ReadonlyMap<string, RecordRow>; readonly sums: RowSums }> {
  const { session, tenantId, judge } = context;
  const rows = await loadRows(session, tenantId, items, (operation) => judge.recordsFor(operation));
  const sets = items.flatMap(({ operation }) => judge.setsFor(operation));
  if (sets.length > 0) await loadSets(session, tenantId, sets, rows);
  const summed = items.flatMap(({ operation }) => judge.sumsFor(operation));
  const sums = summed.length === 0 ? noSums() : await loadSums(context, summed, items);
  return { rows, sums };
}

async function writeItems(
  context: IngestContext,
  items: readonly Sequenced[],
  options: TakeOptions,
  expectsNew: boolean,
): Promise<TakenSet> {
  const { session, tenantId, nodeId, branchId } = context;
  const [{ rows, sums }, deps, authors, lending] = await Promise.all([
    rowsFor(context, items),
    openDeps(context, items, options),
    authorsOf(context, items),
    lendingFor(context, items),
  ]);
  const latest = latestHonest(Date.parse(context.receivedAt));
  const source = { tenantId, nodeId, kind: "branch", branchId, latest } as const;
  const { history, judge } = context;
  const { schema } = session;
  const { known, strangers } = authors;
  const rights = options.askedBy === "hub" ? undefined : authors.rights;
  const rules = { schema, deps, strangers, rights, lending, sums, history, judge };
  const set = await showSuperseded(context, mergeSet(items, rows, source, rules));
  await writeSet(context, set, expectsNew);
  await applyGrantRequests(context, set);
  await lendInEmergencies(context, set);
  return { results: set.results, waits: set.waits, arrived: [...set.arrived, ...known] };
}

/**
 * Takes a set of operations. When the database refuses the whole, each half is tried by itself, so that one operation
 * that no check foresaw is found and quarantined and all others are taken.
 */
export async function takeSet(
  context: IngestContext,
  items: readonly Sequenced[],
  options = usual,
): Promise<TakenSet> {
  const { session } = context;
  const undo = () => session.query("ROLLBACK TO SAVEPOINT batch_set", []);
  try {
    // The server takes them in this order; the savepoint costs no round trip of its own, and neither does its end.
    const [, taken] = await Promise.all([
      session.query("SAVEPOINT batch_set", []),
      mergeAgain(session, "batch_set", (time) => writeItems(context, items, options, time === 1)),
    ]);
    // Were it to fail, what every caller writes behind it would fail as well.
    session.query("RELEASE SAVEPOINT batch_set", []).catch(() => undefined);
    return taken;
  } catch (error) {
    if (isPassing(error)) throw error;
    await undo();
    return takeHalves(context, items, options, error);
  }
}

function noteRefused(context: IngestContext, item: Sequenced, code: string, error: unknown): void {
  const { tenantId, nodeId, branchId, log } = context;
  const about = { tenant_id: tenantId, node_id: nodeId, branch_id: branchId, code, seq: item.seq };
  log.error("operation_refused", { ...about, operation_id: item.operation.op_id }, error);
}

async function takeHalves(
  context: IngestContext,
  items: readonly Sequenced[],
  options: TakeOptions,
  error: unknown,
): Promise<TakenSet> {
  const [only] = items;
  if (only !== undefined && items.length === 1) {
    const code = errorCode(error);
    noteRefused(context, only, code, error);
    const result = {
      op_id: only.operation.op_id,
      seq: only.seq,
      outcome: "rejected",
      code: "database_refused",
      message: `the database refused it (${code})`,
    } as const;
    const rows = await loadRows(context.session, context.tenantId, items);
    await echoCurrentRows(context, currentRowsOf(context.session.schema, rows, only.operation));
    return { results: [result], waits: new Map(), arrived: [] };
  }
  const middle = Math.ceil(items.length / 2);
  const first = await takeSet(context, items.slice(0, middle), options);
  const landed = options.landed.union(new Set(first.arrived));
  const second = await takeSet(context, items.slice(middle), { ...options, landed });
  return {
    results: [...first.results, ...second.results],
    waits: new Map([...first.waits, ...second.waits]),
    arrived: [...first.arrived, ...second.arrived],
  };
}
