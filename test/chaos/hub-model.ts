import { takesAll } from "@edgeward/shared/sync/judge/judge.ts";
import { schemaHistory } from "@edgeward/shared/sync/wire/schema-history.ts";
import { HubRefusal, HubUnreachable } from "@edgeward/branch-node/sync/hub-client.ts";
import {
  mergeSet,
  type FoundConflict,
  type MergedRow,
  type Sequenced,
} from "@edgeward/hub/fleet/ingest/ingest-set.ts";
import { noDeps, type OpenDeps } from "@edgeward/hub/fleet/ingest/waiting.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource, type IdSource } from "@edgeward/shared/kernel/ids.ts";
import {
  batchShape,
  type Batch,
  type BatchReply,
  type FeedRow,
  type OperationResult,
} from "@edgeward/shared/sync/wire/batch.contract.ts";
import { balancesOf, overdraftsBy } from "@edgeward/shared/sync/merge/merge-ledger.ts";
import * as z from "zod";
import { conflictRow, overdraftRow } from "./conflict-rows.ts";
import type { Defects } from "./defects.ts";
import { changedForDefects, dropUnknown } from "./hub-faults.ts";
import type { HubChange, ReceivedOperation, SimHub, SimNode } from "./hub.ts";
import { patientFields } from "./records.ts";
import { stockTable, tableNamed, simHubSchema } from "./tables.ts";
import { MemoryStreams } from "./memory-streams.ts";
import { MemoryFeed } from "./memory-feed.ts";

const sentBatch = batchShape.extend({ signature: z.string() });

export interface HubModelOptions {
  readonly tenantId: string;
  readonly now: () => number;
  readonly defects: Defects;
}

/**
 * A hub in memory: its transactions, feed and streams are written down here once more, in the fewest words that keep
 * their rules; what becomes of operations is the product's own code.
 */
export class HubModel implements SimHub {
  readonly #options: HubModelOptions;
  readonly #rows = new Map<string, RecordRow>();
  readonly #feed = new MemoryFeed();
  readonly #streams: MemoryStreams;
  readonly #changes: HubChange[] = [];
  readonly #effects = new Map<string, number>();
  readonly #open: { readonly xid: number; readonly ordinal: number }[] = [];
  readonly #newId: IdSource;
  readonly #tick: () => string;
  #made = 0;

  constructor(options: HubModelOptions) {
    this.#options = options;
    this.#newId = createIdSource(options.now);
    this.#streams = new MemoryStreams(options.now, options.defects);
    this.#tick = createHlc({ now: options.now, nodeTag: "hub" }).tick;
  }

  async post(node: SimNode, path: string, body: unknown): Promise<unknown> {
    if (path === "/v1/sync/hello") return this.#streams.handshake(node, body);
    if (path !== "/v1/sync/offline-batch") throw new Error(`the model has no ${path}`);
    const { signature: _signature, ...batch } = sentBatch.parse(structuredClone(body));
    return this.#ingest(node, batch);
  }

  async get(node: SimNode, path: string): Promise<unknown> {
    const { searchParams: query, pathname } = new URL(path, "http://hub");
    if (pathname === "/v1/sync/bootstrap") return { state: "none", file: null };
    if (pathname === "/v1/sync/own-operations") return this.#streams.ownOperations(node, query);
    const stream = this.#streams.of(node);
    const page = this.#feed.page(node, {
      cursor: query.get("cursor"),
      limit: Number(query.get("limit")),
      isHorizonKept: !this.#options.defects.has("no_horizon"),
      isWhole: !this.#options.defects.has("compacted_too_far"),
      isScopeKept: !this.#options.defects.has("scope_ignored"),
    });
    const data = page.entries.flatMap((entry): FeedRow[] => {
      const about = { table: entry.table, id: entry.id, op_id: entry.opId };
      if (entry.kind === "purge") return [{ ...about, row: {}, kind: "purge" }];
      const row = this.#rows.get(`${entry.table}/${entry.id}`);
      return row === undefined || !this.#isAllowed(node, entry.table, row)
        ? []
        : [{ ...about, row }];
    });
    const accepted = this.#options.defects.has("overlay_of_taken") ? 0 : stream.accepted;
    return structuredClone({
      data,
      cursor: page.cursor,
      has_more: page.hasMore,
      epoch: stream.epoch,
      accepted_seq: accepted,
      server_time: isoInstant(this.#options.now()),
    });
  }

  async edit(patientId: string, field: string, value: string): Promise<void> {
    const current = this.#rows.get(`patients/${patientId}`);
    if (current === undefined || current[field] === value) return;
    const hlc = this.#tick();
    const row = {
      ...current,
      [field]: value,
      ...this.#touched(hlc),
      version: current.version + 1,
      stamps: { ...current.stamps, [field]: hlc },
    };
    this.#write(this.#feed.begin(), patientsTable, row, this.#newId("op"), null);
    const about = {
      table: "patients",
      id: patientId,
      kind: "update",
      version: row.version,
    } as const;
    const base = { [field]: stampOf(current, field) };
    this.#changes.push({ hlc, change: { ...about, fields: { [field]: value }, base } });
  }

  // A hub that makes no files: a branch that begins anew reads the whole feed.
  async download(): Promise<boolean> {
    return false;
  }

  async grant(node: SimNode, patientId: string): Promise<void> {
    const held = this.#rowsOfOthers(node, patientId);
    this.#feed.grant(node, patientId, held);
  }

  async revoke(node: SimNode, patientId: string): Promise<void> {
    this.#feed.revoke(node, patientId, !this.#options.defects.has("purge_untold"));
  }

  granted(node: SimNode): ReadonlySet<string> {
    return this.#feed.granted(node);
  }

  async open(): Promise<void> {
    this.#made += 1;
    this.#open.push({ xid: this.#feed.open(), ordinal: 100_000 + this.#made });
  }

  async commit(place: number): Promise<void> {
    const [one] = this.#open.splice(place % Math.max(1, this.#open.length), 1);
    if (one === undefined) return;
    const hlc = this.#tick();
    const row: RecordRow = {
      ...patientFields(null, one.ordinal),
      ...this.#touched(hlc),
      id: this.#newId("pat"),
      tenant_id: this.#options.tenantId,
      created_at: isoInstant(this.#options.now()),
      created_by: "hub",
      version: 1,
      stamps: { "*": hlc },
      unknown_fields: {},
    };
    this.#write(one.xid, patientsTable, row, this.#newId("op"), null);
    this.#feed.close(one.xid);
  }

  async rows(table: TableDeclaration): Promise<readonly RecordRow[]> {
    return [...this.#rows]
      .filter(([name]) => name.startsWith(`${table.name}/`))
      .map(([, row]) => row);
  }

  async received(): Promise<readonly ReceivedOperation[]> {
    return this.#streams.received();
  }

  changes(): readonly HubChange[] {
    return this.#changes;
  }

  async effects(): Promise<ReadonlyMap<string, number>> {
    return this.#effects;
  }

  #rowsOfOthers(node: SimNode, patientId: string) {
    return [...this.#rows].flatMap(([name, row]) => {
      const table = tableNamed(name.slice(0, name.indexOf("/")));
      const isForeign = row.branch_id !== null && row.branch_id !== node.branchId;
      const isLent = table.audience === "branch" && isForeign && row["patient_id"] === patientId;
      return isLent ? [[table, row] as const] : [];
    });
  }

  // A grant may have ended since the entry was made.
  #isAllowed(node: SimNode, table: string, row: RecordRow): boolean {
    if (this.#options.defects.has("scope_ignored")) return true;
    const isShared = simHubSchema.find(table)?.audience !== "branch" || row.branch_id === null;
    const isOwn = isShared || row.branch_id === node.branchId;
    return isOwn || this.granted(node).has(String(row["patient_id"]));
  }

  #touched(hlc: string) {
    const at = isoInstant(this.#options.now());
    return { updated_at: at, updated_by: "hub", origin: "hub", origin_node_id: "hub", hlc };
  }

  #write(
    xid: number,
    table: TableDeclaration,
    row: RecordRow,
    opId: string,
    origin: string | null,
  ): void {
    // Written as JSON and read as JSON, as a database would.
    const kept: RecordRow = structuredClone(row);
    const known = [...this.#rows].find(
      ([name, other]) =>
        name.startsWith("sim_stock_moves/") &&
        other["item"] === kept["item"] &&
        other.branch_id === kept.branch_id,
    );
    const isOverwrite = table.merge === "ledger" && this.#options.defects.has("ledger_overwritten");
    const name = isOverwrite && known !== undefined ? known[0] : `${table.name}/${kept.id}`;
    this.#rows.set(name, kept);
    this.#feed.add(xid, table, kept, opId, origin);
  }

  #ingest(node: SimNode, batch: Batch): BatchReply {
    this.#streams.checkPlace(node, batch);
    const { epoch, accepted } = this.#streams.of(node);
    const items = batch.ops.map((operation, index) => ({
      seq: batch.first_seq + index,
      operation,
    }));
    this.#streams.refuseFork(node, items);
    const isKnown = (item: Sequenced) => item.seq <= accepted;
    const known = items.filter(isKnown);
    const isDeduped = !this.#options.defects.has("no_dedupe");
    const fresh = isDeduped ? items.filter((item) => !isKnown(item)) : items;
    const earlier = isDeduped ? known.map((item) => this.#streams.earlier(node, item.seq)) : [];
    if (this.#options.defects.has("effects_repeated")) {
      for (const item of known) this.#setOff(item.operation, true);
    }
    const end = Math.max(accepted, batch.first_seq + batch.ops.length - 1);
    if (this.#options.defects.has("place_without_rows") && end % 3 === 0) {
      this.#streams.advance(node, { epoch, accepted: end });
      throw new HubUnreachable("the hub was killed");
    }
    const results = fresh.length === 0 ? [] : this.#take(node, epoch, fresh);
    this.#streams.advance(node, { epoch, accepted: end });
    return {
      batch_id: batch.batch_id,
      accepted_seq: end,
      results: [...earlier, ...results],
      server_time: isoInstant(this.#options.now()),
    };
  }

  #take(node: SimNode, epoch: number, fresh: readonly Sequenced[]): readonly OperationResult[] {
    const { defects, tenantId } = this.#options;
    const items = fresh.map((item) => changedForDefects(item, this.#rows, defects));
    const origin = {
      tenantId,
      nodeId: node.nodeId,
      kind: "branch",
      branchId: node.branchId,
    } as const;
    const set = mergeSet(items, this.#rows, origin, {
      schema: simHubSchema,
      deps: this.#deps(items),
      history: schemaHistory,
      judge: takesAll,
    });
    const isStopped = set.results.some((result) => result.outcome === "rejected");
    if (isStopped && defects.has("poison_stops_stream")) {
      throw new HubRefusal(422, "validation_error", "the batch is refused", {});
    }
    const xid = this.#feed.begin();
    for (const conflict of set.conflicts) this.#keepConflict(xid, conflict);
    for (const { table, after, opId, isEcho } of set.rows) {
      const row = defects.has("unknown_fields_dropped") ? dropUnknown(after) : after;
      const isTold = !isEcho && !defects.has("echo_for_all");
      this.#write(xid, table, row, opId, isTold ? null : node.nodeId);
    }
    for (const { table, row, opId } of set.standing) this.#feed.add(xid, table, row, opId, null);
    for (const { operation } of set.taken) this.#setOff(operation, false);
    for (const row of this.#overdrafts(set.rows))
      this.#write(xid, conflictsTable, row, "op_sum", null);
    this.#streams.keep(node, epoch, fresh, set.results);
    return set.results;
  }

  #deps(items: readonly Sequenced[]): OpenDeps {
    if (this.#options.defects.has("hold_forgotten")) return noDeps;
    const isAside = (outcome: string) => outcome === "held" || outcome === "rejected";
    const kept = this.#streams.received().filter(({ outcome }) => !isAside(outcome));
    const taken = new Set(kept.map(({ operation }) => operation.op_id));
    const named = items.flatMap(({ operation }) => operation.deps ?? []);
    return { untaken: new Set(named).difference(taken), discarded: new Set() };
  }

  #setOff(operation: Operation, isAgain: boolean): void {
    for (const event of operation.events) {
      const count = this.#effects.get(event.id) ?? 0;
      if (count === 0 || isAgain) this.#effects.set(event.id, count + 1);
    }
  }

  #overdrafts(rows: readonly MergedRow[]): readonly RecordRow[] {
    if (this.#options.defects.has("overdraft_unseen")) return [];
    const moved = rows.filter(({ table, before }) => table === stockTable && before === null);
    const all = [...this.#rows]
      .filter(([name]) => name.startsWith(`${stockTable.name}/`))
      .map(([, row]) => row);
    const added = moved.map(({ after }) => after);
    return overdraftsBy(stockTable, added, balancesOf(stockTable, all)).map(({ fact }) => {
      const hlc = this.#tick();
      const about = { tenantId: this.#options.tenantId, at: isoInstant(this.#options.now()) };
      const house = this.#touched(hlc);
      return overdraftRow(this.#newId("cnf"), fact, { ...about, house });
    });
  }

  #keepConflict(xid: number, conflict: FoundConflict): void {
    const hlc = this.#tick();
    const about = { tenantId: this.#options.tenantId, at: isoInstant(this.#options.now()) };
    const row = conflictRow(conflict, { ...about, house: this.#touched(hlc) });
    const origin = this.#options.defects.has("conflicts_not_sent") ? "nobody" : null;
    this.#write(xid, conflictsTable, row, conflict.operation.op_id, origin);
  }
}
