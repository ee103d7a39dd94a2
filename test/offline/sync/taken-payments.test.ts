import { afterAll, beforeAll, expect, test } from "vitest";
import { billOf } from "./hand-bills.ts";
import type { BatchOperation } from "./hand-node.ts";
import {
  applied,
  aside,
  insert,
  startHandWriting,
  type Actor,
  type Change,
  type Fields,
  type HandWriting,
} from "./hand-writing.ts";

// What tenders come to, what is left of a bill and of whose shift it is, is judged again at the hub: also of what a program
// at a branch sends that has a fault.
let hand: HandWriting;
let count = 0;

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

function newNumber(paper: string): string {
  count += 1;
  return `HAND/${paper}2627/${String(count).padStart(4, "0")}`;
}

const at = "2026-11-23T04:00:00.000Z";

function shiftOf(cashier: Actor, more: Fields = {}): Change {
  return insert("cashier_shifts", "csh", {
    branch_id: hand.branchId,
    shift_no: newNumber("S"),
    cashier_id: cashier.id,
    counter: `Counter ${count}`,
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
    status_history: [{ status: "open", at, by: cashier.id, reason: null }],
    metadata: {},
    ...more,
  });
}

function advanceOf(patientId: string, cashier: Actor, shift: Change, more: Fields = {}): Change {
  return insert("payments", "pay", {
    branch_id: hand.branchId,
    kind: "advance",
    invoice_id: null,
    patient_id: patientId,
    payment_of_id: null,
    tenders: [{ method: "cash", amount_minor: 10_000, reference: null, bank: null }],
    amount_minor: 10_000,
    cash_minor: 10_000,
    tendered_minor: null,
    change_minor: 0,
    currency: "INR",
    receipt_no: newNumber("R"),
    receipt_date: "2026-11-23",
    cashier_shift_id: shift.id,
    received_by: cashier.id,
    reason: null,
    metadata: {},
    ...more,
  });
}

test("a payment is what its tenders come to, of an open shift and of no more than is due, and a shift is counted and closed once", async () => {
  const { node, operation, send, staffOf } = hand;
  const [desk, biller] = [await staffOf("front_desk"), await staffOf("billing")];
  const patient = node.register();
  const shift = shiftOf(desk);
  const opened = operation("cashier_shift.create", desk, shift);
  const billers = shiftOf(biller);
  const paid = advanceOf(patient.entity_id, desk, shift);
  const made = (more: Fields, by: Actor = desk, at_: Change = shift) =>
    operation("payment.create", by, advanceOf(patient.entity_id, by, at_, more));
  const refund = { kind: "refund", payment_of_id: paid.id, reason: "Not needed" };
  expect(
    await send([
      patient,
      operation("cashier_shift.create", desk, shiftOf(biller)),
      operation("cashier_shift.create", desk, shiftOf(desk, { expected_minor: 50_000 })),
      opened,
      operation("cashier_shift.create", biller, billers),
      made({ amount_minor: 9_000 }),
      made({ cash_minor: 0 }),
      made({
        tenders: [{ method: "upi", amount_minor: 10_000, reference: "1", bank: null }],
        cash_minor: 0,
      }),
      made({ received_by: biller.id }),
      made({}, biller, shift),
      made({ kind: "payment" }),
      operation("payment.create", desk, paid),
      made(refund),
      made({ ...refund, reason: null }, biller, billers),
      made(
        {
          ...refund,
          tenders: [{ method: "cash", amount_minor: 10_001, reference: null, bank: null }],
          amount_minor: 10_001,
          cash_minor: 10_001,
        },
        biller,
        billers,
      ),
      made({ ...refund, kind: "void" }, biller, billers),
      made(refund, biller, billers),
    ]),
  ).toEqual([
    applied,
    aside("changes.0.fields.cashier_id: is not who opens it"),
    aside("changes.0.fields.expected_minor: is of a shift that was counted"),
    applied,
    applied,
    aside("changes.0.fields.amount_minor: is not what the tenders come to"),
    aside("changes.0.fields.cash_minor: is not what the tenders come to"),
    aside("changes.0.fields.tenders.0.reference: is the UPI reference, of 12 digits"),
    aside("changes.0.fields.received_by: is not who records it"),
    aside("changes.0.fields.cashier_shift_id: is another cashier's"),
    aside("changes.0.fields.invoice_id: is missing"),
    applied,
    aside("changes.0.fields.kind: is not theirs to pay back"),
    aside("changes.0.fields.reason: is missing"),
    aside("changes.0.fields.amount_minor: is more than was paid"),
    aside("changes.0.fields.payment_of_id: is of another shift"),
    applied,
  ]);

  // By which operation each field stands as it does.
  const stamps: Record<string, string> = {};
  let version = 0;
  const standing = (done: BatchOperation) => {
    version += 1;
    for (const name of Object.keys(done.changes[0]?.fields ?? {})) stamps[name] = done.hlc;
  };
  standing(opened);
  const change = (by: Actor, fields: Fields) => {
    const changed: Change = {
      table: "cashier_shifts",
      id: shift.id,
      kind: "update",
      fields: { ...fields },
      added: {},
      base: Object.fromEntries(Object.keys(fields).map((name) => [name, stamps[name] ?? ""])),
      version: version + 1,
    };
    return operation("cashier_shift.update", by, changed);
  };
  const counted = {
    takings: [{ method: "cash", received_minor: 10_000, returned_minor: 0 }],
    expected_minor: 60_000,
    counted_minor: 59_000,
    variance_minor: -1_000,
    counted_at: at,
    status: "counted",
  };
  const good = change(desk, counted);
  expect(
    await send([
      change(desk, { ...counted, expected_minor: 59_000, variance_minor: 0 }),
      change(desk, { ...counted, variance_minor: 0 }),
      change(desk, { status: "closed", credited_minor: 50_000, accepted_by: desk.id }),
      change(biller, counted),
      good,
    ]),
  ).toEqual([
    aside("changes.0.fields.expected_minor: is worked out otherwise"),
    aside("changes.0.fields.variance_minor: is worked out otherwise"),
    aside("changes.0.fields.status: is reached by no way"),
    aside("changes.0.fields.status: is not theirs to change"),
    applied,
  ]);

  standing(good);
  const closing = { status: "closed", credited_minor: 59_000, accepted_by: desk.id, closed_at: at };
  const said = { variance_reason: "Short since noon" };
  const closed = change(desk, { ...closing, ...said });
  expect(
    await send([
      change(desk, { counted_minor: 60_000, variance_minor: 0 }),
      change(desk, closing),
      change(desk, { ...closing, ...said, credited_minor: 60_000 }),
      made({}),
      closed,
    ]),
  ).toEqual([
    aside("changes.0.fields.counted_minor: stays as it was counted"),
    aside("changes.0.fields.variance_reason: is missing"),
    aside("changes.0.fields.credited_minor: is not what was counted"),
    aside("changes.0.fields.cashier_shift_id: is not open"),
    applied,
  ]);
  standing(closed);
  expect(await send([change(desk, { status: "counted" })])).toEqual([
    aside("changes.0.fields.status: stays as it was closed"),
  ]);
});

/** A bill of 210 rupees that is paid out of an advance, and what voids that. */
function billPaidBy(patient: BatchOperation, by: Actor, shift: Change, advance: Change) {
  const bill = billOf(patient.entity_id, by, {
    branch_id: hand.branchId,
    invoice_no: newNumber(""),
  });
  const billed = hand.operation("invoice.create", by, bill);
  let [stamp, version] = [billed.hlc, 1];
  const settled = (paid: number) => {
    const status = paid === 0 ? "issued" : "partially_paid";
    const fields = { paid_minor: paid, due_minor: 21_000 - paid, status };
    version += 1;
    const base = Object.fromEntries(Object.keys(fields).map((name) => [name, stamp]));
    const changed = { table: "invoices", id: bill.id, kind: "update", added: {} } as const;
    return { ...changed, fields, base, version };
  };
  const paid = (amount: number, more: Fields) =>
    advanceOf(patient.entity_id, by, shift, {
      invoice_id: bill.id,
      tenders: [{ method: "advance", amount_minor: amount, reference: null, bank: null }],
      amount_minor: amount,
      cash_minor: 0,
      ...more,
    });
  const written = (payment: Change, after: number) => {
    const done = hand.operation("payment.create", by, payment, settled(after));
    stamp = done.hlc;
    return done;
  };
  const using = (amount: number) =>
    written(paid(amount, { kind: "adjustment", payment_of_id: advance.id }), amount);
  const voiding = (use: BatchOperation, amount: number) =>
    written(paid(amount, { kind: "void", payment_of_id: use.entity_id, reason: "Not theirs" }), 0);
  return { billed, using, voiding };
}

test("of an advance no more is taken than was paid, whoever was put back to an old copy; what was voided is left again", async () => {
  const { node, operation, send, staffOf } = hand;
  const biller = await staffOf("billing");
  const patient = node.register();
  const shift = shiftOf(biller);
  const advance = advanceOf(patient.entity_id, biller, shift);
  const bills = Array.from({ length: 5 }, () => billPaidBy(patient, biller, shift, advance));
  const [first, second, third, fourth, fifth] = bills;
  if (!first || !second || !third || !fourth || !fifth) throw new Error("there are five bills");
  const more = aside("changes.0.fields.amount_minor: is more than is left of the payment");
  const use = first.using(6_000);
  const refund = (amount: number) =>
    operation(
      "payment.create",
      biller,
      advanceOf(patient.entity_id, biller, shift, {
        kind: "refund",
        payment_of_id: advance.id,
        reason: "Not needed",
        tenders: [{ method: "cash", amount_minor: amount, reference: null, bank: null }],
        amount_minor: amount,
        cash_minor: amount,
      }),
    );
  expect(
    await send([
      patient,
      operation("cashier_shift.create", biller, shift),
      operation("payment.create", biller, advance),
      ...bills.map(({ billed }) => billed),
      use,
      second.using(6_000),
    ]),
  ).toEqual([...Array.from({ length: 9 }, () => applied), more]);
  // In batches of their own: what was taken stands at the hub by then.
  expect(await send([third.using(4_001), refund(4_001), fourth.using(4_000)])).toEqual([
    more,
    more,
    applied,
  ]);
  expect(await send([first.voiding(use, 6_000), refund(2_000)])).toEqual([applied, applied]);
  expect(await send([first.voiding(use, 6_000)])).toEqual([
    aside("changes.0.fields.amount_minor: is more than is left of the payment"),
  ]);
  expect(await send([fifth.using(4_001), refund(4_000), refund(1)])).toEqual([more, applied, more]);
});
