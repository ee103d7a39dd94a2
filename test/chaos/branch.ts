import type { NodeIdentity } from "@edgeward/branch-node/identity.ts";
import { readState } from "@edgeward/branch-node/db/node-state.ts";
import type { JournalRow } from "@edgeward/branch-node/db/branch.table.ts";
import type { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { pullOnce, type PullResult } from "@edgeward/branch-node/sync/pull.ts";
import { pushOnce, type PushResult } from "@edgeward/branch-node/sync/push.ts";
import type { NodeRuntime, WriteOrigin, WrittenUnit } from "@edgeward/shared/db/runtime.ts";
import type { SqlSession } from "@edgeward/shared/db/session.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { openWrite, type Write } from "@edgeward/shared/db/write.ts";
import { createHlc, type HybridClock } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource, type IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { Defects } from "./defects.ts";
import type { Disk } from "./disk.ts";

export interface SimBranchOptions {
  readonly identity: NodeIdentity;
  readonly disk: Disk;
  /** True time, milliseconds since the epoch. */
  readonly now: () => number;
  readonly hub: Pick<HubClient, "get" | "post">;
  readonly defects: Defects;
}

// Small, so that what a page or a transaction cuts through is met in short histories.
const sliceRows = 2;

/** A branch node: its process may die at any commit, its file stays. */
export class SimBranch {
  readonly identity: NodeIdentity;
  readonly disk: Disk;
  readonly #options: SimBranchOptions;
  readonly #newId: IdSource;
  #clock: HybridClock;
  #skewMs = 0;
  #ticks = 0;
  /** Operations that somebody was told are safe. */
  readonly acknowledged: string[] = [];

  constructor(options: SimBranchOptions) {
    this.#options = options;
    this.identity = options.identity;
    this.disk = options.disk;
    this.#newId = createIdSource(options.now);
    this.#clock = this.#newClock();
  }

  /** Turns the machine's clock. */
  skew(ms: number): void {
    this.#skewMs = ms;
  }

  now(): number {
    return this.#options.now() + this.#skewMs;
  }

  get session(): SqlSession {
    return this.disk.session;
  }

  /** What the next process does first: opens the file, and goes on after the last stamp. */
  async restart(): Promise<void> {
    this.disk.reopen();
    await this.begin();
  }

  async begin(): Promise<void> {
    this.#clock = this.#newClock();
    const last = await readState(this.session, "last_hlc");
    if (last !== null) this.#clock.restore(last);
  }

  runtime(): NodeRuntime {
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
    command: (write: Write, session: SqlSession) => Promise<void> | void,
    after?: (unit: WrittenUnit, session: SqlSession) => Promise<void>,
  ): Promise<void> {
    const { tenantId, branchId } = this.identity;
    const origin: WriteOrigin = {
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
    const unit = await this.disk.store().write({ tenantId }, async (session) => {
      const write = openWrite(session, this.runtime(), origin, type);
      await command(write, session);
      const written = await write.flush([]);
      if (written !== null) await after?.(written, session);
      return written;
    });
    // A command that changed nothing has nothing to tell.
    if (unit === null || unit.operation.changes.length === 0) return;
    this.acknowledged.push(unit.operation.op_id);
  }

  push(): Promise<PushResult> {
    return pushOnce(this.#syncOptions());
  }

  pull(): Promise<PullResult> {
    return pullOnce({
      ...this.#syncOptions(),
      receiveStamp: (hlc) => void this.#clock.receive(hlc),
      onArrived: () => undefined,
      sliceRows,
    });
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
    return createHlc({ now: () => this.now(), nodeTag: this.identity.nodeId });
  }

  #syncOptions() {
    const { identity, hub } = this.#options;
    return { store: this.disk.store(), runtime: this.runtime(), identity, hub };
  }
}
