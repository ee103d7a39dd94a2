/** The middle of some rounds, and how far they lay apart. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

function sorted(values: readonly number[]): readonly number[] {
  return [...values].sort((one, other) => one - other);
}

/** The value that the given part of all lies at or below; 0 of nothing. @param part between 0 and 1 */
export function percentile(values: readonly number[], part: number): number {
  const ordered = sorted(values);
  return ordered[Math.max(0, Math.ceil(part * ordered.length) - 1)] ?? 0;
}

/** Median, least and greatest. */
export function spreadOf(values: readonly number[]): Spread {
  const ordered = sorted(values);
  const middle = (ordered.length - 1) / 2;
  const low = ordered[Math.floor(middle)] ?? 0;
  const high = ordered[Math.ceil(middle)] ?? 0;
  return { median: (low + high) / 2, min: ordered[0] ?? 0, max: ordered.at(-1) ?? 0 };
}

/** The spread of what each round of ours is to the round of the baseline that was run beside it. */
export function ratioOf(ours: readonly number[], baseline: readonly number[]): Spread {
  return spreadOf(ours.map((value, index) => value / (baseline[index] ?? Number.NaN)));
}

/** Where processor time says nothing, or is not counted. */
export const unknownCpu = { ours: null, baseline: null } as const;

/** What one request makes the database write. */
export interface Written {
  readonly walBytes: number;
  /** By which its files grow. */
  readonly diskBytes: number;
  /** Requests in one writing transaction; null where there was none. */
  readonly perTransaction: number | null;
}

/** One line of the report. */
export interface Finding {
  readonly work: string;
  readonly unit: string;
  readonly ours: Spread;
  /** What it is measured against, in the same run; null where there is nothing to compare with. */
  readonly baseline: { readonly name: string; readonly value: Spread } | null;
  readonly ratio: Spread | null;
  /** Milliseconds, over all rounds. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  /**
   * Processor time of the process under test and of its database for one request, microseconds. Where others use the
   * same machine it is the figure that can be compared; null where the system does not report it.
   */
  readonly cpuMicros: { readonly ours: number | null; readonly baseline: number | null };
  readonly written?: Written | null;
  /** The least ratio (or the most, for time and memory) that is good enough. */
  readonly must: string | null;
  /** Requests that did not get the answer they should have had. */
  readonly failures: number;
}
