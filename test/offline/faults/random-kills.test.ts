import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { shuffled, throwDice } from "#support/dice.ts";
import type { DurablePostgres } from "#support/durable-postgres.ts";
import { startDurableProduct } from "#support/durable-product.ts";
import type { NodeName, Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient, textOf } from "#offline/front-desk.ts";
import { isSoak } from "#offline/load.ts";
import { billMinor, MixedLoad } from "./mixed-load.ts";
import { expectPrintedOnce, printReceipts } from "./printed-once.ts";
import { WebhookLog } from "./webhook-log.ts";

type Victim = "branch" | "hub" | "PostgreSQL";

const plan: Readonly<Record<Victim, number>> = isSoak
  ? { branch: 100, hub: 60, PostgreSQL: 40 }
  : { branch: 3, hub: 2, PostgreSQL: 2 };
const patience = isSoak ? 3_600_000 : 240_000;
const floatMinor = 100_000;
// A delivery that a killed hub had in hand is taken up again when its lease ends.
const leaseMs = 30_000;

let postgres: DurablePostgres;
let product: Product;
let known = "";
let drawer = "";
const webhooks = new WebhookLog();

beforeAll(async () => {
  ({ product, postgres } = await startDurableProduct());
  await webhooks.listen();
  await product.operator("POST", "/operator/webhook-endpoints", {
    tenant_id: product.demo.tenant_id,
    url: webhooks.url,
    events: ["*"],
  });
  known = await registerPatient(product, "branch");
  const opening = { counter: "Counter 1", float_minor: floatMinor };
  drawer = textOf(await product.call("branch", "POST", "/v1/cashier-shifts", opening), "id");
  await printReceipts(product);
  await product.caughtUp();
});

afterAll(async () => {
  await product?.stop();
  webhooks.close();
});

async function serves(node: NodeName): Promise<boolean> {
  return (await product.call(node, "GET", `/v1/patients/${known}`)).status === 200;
}

const killers: Readonly<Record<Victim, () => Promise<void>>> = {
  branch: async () => {
    expect(await product.killBranch("SIGKILL")).toBeNull();
    await product.restartBranch();
  },
  hub: async () => {
    expect(await product.killHub("SIGKILL")).toBeNull();
    await product.restartHub();
  },
  PostgreSQL: async () => {
    await postgres.kill();
    await postgres.start();
  },
};

/** Kills one process and starts it again at once; milliseconds until people are served again. */
async function killOnce(victim: Victim): Promise<number> {
  const killedAt = performance.now();
  await killers[victim]();
  const node = victim === "branch" ? "branch" : "hub";
  while (!(await serves(node).catch(() => false))) await delay(10);
  return performance.now() - killedAt;
}

interface Kill {
  readonly victim: Victim;
  readonly at: number;
  readonly backAfterMs: number;
}

function summary(kills: readonly Kill[]): string {
  const lines = Object.entries(Object.groupBy(kills, ({ victim }) => victim)).map(
    ([victim, those]) => {
      const times = those
        .map(({ backAfterMs }) => Math.round(backAfterMs))
        .toSorted((a, b) => a - b);
      const at = (share: number) => times[Math.floor(share * (times.length - 1))];
      return `${victim} ${times.length}×: back after median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`;
    },
  );
  return lines.join("\n");
}

const countedShape = z.strictObject({
  rows: z.int(),
  numbers: z.int(),
  events: z.int(),
  deliveries: z.int(),
  audited: z.int(),
});

type Counted = z.output<typeof countedShape>;

async function countedAtHub(
  table: string,
  number: string,
  ids: readonly string[],
): Promise<Counted> {
  const [row] = await product.hubRows(
    `SELECT count(*)::int AS rows, count(DISTINCT ${number})::int AS numbers,
            (SELECT count(*)::int FROM domain_events WHERE entity_id = ANY($1)) AS events,
            (SELECT count(*)::int FROM webhook_deliveries d
               JOIN domain_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
              WHERE e.entity_id = ANY($1)) AS deliveries,
            (SELECT count(*)::int FROM audit_events WHERE entity_id = ANY($1) AND action = 'create') AS audited
       FROM ${table} WHERE id = ANY($1)`,
    [ids],
  );
  return countedShape.parse(row);
}

function each(count: number, eventsEach: number): Counted {
  const effects = count * eventsEach;
  return { rows: count, numbers: count, events: effects, deliveries: effects, audited: count };
}

function receivedAtHub() {
  return product.hubRows(
    `SELECT count(*)::int AS count, count(DISTINCT op_id)::int AS operations, max(seq)::int AS last
       FROM received_operations WHERE node_id = $1`,
    [product.nodeId],
  );
}

function countedInJournal() {
  return product.branchRows(
    "SELECT count(*) AS count, count(DISTINCT op_id) AS operations, max(seq) AS last FROM journal",
  );
}

/** What was acknowledged stands at the hub once, with its number, its audit entry, its events and their deliveries. */
async function expectOnceAtHub(load: MixedLoad): Promise<void> {
  const patients = load.ids("patient");
  const tokens = load.ids("token");
  expect(new Set([...patients, ...tokens]).size).toBe(patients.length + tokens.length);
  expect(await countedAtHub("patients", "uhid", patients)).toEqual(each(patients.length, 1));
  const [one] = await product.hubRows(
    "SELECT count(*)::int AS count FROM domain_events WHERE entity_id = $1",
    [tokens[0] ?? ""],
  );
  const perToken = Number(one?.["count"]);
  expect(perToken).toBeGreaterThan(0);
  const number = "(queue_code, business_date, queue_no)";
  expect(await countedAtHub("appointments", number, tokens)).toEqual(each(tokens.length, perToken));
  const payments = load.ids("payment");
  expect(await countedAtHub("payments", "receipt_no", payments)).toEqual(each(payments.length, 1));
  // Of each bill that it was issued, and of each payment that it is paid: by one payment, which is all of it.
  const bills = load.ids("bill");
  const told = bills.length + payments.length;
  expect(await countedAtHub("invoices", "invoice_no", bills)).toEqual({
    ...each(bills.length, 1),
    events: told,
    deliveries: told,
  });
  // What the branch notes by itself, such as how its printer is, may have come up a moment ago.
  await expect
    .poll(async () => [await receivedAtHub(), countedInJournal()], { timeout: 60_000 })
    .toSatisfy(([received, journal]) => isDeepStrictEqual(received, journal));
  expect((await product.operator("GET", "/operator/audit/verify")).body["ok"]).toBe(true);
}

/** No number stands twice anywhere, and the queue has no gap: a number that was lost was never given. */
async function expectNumbersOnce(): Promise<void> {
  const twice = await product.hubRows(
    `SELECT uhid AS number FROM patients GROUP BY tenant_id, uhid HAVING count(*) > 1
     UNION ALL
     SELECT concat(queue_code, business_date, queue_no) FROM appointments WHERE queue_no IS NOT NULL
      GROUP BY tenant_id, branch_id, queue_code, business_date, queue_no HAVING count(*) > 1`,
  );
  expect(twice).toEqual([]);
  const gaps = product.branchRows(
    `SELECT queue_code, business_date FROM appointments WHERE queue_no IS NOT NULL
      GROUP BY queue_code, business_date HAVING count(*) <> max(queue_no)`,
  );
  expect(gaps).toEqual([]);
  const papers = product.branchRows(
    "SELECT invoice_no AS number FROM invoices UNION ALL SELECT receipt_no FROM payments",
  );
  const inSeries = Object.groupBy(papers, ({ number }) => String(number).replace(/\d+$/u, ""));
  expect(Object.keys(inSeries)).toHaveLength(2);
  for (const numbers of Object.values(inSeries)) {
    const taken = (numbers ?? []).map(({ number }) => Number(/\d+$/u.exec(String(number))));
    expect(taken.toSorted((a, b) => a - b)).toEqual(taken.map((_, nth) => nth + 1));
  }
}

/** What should be in the drawer is its float and each payment that was acknowledged, and each of their bills is paid. */
async function expectMoneyOnce(load: MixedLoad): Promise<void> {
  const payments = load.ids("payment").length;
  expect(payments).toBeGreaterThan(0);
  const paid = product.branchRows(
    "SELECT count(*) AS count, sum(paid_minor) AS sum FROM invoices WHERE status = 'paid'",
  );
  expect(paid).toEqual([{ count: payments, sum: payments * billMinor }]);
  const expected = floatMinor + payments * billMinor;
  const path = `/v1/cashier-shifts/${drawer}`;
  const count = { sum_minor: expected };
  const counted = await product.call("branch", "PUT", path, { count });
  expect(counted.body).toMatchObject({ expected_minor: expected, variance_minor: 0 });
}

/** Branch and hub hold the same records in the same state. */
async function expectSameOnBothSides(): Promise<void> {
  const tables = {
    patients: "id, hlc, status",
    appointments: "id, hlc, status",
    invoices: "id, hlc, status, invoice_no",
    payments: "id, hlc, receipt_no",
    cashier_shifts: "id, hlc, status, shift_no",
  };
  for (const [table, columns] of Object.entries(tables)) {
    const atBranch = product.branchRows(`SELECT ${columns} FROM ${table} ORDER BY id`);
    const ids = atBranch.map((row) => row["id"]);
    const atHub = await product.hubRows(
      `SELECT ${columns} FROM ${table} WHERE id = ANY($1) ORDER BY id COLLATE "C"`,
      [ids],
    );
    expect(atBranch).toEqual(atHub);
  }
}

function isKillBetween(kills: readonly Kill[], first: number, last: number): boolean {
  return kills.some(
    ({ victim, at, backAfterMs }) =>
      victim !== "branch" && at < last && at + backAfterMs > first - 1_000,
  );
}

/** Each event that was published has one id and one body; it came again only where a kill lay between. */
async function expectToldOnce(load: MixedLoad, kills: readonly Kill[]): Promise<number> {
  const ids = [...load.ids("patient"), ...load.ids("token")];
  await until("no delivery waits", 2 * leaseMs, async () => {
    const waiting = await product.hubRows(
      "SELECT 1 FROM webhook_deliveries WHERE delivery_status = 'pending' LIMIT 1",
    );
    return waiting.length === 0;
  });
  const reported = webhooks.byId();
  const events = await product.hubRows("SELECT id, entity_id FROM domain_events");
  const real = new Set(events.map((event) => String(event["id"])));
  expect([...reported.keys()].filter((id) => !real.has(id))).toEqual([]);
  const wanted = new Set(ids);
  const untold = events.filter(
    (event) => wanted.has(String(event["entity_id"])) && !reported.has(String(event["id"])),
  );
  expect(untold).toEqual([]);
  const again = [...reported.values()].filter((arrivals) => arrivals.length > 1);
  const bodies = again.filter((arrivals) => new Set(arrivals.map(({ body }) => body)).size > 1);
  expect(bodies).toEqual([]);
  // An attempt whose answer came too late is on record as failed; all others are the work of a kill.
  const tried = await product.hubRows(
    "SELECT event_id FROM webhook_deliveries WHERE attempt_count > 1",
  );
  const failed = new Set(tried.map((row) => row["event_id"]));
  const unexplained = again.flatMap(([first, ...others]) =>
    others.filter(({ id, at }) => !failed.has(id) && !isKillBetween(kills, first?.at ?? 0, at)),
  );
  expect(unexplained).toEqual([]);
  return again.length;
}

test(
  "branch, hub and PostgreSQL, each killed at random moments under load, lose nothing that was acknowledged and do nothing twice",
  async () => {
    const chance = throwDice("kills at random moments");
    const victims = (["branch", "hub", "PostgreSQL"] as const).flatMap((victim) =>
      Array.from({ length: plan[victim] }, () => victim),
    );
    const load = new MixedLoad(product, { desk: 3, hub: 1, drawer });
    const kills: Kill[] = [];
    for (const victim of shuffled(chance, victims)) {
      await delay(chance.int(100, 900));
      const at = performance.now();
      kills.push({ victim, at, backAfterMs: await killOnce(victim) });
    }
    await delay(300);
    await load.end();
    await load.clearUp();
    await product.caughtUp(isSoak ? 300_000 : 60_000);

    expect(load.surprises).toEqual([]);
    expect(load.ids("patient", "branch").length).toBeGreaterThan(victims.length);
    expect(load.ids("patient", "hub").length).toBeGreaterThan(victims.length);
    await expectOnceAtHub(load);
    await expectNumbersOnce();
    await expectSameOnBothSides();
    await expectPrintedOnce(product, load, patience / 2);
    await expectMoneyOnce(load);
    const again = await expectToldOnce(load, kills);
    console.info(
      `${load.acknowledged.length} writes acknowledged, ${product.printouts().length} printouts, ` +
        `${webhooks.byId().size} events reported, ${again} of them again under their id\n${summary(kills)}`,
    );
  },
  patience,
);
