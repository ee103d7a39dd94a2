import { startPostgres } from "#chaos/postgres-ground.ts";
import { judgePlace, type Judgement } from "./judge-place.ts";
import type { Place } from "./place.ts";
import { places } from "./places.ts";

// Always the same histories: this run asks whether a fault is noticed, and not for new ones.
const seed = Number(process.env["CHAOS_MUTATION_SEED"] ?? 20_261_123);
const runs = Number(process.env["CHAOS_MUTATION_RUNS"] ?? 300);
const workers = Number(process.env["CHAOS_MUTATION_WORKERS"] ?? 2);
// Of the faults of which something can be noticed.
const fewestNoticed = 0.95;
const tenantsEach = 100_000;

interface Outcome extends Judgement {
  readonly place: Place;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function lineOf({ place, isNoticed, runs: count, report }: Outcome): string {
  const [first = ""] = report.split("\n");
  const unnoticed = place.unseen === undefined ? "NOT NOTICED" : "not noticed, as is to be";
  const what = isNoticed ? `after ${count}: ${first.slice(0, 90)}` : unnoticed;
  return `${place.file.split("/").at(-1)}: ${place.why} | ${what}`;
}

/** The places to look at: those whose file or words have what was asked for. */
function chosen(words: readonly string[]): readonly number[] {
  return places.flatMap((place, index) => {
    const text = `${index} ${place.file} ${place.why}`;
    return words.length === 0 || words.some((word) => text.includes(word)) ? [index] : [];
  });
}

async function judgeSome(queue: number[], outcomes: Outcome[]): Promise<void> {
  const postgres = await startPostgres();
  try {
    for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
      const place = places[index];
      if (place === undefined) continue;
      const firstTenant = (index + 1) * tenantsEach;
      const task = { address: postgres.address, firstTenant, seed, runs, often: place.often };
      const outcome = { place, ...(await judgePlace(index, task)) };
      outcomes.push(outcome);
      print(`${index} ${lineOf(outcome)}`);
    }
  } finally {
    await postgres.stop();
  }
}

/** Without any fault the same histories find nothing, or the others would have shown nothing. */
async function control(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const kinds = [...new Set(places.flatMap(({ often }) => often))];
    for (const [place, often] of [[], kinds].entries()) {
      const firstTenant = place * tenantsEach;
      const task = { address: postgres.address, firstTenant, seed, runs, often };
      const { isNoticed, runs: count, report } = await judgePlace(null, task);
      print(`no fault | ${isNoticed ? `FOUND after ${count}: ${report}` : `none in ${count}`}`);
      if (isNoticed) process.exitCode = 1;
    }
  } finally {
    await postgres.stop();
  }
}

const words = process.argv.slice(2);
if (words.length === 0) await control();
const queue = [...chosen(words)];
const outcomes: Outcome[] = [];
await Promise.all(Array.from({ length: workers }, () => judgeSome(queue, outcomes)));
const counted = outcomes.filter(({ place, isNoticed }) => place.unseen === undefined || isNoticed);
const noticed = counted.filter(({ isNoticed }) => isNoticed);
print(
  `${noticed.length} of ${counted.length} noticed, seed ${seed}, at most ${runs} histories each`,
);
for (const outcome of counted.filter(({ isNoticed }) => !isNoticed)) print(`  ${lineOf(outcome)}`);
for (const { place } of outcomes.filter((one) => one.place.unseen !== undefined && !one.isNoticed))
  print(`  cannot be noticed: ${place.why}. ${place.unseen ?? ""}`);
if (noticed.length < counted.length * fewestNoticed) process.exitCode = 1;
