import type { NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { bootstrap, requireBootstrap } from "@edgeward/branch-node/sync/bootstrap.ts";
import { Epoch, identityInEpoch } from "@edgeward/branch-node/sync/epoch.ts";
import { performHandshake } from "@edgeward/branch-node/sync/handshake.ts";
import { lastStamp } from "@edgeward/branch-node/db/last-stamp.ts";
import { readState } from "@edgeward/branch-node/db/node-state.ts";
import type { JournalRow } from "@edgeward/branch-node/db/branch.table.ts";
import {
  HubRefusal,
  isForkRefusal,
  type HubClient,
} from "@edgeward/branch-node/sync/hub-client.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { pullOnce, type PullResult } from "@edgeward/branch-node/sync/pull.ts";
import { pushOnce, type PushResult } from "@edgeward/branch-node/sync/push.ts";
import { ingestTabletBatch } from "@edgeward/branch-node/sync/tablet-ingest.ts";
import {
  offlineBatchContract,
  type BatchReply,
} from "@edgeward/shared/sync/wire/batch.contract.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { WrittenUnit, Write, WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { WriteOrigin } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { createHlc, tolerableAheadMs, type HybridClock } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource, type IdSource } from "@edgeward/shared/kernel/ids.ts";
import { errorLog } from "#support/error-log.ts";
import { contextOf } from "./context.ts";
import type { Defects } from "./defects.ts";
import type { Disk } from "./disk.ts";

export interface SimBranchOptions {
  readonly identity: NodeIdentity;
  readonly disk: Disk;
  /** True time, milliseconds since the epoch. */
  readonly now: () => number;
  readonly hub: Pick<HubClient, "get" | "post" | "download">;
  readonly defects: Defects;
}

// Small, so that what a page or a transaction cuts through is met in short histories.
const sliceRows = 2;

/** A branch node: its process may die at any commit, its file stays. */
export class SimBranch {
  readonly disk: Disk;
  readonly #options: SimBranchOptions;
  #epoch: Epoch;
  readonly #newId: IdSource;
  #clock: HybridClock;
  #skewMs = 0;
  #ticks = 0;
  // As the engine: introduces itself when the process starts, and again after whatever went wrong.
  #needsHandshake = true;
  #isForked = false;
  #isPutBack = false;
  /** Operations that somebody was answered are safe. */
  readonly acknowledged = new Set<string>();

  constructor(options: SimBranchOptions) {
    this.#options = options;
    this.#epoch = new Epoch(options.identity.epoch);
    this.disk = options.disk;
    this.#newId = createIdSource(options.now);
    this.#clock = this.#newClock();
  }

  /** Turns the machine's clock. */
  skew(ms: number): void {
    this.#skewMs = ms;
  }

  get identity(): NodeIdentity {
    return identityInEpoch(this.#options.identity, this.#epoch);
  }

  now(): number {
    return this.#options.now() + this.#skewMs;
  }

  get session(): Session {
    return this.disk.session;
  }

  /** What the next process does first: opens the file, and goes on after the last stamp. */
  async restart(): Promise<void> {
    this.disk.reopen();
    await this.begin();
  }

  async begin(): Promise<void> {
    this.#needsHandshake = true;
    this.#epoch = new Epoch(this.#options.identity.epoch);
    await this.#epoch.recall(this.disk.store(), this.identity.tenantId);
    this.#clock = this.#newClock();
    const last = await lastStamp(this.session, this.identity.tenantId);
    if (last !== null) this.#clock.restore(last);
  }

  runtime(): WriteRuntime {
    return {
      nodeId: this.identity.nodeId,
      kind: "branch",
      now: () => this.now(),
      newId: this.#newId,
      tick: () => this.#tick(),
      hashValue: (_tenantId, text) => String(text.length),
      sink: journalSink(() => this.identity.epoch),
      reactors: [],
    };
  }

  /** Runs a command; the operation counts as acknowledged when its commit has been answered. */
  async write(
    type: string,
    command: (write: Write, session: Session) => Promise<void> | void,
    after?: (unit: WrittenUnit, session: Session) => Promise<void>,
  ): Promise<void> {
    const { tenantId } = this.identity;
    const origin = this.#origin();
    const unit = await this.disk.store().write({ tenantId }, async (session) => {
      const write = openWrite(session, this.runtime(), origin, type);
      await command(write, session);
      const written = await write.flush([]);
      if (written !== null) await after?.(written, session);
      return written;
    });
    // A command that changed nothing has nothing to report.
    if (unit === null || unit.operation.changes.length === 0) return;
    this.acknowledged.add(unit.operation.op_id);
  }

  push(): Promise<PushResult> {
    return this.#inTouch(() => pushOnce(this.#syncOptions()));
  }

  pull(): Promise<PullResult> {
    return this.#inTouch(() =>
      pullOnce({ ...this.#syncOptions(), onArrived: () => undefined, sliceRows }),
    );
  }

  /** Takes a batch of a tablet behind this branch, in a transaction of its own. @throws HubRefusal */
  async takeTabletBatch(deviceId: string, body: unknown): Promise<unknown> {
    const { tenantId, branchId } = this.identity;
    const { signature, ...batch } = offlineBatchContract.offlineBatch.body.parse(body);
    const receive = (hlc: string) => void this.#clock.receive(hlc);
    const store = this.disk.store();
    let reply: BatchReply | null = null;
    try {
      await store.write({ tenantId }, async (session) => {
        const write = openWrite(session, this.runtime(), this.#origin(), "sync.offline_batch");
        const ctx = contextOf({ session, write, branchId, callerId: deviceId, role: "device" });
        reply = await ingestTabletBatch(ctx, batch, signature, receive);
        await write.flush([]);
      });
      return reply;
    } catch (error) {
      if (reply !== null && this.#options.defects.has("tablet_answered_early")) return reply;
      if (!(error instanceof AppError)) throw error;
      throw new HubRefusal(409, error.code, error.message, error.details ?? {});
    }
  }

  #origin(): WriteOrigin {
    const { tenantId, branchId } = this.identity;
    return {
      tenantId,
      branchId,
      actor: { id: "stf_sim", type: "staff", role: null },
      clientId: null,
      sessionId: null,
      deviceId: null,
      requestId: null,
      ip: null,
      reason: null,
      trust: "offline",
    };
  }

  /** Takes everything once more, by a file where the hub makes one. */
  async beginAnew(): Promise<void> {
    await requireBootstrap(this.disk.store(), this.identity.tenantId);
    await this.#inTouch(() => this.#bootstrap());
  }

  async #bootstrapIfBegun(): Promise<void> {
    if ((await readState(this.session, "bootstrap")) !== null) await this.#bootstrap();
  }

  #bootstrap(): Promise<void> {
    const { hub } = this.#options;
    const folder = `${this.disk.file}-files`;
    return bootstrap({ ...this.#syncOptions(), hub, folder, log: errorLog(() => this.now()) });
  }

  /** Puts an older file in the place of the branch's own; what only the newer one knew is nobody's promise any more. */
  async putBack(file: string, isAtHub: (opId: string) => boolean): Promise<void> {
    this.disk.replaceWith(file);
    await this.begin();
    this.#isPutBack = true;
    const here = new Set((await this.journal()).map((row) => row.op_id));
    for (const opId of this.acknowledged) {
      if (!here.has(opId) && !isAtHub(opId)) this.acknowledged.delete(opId);
    }
  }

  /** Whether it has introduced itself: before that it sends nothing, however faulty its batches are. */
  get hasHandshake(): boolean {
    return !this.#needsHandshake;
  }

  /** Whether it has not yet been sent which numbers it had given out after the backup was made. */
  get isPutBack(): boolean {
    return this.#isPutBack;
  }

  /** Introduces itself before the next exchange, as it does once a minute whatever happens. */
  handshakeSoon(): void {
    this.#needsHandshake = true;
  }

  /** Goes on as if the file had always been there: what a branch must never do. */
  keepQuiet(): void {
    this.#needsHandshake = false;
  }

  async #inTouch<T>(exchange: () => Promise<T>): Promise<T> {
    try {
      if (this.#needsHandshake) {
        const installId = `install-of-${this.identity.nodeId}`;
        const options = { ...this.#syncOptions(), installId, epoch: this.#epoch };
        await performHandshake(options, this.#isForked);
        this.#isForked = false;
        this.#isPutBack = false;
      }
      this.#needsHandshake = false;
      // One that was cut goes on before anything else is asked for.
      await this.#bootstrapIfBegun();
      return await exchange();
    } catch (error) {
      this.#needsHandshake = true;
      this.#isForked ||= isForkRefusal(error);
      throw error;
    }
  }

  async rows(table: TableDeclaration): Promise<readonly RecordRow[]> {
    const rows = await this.session.query(`SELECT * FROM ${table.name} ORDER BY id`, []);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- every table of the simulation has recordColumns
    return rows as readonly RecordRow[];
  }

  journal(): Promise<readonly JournalRow[]> {
    return this.session.kysely
      .selectFrom("journal")
      .selectAll()
      .orderBy("epoch")
      .orderBy("seq")
      .execute();
  }

  #tick(): string {
    this.#ticks += 1;
    const isRepeated = this.#options.defects.has("stamp_twice") && this.#ticks % 2 === 0;
    return isRepeated ? this.#clock.last() : this.#clock.tick();
  }

  #newClock(): HybridClock {
    return createHlc({
      now: () => this.now(),
      nodeTag: this.identity.nodeId,
      mostAheadMs: tolerableAheadMs,
    });
  }

  #syncOptions() {
    const { identity } = this;
    const { hub } = this.#options;
    const receiveStamp = (hlc: string) => void this.#clock.receive(hlc);
    return { store: this.disk.store(), runtime: this.runtime(), identity, hub, receiveStamp };
  }
}
