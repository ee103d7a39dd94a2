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

// Times are what a skewed clock writes, with the numbers that begin anew each day; everything else has to be the same.
const times: ReadonlySet<string> = new Set([
  "slot_time",
  "end_time",
  "started_at",
  "status_history",
  "business_date",
  "queue_no",
  "token_code",
  "ordered_at",
  "work_order",
  "performed_at",
  "issued_at",
  "acquired_at",
  "admitted_at",
  "discharged_at",
  "discharge",
  "transfers",
  "clearance_history",
  "status_since",
  "triaged_at",
  "level_at",
  "due_at",
  "retriages",
  "decided_at",
  "revoked_at",
  // With when it was given.
  "report",
  // Made of the record's id here.
  "order_no",
  "rx_no",
  "accession_no",
  "certificate_no",
  "invoice_no",
  "credit_note_no",
  "shift_no",
  "receipt_no",
  "counted_at",
  "movements",
]);

// Lines of a bill have ids as well.
function withoutIds(json: string): string {
  return json.replaceAll(/"[a-z]{3}_[0-9a-z]{26}"/gu, '"id"');
}

async function outcomeOf(world: World): Promise<Outcome> {
  const received = await world.hub.received();
  const values: unknown[] = [];
  for (const table of travellingTables.filter((one) => one !== conflictsTable)) {
    const rows = (await world.hub.rows(table)).map((row) =>
      Object.entries(row).filter(([name]) => !systemColumns.has(name) && !times.has(name)),
    );
    // Ids are drawn by lot; the rest of a record distinguishes it from others.
    const plain = rows.map((fields) =>
      fields.filter(
        ([, value]) => typeof value !== "string" || !/^[a-z]{3}_[0-9a-z]{26}$/.test(value),
      ),
    );
    values.push(plain.map((fields) => withoutIds(canonicalJson(fields))).toSorted());
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
      // What a branch does by itself is what its clock says.
      without: ["own_work"],
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
