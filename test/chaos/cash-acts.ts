import {
  expectedOf,
  takingsOf,
} from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.rules.ts";
import {
  cashierShiftsTable,
  type CashierShiftRow,
} from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.table.ts";
import {
  dueOf,
  settledStatus,
} from "@edgeward/shared/clinical/invoices/invoice-amounts.contract.ts";
import {
  invoicesTable,
  type InvoiceRow,
} from "@edgeward/shared/clinical/invoices/invoices.table.ts";
import { paymentSums, settlementOf } from "@edgeward/shared/clinical/payments/payments.rules.ts";
import { paymentsTable } from "@edgeward/shared/clinical/payments/payments.table.ts";
import type { Write } from "@edgeward/shared/write/model.ts";
import type { SimBranch } from "./branch.ts";
import { numberOf, ownInvoices, picked, step } from "./money-acts.ts";

/** The shifts that are open at the branch. */
export function openShifts(branch: SimBranch): Promise<readonly CashierShiftRow[]> {
  const { tenantId, branchId } = branch.identity;
  return branch.session.kysely
    .selectFrom("cashier_shifts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("status", "=", "open")
    .orderBy("id")
    .execute();
}

/** Somebody opens a shift. */
export function openShift(branch: SimBranch): Promise<void> {
  return branch.write("cashier_shift.create", (write) => {
    const id = write.runtime.newId("csh");
    write.insert(cashierShiftsTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      shift_no: numberOf(id),
      cashier_id: write.origin.actor.id,
      counter: "Front desk",
      currency: "INR",
      business_date: "2026-11-23",
      float_minor: 50_000,
      movements: [],
      takings: null,
      expected_minor: null,
      denominations: null,
      counted_minor: null,
      variance_minor: null,
      variance_reason: null,
      counted_at: null,
      handed_to: null,
      credited_minor: null,
      accepted_by: null,
      closed_at: null,
      status: "open",
      status_history: [step(write, "open")],
    });
  });
}

async function count(branch: SimBranch, row: CashierShiftRow): Promise<void> {
  const payments = await branch.session.kysely
    .selectFrom("payments")
    .select(["kind", "tenders"])
    .where("tenant_id", "=", branch.identity.tenantId)
    .where("cashier_shift_id", "=", row.id)
    .execute();
  const takings = takingsOf(payments);
  const expected = expectedOf(row.float_minor, row.movements, takings);
  await branch.write("cashier_shift.update", (write) => {
    write.update(cashierShiftsTable, row, {
      takings,
      expected_minor: expected,
      counted_minor: Math.max(0, expected),
      variance_minor: Math.max(0, expected) - expected,
      counted_at: write.at,
      status: "counted",
      status_history: [...row.status_history, step(write, "counted")],
    });
  });
}

/** A shift is opened; of an open one cash is paid in, or it is counted. */
export async function goOnWithShift(branch: SimBranch, one: number): Promise<void> {
  const [row] = await openShifts(branch);
  if (row === undefined) return openShift(branch);
  if (one % 2 === 0) return count(branch, row);
  return branch.write("cashier_shift.update", (write) => {
    const more = {
      id: write.runtime.newId("cmv"),
      kind: "pay_in",
      amount_minor: 1_000 + one,
      reason: "Change from the bank",
      at: write.at,
      by: write.origin.actor.id,
    } as const;
    write.update(cashierShiftsTable, row, { movements: [...row.movements, more] });
  });
}

function record(
  branch: SimBranch,
  write: Write,
  of: { readonly invoice: InvoiceRow; readonly shift: CashierShiftRow },
  amount: number,
): void {
  const { invoice, shift } = of;
  const id = write.runtime.newId("pay");
  const tenders = [{ method: "cash", amount_minor: amount, reference: null, bank: null } as const];
  write.insert(paymentsTable, id, {
    branch_id: branch.identity.branchId,
    metadata: {},
    kind: "payment",
    invoice_id: invoice.id,
    patient_id: invoice.patient_id,
    payment_of_id: null,
    tenders,
    ...paymentSums(tenders, null),
    tendered_minor: null,
    currency: invoice.currency,
    receipt_no: numberOf(id),
    receipt_date: "2026-11-23",
    cashier_shift_id: shift.id,
    received_by: write.origin.actor.id,
    reason: null,
    claim_id: null,
  });
  const { paid, refunded } = settlementOf("payment", amount);
  const after = {
    ...invoice,
    paid_minor: invoice.paid_minor + paid,
    refunded_minor: invoice.refunded_minor + refunded,
  };
  const status = settledStatus(after);
  write.update(invoicesTable, invoice, {
    paid_minor: after.paid_minor,
    refunded_minor: after.refunded_minor,
    due_minor: dueOf(after),
    status,
    status_history:
      status === invoice.status
        ? invoice.status_history
        : [...invoice.status_history, step(write, status)],
  });
}

/** Some or all of a bill is paid at the drawer whose shift the cashier has opened. */
export async function pay(branch: SimBranch, one: number, two: number): Promise<void> {
  const owed = (await ownInvoices(branch)).filter(
    ({ status, due_minor: due }) => due > 0 && status !== "draft" && status !== "void",
  );
  const invoice = picked(owed, one);
  const shifts = await openShifts(branch);
  if (invoice === undefined || shifts.length === 0) return;
  const amount = two % 2 === 0 ? invoice.due_minor : Math.ceil(invoice.due_minor / 2);
  await branch.write("payment.create", (write) => {
    const shift = shifts.find(({ cashier_id: cashier }) => cashier === write.origin.actor.id);
    if (shift === undefined) return;
    record(branch, write, { invoice, shift }, amount);
  });
}
