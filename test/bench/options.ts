import { parseArgs } from "node:util";
import type { Pace } from "./load.ts";

/** What a run of the bench is asked to do. */
export interface BenchOptions {
  /** Patients that search, lists and the branch have to deal with. */
  readonly rows: number;
  readonly pace: Pace;
  /** Whether a look in a few minutes is wanted, with smaller crowds. */
  readonly isQuick: boolean;
  readonly jsonFile: string | null;
  /** Only the groups with these names or titles; all when it is empty. */
  readonly only: readonly string[];
  /** Of the requests to hub and branch, and of care, those whose name holds this; all when it is empty. */
  readonly work: string;
  /** Where CPU profiles of hub and branch are put, or null. */
  readonly profileFolder: string | null;
}

/** How the bench is called. */
const usage = `usage: npm run bench -- [--quick] [--rows N] [--rounds N] [--seconds N]
                        [--only sync,hub,processes,growth,care,money,branch,pages,printing,devices] [--work TEXT] [--json FILE] [--profile FOLDER]
  --only GROUPS of contests, or single ones by their titles: "sync up,bootstrap"; all but growth when it is left out
  --rows N      patients in the database, default 20000 (10000 with --quick)
  --rounds N    rounds of ours and of the baseline in turns, default 3 (2)
  --work TEXT   of the requests to hub and branch, and of care, only those whose name holds the text
  --seconds N   length of a round, default 4 (1), behind 3000 (500) requests that are not counted
A run for which the machine had other work says so and writes no JSON.`;

function positive(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`${text} is not a number above zero`);
}

/** Reads the command line; says how the bench is called, and ends, where that is asked or is not known. */
export function optionsOrEnd(args: readonly string[]): BenchOptions {
  if (args.includes("--help")) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return readOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exit(2);
  }
}

/** @throws Error for what it does not know */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      rows: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      only: { type: "string" },
      work: { type: "string", default: "" },
      json: { type: "string" },
      profile: { type: "string" },
    },
  });
  return {
    rows: positive(values.rows, values.quick ? 10_000 : 20_000),
    pace: {
      rounds: positive(values.rounds, values.quick ? 2 : 3),
      seconds: positive(values.seconds, values.quick ? 1 : 4),
      warmUp: values.quick ? 500 : 3_000,
    },
    isQuick: values.quick,
    jsonFile: values.json ?? null,
    only: values.only?.split(",") ?? [],
    work: values.work,
    profileFolder: values.profile ?? null,
  };
}
