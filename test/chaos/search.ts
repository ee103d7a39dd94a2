import fc from "fast-check";
import { histories, tell, type History } from "./commands.ts";

/** What a search among histories came to. */
export interface Found {
  readonly runs: number;
  /** The shortest history found under which a promise does not hold, or null. */
  readonly history: History | null;
  /** For a person: which promise, how, under which history, and how to run it again. */
  readonly report: string;
}

export interface SearchOptions {
  readonly seed: number;
  readonly runs: number;
  readonly longest: number;
  readonly run: (history: History) => Promise<void>;
  /** Milliseconds after which no further history is begun; what was found until then is shrunk no more. */
  readonly within?: number;
}

/** Looks for a history that breaks a promise, and makes it as short as it can. */
export async function search(options: SearchOptions): Promise<Found> {
  const { seed, runs, longest, run, within } = options;
  const details = await fc.check(fc.asyncProperty(histories(longest), run), {
    seed,
    numRuns: runs,
    ...(within === undefined ? {} : { interruptAfterTimeLimit: within }),
  });
  const [history] = details.counterexample ?? [];
  if (!details.failed || history === undefined) {
    return { runs: details.numRuns, history: null, report: "" };
  }
  const cause = details.errorInstance;
  const what = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const again = `seed ${seed}, path ${details.counterexamplePath ?? ""}`;
  return { runs: details.numRuns, history, report: `${what}\n${tell(history)}\n${again}` };
}
