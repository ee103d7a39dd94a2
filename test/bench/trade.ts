import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import * as z from "zod";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { hubSink } from "@edgeward/hub/fleet/feed/hub-sink.ts";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { stockLocationsContract } from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import { stockMovesTable, stockTable } from "@edgeward/shared/clinical/stock/stock.table.ts";
import type { Statement } from "@edgeward/shared/db/model.ts";
import type { Column } from "@edgeward/shared/db/table.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { percentile, ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import { registerOffline } from "./people.ts";
import {
  done,
  seen,
  statementsOf,
  tradeRuntime,
  tradeTenant,
  type Asked,
  type TradePlace,
} from "./trade-place.ts";
import { writeAsSystem } from "#support/seed.ts";
import type { World } from "./world.ts";

const itemCount = 20_000;
const itemsQuick = 2_000;
const batchesOfItem = 3;
const csvRows = 500;
const billLines = 20;
const dispenseLines = 3;
const warmUp = 40;
const asksOfRound = 200;
const words = ["paracetamol", "amox", "gauze", "syringe 5", "insulin gl"] as const;
const names = ["Paracetamol", "Amoxicillin", "Gauze swabs", "Syringe", "Insulin glargine"] as const;

const withId = z.looseObject({ id: z.string() });

async function made(place: TradePlace, asked: Asked): Promise<string> {
  return withId.parse(await done(place, asked)).id;
}

async function addItems(place: TradePlace, count: number): Promise<readonly string[]> {
  const row = (n: number) =>
    `itm-${n},${names[n % names.length]} ${n} mg,tablet,drug,otc,${500 + (n % 400)}`;
  for (let from = 0; from < count; from += csvRows) {
    const rows = Array.from({ length: csvRows }, (_, nth) => row(from + nth));
    const csv = ["code,name,unit,kind,schedule,price_minor", ...rows].join("\n");
    await done(place, { endpoint: itemsContract.importCsv, body: { csv } });
  }
  const rows = await place.store.read({ tenantId: place.tenant.id }, ({ kysely }) =>
    kysely.selectFrom("items").select("id").where("tenant_id", "=", place.tenant.id).execute(),
  );
  return rows.map(({ id }) => id);
}

const plain: Readonly<Record<Column<unknown>["kind"], string>> = {
  text: "''",
  int: "0",
  bool: "FALSE",
  json: "'{}'",
};

function valuesOf(
  columns: Readonly<Record<string, Column<unknown>>>,
  own: Readonly<Record<string, string>>,
): string {
  return Object.entries(columns)
    .map(([name, { kind, isNullable }]) => own[name] ?? (isNullable ? "NULL" : plain[kind]))
    .join(", ");
}

/** Batches of every item on a shelf, with what is there of them, as the database alone puts them down. */
async function addBatches(place: TradePlace, shelf: string): Promise<void> {
  const { tenant } = place;
  const of = {
    tenant_id: `'${tenant.id}'`,
    branch_id: `'${tenant.branchId}'`,
    item_id: "items.id",
    location_id: `'${shelf}'`,
    batch_no: "'B' || n",
  };
  const batch = {
    ...of,
    id: "'stk_' || n || substr(items.id, 6)",
    expiry_date: "'203' || n || '-03-31'",
    expires_at: "'203' || n || '-03-31T18:30:00.000Z'",
    mrp_minor: "100000",
    status: "'available'",
    version: "1",
  };
  const move = {
    ...of,
    id: "'stm_' || n || substr(items.id, 6)",
    stock_id: batch.id,
    kind: "'opening'",
    quantity: "1000000",
    unit: "'tablet'",
    version: "1",
  };
  const numbers = Array.from({ length: batchesOfItem }, (_, n) => `SELECT ${n + 1} AS n`);
  await place.store.write({ tenantId: tenant.id }, async (session) => {
    for (const [table, own] of [
      [stockTable, batch],
      [stockMovesTable, move],
    ] as const)
      await session.query(
        `INSERT INTO ${table.name} (${Object.keys(table.columns).join(", ")})
          SELECT ${valuesOf(table.columns, own)}
          FROM items, (${numbers.join(" UNION ALL ")}) AS numbers
          WHERE items.tenant_id = '${tenant.id}'`,
        [],
      );
  });
}

async function addPatient(place: TradePlace): Promise<string> {
  const { tenant, runtime } = place;
  const plan = { count: 1, seed: 7, branchId: tenant.branchId, code: "TRD1" };
  const [person] = registerOffline(plan, 1, createIdSource(Date.now));
  if (person === undefined) throw new Error("nobody was registered");
  await writeAsSystem({ store: place.store, runtime }, tenant.id, (write) =>
    write.insert(patientsTable, person.id, person.fields),
  );
  return person.id;
}

/** What is done over and over: its commands one behind the other, each with what the one before has answered. */
type Work = (n: number) => readonly ((before: unknown) => Asked)[];

interface Trading {
  readonly issue: Work;
  readonly dispense: Work;
}

async function prepare(place: TradePlace, count: number): Promise<Trading> {
  const items = await addItems(place, count);
  const location = { code: "shelf", name: "Shelf", kind: "shelf" };
  const shelf = await made(place, { endpoint: stockLocationsContract.create, body: location });
  await addBatches(place, shelf);
  const patient_id = await addPatient(place);
  const opened = { counter: "Counter 1", float_minor: 0 };
  await made(place, { endpoint: cashierShiftsContract.create, body: opened });
  const some = (n: number, length: number) =>
    Array.from({ length }, (_, nth) => items[(n * 7_919 + nth * 104_729) % items.length] ?? "");
  const bill = z.looseObject({ id: z.string(), due_minor: z.int() });
  return {
    issue: (n) => [
      () => ({
        endpoint: invoicesContract.create,
        body: {
          patient_id,
          invoice_type: "opd",
          lines: some(n, billLines).map((item_id) => ({ item_id, quantity: 1 + (n % 3) })),
        },
      }),
      (issued) => {
        const { id, due_minor: due } = bill.parse(issued);
        const tenders = [{ method: "card", amount_minor: due }];
        return { endpoint: paymentsContract.create, body: { invoice_id: id, tenders } };
      },
    ],
    dispense: (n) => [
      () => ({
        endpoint: dispensesContract.create,
        body: {
          location_id: shelf,
          lines: [...new Set(some(n, dispenseLines))].map((item_id) => ({ item_id, quantity: 2 })),
        },
      }),
    ],
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Does it, all commands. @returns how long it took, in milliseconds */
function workOnce(place: TradePlace, work: ReturnType<Work>): Promise<number> {
  return timed(async () => {
    let answer: unknown = null;
    for (const step of work) answer = await done(place, step(answer));
  });
}

/** Runs the statements of the same work, and nothing else. @returns how long they took, in milliseconds */
async function rawOnce(place: TradePlace, work: ReturnType<Work>): Promise<number> {
  let took = 0;
  let before: unknown = null;
  for (const step of work) {
    const { statements, answer } = await statementsOf(place, step(before));
    took += await timed(() => place.raw(statements));
    before = answer;
  }
  return took;
}

async function contest(
  place: TradePlace,
  what: { readonly work: string; readonly one: Work; readonly must: string },
  rounds: number,
): Promise<Finding> {
  const [ours, raw, latencies]: [number[], number[], number[]] = [[], [], []];
  let n = 0;
  const next = () => what.one((n += 1));
  for (let nth = 0; nth < warmUp; nth += 1) {
    await workOnce(place, next());
    await rawOnce(place, next());
  }
  for (let round = 0; round < rounds; round += 1) {
    const [took, bare]: [number[], number[]] = [[], []];
    // In turns, so that whatever else the machine does slows both.
    for (let nth = 0; nth < asksOfRound; nth += 1) {
      took.push(await workOnce(place, next()));
      bare.push(await rawOnce(place, next()));
    }
    const perSecond = (times: readonly number[]) =>
      (times.length * 1_000) / times.reduce((sum, one) => sum + one, 0);
    ours.push(perSecond(took));
    raw.push(perSecond(bare));
    latencies.push(...took);
  }
  return {
    work: `${place.name}: ${what.work}`,
    unit: "a second",
    ours: spreadOf(ours),
    baseline: { name: "its statements", value: spreadOf(raw) },
    ratio: ratioOf(ours, raw),
    latency: latencyOf(latencies),
    cpuMicros: unknownCpu,
    must: what.must,
    failures: 0,
  };
}

function latencyOf(times: readonly number[]) {
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}

async function searchContest(place: TradePlace, count: number): Promise<Finding> {
  const ask = (n: number): Asked => ({
    endpoint: itemsContract.list,
    query: { q: words[n % words.length] ?? "", limit: "20" },
  });
  const found = z.looseObject({ data: z.array(z.unknown()) }).parse(await seen(place, ask(0)));
  if (found.data.length === 0) throw new Error("the search finds nothing");
  const times: number[] = [];
  for (let n = 0; n < warmUp + asksOfRound; n += 1) {
    const took = await timed(() => seen(place, ask(n)));
    if (n >= warmUp) times.push(took);
  }
  return {
    work: `${place.name}: search among ${count} items`,
    unit: "ms",
    ours: spreadOf(times),
    baseline: null,
    ratio: null,
    latency: latencyOf(times),
    cpuMicros: unknownCpu,
    must: "p95 ≤ 5 ms",
    failures: 0,
  };
}

/** @param settled once all of it stands there: what an engine does by itself within minutes of so many new rows */
async function contestsAt(
  place: TradePlace,
  { options }: Pick<World, "options">,
  settled: () => Promise<unknown>,
) {
  const { isQuick, pace } = options;
  const count = isQuick ? itemsQuick : itemCount;
  const { issue, dispense } = await prepare(place, count);
  await settled();
  const works = [
    { work: "issue of 20 lines with its payment", one: issue, must: "≥ 0.5" },
    {
      work: `dispense of 3 lines among ${count * batchesOfItem} batches`,
      one: dispense,
      must: "≥ 0.5, p99 ≤ 30 ms",
    },
  ];
  const findings: Finding[] = [];
  for (const what of works) findings.push(await contest(place, what, pace.rounds));
  return [...findings, await searchContest(place, count)];
}

async function atBranch(folder: string, world: Pick<World, "options">) {
  mkdirSync(folder, { recursive: true });
  const store = openSqliteStore({ file: join(folder, "trade.db"), key: randomBytes(32) });
  await migrateBranch(store.handle);
  const { handle } = store;
  const prepared = new Map<string, ReturnType<typeof handle.prepare>>();
  const put = handle.transaction((some: readonly Statement[]) => {
    for (const { text, values } of some) {
      const ready = prepared.get(text) ?? handle.prepare(text);
      prepared.set(text, ready);
      if (ready.reader) ready.all(values);
      else ready.run(values);
    }
  });
  const runtime = tradeRuntime(
    "branch",
    journalSink(() => 1),
  );
  const tenant = await tradeTenant(store, runtime);
  const raw = (statements: readonly Statement[]) => Promise.resolve(put.immediate(statements));
  try {
    return await contestsAt({ name: "branch", store, runtime, tenant, raw }, world, () =>
      Promise.resolve(),
    );
  } finally {
    await store.close();
  }
}

async function atHub({ options, postgres }: Pick<World, "options" | "postgres">) {
  const store = openPostgresStore({ url: postgres.hubUrl, size: 4, instance: "bench" });
  const client = new pg.Client({ connectionString: postgres.hubUrl });
  await client.connect();
  const runtime = tradeRuntime("hub", hubSink);
  const tenant = await tradeTenant(store, runtime);
  const raw = async (statements: readonly Statement[]) => {
    await client.query("BEGIN");
    for (const { text, values } of statements) await client.query(text, [...values]);
    await client.query("COMMIT");
  };
  try {
    return await contestsAt({ name: "hub", store, runtime, tenant, raw }, { options }, () =>
      client.query("ANALYZE items, stock, stock_moves"),
    );
  } finally {
    await client.end();
    await store.close();
  }
}

/** What bills, payments and dispenses take at both engines, beside their bare statements, and finding an item. */
export async function tradeContests(
  folder: string,
  world: Pick<World, "options" | "postgres">,
): Promise<readonly Finding[]> {
  return [...(await atBranch(folder, world)), ...(await atHub(world))];
}
