import type { Session } from "@edgeward/shared/db/session.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { Caller } from "@edgeward/shared/resource/context.ts";
import type { PostgresStore } from "#db/postgres-store.ts";

/** How long an access token of the clinical surface lasts. */
export const accessTokenSeconds = 900;

/** Who can be revoked. */
export type RevokedKind = "client" | "node";

// Every process of a hub knows of a revocation within a second.
const lookEveryMs = 400;
// Numbers are given before their transactions commit: one that commits late is still among so many.
const lookBack = 100;
const rememberedMs = 60 * 60_000;

interface Revocation {
  readonly kind: RevokedKind;
  readonly id: string;
  readonly at: number;
}

/** What revocations need of the hub. */
export interface RevocationsOptions {
  readonly store: Pick<PostgresStore, "platform">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Logger, "error">;
}

/** Notes in a transaction that what somebody was given before no longer holds. @param at milliseconds since the epoch */
export async function insertRevocation(
  session: Session,
  kind: RevokedKind,
  id: string,
  at: number,
): Promise<void> {
  await session.query(
    "INSERT INTO revocations (revoked_kind, revoked_id, revoked_at) VALUES ($1, $2, $3)",
    [kind, id, isoInstant(at)],
  );
}

/**
 * Whose tokens count no longer although they have not expired: programs that were suspended, nodes that were revoked or
 * replaced. Kept in the database, so that every process of the hub knows, and still knows after a restart.
 */
export class Revocations {
  readonly #options: RevocationsOptions;
  readonly #revoked = new Map<string, Revocation>();
  readonly #listeners = new Set<(revocation: Revocation) => void>();
  #timer: NodeJS.Timeout | null = null;
  #newest = 0;

  constructor(options: RevocationsOptions) {
    this.#options = options;
  }

  /** Whether a caller's token was given before the caller was revoked. */
  readonly isRevoked = (
    caller: Pick<Caller, "clientId" | "expiresAt" | "id" | "roles">,
  ): boolean => {
    const revocation = caller.roles.includes("node")
      ? this.#revoked.get(`node ${caller.id}`)
      : this.#revoked.get(`client ${caller.clientId ?? ""}`);
    if (revocation === undefined) return false;
    return (caller.expiresAt - accessTokenSeconds) * 1000 <= revocation.at;
  };

  /** Is notified of each revocation, once. Returns what ends that. */
  onRevoked(listener: (revocation: Revocation) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Is notified when a caller is revoked. Returns what ends that. */
  whenRevoked(caller: Parameters<Revocations["isRevoked"]>[0], listener: () => void): () => void {
    return this.onRevoked(() => {
      if (this.isRevoked(caller)) listener();
    });
  }

  /** Takes note of a revocation of this very process, right after its commit. */
  note(kind: RevokedKind, id: string): void {
    this.#take({ kind, id, at: this.#options.now() });
  }

  /** Reads what stands, and goes on looking. */
  async start(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => {
      this.look().catch((error: unknown) =>
        this.#options.log.error("revocations_failed", {}, error),
      );
    }, lookEveryMs);
    this.#timer.unref();
  }

  /** Takes note of what other processes have revoked. */
  async look(): Promise<void> {
    const since = isoInstant(this.#options.now() - rememberedMs);
    const rows = await this.#options.store.platform((session) =>
      session.query(
        `SELECT seq, revoked_kind, revoked_id, revoked_at FROM revocations
          WHERE seq > $1 AND revoked_at > $2 ORDER BY seq`,
        [this.#newest - lookBack, since],
      ),
    );
    for (const row of rows) {
      this.#newest = Math.max(this.#newest, Number(row["seq"]));
      const kind = row["revoked_kind"] === "node" ? "node" : "client";
      const id = String(row["revoked_id"]);
      this.#take({ kind, id, at: Date.parse(String(row["revoked_at"])) });
    }
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  #take(revocation: Revocation): void {
    const key = `${revocation.kind} ${revocation.id}`;
    const known = this.#revoked.get(key);
    if (known !== undefined && known.at >= revocation.at) return;
    this.#revoked.set(key, revocation);
    for (const listener of this.#listeners) listener(revocation);
  }
}
