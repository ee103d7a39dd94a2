import { setTimeout as delay } from "node:timers/promises";
import type { RateRule } from "@edgeward/shared/contract/surface-rules.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { ownCallCount, type CallCount } from "@edgeward/shared/pipeline/plan-limits.ts";
import { tooMany } from "@edgeward/shared/pipeline/rate-limit.ts";
import type { PostgresStore } from "#db/postgres-store.ts";

// A database that takes longer than this has more to do than counting.
const patienceMs = 500;
const cleanEvery = 1_000;

// Each call takes `1 / rate` of time, and as much as `burst` of them may be taken ahead (GCRA). By the database's clock,
// whatever the processes' own say; one that was put back by more than a minute keeps nobody waiting for it.
const takeText = `INSERT INTO call_limits AS c (limit_key, spent_until)
  VALUES ($1, clock_timestamp() + $2::float8 * interval '1 second')
  ON CONFLICT (limit_key) DO UPDATE SET spent_until = CASE
      WHEN c.spent_until > excluded.spent_until + ($3::float8 + 60) * interval '1 second' THEN excluded.spent_until
      ELSE greatest(c.spent_until + $2::float8 * interval '1 second', excluded.spent_until) END
    WHERE c.spent_until + $2::float8 * interval '1 second' <= clock_timestamp() + $3::float8 * interval '1 second'
       OR c.spent_until > excluded.spent_until + ($3::float8 + 60) * interval '1 second'
  RETURNING extract(epoch FROM clock_timestamp() - spent_until)::float8 AS ahead`;

const waitText = `SELECT extract(epoch FROM
    spent_until + ($2::float8 - $3::float8) * interval '1 second' - clock_timestamp())::float8 AS wait
  FROM call_limits WHERE limit_key = $1`;

const cleanText =
  "DELETE FROM call_limits WHERE spent_until < clock_timestamp() - interval '1 hour'";

/** What counts the calls of programs over all processes of the hub. */
export interface SharedCallCountOptions {
  readonly store: Pick<PostgresStore, "platform">;
  readonly now: () => number;
  readonly log: Pick<Logger, "warn">;
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

async function takeIn(session: Session, key: string, rule: RateRule): Promise<number> {
  const stepSeconds = 60 / rule.perMinute;
  const depthSeconds = rule.burst * stepSeconds;
  const values = [key, stepSeconds, depthSeconds];
  const [taken] = await session.query(takeText, values);
  if (taken !== undefined)
    return Math.max(0, Math.floor((depthSeconds + Number(taken["ahead"])) / stepSeconds));
  const [row] = await session.query(waitText, values);
  throw tooMany(Math.max(1, Math.ceil(Number(row?.["wait"] ?? 0))), "requests");
}

/**
 * Counts in the hub's database, one row a program, so that several processes together let through what one would. Where
 * the database does not answer in time each process counts for itself: a limit is no reason to refuse everybody.
 */
export function sharedCallCount({ store, now, log }: SharedCallCountOptions): CallCount {
  const own = ownCallCount(now);
  let calls = 0;
  const take = (key: string, rule: RateRule) =>
    store.platform(async (session) => {
      calls += 1;
      if (calls % cleanEvery === 0) await session.query(cleanText, []);
      return takeIn(session, key, rule);
    });
  return {
    take: async (key, rule) => {
      const taking = take(key, rule);
      // Whatever becomes of it when nobody waits any more.
      taking.catch(() => undefined);
      const impatience = new AbortController();
      const late = delay(patienceMs, null, { signal: impatience.signal }).catch(() => null);
      try {
        const taken = await Promise.race([taking, late]);
        if (taken !== null) return taken;
        log.warn("limits_late", {});
      } catch (error) {
        if (error instanceof AppError) throw error;
        log.warn("limits_unreachable", { code: errorName(error) });
      } finally {
        impatience.abort();
      }
      return own.take(key, rule);
    },
  };
}
