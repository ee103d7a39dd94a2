import { percentile, spreadOf, unknownCpu, type Finding } from "./figures.ts";

/** How long somebody waited, milliseconds; null for what never came. */
export type Wait = number | null;

/** Milliseconds after which what did not come counts as never: far beyond everything that is asked for. */
export const longestWaitMs = 30_000;

/** What comes within half a minute, or null. */
export async function inTime<T>(promise: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), longestWaitMs);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

/** How long it took until a moment that `performance.now()` gave, or null when that never came. */
export function since(began: number, at: number | null): Wait {
  return at === null ? null : at - began;
}

/** What people waited for, as one line of the report; what never came is a failure and is in no other figure. */
export function waitFinding(work: string, must: string | null, waits: readonly Wait[]): Finding {
  const came = waits.filter((wait) => wait !== null);
  return {
    work,
    unit: "ms",
    ours: spreadOf(came),
    baseline: null,
    ratio: null,
    latency: {
      p50: percentile(came, 0.5),
      p95: percentile(came, 0.95),
      p99: percentile(came, 0.99),
    },
    cpuMicros: unknownCpu,
    must,
    failures: waits.length - came.length,
  };
}
