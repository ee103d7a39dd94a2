import { leftOf, paymentSums } from "@edgeward/shared/clinical/payments/payments.rules.ts";
import {
  paymentsTable,
  type PaymentRow,
} from "@edgeward/shared/clinical/payments/payments.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { SimBranch } from "./branch.ts";
import { Broken } from "./broken.ts";
import { openShift, openShifts } from "./cash-acts.ts";
import { callBranch, type Answered } from "./endpoints.ts";
import { billOf, numberOf, ownInvoices, picked } from "./money-acts.ts";
import type { Scene, Station } from "./scene.ts";

async function paymentsAt({ session, identity }: SimBranch): Promise<readonly PaymentRow[]> {
  return session.kysely
    .selectFrom("payments")
    .selectAll()
    .where("tenant_id", "=", identity.tenantId)
    .orderBy("id")
    .execute();
}

async function ownShift(branch: SimBranch) {
  const isOwn = ({ cashier_id: cashier }: { readonly cashier_id: string }) =>
    cashier === branch.authorId;
  const open = (await openShifts(branch)).find(isOwn);
  if (open !== undefined) return open;
  await openShift(branch);
  return (await openShifts(branch)).find(isOwn);
}

/** Somebody pays ahead of any bill. */
async function payAhead(branch: SimBranch, one: number): Promise<void> {
  const patient = picked(await branch.rows(patientsTable), one);
  const shift = await ownShift(branch);
  if (patient === undefined || shift === undefined) return;
  const tenders = [{ method: "cash", amount_minor: 10_000, reference: null, bank: null } as const];
  await branch.write("payment.create", (write) => {
    const id = write.runtime.newId("pay");
    write.insert(paymentsTable, id, {
      branch_id: branch.identity.branchId,
      metadata: {},
      kind: "advance",
      invoice_id: null,
      patient_id: patient.id,
      payment_of_id: null,
      tenders,
      ...paymentSums(tenders, null),
      tendered_minor: null,
      currency: "INR",
      receipt_no: numberOf(id),
      receipt_date: "2026-11-23",
      cashier_shift_id: shift.id,
      received_by: write.origin.actor.id,
      reason: null,
      claim_id: null,
    });
  });
}

function isPaidIn({ kind }: Pick<PaymentRow, "kind">): boolean {
  return kind === "payment" || kind === "advance";
}

/** A bill is paid out of what its patient paid ahead: more than is left of that is refused. */
export async function useAdvance({ station, one, two }: Scene): Promise<void> {
  const { branch } = station;
  const all = await paymentsAt(branch);
  const isOwn = (row: PaymentRow) => row.branch_id === station.node.branchId;
  const paid = picked(
    all.filter((row) => isOwn(row) && row.kind === "advance"),
    one,
  );
  if (paid === undefined) return payAhead(branch, one);
  const owed = (await ownInvoices(branch)).filter(
    (bill) => bill.patient_id === paid.patient_id && bill.due_minor > 0 && bill.invoice_no !== null,
  );
  const bill = picked(owed, two);
  if (bill === undefined) return billOf(branch, paid.patient_id, one);
  const shift = await ownShift(branch);
  if (shift === undefined) return;
  const left = leftOf(paid, all);
  const amount = Math.min(bill.due_minor, [left, Math.ceil(left / 2)][two] ?? left + 1);
  if (amount < 1) return;
  const answer = await callBranch(station, {
    method: "POST",
    path: "/v1/payments",
    body: {
      kind: "adjustment",
      invoice_id: bill.id,
      payment_of_id: paid.id,
      cashier_shift_id: shift.id,
      tenders: [{ method: "advance", amount_minor: amount }],
    },
  });
  if ((answer.code === null) === amount <= left) return;
  throw new Broken(
    9,
    `${amount} of ${paid.id}, of which ${left} are left, is answered ${answer.code ?? "as used"}`,
  );
}

async function refund(station: Station, of: string, amount: number): Promise<Answered | null> {
  const shift = await ownShift(station.branch);
  if (shift === undefined) return null;
  const body = {
    kind: "refund",
    payment_of_id: of,
    cashier_shift_id: shift.id,
    tenders: [{ method: "cash", amount_minor: amount }],
    reason: "Paid twice",
  };
  return callBranch(station, { method: "POST", path: "/v1/payments", body });
}

/** Some of what another branch has taken would be paid back here: where its record is lent, else where its id is known. */
async function payBackElsewhere({ station, stations, at, one }: Scene): Promise<void> {
  const other = stations[(at + 1) % stations.length] ?? station;
  const isForeign = (row: PaymentRow) => isPaidIn(row) && row.branch_id !== station.node.branchId;
  const lent = (await paymentsAt(station.branch)).filter(isForeign);
  const there = (await paymentsAt(other.branch)).filter(isForeign);
  const taken = picked(lent, one) ?? picked(there, one);
  if (taken === undefined) return;
  const answer = await refund(station, taken.id, 1);
  if (answer?.code === null) throw new Broken(10, `${taken.id} is paid back at another branch`);
}

/** What was paid is paid back, in part or whole, once or more than once; more than is left of it is refused. */
export async function payBack(scene: Scene): Promise<void> {
  const { station, one, two } = scene;
  const { branch } = station;
  if (two === 3) return payBackElsewhere(scene);
  const all = await paymentsAt(branch);
  const own = all.filter(
    (row) => isPaidIn(row) && row.branch_id === station.node.branchId && row.claim_id === null,
  );
  const paid = picked(own, one);
  if (paid === undefined) return payAhead(branch, one);
  const left = leftOf(paid, all);
  const amount = [left, Math.ceil(left / 2)][two] ?? left + 1;
  if (amount < 1) return;
  const answer = await refund(station, paid.id, amount);
  if (answer === null || (answer.code === null) === amount <= left) return;
  throw new Broken(
    9,
    `${amount} of ${paid.id}, of which ${left} are left, is answered ${answer.code ?? "as paid back"}`,
  );
}
