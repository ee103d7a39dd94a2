import type { SqlRow } from "#db/model.ts";
import type { Session } from "#db/session.ts";
import { addMoney, halfUpDivide } from "#kernel/money.ts";
import { daysBetween } from "#kernel/zones.ts";
import type {
  RevenueEntry,
  RevenueGroup,
  RevenueSummary,
  RevenueTotals,
} from "./revenue.contract.ts";
import { ageBand, mondayOf, type Period } from "./revenue.periods.ts";

/** Of whom the sums are read. */
export interface Place {
  readonly session: Session;
  readonly tenantId: string;
  readonly branchIds: readonly string[];
}

const measures = [
  "bills",
  "billed_minor",
  "discount_minor",
  "tax_minor",
  "credited_minor",
  "paid_minor",
  "due_minor",
  "written_off_minor",
  "credit_notes_minor",
  "collected_minor",
  "refunded_minor",
] as const;

type Measure = (typeof measures)[number];

/** What the rows of one key come to. */
export interface Sums extends Readonly<Record<Measure, number>> {
  readonly key: string;
}

const keyColumns: Readonly<Record<RevenueGroup, string>> = {
  day: "day",
  // Weeks are made of their days.
  week: "day",
  month: "substr(day, 1, 7)",
  branch: "branch_id",
  department: "department",
  doctor: "doctor_id",
  payer: "payer_id",
  invoice_type: "invoice_type",
  method: "method",
};

/** By which bills and payments alike can be told apart; by the others, bills alone. */
const common: readonly RevenueGroup[] = ["day", "week", "month", "branch"];

const ofAll = ["bills", "credit_notes", "payments"] as const;

/** Of which rows a summary is told apart. */
function factsOf(group: RevenueGroup): readonly string[] {
  if (common.includes(group)) return ofAll;
  return group === "method" ? ["payments"] : ["bills_by"];
}

async function grouped(
  { session, tenantId, branchIds }: Place,
  { date_from: from, date_to: to }: Period,
  key: string,
  facts: readonly string[],
  condition = "",
): Promise<readonly SqlRow[]> {
  if (branchIds.length === 0) return [];
  const { dialect } = session;
  const own = branchIds.map((_, nth) => dialect.placeholder(nth + 4)).join(", ");
  const kinds = facts.map((fact) => `'${fact}'`).join(", ");
  const sums = measures.map((name) => `CAST(sum(${name}) AS BIGINT) AS ${name}`);
  return session.query(
    `SELECT ${key} AS sum_key, ${sums.join(", ")} FROM revenue_sums
      WHERE tenant_id = ${dialect.placeholder(1)} AND day >= ${dialect.placeholder(2)}
        AND day <= ${dialect.placeholder(3)} AND branch_id IN (${own}) AND fact IN (${kinds})${condition}
      GROUP BY ${key} ORDER BY sum_key`,
    [tenantId, from, to, ...branchIds],
  );
}

function asSums(row: SqlRow): Sums {
  const amount = (name: Measure) => Number(row[name]);
  return {
    key: String(row["sum_key"]),
    bills: amount("bills"),
    billed_minor: amount("billed_minor"),
    discount_minor: amount("discount_minor"),
    tax_minor: amount("tax_minor"),
    credited_minor: amount("credited_minor"),
    paid_minor: amount("paid_minor"),
    due_minor: amount("due_minor"),
    written_off_minor: amount("written_off_minor"),
    credit_notes_minor: amount("credit_notes_minor"),
    collected_minor: amount("collected_minor"),
    refunded_minor: amount("refunded_minor"),
  };
}

/** What bills, credit notes and payments of a time come to, told apart; by what is a bill's alone, the bills. */
export async function sumsBy(
  place: Place,
  period: Period,
  group: RevenueGroup,
): Promise<readonly Sums[]> {
  const rows = await grouped(place, period, keyColumns[group], factsOf(group));
  const sums = rows.map(asSums);
  return group === "week" ? sums.map((one) => ({ ...one, key: mondayOf(one.key) })) : sums;
}

function total(sums: readonly Sums[], name: Measure): number {
  return addMoney(...sums.map((one) => one[name]));
}

function billsOf(sums: readonly Sums[]) {
  return {
    invoices: total(sums, "bills"),
    billed_minor: total(sums, "billed_minor"),
    discount_minor: total(sums, "discount_minor"),
    tax_minor: total(sums, "tax_minor"),
    credited_minor: total(sums, "credited_minor"),
    paid_minor: total(sums, "paid_minor"),
    due_minor: total(sums, "due_minor"),
    written_off_minor: total(sums, "written_off_minor"),
  };
}

function takingsOf(sums: readonly Sums[]) {
  return {
    credit_notes_minor: total(sums, "credit_notes_minor"),
    collected_minor: total(sums, "collected_minor"),
    refunded_minor: total(sums, "refunded_minor"),
  };
}

/** The totals of a time. */
export function totalsOf(sums: readonly Sums[]): RevenueTotals {
  const bills = billsOf(sums);
  const { invoices, billed_minor: billed } = bills;
  const avg_bill_minor =
    invoices === 0 ? 0 : Number(halfUpDivide(BigInt(billed), BigInt(invoices)));
  return { ...bills, ...takingsOf(sums), avg_bill_minor };
}

// A day on which everything was voided, and a key that nothing is left of, say nothing.
function isAnything(sums: readonly Sums[]): boolean {
  return sums.some((one) => measures.some((name) => one[name] !== 0));
}

/** The lines of a summary. */
export function entriesOf(sums: readonly Sums[], group: RevenueGroup): RevenueEntry[] {
  const isCommon = common.includes(group);
  return [...Map.groupBy(sums, ({ key }) => key)].flatMap(([key, own]) =>
    isAnything(own)
      ? [
          {
            key: key === "" ? null : key,
            bills: group === "method" ? null : billsOf(own),
            takings: isCommon || group === "method" ? takingsOf(own) : null,
          },
        ]
      : [],
  );
}

/** What was collected and paid back by each method. */
export async function byMethod(place: Place, period: Period): Promise<RevenueSummary["by_method"]> {
  const rows = await grouped(place, period, "method", ["payments"]);
  return rows
    .map(asSums)
    .filter((one) => isAnything([one]))
    .map(({ key: method, collected_minor, refunded_minor }) => ({
      method,
      collected_minor,
      refunded_minor,
    }));
}

/** What is due of the bills of a time, by their age on a day. */
export async function ageing(
  place: Place,
  period: Period,
  day: string,
): Promise<RevenueSummary["ageing"]> {
  const rows = await grouped(place, period, "day", ["bills"], " AND due_minor <> 0");
  const bands = { d0_30_minor: 0, d31_60_minor: 0, d61_90_minor: 0, d90_plus_minor: 0 };
  for (const { key, due_minor: due } of rows.map(asSums)) {
    const band = ageBand(daysBetween(key, day));
    bands[band] = addMoney(bands[band], due);
  }
  return bands;
}
