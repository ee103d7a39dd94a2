const isSoak = process.env["EDGEWARD_SOAK"] === "1";

function numberOf(name: string, otherwise: number): number {
  return Number(process.env[name] ?? otherwise);
}

/** How many histories are run: a quick look with every test run, and a long one with `npm run soak`. */
export const lanes = {
  /** Chosen anew each time and printed; give it to see the same histories again. */
  seed: numberOf("CHAOS_SEED", Date.now() % 1_000_000_007),
  runs: numberOf("CHAOS_RUNS", isSoak ? 10_000 : 80),
  /** Most steps of a history. */
  longest: 60,
  /** Milliseconds. */
  timeout: isSoak ? 7_200_000 : 600_000,
} as const;
