import type { Session } from "@edgeward/shared/db/session.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { WriteRuntime, WrittenUnit } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { runWaiting, type RunAgain } from "./run-waiting.ts";
import type { TabletContext } from "./tablet-context.ts";
import { isAnythingWaiting, readyAmong, waitedFor } from "./waiting.ts";

const namesAtOnce = 2_000;
const retryMs = 5_000;

/** What releasing devices' operations needs of the node. */
export interface TabletReleaseOptions {
  readonly store: SqliteStore;
  readonly identity: Pick<NodeIdentity, "tenantId" | "branchId">;
  readonly runtime: () => WriteRuntime;
  readonly log: Pick<Logger, "error" | "warn">;
  /** Notified after the commit of what the devices' operations have written. */
  readonly onWritten: (unit: WrittenUnit | null) => void;
}

/** Whoever looks after what waits. */
export type TabletReleases = Pick<TabletReleaseLane, "look">;

/**
 * Runs the operations of devices that waited for what has arrived, of whichever device and however many: behind the commit
 * that brought it, in transactions of their own that hold no desk up for long. What waits and what has arrived both stand
 * in the database, so that a node which was killed in between goes on at its next start.
 */
export class TabletReleaseLane {
  readonly #options: TabletReleaseOptions;
  #pending = new Set<string>();
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: TabletReleaseOptions) {
    this.#options = options;
  }

  /** Looks whether anything waits for these, or whether they are here: after the commit that took or held operations. */
  look(names: Iterable<string>): void {
    for (const name of names) this.#pending.add(name);
    this.#go();
  }

  /** Looks after everything that waits: at the start, and when everything has come anew. */
  sweep(): void {
    const { store, identity, log } = this.#options;
    store
      .read(identity, (session) => waitedFor(session, identity.tenantId))
      .then((names) => this.look(names))
      .catch((error: unknown) => log.error("tablet_release_failed", {}, error));
  }

  /** Ends when everything that was to be looked after has been. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#running;
  }

  #go(): void {
    const isIdle = this.#running === null && this.#retry === null;
    if (this.#isStopped || !isIdle || this.#pending.size === 0) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      this.#go();
    });
  }

  async #run(): Promise<void> {
    const names = [...this.#pending];
    this.#pending = new Set();
    try {
      for (const name of await this.#step(names)) this.#pending.add(name);
    } catch (error) {
      for (const name of names) this.#pending.add(name);
      this.#options.log.error("tablet_release_failed", {}, error);
      this.#retry = setTimeout(() => {
        this.#retry = null;
        this.#go();
      }, retryMs);
      this.#retry.unref();
    }
  }

  /** One slice; what remains to be looked at. */
  async #step(names: readonly string[]): Promise<readonly string[]> {
    const { store, identity, log } = this.#options;
    const { tenantId } = identity;
    const some = names.slice(0, namesAtOnce);
    const rest = names.slice(namesAtOnce);
    const ready = await store.read(identity, async (session) =>
      (await isAnythingWaiting(session, tenantId)) ? readyAmong(session, tenantId, some) : null,
    );
    if (ready === null) return [];
    if (ready.length === 0) return rest;
    const ran = await this.#runSlice(ready);
    if (ran.shown.length === 0) return rest;
    // Nothing that stands still is tried for ever; the next start comes back to it.
    if (ran.moved > 0) return [...ready, ...ran.arrived, ...ran.waits, ...rest];
    log.warn("tablet_release_stuck", { tenant_id: tenantId, count: ran.shown.length });
    return rest;
  }

  async #runSlice(names: readonly string[]): Promise<RunAgain> {
    const { store, identity, onWritten } = this.#options;
    const scope = { tenantId: identity.tenantId, urgency: "behind" } as const;
    const { ran, unit } = await store.write(scope, async (session) => {
      const ctx = this.#context(session);
      const done = await runWaiting(ctx, names);
      return { ran: done, unit: await ctx.write.flush([]) };
    });
    onWritten(unit);
    return ran;
  }

  #context(session: Session) {
    const { identity } = this.#options;
    const runtime = this.#options.runtime();
    const origin = branchOrigin(identity, runtime.nodeId, "system");
    return {
      session,
      db: session.kysely,
      tenantId: identity.tenantId,
      write: openWrite(session, runtime, origin, "sync.tablet_release"),
      now: runtime.now,
      branch: { id: identity.branchId },
      node: { id: runtime.nodeId },
      requestId: null,
    } satisfies TabletContext;
  }
}
