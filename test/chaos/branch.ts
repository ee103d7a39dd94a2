import type { NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { bootstrap, requireBootstrap } from "@edgeward/branch-node/sync/bootstrap.ts";
import { Epoch, identityInEpoch } from "@edgeward/branch-node/sync/epoch.ts";
import { givingBack } from "@edgeward/branch-node/sync/give-back.ts";
import { performHandshake } from "@edgeward/branch-node/sync/handshake.ts";
import { applyArrived } from "@edgeward/branch-node/db/arrived-rows.ts";
import { lastStamp } from "@edgeward/branch-node/db/last-stamp.ts";
import { learnOutcomes } from "@edgeward/branch-node/db/operation-outcomes.ts";
import type { GiveBack } from "@edgeward/branch-node/db/hub-rows.ts";
import { readState, stateStatement } from "@edgeward/branch-node/db/node-state.ts";
import type { JournalRow } from "@edgeward/branch-node/db/branch.table.ts";
import {
  HubRefusal,
  isForkRefusal,
  type HubClient,
} from "@edgeward/branch-node/sync/hub-client.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { pullOnce, type PullResult } from "@edgeward/branch-node/sync/pull.ts";
import { pushOnce, type PushResult } from "@edgeward/branch-node/sync/push.ts";
import { ingestTabletBatch } from "@edgeward/branch-node/sync/tablets/tablet-ingest.ts";
import { offlineBatchContract, type FeedRow } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { WrittenUnit, Write, WriteRuntime } from "@edgeward/shared/write/model.ts";
import { operationOutcomesTable } from "@edgeward/shared/db/core.table.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { createHlc, tolerableAheadMs, type HybridClock } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource, type IdSource } from "@edgeward/shared/kernel/ids.ts";
import { errorLog } from "#support/error-log.ts";
import { supervisorOf } from "./nodes.ts";
import { contextOf, originOf } from "./context.ts";
import { isDiskFull, SimulatedCrash, type Disk } from "./disk.ts";
import { testSeal } from "#support/value-seal.ts";

export interface SimBranchOptions {
  readonly identity: NodeIdentity;
  readonly disk: Disk;
  /** True time, milliseconds since the epoch. */
  readonly now: () => number;
  readonly hub: Pick<HubClient, "get" | "post" | "download">;
}

const outcomesName = operationOutcomesTable.name;
// Small, so that what a page or a transaction cuts through is met in short histories.
const sliceRows = 2;

/** A branch node: its process may die at any commit, its file stays. */
/** How a command is run, where not by whoever works there. */
interface WriteChoices {
  readonly after?: (unit: WrittenUnit, session: Session) => Promise<void>;
  readonly authorId?: string;
  readonly role?: string | null;
}

export class SimBranch {
  readonly disk: Disk;
  readonly #options: SimBranchOptions;
  #epoch: Epoch;
  readonly #newId: IdSource;
  readonly #giveBack: GiveBack;
  #clock: HybridClock;
  #skewMs = 0;
  // As the engine: introduces itself when the process starts, and again after whatever went wrong.
  #needsHandshake = true;
  #isForked = false;
  #isPutBack = false;
  #mustLearn = false;
  #hasWorked = false;
  #seriesFrom = 1;
  /** Operations that somebody was answered are safe. */
  readonly acknowledged = new Set<string>();
  /** Tokens that it has given out, as they stand on slips. */
  readonly printed: string[] = [];
  /** The newest stamp that it was sent and its clock did not follow, being too far ahead of the machine's time. */
  tooFarAhead = "";
  /** Records that have come from elsewhere than the hub. */
  readonly heardOf = new Set<string>();

  constructor(options: SimBranchOptions) {
    this.#options = options;
    this.#epoch = new Epoch(options.identity.epoch);
    this.disk = options.disk;
    this.#newId = createIdSource(options.now);
    this.#giveBack = givingBack({ hub: options.hub, log: errorLog(() => this.now()) });
    this.#clock = this.#newClock();
  }

  /** Turns the machine's clock. */
  skew(ms: number): void {
    this.#skewMs = ms;
  }

  get identity(): NodeIdentity {
    return identityInEpoch(this.#options.identity, this.#epoch);
  }

  /** Who works there. */
  get authorId(): string {
    return this.#options.identity.branchId.replace("brn_", "stf_");
  }

  /** Who answers for the branch. */
  get supervisorId(): string {
    return supervisorOf(this.authorId);
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

  /** As the supervisor does, where a process did not come up for want of room the next one is begun. */
  async begin(): Promise<void> {
    for (;;) {
      try {
        await this.#start();
        return;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        this.disk.reopen();
      }
    }
  }

  async #start(): Promise<void> {
    const { tenantId, nodeId, branchId } = this.identity;
    const runtime = { nodeId, newId: this.#newId, hashValue: () => "" };
    const origin = { tenantId, nodeId, kind: "branch", branchId, runtime } as const;
    await this.disk.attachMirror(origin, this.#hasWorked);
    this.#hasWorked = true;
    const install = stateStatement(this.session, "install_id", this.#installId);
    await this.disk.store().write({ tenantId }, (session) => session.runAll([install]));
    this.#needsHandshake = true;
    this.#epoch = new Epoch(this.#options.identity.epoch);
    await this.#epoch.recall(this.disk.store(), this.identity.tenantId);
    this.#clock = this.#newClock();
    const last = await lastStamp(this.session, this.identity.tenantId);
    if (last !== null) this.#clock.restore(last);
    await this.#learn();
  }

  runtime(): WriteRuntime {
    return {
      nodeId: this.identity.nodeId,
      kind: "branch",
      now: () => this.now(),
      newId: this.#newId,
      tick: () => this.#clock.tick(),
      hashValue: (_tenantId, text) => String(text.length),
      valueSeal: testSeal,
      sink: journalSink(() => this.identity.epoch),
      reactors: [],
    };
  }

  /** Runs a command; the operation counts as acknowledged when its commit has been answered. */
  async write(
    type: string,
    command: (write: Write, session: Session) => Promise<void> | void,
    { after, authorId = this.authorId, role = null }: WriteChoices = {},
  ): Promise<void> {
    const { tenantId, branchId } = this.identity;
    const origin = originOf(tenantId, branchId, authorId, role);
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

  /** Takes a record from elsewhere than the hub: as one that the hub had sent before it was put back to a backup. */
  async hear(table: TableDeclaration, row: RecordRow): Promise<void> {
    const { tenantId } = this.identity;
    const arrived = { table: table.name, id: row.id, row: { ...row }, op_id: "" };
    this.heardOf.add(row.id);
    this.#follow(row.hlc);
    await this.disk
      .store()
      .write({ tenantId }, (session) =>
        applyArrived(session, this.identity, [arrived], { epoch: -1, seq: 0 }),
      );
  }

  push(): Promise<PushResult> {
    return this.#inTouch(() => pushOnce(this.#syncOptions()));
  }

  async pull(): Promise<Pick<PullResult, "rows" | "hasMore">> {
    let hasNews = this.#mustLearn;
    const onArrived = ({ table }: FeedRow) => void (hasNews ||= table === outcomesName);
    const pulling = this.#inTouch(() =>
      pullOnce({ ...this.#syncOptions(), giveBack: this.#giveBack, onArrived, sliceRows }).catch(
        (error: unknown) => this.#beginBehind(error),
      ),
    );
    const [pulled] = await Promise.allSettled([pulling]);
    const isDead = pulled.status === "rejected" && pulled.reason instanceof SimulatedCrash;
    if ((hasNews || this.#mustLearn) && !isDead) await this.#learn();
    return pulling;
  }

  // As the engine: what waits here goes up first, and then everything comes anew.
  async #beginBehind(error: unknown): Promise<Pick<PullResult, "rows" | "hasMore">> {
    if (!(error instanceof HubRefusal) || error.code !== "cursor_expired") throw error;
    while ((await pushOnce(this.#syncOptions())).kind === "sent");
    await requireBootstrap(this.disk.store(), this.identity.tenantId);
    await this.#bootstrap();
    return { rows: 1, hasMore: true };
  }

  async #learn(): Promise<void> {
    const runtime = this.runtime();
    const learning = this.disk
      .store()
      .write(this.identity, (session) => learnOutcomes(session, { ...this.identity, runtime }));
    this.#mustLearn = false;
    await learning.catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
      this.#mustLearn = true;
    });
  }

  /** Takes a batch of a tablet behind this branch, in a transaction of its own. @throws HubRefusal */
  async takeTabletBatch(deviceId: string, body: unknown): Promise<unknown> {
    const { tenantId, branchId } = this.identity;
    const { signature, ...batch } = offlineBatchContract.offlineBatch.body.parse(body);
    const receive = (hlc: string) => this.#follow(hlc);
    const store = this.disk.store();
    try {
      return await store.write({ tenantId }, async (session) => {
        const write = openWrite(
          session,
          this.runtime(),
          originOf(tenantId, branchId, this.authorId),
          "sync.offline_batch",
        );
        const ctx = contextOf({ session, write, branchId, callerId: deviceId, role: "device" });
        const reply = await ingestTabletBatch(ctx, batch, signature, receive);
        await write.flush([]);
        return reply;
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new HubRefusal(409, error.code, error.message, error.details ?? {});
    }
  }

  /** Takes everything once more, by a file where the hub makes one. */
  async beginAnew(): Promise<void> {
    await requireBootstrap(this.disk.store(), this.identity.tenantId);
    await this.#inTouch(() => this.#bootstrap());
  }

  async #bootstrapIfBegun(): Promise<void> {
    if ((await readState(this.session, "bootstrap")) !== null) await this.#bootstrap();
  }

  async #bootstrap(): Promise<void> {
    const { hub } = this.#options;
    const folder = `${this.disk.file}-files`;
    const log = errorLog(() => this.now());
    if (await bootstrap({ ...this.#syncOptions(), hub, folder, log })) await this.#learn();
  }

  /** Puts an older file in the place of the branch's own; what only the newer one knew is nobody's promise any more. */
  async putBack(file: string): Promise<void> {
    this.disk.replaceWith(file);
    await this.begin();
    this.#isPutBack = true;
  }

  /** Its database is lost, and what it was answered is safe comes back from the mirror. */
  async loseDatabase(): Promise<void> {
    this.disk.loseDatabase();
    await this.begin();
    this.#isPutBack = true;
    this.#seriesFrom = this.identity.epoch + 1;
  }

  /** Whether its series of bills go on: no mirror knows how far those had come that the database knew. */
  get hasSeries(): boolean {
    return !this.#isPutBack && this.identity.epoch >= this.#seriesFrom;
  }

  /** Takes back what it was answered of operations that neither its own file nor the hub has any more. */
  async forgetLost(isAtHub: (opId: string) => boolean): Promise<void> {
    const here = new Set((await this.journal()).map((row) => row.op_id));
    for (const opId of this.acknowledged)
      if (!here.has(opId) && !isAtHub(opId)) this.acknowledged.delete(opId);
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

  async #inTouch<T>(exchange: () => Promise<T>): Promise<T> {
    try {
      if (this.#needsHandshake) {
        const installId = this.#installId;
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

  get #installId(): string {
    return `install-of-${this.identity.nodeId}`;
  }

  #follow(hlc: string): void {
    this.#clock.receive(hlc);
    if (this.#clock.drift() && hlc > this.tooFarAhead) this.tooFarAhead = hlc;
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
    const receiveStamp = (hlc: string) => this.#follow(hlc);
    const onQuarantined = () => void (this.#mustLearn = true);
    const store = this.disk.store();
    return { store, runtime: this.runtime(), identity, hub, receiveStamp, onQuarantined };
  }
}
