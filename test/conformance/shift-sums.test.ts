import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { Chance } from "@edgeward/hub/demo/chance.ts";
import { throwDice } from "#support/dice.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { CashierDesk } from "./cashier-desk.ts";

const isSoak = process.env["EDGEWARD_SOAK"] === "1";
const shiftsOf = isSoak ? { branch: 10_000, hub: 2_000 } : { branch: 40, hub: 20 };
const limitMs = isSoak ? 7_200_000 : 60_000;
const cashiers = 4;
// Tokens hold for a quarter of an hour.
const shiftsOfToken = 100;

type ListedShifts = z.output<typeof cashierShiftsContract.list.response>;

/** What was found in the drawers, and what the closed shifts say was credited. */
interface Sums {
  counted: bigint;
  credited: bigint;
}

async function seedCashiers(node: TestNode): Promise<readonly string[]> {
  const branches = [node.tenant.branchId];
  const plan = (nth: number) => ({ name: `Cashier ${nth}`, role: "billing", branches });
  return writeAsSystem(node, node.tenant.id, (write) =>
    Array.from({ length: cashiers }, (_, nth) => seedStaff(write, plan(nth))),
  );
}

function cashier(node: TestNode, sub: string): Promise<Client> {
  return clientFor(node, node.tenant, { claims: { sub, roles: ["billing", "tenant_admin"] } });
}

/** A shift from its float until it is closed. @returns what was found in the drawer, and credited */
async function workShift(
  chance: Chance,
  counter: string,
  { own, next, nextId }: { readonly own: Client; readonly next: Client; readonly nextId: string },
): Promise<readonly [counted: bigint, credited: bigint]> {
  const desk = await CashierDesk.open(own, chance, counter);
  for (let acts = chance.int(0, 6); acts > 0; acts -= 1) await desk.act();
  // Nobody who counts can see what should be there.
  expect(await desk.read()).toMatchObject({ expected_minor: null, takings: null });
  const { sum, count } = desk.found();
  const expected = Number(desk.drawer.cash);
  const counted = await desk.change({ count });
  expect(counted).toMatchObject({
    status: "counted",
    counted_minor: sum,
    expected_minor: expected,
    variance_minor: sum - expected,
  });
  expect(counted.takings).toEqual(expect.arrayContaining(desk.drawer.takings));
  expect(counted.takings).toHaveLength(desk.drawer.takings.length);
  const said = sum === expected ? {} : { variance_reason: "Found so" };
  if (!chance.happens(0.7)) {
    const closed = await desk.change({ status: "closed", ...said });
    return [BigInt(sum), BigInt(closed.credited_minor ?? -1)];
  }
  await desk.change({ status: "handed_over", handed_to: nextId, ...said });
  expect(await desk.read()).toMatchObject({ credited_minor: null });
  await expect(desk.change({ status: "closed" })).rejects.toMatchObject({ code: "forbidden" });
  const closed = await desk.change({ status: "closed" }, next);
  expect(closed.accepted_by).toBe(nextId);
  return [BigInt(sum), BigInt(closed.credited_minor ?? -1)];
}

/** What all shifts that are closed say, read from the list. */
async function listed(client: Client) {
  const sums = { counted: 0n, credited: 0n, shifts: 0, numbers: new Set<string>() };
  let query: { readonly limit: string; readonly cursor?: string } | null = { limit: "100" };
  while (query !== null) {
    const page: ListedShifts = (await client.call(cashierShiftsContract.list, { query })).body;
    for (const one of page.data) {
      sums.counted += BigInt(one.counted_minor ?? 0);
      sums.credited += BigInt(one.credited_minor ?? 0);
      sums.shifts += 1;
      sums.numbers.add(one.shift_no);
      if (one.status !== "closed") throw new Error(`${one.shift_no} is ${one.status}`);
    }
    query = page.next_cursor === null ? null : { limit: "100", cursor: page.next_cursor };
  }
  return sums;
}

describe.each(engines)("on the $engine", (engine) => {
  const shifts = shiftsOf[engine.engine];

  test(
    "what cashiers count is what is credited, over shifts of every kind that four work beside each other",
    { timeout: limitMs },
    async () => {
      const node = await engine.start();
      const ids = await seedCashiers(node);
      const chance = throwDice("cashiers' shifts");
      const sums: Sums = { counted: 0n, credited: 0n };
      for (let done = 0; done < shifts; done += shiftsOfToken) {
        const clients = await Promise.all(ids.map((id) => cashier(node, id)));
        const left = Math.min(shiftsOfToken, shifts - done);
        const work = clients.map(async (own, nth) => {
          const following = (nth + 1) % cashiers;
          const [next = own, nextId = ""] = [clients[following], ids[following]];
          for (let shift = nth; shift < left; shift += cashiers) {
            const [counted, credited] = await workShift(chance, `Counter ${nth}`, {
              own,
              next,
              nextId,
            });
            expect(credited).toBe(counted);
            sums.counted += counted;
            sums.credited += credited;
          }
        });
        await Promise.all(work);
      }
      expect(sums.credited).toBe(sums.counted);
      const { numbers, ...kept } = await listed(await clientFor(node, node.tenant));
      expect(kept).toEqual({ ...sums, shifts });
      expect(numbers.size).toBe(shifts);
      await node.stop();
    },
  );
});
