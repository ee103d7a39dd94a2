import { beforeAll, expect, test } from "vitest";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { systemColumns } from "@edgeward/shared/db/table.ts";
import type { History } from "./commands.ts";
import { lanes } from "./lanes.ts";
import { layGround, runHistory } from "./run.ts";
import { search } from "./search.ts";
import { travellingTables } from "./tables.ts";
import type { Ground } from "./ground.ts";
import type { World } from "./world.ts";

const { seed, timeout } = lanes;
const runs = Math.ceil(lanes.runs / 10);

let ground: Ground;
beforeAll(async () => {
  ground = await layGround();
  return ground.clear;
});

interface Outcome {
  readonly outcomes: readonly string[];
  readonly isTied: boolean;
  readonly values: string;
}

// What follows from the day or from a time without being one, and lists of which each entry has its own time.
const ofTheClock: ReadonlySet<string> = new Set([
  "business_date",
  "queue_no",
  "token_code",
  "work_order",
  "slot_time",
  "end_time",
  "discharge",
  "status_history",
  "transfers",
  "clearance_history",
  "retriages",
  "report",
  "movements",
]);

/** Whether a column says the same whatever the clocks say. Codes and numbers of records are made of their ids here. */
function isSettled(name: string): boolean {
  return !systemColumns.has(name) && !ofTheClock.has(name) && !/(?:^code|_no)$/u.test(name);
}

/** Without what is drawn by lot or says a time; parts of a record, such as the lines of a bill, have those as well. */
function withoutChance(json: string): string {
  return json
    .replaceAll(/"[a-z]{2,4}_[0-9a-z]{26}"/gu, '"id"')
    .replaceAll(/"(batch_no)":"[^"]*"/gu, '"$1":"no"')
    .replaceAll(/"\d{4}-\d{2}-\d{2}T[0-9:.]+Z"/gu, '"time"');
}

async function outcomeOf(world: World): Promise<Outcome> {
  const received = await world.hub.received();
  const values: unknown[] = [];
  for (const table of travellingTables.filter((one) => one !== conflictsTable)) {
    const rows = (await world.hub.rows(table)).map((row) =>
      Object.entries(row).filter(([name]) => isSettled(name)),
    );
    // Ids are drawn by lot; the rest of a record distinguishes it from others.
    const plain = rows.map((fields) =>
      fields.filter(
        ([, value]) => typeof value !== "string" || !/^[a-z]{2,4}_[0-9a-z]{26}$/.test(value),
      ),
    );
    values.push(plain.map((fields) => withoutChance(canonicalJson(fields))).toSorted());
  }
  const outcomes = received.map(({ nodeId, seq, outcome }) => `${nodeId} ${seq} ${outcome}`);
  const isTied = (await world.hub.rows(conflictsTable)).length > 0;
  return { outcomes: outcomes.toSorted(), isTied, values: canonicalJson(values) };
}

async function outcomeUnder(history: History, areClocksRight: boolean): Promise<Outcome> {
  let outcome: Outcome | null = null;
  const after = async (world: World) => {
    outcome = await outcomeOf(world);
  };
  await runHistory(ground, history, { areClocksRight, after });
  if (outcome === null) throw new Error("the history did not come to its end");
  return outcome;
}

test(
  `clocks two days off change nothing where nothing was tied (seed ${seed})`,
  { timeout },
  async () => {
    let compared = 0;
    const found = await search({
      seed,
      runs,
      longest: 30,
      // What a branch does by itself is what its clock says, and whether somebody had the right to a write is judged at
      // the moment that the write names (authors.ts).
      without: ["own_work", "staff"],
      run: async (history) => {
        const right = await outcomeUnder(history, true);
        const wrong = await outcomeUnder(history, false);
        expect(wrong.isTied).toBe(right.isTied);
        if (right.isTied) return;
        compared += 1;
        expect(wrong).toEqual(right);
      },
    });
    process.stdout.write(
      `chaos: clocks, seed ${seed}, ${found.runs} histories, ${compared} without a tie\n`,
    );
    expect(found.report).toBe("");
    expect(compared).toBeGreaterThan(0);
  },
);
