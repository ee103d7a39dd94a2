import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { PostgresStore } from "#db/postgres-store.ts";

// What branches write takes seconds at the most; an import or an administrator's open session takes longer.
const tolerableMs = 30_000;
const everyMs = 30_000;

/** The transaction behind which the feed waits: everything that was committed after it began to write is held back. */
export interface FeedBlocker {
  /** The server's process; null for a prepared transaction, which has none. */
  readonly pid: number | null;
  readonly database: string;
  readonly role: string;
  /** RFC 3339. */
  readonly since: string;
  /** What it is, and what to do about it, for whoever keeps the database. */
  readonly sentence: string;
}

/** What holds the feed back for longer than it should, in whichever database of the server; null where nothing does. */
export async function feedBlocker(
  store: Pick<PostgresStore, "platform">,
  now: number,
): Promise<FeedBlocker | null> {
  const rows = await store.platform((session) =>
    session.query(
      `SELECT pid, database_name, role_name, (extract(epoch FROM since) * 1000)::bigint AS since_ms
         FROM feed_blockers()`,
      [],
    ),
  );
  const [row] = rows;
  const sinceMs = Number(row?.["since_ms"] ?? now);
  if (row === undefined || now - sinceMs < tolerableMs) return null;
  const pid = row["pid"] === null ? null : Number(row["pid"]);
  const [database, role] = [String(row["database_name"]), String(row["role_name"])];
  const since = isoInstant(sinceMs);
  const what = pid === null ? "A prepared transaction" : `A transaction of process ${pid}`;
  const end =
    pid === null ? "commit it or roll it back" : `end it, or pg_terminate_backend(${pid})`;
  const sentence = `${what} (${role}, database ${database}) has been open since ${since}: no branch gets what was written after it; ${end}.`;
  return { pid, database, role, since, sentence };
}

/** Looks every half a minute whether something holds the feed back, and says so in the log for as long as it does. */
export function watchFeed(
  store: Pick<PostgresStore, "platform">,
  now: () => number,
  log: Pick<Logger, "error">,
): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const look = async () => {
    const blocker = await feedBlocker(store, now());
    if (blocker === null) return;
    const age = now() - Date.parse(blocker.since);
    log.error("feed_stalled", {
      duration_ms: age,
      ...(blocker.pid === null ? {} : { pid: blocker.pid }),
    });
  };
  const timer = setInterval(() => {
    // A database that is away for a moment is looked at again at the next turn.
    running = look().catch((error: unknown) => log.error("feed_watch_failed", {}, error));
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
