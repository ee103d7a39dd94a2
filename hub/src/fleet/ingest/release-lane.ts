import type { Session } from "@edgeward/shared/db/session.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { discardedCode, orphanedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { tenantIds } from "#tenancy/directory.ts";
import { runWaiting, type RunAgain } from "./run-again.ts";
import type { IngestServices } from "./take-set.ts";

const namesAtOnce = 2_000;
const firstRetryMs = 500;
const slowestRetryMs = 30_000;

/** What releasing operations needs of the hub. */
export interface ReleaseOptions {
  readonly store: PostgresStore;
  readonly runtime: WriteRuntime;
  readonly ingest: IngestServices;
  readonly log: Pick<Logger, "error" | "warn">;
}

async function isAnythingWaiting(session: Session, tenantId: string): Promise<boolean> {
  const rows = await session.query(
    "SELECT 1 FROM received_operations WHERE tenant_id = $1 AND waits_for IS NOT NULL LIMIT 1",
    [tenantId],
  );
  return rows.length > 0;
}

async function waitedForAmong(
  session: Session,
  tenantId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await session.query(
    `SELECT name FROM unnest($2::text[]) AS name WHERE EXISTS (
       SELECT 1 FROM received_operations r WHERE r.tenant_id = $1 AND r.waits_for = name)`,
    [tenantId, names],
  );
  return rows.map((row) => String(row["name"]));
}

/** Records by table and id that are here. */
async function recordsAmong(
  session: Session,
  tenantId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  const groups = Map.groupBy(names, (name) => name.slice(0, name.indexOf("/")));
  for (const [table, group] of groups) {
    if (session.schema.find(table) === null) continue;
    const ids = group.map((name) => name.slice(table.length + 1));
    const rows = await session.query(
      `SELECT id FROM ${table} WHERE tenant_id = $1 AND id = ANY($2::text[])`,
      [tenantId, ids],
    );
    found.push(...rows.map((row) => `${table}/${String(row["id"])}`));
  }
  return found;
}

/** Operations that have been taken, or given up for good. */
async function answeredAmong(
  session: Session,
  tenantId: string,
  opIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await session.query(
    `SELECT op_id FROM received_operations WHERE tenant_id = $1 AND op_id = ANY($2::text[])
        AND (outcome NOT IN ('held', 'rejected') OR result->>'code' IN ($3, $4))`,
    [tenantId, opIds, discardedCode, orphanedCode],
  );
  return rows.map((row) => String(row["op_id"]));
}

/** Of some names those that operations wait for and that are here by now. */
async function readyAmong(
  session: Session,
  tenantId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const waitedFor = await waitedForAmong(session, tenantId, names);
  const records = waitedFor.filter((name) => name.includes("/"));
  const opIds = waitedFor.filter((name) => !name.includes("/"));
  return [
    ...(await recordsAmong(session, tenantId, records)),
    ...(await answeredAmong(session, tenantId, opIds)),
  ];
}

/** Whoever looks after what waits. */
export type Releases = Pick<ReleaseLane, "look">;

const decision = { action: "retry", note: "What it waited for has arrived." } as const;

/**
 * Runs the operations that waited for what has arrived, of whichever node they are, however many: behind the commit that
 * brought it, in transactions of their own that hold nobody up for long. What waits and what has arrived both stand in the
 * database, so that a hub which was killed in between goes on at its next start.
 */
export class ReleaseLane {
  readonly #options: ReleaseOptions;
  readonly #pending = new Map<string, Set<string>>();
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #failures = 0;
  #isStopped = false;

  constructor(options: ReleaseOptions) {
    this.#options = options;
  }

  /** Looks whether anything waits for these, or whether they are here: after the commit that took or held operations. */
  look(tenantId: string, names: Iterable<string>): void {
    const known = this.#pending.get(tenantId) ?? new Set();
    for (const name of names) known.add(name);
    if (known.size === 0) return;
    this.#pending.set(tenantId, known);
    this.#go();
  }

  /** Begins with what was left when the process before this one ended. */
  begin(): void {
    this.sweep().catch((error: unknown) => this.#options.log.error("sweep_failed", {}, error));
  }

  /** Looks after everything that waits: another process may have been stopped before it could. */
  async sweep(): Promise<void> {
    const { store } = this.#options;
    for (const tenantId of await tenantIds(store)) {
      const rows = await store.read({ tenantId }, (session) =>
        session.query(
          "SELECT DISTINCT waits_for FROM received_operations WHERE tenant_id = $1 AND waits_for IS NOT NULL",
          [tenantId],
        ),
      );
      this.look(
        tenantId,
        rows.map((row) => String(row["waits_for"])),
      );
    }
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
    if (this.#isStopped || this.#running !== null || this.#retry !== null) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#pending.size > 0) this.#go();
    });
  }

  // A slice of each tenant in turn, so that none waits for the whole of another's: what is left goes behind the others.
  async #run(): Promise<void> {
    for (const [tenantId, names] of this.#pending) {
      if (this.#isStopped) return;
      this.#pending.delete(tenantId);
      try {
        this.#again(tenantId, await this.#step(tenantId, [...names]));
        this.#failures = 0;
      } catch (error) {
        this.#again(tenantId, names);
        this.#later(error);
        return;
      }
    }
  }

  #again(tenantId: string, names: Iterable<string>): void {
    const known = this.#pending.get(tenantId) ?? new Set();
    for (const name of names) known.add(name);
    if (known.size > 0) this.#pending.set(tenantId, known);
  }

  #later(error: unknown): void {
    this.#options.log.error("release_failed", {}, error);
    const wait = Math.min(slowestRetryMs, firstRetryMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#go();
    }, wait);
    this.#retry.unref();
  }

  /** One slice; what remains to be looked at. */
  async #step(tenantId: string, names: readonly string[]): Promise<Iterable<string>> {
    const some = names.slice(0, namesAtOnce);
    const rest = names.slice(namesAtOnce);
    const ready = await this.#options.store.read({ tenantId }, async (session) =>
      (await isAnythingWaiting(session, tenantId)) ? readyAmong(session, tenantId, some) : null,
    );
    if (ready === null) return [];
    if (ready.length === 0) return rest;
    const ran = await this.#runSlice(tenantId, ready);
    if (ran.shown.length === 0) return rest;
    // Nothing that stands still is tried for ever; a sweep comes back to it.
    if (ran.moved > 0) return [...ready, ...ran.names, ...rest];
    this.#options.log.warn("release_stuck", { tenant_id: tenantId, count: ran.shown.length });
    return rest;
  }

  #runSlice(tenantId: string, names: readonly string[]): Promise<RunAgain> {
    const { store, runtime, ingest } = this.#options;
    return store.write({ tenantId }, async (session) => {
      const write = openWrite(session, runtime, systemOrigin(tenantId, null), "sync.release");
      const ctx = { session, tenantId, write, now: runtime.now };
      const ran = await runWaiting(ctx, names, { decision, services: ingest });
      await write.flush([]);
      return ran;
    });
  }
}
