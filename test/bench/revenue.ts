import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { invoicesTable } from "@edgeward/shared/clinical/invoices/invoices.table.ts";
import {
  ageing,
  byMethod,
  sumsBy,
  type Place,
} from "@edgeward/shared/clinical/revenue/revenue.reading.ts";
import type { Session, Store } from "@edgeward/shared/db/session.ts";
import type { Column } from "@edgeward/shared/db/table.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { addDays } from "@edgeward/shared/kernel/zones.ts";
import { percentile, ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import type { World } from "./world.ts";

const tenantId = createIdSource(Date.now)("ten");
const branchIds = Array.from({ length: 10 }, (_, nth) => `brn_revenue_${nth}`);
const year = { date_from: "2025-11-27", date_to: "2026-11-26" } as const;
// Of a patient of the bench there are so many bills: 1,000,000 with --rows 200000.
const billsOfPatient = 5;
const atOnce = 20_000;
const asked = 40;

const plain: Readonly<Record<Column<unknown>["kind"], string>> = {
  text: "''",
  int: "0",
  bool: "FALSE",
  json: "'{}'",
  document: "'{}'",
};

/** The values of the n-th bill: spread over branches, days, types and doctors. */
function billValues(isPostgres: boolean): string {
  const text = (number: string) => `CAST(${number} AS TEXT)`;
  const days = Array.from({ length: 365 }, (_, day) => addDays(year.date_from, day));
  const pick = (values: readonly string[], place: string) =>
    isPostgres
      ? `('${JSON.stringify(values)}'::jsonb ->> CAST(${place} AS INT))`
      : `('${JSON.stringify(values)}' ->> (${place}))`;
  const own: Readonly<Record<string, string>> = {
    id: `'inv_' || ${text("n")}`,
    tenant_id: `'${tenantId}'`,
    branch_id: pick(branchIds, `n % ${branchIds.length}`),
    issue_date: pick(days, "(n / 10) % 365"),
    invoice_type: pick(["opd", "pharmacy", "lab", "radiology"], "n % 4"),
    doctor_id: `'stf_' || ${text("n % 10")} || '_' || ${text("(n / 40) % 10")}`,
    payer_id: "NULL",
    payer_split: "NULL",
    status: "'issued'",
    total_minor: "10000 + n % 977",
    due_minor: "10000 + n % 977",
  };
  const columns = Object.entries<Column<unknown>>(invoicesTable.columns);
  return columns.map(([name, { kind }]) => own[name] ?? plain[kind]).join(", ");
}

async function fill(session: Session, from: number, to: number, isPostgres: boolean) {
  const names = Object.keys(invoicesTable.columns).join(", ");
  await session.query(
    `INSERT INTO invoices (${names})
      WITH RECURSIVE bills (n) AS (
        SELECT CAST(${from} AS BIGINT) UNION ALL SELECT n + 1 FROM bills WHERE n + 1 < ${to})
      SELECT ${billValues(isPostgres)} FROM bills`,
    [],
  );
}

async function summedUp(place: Place): Promise<number> {
  const sums = await sumsBy(place, year, "month");
  await sumsBy(place, year, "doctor");
  await byMethod(place, year);
  await ageing(place, year, year.date_to);
  return sums.reduce((sum, one) => sum + one.billed_minor, 0);
}

async function addedUp({ session, branchIds: own }: Place): Promise<number> {
  const { dialect } = session;
  const [row] = await session.query(
    `SELECT sum(total_minor) AS billed FROM invoices WHERE tenant_id = ${dialect.placeholder(1)}
      AND branch_id IN (SELECT value FROM ${dialect.elements(2)})
      AND issue_date >= ${dialect.placeholder(3)} AND issue_date <= ${dialect.placeholder(4)}`,
    [tenantId, JSON.stringify(own), year.date_from, year.date_to],
  );
  return Number(row?.["billed"]);
}

async function timed(times: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return took;
}

async function contest(
  store: Store,
  work: string,
  own: readonly string[],
  must: string,
): Promise<Finding> {
  return store.read({ tenantId }, async (session) => {
    const place = { session, tenantId, branchIds: own };
    if ((await summedUp(place)) !== (await addedUp(place))) throw new Error(`${work}: sums differ`);
    const ours = await timed(asked, () => summedUp(place));
    const bare = await timed(3, () => addedUp(place));
    const latency = {
      p50: percentile(ours, 0.5),
      p95: percentile(ours, 0.95),
      p99: percentile(ours, 0.99),
    };
    const baseline = { name: "a sum over the bills", value: spreadOf(bare) };
    const ratio = ratioOf(ours.slice(0, bare.length), bare);
    const ours3 = spreadOf(ours);
    return {
      work,
      unit: "ms",
      ours: ours3,
      baseline,
      ratio,
      latency,
      cpuMicros: unknownCpu,
      must,
      failures: 0,
    };
  });
}

async function contestsOn(store: Store, name: string, count: number): Promise<readonly Finding[]> {
  const isPostgres = name === "hub";
  for (let from = 0; from < count; from += atOnce)
    await store.write({ tenantId }, (session) =>
      fill(session, from, Math.min(count, from + atOnce), isPostgres),
    );
  return [
    await contest(store, `${name}: revenue over ${count} bills`, branchIds, "p95 ≤ 300 ms"),
    await contest(
      store,
      `${name}: revenue of one branch's year`,
      branchIds.slice(0, 1),
      "p95 ≤ 100 ms",
    ),
  ];
}

/** What a year's summary of revenue takes at both engines, beside adding up the bills themselves. */
export async function revenueContests(
  folder: string,
  { options, postgres }: Pick<World, "options" | "postgres">,
): Promise<readonly Finding[]> {
  const count = options.rows * billsOfPatient;
  mkdirSync(folder, { recursive: true });
  const branch = openSqliteStore({ file: join(folder, "revenue.db"), key: randomBytes(32) });
  await migrateBranch(branch.handle);
  const hub = openPostgresStore({ url: postgres.hubUrl, size: 4, instance: "bench" });
  try {
    return [
      ...(await contestsOn(branch, "branch", count)),
      ...(await contestsOn(hub, "hub", count)),
    ];
  } finally {
    await branch.close();
    await hub.close();
  }
}
