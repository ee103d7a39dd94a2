import { HubRefusal } from "@edgeward/branch-node/sync/hub-client.ts";
import type { PostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { readFeed } from "@edgeward/hub/fleet/feed/feed.ts";
import { nodesTable } from "@edgeward/hub/tables/fleet.table.ts";
import { endGrant, putGrant, type GrantRow } from "@edgeward/hub/fleet/feed/grant-rows.ts";
import { hubSink } from "@edgeward/hub/fleet/feed/hub-sink.ts";
import { answerHandshake, ownOperations } from "@edgeward/hub/fleet/nodes/handshake.ts";
import { ReleaseLane } from "@edgeward/hub/fleet/ingest/release-lane.ts";
import { noServices } from "@edgeward/hub/fleet/ingest/take-set.ts";
import { ingestBatch } from "@edgeward/hub/fleet/ingest/ingest.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { Operation, WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import type { ReadContext, WriteContext } from "@edgeward/shared/resource/context.ts";
import { batchShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { fleetContract } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import * as z from "zod";
import type { HubChange, ReceivedOperation, SimHub, SimNode } from "./hub.ts";
import { contextOf } from "./context.ts";
import { HubFiles } from "./hub-files.ts";
import { tableNamed } from "./tables.ts";
import { patientFields } from "./records.ts";
import { freshNodeOf, nodeOf, type Ground } from "./world.ts";

const sentBatch = batchShape.extend({ signature: z.string() });
// Open writes keep a connection each, and some must be left for everything else.
const mostOpen = 8;

function failed(event: string, _fields: unknown, error?: unknown): never {
  throw new Error(event, { cause: error });
}

interface OpenTransaction {
  readonly release: () => void;
  readonly done: Promise<void>;
}

/** A real hub without its HTTP: the product's own ingest and feed on a real PostgreSQL, a tenant for each history. */
export class PostgresHub implements SimHub {
  readonly #store: PostgresStore;
  readonly #tenantId: string;
  readonly #now: () => number;
  readonly #runtime: WriteRuntime;
  readonly #open: OpenTransaction[] = [];
  readonly #changes: HubChange[] = [];
  readonly #grants: GrantRow[] = [];
  readonly #files: HubFiles;
  readonly #release: ReleaseLane;
  #made = 0;

  constructor(store: PostgresStore, tenantId: string, now: () => number) {
    this.#store = store;
    this.#files = new HubFiles(store, tenantId);
    this.#tenantId = tenantId;
    this.#now = now;
    this.#runtime = {
      nodeId: "hub",
      kind: "hub",
      now,
      newId: createIdSource(now),
      tick: createHlc({ now, nodeTag: "hub" }).tick,
      hashValue: (_tenantId, text) => String(text.length),
      sink: hubSink,
      reactors: [],
    };
    const log = { error: failed, warn: failed };
    this.#release = new ReleaseLane({ store, runtime: this.#runtime, ingest: noServices, log });
  }

  /** Enrols the branches of a history. */
  async enrol(ground: Ground, branches: number): Promise<void> {
    await this.#write(async (session) => {
      const places = Array.from({ length: branches }, (_, index) => index + 1);
      for (const { nodeId, branchId } of places.flatMap((one) => [nodeOf(one), freshNodeOf(one)])) {
        const row = {
          id: nodeId,
          tenant_id: this.#tenantId,
          branch_id: branchId,
          name: nodeId,
          public_jwk: ground.keys.publicJwk,
          status: "active",
          epoch: 1,
          accepted_seq: 0,
          enrolled_at: isoInstant(this.#now()),
        };
        const { text, values } = insertStatement(session.dialect, nodesTable, row);
        await session.query(text, values);
      }
    });
  }

  async post(node: SimNode, path: string, body: unknown): Promise<unknown> {
    try {
      if (path === "/v1/sync/hello") {
        const handshake = fleetContract.hello.body.parse(body);
        return await this.#write((session) =>
          answerHandshake(this.#context(session, node), handshake),
        );
      }
      const { signature, ...batch } = sentBatch.parse(body);
      const { reply, names } = await this.#write((session) =>
        ingestBatch(this.#context(session, node), batch, signature),
      );
      this.#release.look(this.#tenantId, names);
      await this.#release.settled();
      return reply;
    } catch (error) {
      if (error instanceof AppError) {
        throw new HubRefusal(409, error.code, error.message, error.details ?? {});
      }
      throw error;
    }
  }

  async get(node: SimNode, path: string): Promise<unknown> {
    const { searchParams: query, pathname } = new URL(path, "http://hub");
    if (pathname === "/v1/sync/bootstrap") return this.#files.make(node);
    if (pathname === "/v1/sync/own-operations") return this.#ownOperations(node, query);
    const page = await this.#store.read({ tenantId: this.#tenantId }, (session) =>
      readFeed(session, {
        tenantId: this.#tenantId,
        branchId: node.branchId,
        nodeId: node.nodeId,
        cursor: query.get("cursor") ?? undefined,
        limit: Number(query.get("limit")),
      }),
    );
    return { ...page, server_time: isoInstant(this.#now()) };
  }

  async edit(patientId: string, field: string, value: string): Promise<void> {
    await this.#write(async (session) => {
      const write = openWrite(session, this.#runtime, this.#origin(), "patient.update");
      const row = await write.load(tableNamed("patients"), patientId);
      if (row === null) return;
      write.update(tableNamed("patients"), row, { [field]: value });
      const unit = await write.flush([]);
      for (const change of unit?.operation.changes ?? []) {
        this.#changes.push({ hlc: unit?.operation.hlc ?? "", change });
      }
    });
  }

  download(
    _node: SimNode,
    path: string,
    from: number,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<boolean> {
    return this.#files.download(path, from, onChunk);
  }

  async grant(node: SimNode, patientId: string): Promise<void> {
    if (this.granted(node).has(patientId)) return;
    const grant: GrantRow = {
      id: this.#runtime.newId("grt"),
      tenant_id: this.#tenantId,
      branch_id: node.branchId,
      patient_id: patientId,
      reason: "visit",
      granted_by: "stf_sim",
      granted_at: isoInstant(this.#now()),
      // The database's own clock decides when it is over, and that one stands still for nobody.
      until_at: "2099-01-01T00:00:00.000Z",
      revoked_at: null,
    };
    await this.#write((session) => putGrant(session, grant));
    this.#grants.push(grant);
  }

  async revoke(node: SimNode, patientId: string): Promise<void> {
    const isThis = (grant: GrantRow) =>
      grant.branch_id === node.branchId && grant.patient_id === patientId;
    const [grant] = this.#grants.splice(this.#grants.findIndex(isThis), 1);
    if (grant === undefined || !isThis(grant)) throw new Error("there is no such grant");
    await this.#write((session) => endGrant(session, grant, isoInstant(this.#now())));
  }

  granted(node: SimNode): ReadonlySet<string> {
    const own = this.#grants.filter((grant) => grant.branch_id === node.branchId);
    return new Set(own.map((grant) => grant.patient_id));
  }

  async open(): Promise<void> {
    if (this.#open.length >= mostOpen) return;
    this.#made += 1;
    const ordinal = 100_000 + this.#made;
    const held = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const done = this.#write(async (session) => {
      const write = openWrite(session, this.#runtime, this.#origin(), "patient.create");
      write.insert(patientsTable, this.#runtime.newId("pat"), patientFields(null, ordinal));
      await write.flush([]);
      written.resolve();
      await held.promise;
    });
    this.#open.push({ release: held.resolve, done });
    await Promise.race([written.promise, done]);
  }

  async commit(place: number): Promise<void> {
    const [one] = this.#open.splice(place % Math.max(1, this.#open.length), 1);
    one?.release();
    await one?.done;
  }

  async rows(table: TableDeclaration): Promise<readonly RecordRow[]> {
    const rows = await this.#read(`SELECT * FROM ${table.name} WHERE tenant_id = $1 ORDER BY id`);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- every table of the simulation has recordColumns
    return rows as readonly RecordRow[];
  }

  async received(): Promise<readonly ReceivedOperation[]> {
    const rows = await this.#read(
      "SELECT * FROM received_operations WHERE tenant_id = $1 ORDER BY node_id, epoch, seq",
    );
    return rows.map((row) => ({
      nodeId: String(row["node_id"]),
      epoch: Number(row["epoch"]),
      seq: Number(row["seq"]),
      outcome: String(row["outcome"]),
      // oxlint-disable-next-line typescript/consistent-type-assertions -- kept as it was parsed when it came
      operation: row["operation"] as Operation,
    }));
  }

  changes(): readonly HubChange[] {
    return this.#changes;
  }

  async effects(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#read("SELECT id FROM domain_events WHERE tenant_id = $1");
    return new Map(rows.map((row) => [String(row["id"]), 1]));
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

  #origin(): WriteOrigin {
    return {
      tenantId: this.#tenantId,
      branchId: null,
      actor: { id: "stf_hub", type: "staff", role: null },
      clientId: null,
      sessionId: null,
      deviceId: null,
      requestId: null,
      ip: null,
      reason: null,
      trust: "online",
    };
  }

  #context(session: Session, { branchId, nodeId }: SimNode): WriteContext & ReadContext {
    const write = openWrite(session, this.#runtime, this.#origin(), "sync.offline_batch");
    return contextOf({ session, write, branchId, callerId: nodeId, role: "node" });
  }
}
