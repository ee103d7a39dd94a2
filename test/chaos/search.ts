import fc from "fast-check";
import { histories, notify, type History, type StepChoice } from "./commands.ts";

/** What a search among histories came to. */
export interface Found {
  readonly runs: number;
  /** The shortest history found under which a promise does not hold, or null. */
  readonly history: History | null;
  /** For a person: which promise, how, under which history, and how to run it again. */
  readonly report: string;
}

/** Where to look, and for how long. */
export interface SearchOptions extends StepChoice {
  readonly seed: number;
  readonly runs: number;
  readonly longest: number;
  /** Whether it is enough to know that there is one, however long. */
  readonly isAnyEnough?: boolean;
  readonly run: (history: History) => Promise<void>;
}

type Run = SearchOptions["run"];

/** What a history breaks, or null. */
async function faultOf(run: Run, history: History): Promise<unknown> {
  try {
    await run(history);
    return null;
  } catch (error) {
    return error ?? "an error without a word";
  }
}

// Steps are left out in ever smaller groups, from the end, as long as what is left still breaks something: a few dozen
// runs, where shrinking every number of every step takes hundreds.
async function shortened(run: Run, found: History): Promise<History> {
  let history = found;
  for (let size = Math.ceil(history.commands.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let end = history.commands.length; end > 0; end -= size) {
      const commands = history.commands.toSpliced(Math.max(0, end - size), Math.min(size, end));
      if ((await faultOf(run, { ...history, commands })) !== null)
        history = { ...history, commands };
    }
  }
  return history;
}

function wordsOf(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}

/** Looks for a history that breaks a promise, and makes it as short as it can. */
export async function search(options: SearchOptions): Promise<Found> {
  const { seed, runs, longest, run } = options;
  const details = await fc.check(fc.asyncProperty(histories(longest, options), run), {
    seed,
    numRuns: runs,
    endOnFailure: true,
  });
  const [first] = details.counterexample ?? [];
  if (!details.failed || first === undefined) {
    return { runs: details.numRuns, history: null, report: "" };
  }
  const history = options.isAnyEnough === true ? first : await shortened(run, first);
  const again = options.isAnyEnough === true ? null : await faultOf(run, history);
  const fault = again ?? details.errorInstance;
  const report = `${wordsOf(fault)}\n${notify(history)}\nseed ${seed}, path ${details.counterexamplePath ?? ""}`;
  return { runs: details.numRuns, history, report };
}
