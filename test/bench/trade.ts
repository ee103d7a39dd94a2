import * as z from "zod";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { stockLocationsContract } from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import { stockMovesTable, stockTable } from "@edgeward/shared/clinical/stock/stock.table.ts";
import type { Column } from "@edgeward/shared/db/table.ts";
import { spreadOf, unknownCpu, type Finding } from "./figures.ts";
import {
  asksOfRound,
  atBothEngines,
  contest,
  latencyOf,
  timed,
  warmUp,
  type Work,
} from "./work-contest.ts";
import { addPatients, done, made, seen, type Asked, type WorkPlace } from "./work-place.ts";
import type { World } from "./world.ts";

const itemCount = 20_000;
const itemsQuick = 2_000;
const batchesOfItem = 3;
const csvRows = 500;
const billLines = 20;
const dispenseLines = 3;
const words = ["paracetamol", "amox", "gauze", "syringe 5", "insulin gl"] as const;
const names = ["Paracetamol", "Amoxicillin", "Gauze swabs", "Syringe", "Insulin glargine"] as const;

async function addItems(place: WorkPlace, count: number): Promise<readonly string[]> {
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
  document: "'{}'",
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
async function addBatches(place: WorkPlace, shelf: string): Promise<void> {
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

interface Trading {
  readonly issue: Work;
  readonly dispense: Work;
}

async function prepare(place: WorkPlace, count: number): Promise<Trading> {
  const items = await addItems(place, count);
  const location = { code: "shelf", name: "Shelf", kind: "shelf" };
  const shelf = await made(place, { endpoint: stockLocationsContract.create, body: location });
  await addBatches(place, shelf);
  const [patient_id = ""] = await addPatients(place, 1);
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

async function searchContest(place: WorkPlace, count: number): Promise<Finding> {
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

async function contestsAt(
  place: WorkPlace,
  { isQuick, pace }: World["options"],
  settled: (tables: readonly string[]) => Promise<unknown>,
) {
  const count = isQuick ? itemsQuick : itemCount;
  const { issue, dispense } = await prepare(place, count);
  await settled(["items", "search_keys", "stock", "stock_moves"]);
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

/** What bills, payments and dispenses take at both engines, beside their bare statements, and finding an item. */
export async function tradeContests(
  folder: string,
  world: Pick<World, "options" | "postgres">,
): Promise<readonly Finding[]> {
  return atBothEngines(folder, world, (place, settled) =>
    contestsAt(place, world.options, settled),
  );
}
