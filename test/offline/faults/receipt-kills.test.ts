import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { throwDice } from "#support/dice.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient, textOf } from "#offline/front-desk.ts";
import { isSoak } from "#offline/load.ts";
import { MixedLoad } from "./mixed-load.ts";
import { expectPrintedOnce, printReceipts } from "./printed-once.ts";

// A branch dies again and again after a payment was saved and before its receipt has come out of the printer.

const wanted = isSoak ? 200 : 2;
// Most of them fall so; a kill that finds nothing to be printed does not count.
const mostKills = 3 * wanted + 10;
const patience = isSoak ? 3_600_000 : 240_000;

let product: Product;
let known = "";
let drawer = "";

beforeAll(async () => {
  product = await startProduct();
  known = await registerPatient(product, "branch");
  const opening = { counter: "Counter 1", float_minor: 100_000 };
  drawer = textOf(await product.call("branch", "POST", "/v1/cashier-shifts", opening), "id");
  await printReceipts(product);
  await product.caughtUp();
});

afterAll(() => product?.stop());

async function serves(): Promise<boolean> {
  return (await product.call("branch", "GET", `/v1/patients/${known}`)).status === 200;
}

/** How many receipts are of payments on record and have not come out. */
function receiptsOpen(): number {
  const rows = product.branchRows(
    `SELECT j.id FROM print_jobs AS j JOIN payments AS p ON p.id = j.source_id
      WHERE j.status IN ('queued', 'printing')`,
  );
  return rows.length;
}

test(
  `a branch that is killed ${wanted} times between the save of a receipt and its print prints none without a record, and none twice`,
  async () => {
    const chance = throwDice("kills between save and print");
    const load = new MixedLoad(product, { desk: 2, hub: 0, drawer, patientsPerBill: 1 });
    let between = 0;
    let kills = 0;
    while (between < wanted && kills < mostKills) {
      const saved = load.ids("receipt").length;
      await until("another receipt is saved", 60_000, () => load.ids("receipt").length > saved);
      await delay(chance.int(0, 60));
      expect(await product.killBranch("SIGKILL")).toBeNull();
      kills += 1;
      if (receiptsOpen() > 0) between += 1;
      await product.restartBranch();
      while (!(await serves().catch(() => false))) await delay(10);
    }
    await load.end();
    await load.clearUp();
    expect(between).toBe(wanted);
    expect(load.surprises).toEqual([]);
    await expectPrintedOnce(product, load, patience / 2);
    const receipts = load.ids("receipt").length;
    console.info(`${kills} kills, ${between} of them between save and print, ${receipts} receipts`);
  },
  patience,
);
