import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shuffled, throwDice } from "#support/dice.ts";
import { startFleet, type Fleet, type FleetBranch } from "#support/fleet.ts";
import { missingForNetworks, type Direction, type NetworkFault } from "#support/network.ts";
import { until } from "#support/until.ts";
import { isSoak } from "#offline/load.ts";

const missing = missingForNetworks();
const size = isSoak ? 10 : 4;
const rounds = isSoak ? 60 : 2;
// Far more than anybody should have to wait: who is not in step by then is stuck.
const stuckAfterMs = 90_000;
const patience = isSoak ? 7_200_000 : 300_000;
const directions: readonly Direction[] = ["in", "out", "both"];

let fleet: Fleet;

beforeAll(async () => {
  if (missing === null) fleet = await startFleet(size);
  else console.warn(`tests on real networks are left out: they need ${missing}`);
});

afterAll(() => fleet?.stop());

/** People at the desks of some branches who register at a steady pace. */
class Desks {
  readonly acknowledged: string[] = [];
  readonly #ending = new AbortController();
  readonly #people: readonly Promise<void>[];

  constructor(branches: readonly FleetBranch[], perSecond: number) {
    this.#people = branches.map((branch) => this.#work(branch, 1_000 / perSecond));
  }

  async close(): Promise<readonly string[]> {
    this.#ending.abort();
    await Promise.all(this.#people);
    return this.acknowledged;
  }

  async #work(branch: FleetBranch, everyMs: number): Promise<void> {
    for (let count = 0; !this.#ending.signal.aborted; count += 1) {
      const id = await fleet.register(branch, `Meera Kale ${branch.place} ${count}`);
      // A desk is never in the hub's hands: whatever the network does, it is answered.
      if (id === null) throw new Error("a branch did not take a registration");
      this.acknowledged.push(id);
      await delay(everyMs);
    }
  }
}

async function patientsAtHub(): Promise<string> {
  const rows = await fleet.hubRows(
    "SELECT id, hlc FROM patients WHERE tenant_id = (SELECT tenant_id FROM branches WHERE id = $1)",
    [fleet.branches[0]?.branchId],
  );
  return listed(rows);
}

function listed(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return rows
    .map((row) => `${String(row["id"])} ${String(row["hlc"])}`)
    .toSorted()
    .join("\n");
}

function patientsAt(branch: FleetBranch): string {
  return listed(fleet.rowsOf(branch, "SELECT id, hlc FROM patients"));
}

function waitingAt(branch: FleetBranch): number {
  const [row] = fleet.rowsOf(
    branch,
    "SELECT count(*) AS count FROM journal WHERE journal_state = 'pending'",
  );
  return Number(row?.["count"]);
}

/** Waits until these branches and the hub hold the same patients; milliseconds that it took. */
async function inStep(branches: readonly FleetBranch[]): Promise<number> {
  const began = performance.now();
  await until("everybody holds the same", stuckAfterMs, async () => {
    if (branches.some((branch) => waitingAt(branch) > 0)) return false;
    const atHub = await patientsAtHub();
    return branches.every((branch) => patientsAt(branch) === atHub);
  });
  return performance.now() - began;
}

/** Each of these stands at the hub once, with one event. */
async function expectOnce(ids: readonly string[]): Promise<void> {
  const [row] = await fleet.hubRows(
    `SELECT count(*)::int AS patients, count(DISTINCT uhid)::int AS numbers,
            (SELECT count(*)::int FROM domain_events WHERE entity_id = ANY($1)) AS events
       FROM patients WHERE id = ANY($1)`,
    [ids],
  );
  expect(row).toEqual({ patients: ids.length, numbers: ids.length, events: ids.length });
  for (const { nodeId, ...branch } of fleet.branches) {
    const atHub = await fleet.hubRows(
      "SELECT count(*)::int AS count FROM received_operations WHERE node_id = $1",
      [nodeId],
    );
    const journal = fleet.rowsOf({ nodeId, ...branch }, "SELECT count(*) AS count FROM journal");
    expect(atHub).toEqual(journal);
  }
}

function theBranch(place: number): FleetBranch {
  const branch = fleet.branches[place];
  if (branch === undefined) throw new Error(`no branch ${place}`);
  return branch;
}

test.runIf(process.env["CI"] === "true")("in CI no network is left out for want of a tool", () => {
  expect(missing).toBeNull();
});

const faults: readonly (readonly [string, NetworkFault])[] = [
  ["the hub's answers are lost", { kind: "answers_lost" }],
  ["every packet is answered with a reset", { kind: "reset" }],
  ["the line ends after twenty kilobytes", { kind: "quota", kilobytes: 20 }],
];

const partitions: readonly (readonly [string, NetworkFault])[] = [
  ["packets into the hub are dropped", { kind: "partition", direction: "in" }],
  ["packets out of the hub are dropped", { kind: "partition", direction: "out" }],
  ["nothing passes", { kind: "partition", direction: "both" }],
];

describe.skipIf(missing !== null)("on a real network (needs root, ip and nft)", () => {
  // The quick run leaves the partitions to the last test, where they hit several at once.
  test.each(isSoak ? [...partitions, ...faults] : faults)(
    "while %s for one branch, its desk and all others work on, and after it everybody is in step",
    async (_title, fault) => {
      await inStep(fleet.branches);
      fleet.network.strike([{ branch: 0, fault }]);
      const others = fleet.branches.slice(1, 3);
      const desks = new Desks([theBranch(0), ...others], 15);
      await delay(isSoak ? 20_000 : 1_000);
      // Far more than a branch in touch ever has waiting: the fault has struck.
      await until("work waits", stuckAfterMs, () => waitingAt(theBranch(0)) > 20);
      const ids = await desks.close();
      await inStep(others);
      const waited = waitingAt(theBranch(0));
      fleet.network.heal();
      const tookMs = await inStep(fleet.branches);
      console.info(`${fault.kind}: ${waited} waited, in step ${Math.round(tookMs)} ms after it`);
      expect(waited).toBeGreaterThan(0);
      await expectOnce(ids);
    },
    patience,
  );

  test.each([
    [
      "a fifth of all packets lost",
      () => fleet.network.strike(lossy()),
      () => fleet.network.heal(),
    ],
    [
      "a line of one megabit a second",
      () => fleet.network.setRate(1_000),
      () => fleet.network.setRate(null),
    ],
  ])(
    "with %s for all, everybody comes in step without an end of it",
    async (_title, begin, end) => {
      begin();
      try {
        const desks = new Desks(fleet.branches.slice(0, 2), 15);
        await delay(2_000);
        const ids = await desks.close();
        expect(ids.length).toBeGreaterThan(0);
        await inStep(fleet.branches);
        await expectOnce(ids);
      } finally {
        end();
      }
    },
    patience,
  );

  function lossy() {
    return fleet.branches.map(({ place }) => ({
      branch: place,
      fault: { kind: "loss", percent: 20 } as const,
    }));
  }

  test(
    "partitions of every direction, of some branches and of all, leave nobody stuck and nobody different",
    async () => {
      const chance = throwDice("partitions");
      const times: number[] = [];
      const ids: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const hit = shuffled(chance, fleet.branches).slice(0, chance.pick([1, 2, size]));
        const desks = new Desks(fleet.branches, chance.int(isSoak ? 10 : 5, isSoak ? 40 : 15));
        fleet.network.strike(
          hit.map(({ place }) => {
            const direction = directions[round % directions.length] ?? "both";
            return { branch: place, fault: { kind: "partition", direction } };
          }),
        );
        await delay(chance.int(1_000, isSoak ? 30_000 : 6_000));
        fleet.network.heal();
        ids.push(...(await desks.close()));
        times.push(await inStep(fleet.branches));
      }
      await expectOnce(ids);
      const sorted = times.map(Math.round).toSorted((one, other) => one - other);
      console.info(
        `${size} branches, ${rounds} partitions, ${ids.length} registrations: in step after median ` +
          `${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`,
      );
      expect(new Set(ids).size).toBe(ids.length);
    },
    patience,
  );
});
