import { createHash, randomBytes } from "node:crypto";
import type { NodeRuntime } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { insertStatement } from "@edgeward/shared/db/statements.ts";
import type { RowOf } from "@edgeward/shared/db/table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { staffSessionsTable } from "#db/branch.table.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";

/** How long a shift may refresh its token. */
const shiftMs = 12 * 60 * 60_000;
// A page whose answer was lost asks again with the token that it has, and so does a copy of its tab.
const graceMs = 60_000;
// Longer than any token of a session lasts.
const rememberedMs = 60 * 60_000;

/** A session with the token that refreshes it next. */
export interface RefreshableSession {
  readonly id: string;
  readonly staffId: string;
  readonly token: string;
}

/** What came of a refresh token: the session, a token that was used before and has ended it, or nothing. */
export type Refreshed =
  | { readonly kind: "good"; readonly session: RefreshableSession }
  | { readonly kind: "reused"; readonly id: string; readonly staffId: string }
  | { readonly kind: "unknown" };

/** What sessions need of the node. */
export interface StaffSessionsOptions {
  readonly store: SqliteStore;
  readonly runtime: Pick<NodeRuntime, "hashValue" | "newId" | "now">;
  readonly tenantId: string;
}

type SessionRow = RowOf<typeof staffSessionsTable>;

interface KnownSession {
  readonly staffId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly isEnded: boolean;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * The sessions of staff: kept in the database, and those of the last shift in memory, where every request asks whether its
 * session has ended. A refresh token is good once; one that was used before ends its session.
 */
export class StaffSessions {
  readonly #options: StaffSessionsOptions;
  readonly #known = new Map<string, KnownSession>();
  #onEnded: (sessionId: string) => void = () => undefined;

  constructor(options: StaffSessionsOptions) {
    this.#options = options;
  }

  /** Reads what stands: a session that ended before a restart stays ended. @param onEnded told of each that ends from now on */
  async recall(onEnded: (sessionId: string) => void): Promise<void> {
    this.#onEnded = onEnded;
    const { store, runtime, tenantId } = this.#options;
    const since = isoInstant(runtime.now() - rememberedMs);
    const rows = await store.read({ tenantId }, (session) =>
      session.kysely
        .selectFrom("staff_sessions")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("expires_at", ">", since)
        .execute(),
    );
    for (const row of rows) {
      const expiresAt = Date.parse(row.expires_at);
      this.#known.set(row.id, {
        staffId: row.staff_id,
        expiresAt,
        isEnded: row.ended_at !== null,
      });
    }
  }

  /** Whether a session has ended; one that is not known here has not. */
  isOver(sessionId: string): boolean {
    const known = this.#known.get(sessionId);
    return known !== undefined && (known.isEnded || known.expiresAt <= this.#options.runtime.now());
  }

  async begin(staffId: string): Promise<RefreshableSession> {
    const { store, runtime, tenantId } = this.#options;
    const id = runtime.newId("ses");
    const token = `rt_${id}.${randomBytes(32).toString("base64url")}`;
    const expiresAt = runtime.now() + shiftMs;
    const row = {
      id,
      tenant_id: tenantId,
      staff_id: staffId,
      refresh_hash: hashOf(token),
      spent_hashes: [],
      rotated_at: null,
      created_at: isoInstant(runtime.now()),
      expires_at: isoInstant(expiresAt),
      ended_at: null,
    };
    await store.write({ tenantId }, (session) =>
      session.runAll([insertStatement(session.dialect, staffSessionsTable, row)]),
    );
    this.#forgetOld();
    this.#known.set(id, { staffId, expiresAt, isEnded: false });
    return { id, staffId, token };
  }

  /** Takes a refresh token and gives the next one. */
  async refresh(token: string): Promise<Refreshed> {
    const { store, tenantId } = this.#options;
    const id = /^rt_(ses_[a-z0-9]+)\./u.exec(token)?.[1];
    if (id === undefined || this.isOver(id)) return { kind: "unknown" };
    const refreshed = await store.write({ tenantId }, (session) =>
      this.#refreshIn(session, id, token),
    );
    if (refreshed.kind === "reused") this.#noteEnded(id);
    return refreshed;
  }

  /** Ends a session, at once for whoever asks here. */
  async end(sessionId: string): Promise<void> {
    const { store, tenantId } = this.#options;
    this.#noteEnded(sessionId);
    await store.write({ tenantId }, (session) => this.#endIn(session, sessionId));
  }

  /** Ends whatever sessions the members of staff have for whom `mayStay` says no. */
  async endUnless(mayStay: (staffId: string) => Promise<boolean>): Promise<void> {
    for (const [id, { staffId }] of this.#known)
      if (!this.isOver(id) && !(await mayStay(staffId))) await this.end(id);
  }

  async #refreshIn(session: Session, id: string, token: string): Promise<Refreshed> {
    const { tenantId, runtime } = this.#options;
    const row = await session.kysely
      .selectFrom("staff_sessions")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (row === undefined || row.expires_at <= isoInstant(runtime.now()))
      return { kind: "unknown" };
    const staffId = row.staff_id;
    const next = { id, staffId, token: this.#successorOf(id, token) };
    const used = hashOf(token);
    if (used === row.refresh_hash) {
      await this.#rotate(session, row, hashOf(next.token));
      return { kind: "good", session: next };
    }
    if (row.spent_hashes?.includes(used) !== true) return { kind: "unknown" };
    const isLast = row.spent_hashes.at(-1) === used;
    const graceUntil = Date.parse(row.rotated_at ?? "") + graceMs;
    if (isLast && runtime.now() < graceUntil) return { kind: "good", session: next };
    await this.#endIn(session, id);
    return { kind: "reused", id, staffId };
  }

  // The same for the same token: whoever lost the answer gets it again, and nothing that opens anything is kept.
  #successorOf(id: string, token: string): string {
    const { runtime, tenantId } = this.#options;
    return `rt_${id}.${runtime.hashValue(tenantId, `refresh ${token}`)}`;
  }

  async #rotate(session: Session, row: SessionRow, nextHash: string): Promise<void> {
    const { tenantId, runtime } = this.#options;
    const spent = [...(row.spent_hashes ?? []), row.refresh_hash];
    await session.query(
      `UPDATE staff_sessions SET refresh_hash = ?, spent_hashes = ?, rotated_at = ?
        WHERE tenant_id = ? AND id = ?`,
      [nextHash, JSON.stringify(spent), isoInstant(runtime.now()), tenantId, row.id],
    );
  }

  async #endIn(session: Session, id: string): Promise<void> {
    const { tenantId, runtime } = this.#options;
    await session.query(
      "UPDATE staff_sessions SET ended_at = ? WHERE tenant_id = ? AND id = ? AND ended_at IS NULL",
      [isoInstant(runtime.now()), tenantId, id],
    );
  }

  #noteEnded(id: string): void {
    const known = this.#known.get(id);
    const expiresAt = this.#options.runtime.now() + rememberedMs;
    this.#known.set(id, { staffId: "", expiresAt, ...known, isEnded: true });
    this.#onEnded(id);
  }

  #forgetOld(): void {
    const before = this.#options.runtime.now() - rememberedMs;
    for (const [id, { expiresAt }] of this.#known) if (expiresAt < before) this.#known.delete(id);
  }
}
