import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { instantOf } from "@edgeward/shared/kernel/zones.ts";
import type { Call, Doer } from "./calls.ts";
import type { Chance } from "./chance.ts";
import { demoItems } from "./goods.ts";

/** With what the bills of a day are made. */
export interface Till {
  readonly call: Call;
  readonly chance: Chance;
  readonly zone: string;
  readonly cashierId: string;
  readonly managerId: string;
  readonly patients: readonly string[];
  /** By their codes. */
  readonly items: ReadonlyMap<string, string>;
}

const float = 200_000;
const minuteMs = 60_000;
const medicines = demoItems.filter(({ kind, unit }) => kind === "drug" && unit !== "vial");
const treatments = demoItems.filter(({ kind }) => kind === "service");

function cashierAt({ cashierId, zone }: Till, day: string, time: string, minutes = 0): Doer {
  const at = instantOf(day, time, zone) + minutes * minuteMs;
  return { staffId: cashierId, role: "billing", at };
}

function linesOf({ chance, items }: Till) {
  const isPharmacy = chance.happens(0.4);
  const chosen = isPharmacy
    ? Array.from({ length: chance.int(1, 3) }, () => chance.pick(medicines))
    : [chance.pick(treatments)];
  const lines = [...new Set(chosen)].map(({ code }) => ({
    item_id: items.get(code),
    quantity: isPharmacy ? chance.int(5, 30) : 1,
    ...(isPharmacy ? { tax_category: "taxable", gst_rate_bp: 500 } : {}),
  }));
  return { invoice_type: isPharmacy ? "pharmacy" : "opd", lines };
}

function tenderOf(chance: Chance, amount_minor: number) {
  const method = chance.weighted([
    { method: "cash", weight: 55 },
    { method: "upi", weight: 32 },
    { method: "card", weight: 13 },
  ] as const).method;
  if (method === "cash") return { method, amount_minor };
  const digits = `${chance.int(400_000, 699_999)}${chance.int(100_000, 999_999)}`;
  return { method, amount_minor, reference: method === "upi" ? digits : `AP${digits.slice(0, 6)}` };
}

/** Pays a bill, some of them in part and a few not at all. @returns what came into the drawer in cash */
async function payBill(
  { call, chance }: Till,
  bill: { readonly id: string; readonly total_minor: number },
  by: Doer,
): Promise<number> {
  const kind = chance.weighted([
    { part: 1, weight: 78 },
    { part: 2, weight: 9 },
    { part: 0, weight: 13 },
  ] as const).part;
  if (kind === 0 || bill.total_minor < 2) return 0;
  const tender = tenderOf(chance, Math.floor(bill.total_minor / kind));
  const body = { invoice_id: bill.id, tenders: [tender] };
  const paid = await call(paymentsContract.create, { body }, by);
  const cash = tender.method === "cash" ? tender.amount_minor : 0;
  if (cash < 20_000 || !chance.happens(0.05)) return cash;
  const back = { method: "cash", amount_minor: 5_000 } as const;
  const refund = { kind: "refund", payment_of_id: paid.id, reason: "Charged too much" };
  await call(paymentsContract.create, { body: { ...refund, tenders: [back] } }, by);
  return cash - back.amount_minor;
}

/** One bill of a day. @returns what came into the drawer in cash */
async function seedBill(till: Till, by: Doer): Promise<number> {
  const { call, chance, patients, managerId } = till;
  const body = { patient_id: chance.pick(patients), is_rounded: true, ...linesOf(till) };
  const made = await call(invoicesContract.create, { body }, by);
  if (!chance.happens(0.04)) return payBill(till, made, by);
  const voided = { status: "void", status_reason: "Made out to the wrong patient" };
  const manager: Doer = { ...by, staffId: managerId, role: "branch_admin" };
  await call(invoicesContract.update, { params: { id: made.id }, body: voided }, manager);
  return 0;
}

/** A day at the till: its shift with the bills and what was paid of them, counted and put away in the evening. */
export async function seedDay(
  till: Till,
  day: string,
  isShort: boolean,
  more: (shiftId: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { call, chance } = till;
  const opened = { counter: "Billing desk", float_minor: float };
  const morning = cashierAt(till, day, "08:00");
  const { id } = await call(cashierShiftsContract.create, { body: opened }, morning);
  let cash = 0;
  const count = chance.int(3, 7);
  for (let nth = 0; nth < count; nth += 1)
    cash += await seedBill(till, cashierAt(till, day, "09:00", nth * 70 + chance.int(0, 60)));
  await more(id);
  const params = { id };
  const sum = float + cash - (isShort ? 5_000 : 0);
  const counted = { count: { sum_minor: sum } };
  const closed = {
    status: "closed",
    ...(isShort ? { variance_reason: "Change given wrongly" } : {}),
  };
  await call(
    cashierShiftsContract.update,
    { params, body: counted },
    cashierAt(till, day, "20:00"),
  );
  await call(cashierShiftsContract.update, { params, body: closed }, cashierAt(till, day, "20:10"));
}
