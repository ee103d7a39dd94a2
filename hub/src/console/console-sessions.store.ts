import { createHash, randomBytes } from "node:crypto";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { isId, type IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { consoleSessionsTable } from "#tables/console.table.ts";

/** How long a session lasts, whatever is done in it. */
const longestMs = 12 * 60 * 60_000;
/** How long nobody may be at the page. */
const idleMs = 15 * 60_000;
const rememberedMs = 30 * 24 * 60 * 60_000;

/** After how many seconds without somebody at the page a session ends. */
export const consoleIdleSeconds = idleMs / 1_000;

/** A session of the console. */
export interface ConsoleSession {
  readonly id: string;
  readonly tenantId: string;
  /** RFC 3339. */
  readonly expiresAt: string;
  readonly staffId: string;
}

/** A session that has just begun: its secret is nowhere but here. */
export interface BegunSession {
  readonly id: string;
  readonly secret: string;
  readonly expiresAt: string;
}

/** What sessions of the console need of the hub. */
export interface ConsoleSessionsOptions {
  readonly store: PostgresStore;
  readonly newId: IdSource;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type SessionRow = RowOf<typeof consoleSessionsTable>;

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/**
 * The sessions of the console, in the hub's database: each request asks there, so one that has ended is over at once, in
 * every process of the hub.
 */
export class ConsoleSessions {
  readonly #options: ConsoleSessionsOptions;

  constructor(options: ConsoleSessionsOptions) {
    this.#options = options;
  }

  /** Begins a session, and forgets the tenant's that have long been over. */
  async begin(tenantId: string, staffId: string): Promise<BegunSession> {
    const { store, newId, now } = this.#options;
    const id = newId("ses");
    const secret = `${tenantId}.${id}.${randomBytes(32).toString("base64url")}`;
    const at = isoInstant(now());
    const expiresAt = isoInstant(now() + longestMs);
    const row: SessionRow = {
      id,
      tenant_id: tenantId,
      staff_id: staffId,
      token_hash: hashOf(secret),
      began_at: at,
      used_at: at,
      expires_at: expiresAt,
      ended_at: null,
    };
    await store.write({ tenantId }, async (session) => {
      await session.query("DELETE FROM console_sessions WHERE tenant_id = $1 AND expires_at < $2", [
        tenantId,
        isoInstant(now() - rememberedMs),
      ]);
      await session.runAll([insertStatement(session.dialect, consoleSessionsTable, row)]);
    });
    return { id, secret, expiresAt };
  }

  /** The session that a secret opens; null where it opens none. */
  async find(secret: string): Promise<ConsoleSession | null> {
    const { store, now } = this.#options;
    const [tenantId = "", id = ""] = secret.split(".");
    if (!isId("ten", tenantId) || !isId("ses", id)) return null;
    const row = await store.read({ tenantId }, ({ kysely }) =>
      kysely
        .selectFrom("console_sessions")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("id", "=", id)
        .where("token_hash", "=", hashOf(secret))
        .where("ended_at", "is", null)
        .where("expires_at", ">", isoInstant(now()))
        .where("used_at", ">", isoInstant(now() - idleMs))
        .executeTakeFirst(),
    );
    if (row === undefined) return null;
    return { id, tenantId, expiresAt: row.expires_at, staffId: row.staff_id };
  }

  /** Notes that somebody is at the page. */
  async keep(tenantId: string, id: string): Promise<void> {
    const { store, now } = this.#options;
    await store.write({ tenantId }, (session) =>
      session.query(
        "UPDATE console_sessions SET used_at = $3 WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL",
        [tenantId, id, isoInstant(now())],
      ),
    );
  }

  /** Ends a session for good. */
  async end(tenantId: string, id: string): Promise<void> {
    const { store, now } = this.#options;
    await store.write({ tenantId }, (session) =>
      session.query(
        "UPDATE console_sessions SET ended_at = $3 WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL",
        [tenantId, id, isoInstant(now())],
      ),
    );
  }
}
