import { join } from "node:path";
import * as z from "zod";
import { HubRefusal } from "@edgeward/branch-node/sync/hub-client.ts";
import type { PostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { compactFeed } from "@edgeward/hub/fleet/feed/compaction.ts";
import { readFeed } from "@edgeward/hub/fleet/feed/feed.ts";
import { hubSink } from "@edgeward/hub/fleet/feed/hub-sink.ts";
import { ingestBatch } from "@edgeward/hub/fleet/ingest/ingest.ts";
import { takeLostRows } from "@edgeward/hub/fleet/ingest/lost-rows.ts";
import { ReleaseLane } from "@edgeward/hub/fleet/ingest/release-lane.ts";
import { retryOrDiscard } from "@edgeward/hub/fleet/ingest/retry-or-discard.ts";
import type { IngestServices } from "@edgeward/hub/fleet/ingest/take-set.ts";
import { answerHandshake, ownOperations } from "@edgeward/hub/fleet/nodes/handshake.ts";
import { beginIncarnation } from "@edgeward/hub/fleet/nodes/incarnation.ts";
import { RestoreWatch } from "@edgeward/hub/fleet/nodes/restore-watch.ts";
import { nodesTable } from "@edgeward/hub/tables/fleet.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { createHlc, tolerableAheadMs } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import type { ReadContext, WriteContext } from "@edgeward/shared/resource/context.ts";
import { batchShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { fleetContract } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { schemaHistory } from "@edgeward/shared/sync/wire/schema-history.ts";
import type { Write, WriteRuntime, WrittenUnit } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { contextOf, originOf } from "./context.ts";
import { HubChanges } from "./hub-changes.ts";
import { HubGrants } from "./hub-grants.ts";
import { HubFiles } from "./hub-files.ts";
import { HubStaff } from "./hub-staff.ts";
import { keptOperations } from "./hub-rows.ts";
import type { ReceivedOperation, Served, SimNode } from "./hub.ts";
import { OpenWrites } from "./open-writes.ts";
import type { PostgresGround } from "./postgres-ground.ts";
import { patientFields } from "./records.ts";
import { checkWays } from "./state-ways.ts";
import { isCentral, referralsTable } from "./tables.ts";
import type { Ground } from "./ground.ts";
import { freshNodeOf, hubPerson, nodeOf } from "./nodes.ts";
import { simJudge } from "./sim-commands.ts";
import { testSeal } from "#support/value-seal.ts";

const sentBatch = batchShape.extend({ signature: z.string() });
function failed(event: string, _fields: unknown, error?: unknown): never {
  throw new Error(event, { cause: error });
}

const log = { error: failed, warn: failed };

/** The product's own hub without its HTTP, on a real PostgreSQL: a tenant for each history. */
export class SimHub {
  readonly #store: PostgresStore;
  readonly #postgres: PostgresGround;
  readonly #tenantId: string;
  readonly #now: () => number;
  readonly #runtime: WriteRuntime;
  readonly #ingest: IngestServices;
  readonly #openWrites: OpenWrites;
  readonly #files: HubFiles;
  readonly #watch: RestoreWatch;
  readonly changes = new HubChanges();
  readonly grants: HubGrants;
  readonly staff: HubStaff;
  /** Operations about which a person at the hub has decided. */
  readonly decided = new Set<string>();
  #release: ReleaseLane;
  #isReleasing = true;
  /** Events that were set off at the hub itself. */
  readonly #ownEvents = new Set<string>();

  constructor(postgres: PostgresGround, tenantId: string, now: () => number) {
    const { store } = postgres;
    this.#store = store;
    this.#postgres = postgres;
    this.#files = new HubFiles(store, tenantId);
    this.#tenantId = tenantId;
    this.#now = now;
    const clock = createHlc({ now, nodeTag: "hub", mostAheadMs: tolerableAheadMs });
    this.#runtime = {
      nodeId: "hub",
      kind: "hub",
      now,
      newId: createIdSource(now),
      tick: clock.tick,
      hashValue: (_tenantId, text) => String(text.length),
      valueSeal: testSeal,
      sink: hubSink,
      reactors: [],
    };
    const { newId } = this.#runtime;
    this.grants = new HubGrants({ store, tenantId, now, newId });
    this.staff = new HubStaff(store, postgres.keeper, tenantId, now);
    const receiveStamp = (hlc: string) => void clock.receive(hlc);
    this.#ingest = { receiveStamp, log, history: schemaHistory, judge: simJudge };
    this.#release = this.#newRelease();
    this.#openWrites = new OpenWrites((ordinal, written) => this.#register(ordinal, written));
    this.#watch = new RestoreWatch({
      store,
      runtime: this.#runtime,
      instance: "hub",
      file: join(postgres.folder, `${tenantId}.mark`),
      log: { error: failed, warn: () => undefined },
    });
  }

  /** Enrols the branches of a history. */
  async enrol(ground: Ground, branches: number): Promise<void> {
    await this.#postgres.backups.serve(this.#tenantId);
    const places = Array.from({ length: branches }, (_, index) => index + 1);
    const nodes = places.flatMap((one) => [nodeOf(one), freshNodeOf(one)]);
    await this.#write((session) =>
      session.runAll(
        nodes.map(({ nodeId, branchId }) =>
          insertStatement(session.dialect, nodesTable, {
            id: nodeId,
            tenant_id: this.#tenantId,
            branch_id: branchId,
            name: nodeId,
            public_jwk: ground.keys.publicJwk,
            status: "active",
            epoch: 1,
            accepted_seq: 0,
            enrolled_at: isoInstant(this.#now()),
          }),
        ),
      ),
    );
    await this.command("staff.create", async (write) => this.staff.enrol(write, branches));
  }

  /** Ends it, with what is still open. */
  async close(): Promise<void> {
    await this.#openWrites.abandon();
    await this.#release.stop();
    await this.#watch.stop();
  }

  /** Answers a request of a node. @throws HubRefusal */
  async post(node: SimNode, path: string, body: unknown): Promise<unknown> {
    try {
      return await this.#posted(node, path, body);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async get(node: SimNode, path: string): Promise<unknown> {
    const { searchParams: query, pathname } = new URL(path, "http://hub");
    if (pathname === "/v1/sync/bootstrap") return this.#files.make(node, isoInstant(this.#now()));
    if (pathname === "/v1/sync/own-operations") return this.#ownOperations(node, query);
    const asked = {
      tenantId: this.#tenantId,
      branchId: node.branchId,
      nodeId: node.nodeId,
      cursor: query.get("cursor") ?? undefined,
      limit: Number(query.get("limit")),
      now: isoInstant(this.#now()),
    };
    try {
      const page = await this.#store.read({ tenantId: this.#tenantId }, (session) =>
        readFeed(session, asked),
      );
      return { ...page, server_time: isoInstant(this.#now()) };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Hands a file over from a byte on; false where there is none. */
  download(
    _node: SimNode,
    path: string,
    from: number,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<boolean> {
    return this.#files.download(path, from, onChunk);
  }

  /** Runs a command at the hub itself. */
  command(type: string, work: (write: Write, ctx: WriteContext & ReadContext) => Promise<void>) {
    return this.#write(async (session) => {
      const write = openWrite(
        session,
        this.#runtime,
        originOf(this.#tenantId, null, hubPerson),
        type,
      );
      await work(write, this.#contextOf(write, nodeOf(1), "tenant_admin"));
      this.#note(await write.flush([]));
    });
  }

  /** With what it answers those who call its endpoints. */
  get served(): Served {
    return {
      store: this.#store,
      runtime: this.#runtime,
      tenantId: this.#tenantId,
      onWritten: (unit) => this.#note(unit),
    };
  }

  #note(unit: WrittenUnit | null): void {
    const { changes = [], events = [], hlc = "" } = unit?.operation ?? {};
    for (const { id } of events) this.#ownEvents.add(id);
    // Of what only a hub writes, such as who works there, a branch is believed nothing: what the hub loses of it is lost.
    const updates = changes.filter(({ kind, table }) => kind === "update" && !isCentral(table));
    this.changes.note(updates.map((change) => ({ hlc, change })));
  }

  /** Has a quarantined operation of a branch tried once more, or given up, by a person at the hub. */
  async decide(node: SimNode, opId: string, action: "retry" | "discard"): Promise<void> {
    const names = await this.#write(async (session) => {
      const write = openWrite(
        session,
        this.#runtime,
        originOf(this.#tenantId, null, hubPerson),
        "sync.decide",
      );
      const ctx = this.#contextOf(write, node, "tenant_admin");
      const decided = await retryOrDiscard(ctx, opId, { action, note: "decided" }, this.#ingest);
      await write.flush([]);
      return decided.names;
    });
    this.decided.add(opId);
    await this.#released(names);
  }

  /** Gives somebody other roles, or another branch. */
  async changeStaff(place: number, way: number): Promise<void> {
    await this.command("staff.update", (write) => this.staff.change(write, place, way));
    await this.staff.date();
  }

  /** Begins a write that makes a patient and stays open while others commit. */
  open(): Promise<void> {
    return this.#openWrites.open();
  }

  /** Ends the open write that began n-th. */
  commit(place: number): Promise<void> {
    return this.#openWrites.commit(place);
  }

  /** Takes everything out of the feed that newer entries have superseded. */
  async compact(): Promise<void> {
    await compactFeed(this.#store, this.#tenantId, 0);
  }

  /** The process that releases what waited ends; until the next one begins nothing is released. */
  async pauseReleases(): Promise<void> {
    this.#isReleasing = false;
    await this.#release.stop();
  }

  /** Begins with what was left, where the process before this one has ended. */
  async resumeReleases(): Promise<void> {
    if (this.#isReleasing) return;
    this.#isReleasing = true;
    this.#release = this.#newRelease();
    await this.#release.sweep();
    await this.#released([]);
  }

  /** Backs the database up. */
  async backUp(): Promise<void> {
    await this.#watch.look();
    await this.#postgres.backups.make(this.#tenantId);
    this.changes.backUp();
    // The mark beside the database goes on behind the backup, as it does by itself.
    await this.#watch.look();
  }

  /** Puts the backup in the place of the database; false where there is none. @param isElsewhere in another server */
  async putBack(isElsewhere: boolean): Promise<boolean> {
    const { backups } = this.#postgres;
    if (!backups.has(this.#tenantId)) return false;
    await this.#openWrites.abandon();
    await backups.putBack(this.#tenantId, isElsewhere);
    await this.#watch.look();
    this.changes.putBack();
    await this.grants.recall();
    this.staff.putBack();
    return true;
  }

  async rows(table: TableDeclaration): Promise<readonly RecordRow[]> {
    const rows = await this.#read(`SELECT * FROM ${table.name} WHERE tenant_id = $1 ORDER BY id`);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- every table of the simulation has recordColumns
    return rows as readonly RecordRow[];
  }

  /** Rows of a table that has no records of its own. */
  plainRows(table: "claims" | "reservations") {
    return this.#read(`SELECT * FROM ${table} WHERE tenant_id = $1`);
  }

  async received(): Promise<readonly ReceivedOperation[]> {
    return keptOperations(
      await this.#read(
        `SELECT r.*, n.branch_id, EXISTS (SELECT 1 FROM operation_outcomes o
             WHERE o.tenant_id = r.tenant_id AND o.id = r.op_id) AS waited_once
           FROM received_operations r JOIN nodes n ON n.tenant_id = r.tenant_id AND n.id = r.node_id
          WHERE r.tenant_id = $1 ORDER BY r.node_id, r.epoch, r.seq`,
      ),
    );
  }

  /** How many times the effect of each event of a node was set off. */
  async effects(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#read("SELECT id FROM domain_events WHERE tenant_id = $1");
    const ids = rows.map((row) => String(row["id"]));
    return new Map(ids.filter((id) => !this.#ownEvents.has(id)).map((id) => [id, 1]));
  }

  async #posted(node: SimNode, path: string, body: unknown): Promise<unknown> {
    if (path === "/v1/sync/hello") {
      const handshake = fleetContract.handshake.body.parse(body);
      const seen: string[] = [];
      const onLoss = (incarnation: string) => void seen.push(incarnation);
      const reply = await this.#write((session) =>
        answerHandshake(this.#context(session, node), handshake, { onLoss }),
      );
      for (const one of seen)
        await beginIncarnation({ store: this.#store, runtime: this.#runtime }, one);
      return reply;
    }
    if (path === "/v1/sync/lost-rows") {
      const { rows } = fleetContract.lostRows.body.parse(body);
      const { reply, names } = await this.#write((session) =>
        takeLostRows(this.#context(session, node), rows, this.#ingest),
      );
      await this.#released(names);
      return reply;
    }
    const { signature, ...batch } = sentBatch.parse(body);
    const before = await this.rows(referralsTable);
    const { reply, names } = await this.#write((session) =>
      ingestBatch(this.#context(session, node), batch, signature, this.#ingest),
    );
    checkWays(before, await this.rows(referralsTable));
    await this.#released(names);
    return reply;
  }

  async #released(names: readonly string[]): Promise<void> {
    if (this.#isReleasing) {
      this.#release.look(this.#tenantId, names);
      await this.#release.settled();
    }
    await this.grants.follow();
  }

  #newRelease(): ReleaseLane {
    const { store, runtime, ingest } = {
      store: this.#store,
      runtime: this.#runtime,
      ingest: this.#ingest,
    };
    return new ReleaseLane({ store, runtime, ingest, log });
  }

  #register(ordinal: number, written: () => Promise<void>): Promise<void> {
    return this.#write(async (session) => {
      const write = openWrite(
        session,
        this.#runtime,
        originOf(this.#tenantId, null, hubPerson),
        "patient.create",
      );
      write.insert(patientsTable, this.#runtime.newId("pat"), patientFields(null, ordinal));
      await write.flush([]);
      await written();
    });
  }

  #ownOperations(node: SimNode, query: URLSearchParams): Promise<unknown> {
    const [epoch = 0, seq = 0] = [query.get("epoch"), query.get("after_seq")].map(Number);
    return this.#store.read({ tenantId: this.#tenantId }, (session) =>
      ownOperations(this.#context(session, node), { epoch, seq }, Number(query.get("limit"))),
    );
  }

  #read(text: string) {
    const scope = { tenantId: this.#tenantId };
    return this.#store.read(scope, (session) => session.query(text, [this.#tenantId]));
  }

  #write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#store.write({ tenantId: this.#tenantId }, work);
  }

  #context(session: Session, node: SimNode): WriteContext & ReadContext {
    const write = openWrite(
      session,
      this.#runtime,
      originOf(this.#tenantId, null, hubPerson),
      "sync.offline_batch",
    );
    return this.#contextOf(write, node, "node");
  }

  #contextOf(write: Write, { branchId, nodeId }: SimNode, role: "node" | "tenant_admin") {
    const { session } = write;
    const callerId = role === "node" ? nodeId : hubPerson;
    return contextOf({ session, write, branchId, callerId, role });
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return new HubRefusal(error.status, error.code, error.message, error.details ?? {});
}
