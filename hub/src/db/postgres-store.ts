import { setTimeout as delay } from "node:timers/promises";
import { postgresDialect } from "@edgeward/shared/db/dialect.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import type { Scope, Session, Store } from "@edgeward/shared/db/session.ts";
import { hubSchema } from "./hub-schema.ts";
import { ownTransaction } from "@edgeward/shared/write/own-transaction.ts";
import { GroupWriter } from "./group-writer.ts";
import { openLane, type Lane } from "./postgres-lane.ts";
import { ReadLanes } from "./read-lanes.ts";

/** Another transaction was faster: unique key, exclusion, serialisation, deadlock. */
const retryable: ReadonlySet<string> = new Set(["23505", "23P01", "40001", "40P01"]);
const attempts = 4;
const usualReaders = 2;

const tenantPattern = /^ten_[0-9a-hjkmnp-tv-z]{26}$/;

function errorCode(error: unknown): string {
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

/** A PostgreSQL store, with its connections. */
export interface PostgresStore extends Store {
  /** Runs on a connection without a tenant, for the few tables that belong to none. */
  platform<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Which database, as which role, over how many connections. */
export interface PostgresStoreOptions {
  readonly url: string;
  /** Connections, each a lane of its own. About four a core. */
  readonly size: number;
  /** Connections that are shared by everything that only reads. */
  readonly readers?: number;
  /** Distinguishes the lanes of several hub processes. */
  readonly instance: string;
  /** Its tables; those of the hub where none are given. */
  readonly schema?: Schema;
}

interface LanePool {
  use<T>(work: (lane: Lane) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function createLanePool(options: PostgresStoreOptions): LanePool {
  const idle: { readonly name: string; lane: Lane | null }[] = Array.from(
    { length: options.size },
    (_, index) => ({ name: `${options.instance}.${options.size - index}`, lane: null }),
  );
  const waiting: ((slot: { readonly name: string; lane: Lane | null }) => void)[] = [];

  function acquire() {
    const slot = idle.pop();
    return slot === undefined
      ? new Promise<{ readonly name: string; lane: Lane | null }>((resolve) =>
          waiting.push(resolve),
        )
      : Promise.resolve(slot);
  }

  function release(slot: { readonly name: string; lane: Lane | null }): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(slot);
    else next(slot);
  }

  return {
    async use(work) {
      const slot = await acquire();
      try {
        if (slot.lane?.isBroken === true) slot.lane = null;
        slot.lane ??= await openLane(options.url, slot.name, options.schema ?? hubSchema);
        return await work(slot.lane);
      } finally {
        release(slot);
      }
    },
    async close() {
      const slots = await Promise.all(Array.from({ length: options.size }, acquire));
      await Promise.all(slots.map(async (slot) => slot.lane?.client.end()));
    },
  };
}

async function rollBack(lane: Lane, error: unknown): Promise<unknown> {
  // What was sent and not waited for may have failed first; every later error only says that the transaction is over.
  const first = await lane.sent().then(
    () => error,
    (earlier: unknown) => earlier,
  );
  await lane.client.query("ROLLBACK").catch(() => {
    lane.isBroken = true;
  });
  return first;
}

function checked({ tenantId }: Scope): string {
  // The name is put into a text, so nothing but an id may pass.
  if (!tenantPattern.test(tenantId)) throw new Error("not a tenant id");
  return tenantId;
}

// A setting of the transaction by SET LOCAL is also one on the machine where the tenant's rows stand.
function beginFor(scope: Scope): string {
  return `BEGIN; SET LOCAL app.tenant_id = '${checked(scope)}'`;
}

function sessionOn({ engine, name }: Lane, tenantId: string): Session {
  return ownTransaction(engine, { tenantId, lane: name });
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !retryable.has(errorCode(error))) throw error;
      await delay(Math.random() * 10 * attempt);
    }
  }
}

type LaneWork<T> = (lane: Lane) => Promise<T>;

/** Has work done in a transaction; `onCommit` is notified when the commit has been sent. */
async function inTransaction<T>(
  pool: LanePool,
  begin: string,
  work: LaneWork<T>,
  onCommit: () => void = () => undefined,
): Promise<T> {
  return pool.use(async (lane) => {
    lane.send(begin);
    try {
      const result = await work(lane);
      lane.send("COMMIT");
      onCommit();
      // What was written is on the disk when this has been answered.
      await lane.sent();
      return result;
    } catch (error) {
      throw await rollBack(lane, error);
    }
  });
}

/**
 * Opens a store. Connections are made when first needed.
 * Every transaction begins by naming its tenant to the row-level policies; the setting ends with the transaction.
 */
export function openPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const { schema = hubSchema } = options;
  const pool = createLanePool(options);
  const readers = new ReadLanes(options.url, options.readers ?? usualReaders, schema);
  const alone = <T>(scope: Scope, work: (session: Session) => Promise<T>) =>
    withRetries(() =>
      inTransaction(pool, beginFor(scope), (lane) => work(sessionOn(lane, scope.tenantId))),
    );
  const groups = new GroupWriter({
    instance: options.instance,
    transaction: (tenantId, work, onCommit) =>
      inTransaction(pool, beginFor({ tenantId }), work, onCommit),
    alone: (tenantId, work) => alone({ tenantId }, work),
  });

  return {
    schema,
    dialect: postgresDialect,
    read: async (scope, work) => work(await readers.session(checked(scope))),
    write: async (scope, work) => {
      if (scope.mayShare !== true) return alone(scope, work);
      const value = await groups.write(checked(scope), work);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the value is what this very `work` returned
      return value as Awaited<ReturnType<typeof work>>;
    },
    platform: (work) =>
      withRetries(() => inTransaction(pool, "BEGIN", (lane) => work(sessionOn(lane, "")))),
    close: async () => {
      await Promise.all([pool.close(), readers.close()]);
    },
  };
}
