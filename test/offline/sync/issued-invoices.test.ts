import { afterAll, beforeAll, expect, test } from "vitest";
import { billOf, line, lineId } from "./hand-bills.ts";
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

// What a bill comes to, who took something off it, and that an issued one stays as it is, is judged again at the hub: also of
// what a program at a branch sends that has a fault.
let hand: HandWriting;
let count = 0;

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

function newNumber(paper = ""): string {
  count += 1;
  return `HAND/${paper}2627/${String(count).padStart(4, "0")}`;
}

const payerId = "pyr_01jd7x2vry38gapbnk0v8yyk24";

/** An issued bill of 210 rupees. */
function bill(patient: BatchOperation, by: Actor, more: Fields = {}): Change {
  return billOf(patient.entity_id, by, {
    branch_id: hand.branchId,
    invoice_no: newNumber(),
    ...more,
  });
}

function creditOf(patient: BatchOperation, invoice: Change, more: Fields = {}): Change {
  return insert("credit_notes", "crn", {
    branch_id: hand.branchId,
    invoice_id: invoice.id,
    patient_id: patient.entity_id,
    credit_note_no: newNumber("C"),
    issue_date: "2026-11-23",
    reason: "Charged by mistake",
    currency: "INR",
    lines: [
      {
        line_id: lineId,
        quantity: 1,
        taxable_minor: 10_000,
        cgst_minor: 250,
        sgst_minor: 250,
        igst_minor: 0,
        total_minor: 10_500,
      },
    ],
    taxable_total_minor: 10_000,
    tax_total_minor: 500,
    round_off_minor: 0,
    total_minor: 10_500,
    metadata: {},
    ...more,
  });
}

test("a bill comes to what its lines say, stays as it was issued, and is taken back by no more than it was", async () => {
  const { node, operation, send, staffOf } = hand;
  const [desk, admin] = [await staffOf("front_desk"), await staffOf("branch_admin")];
  const patient = node.register();
  const made = (more: Fields, by: Actor = desk) =>
    operation("invoice.create", by, bill(patient, by, more));
  const discounted = {
    ...line,
    discount_minor: 10_000,
    discount_reason: "Staff",
    taxable_minor: 10_000,
    cgst_minor: 250,
    sgst_minor: 250,
    total_minor: 10_500,
  };
  const less = {
    lines: [discounted],
    discount_total_minor: 10_000,
    tax_total_minor: 500,
    total_minor: 10_500,
    due_minor: 10_500,
  };
  const issued = bill(patient, desk);
  const opened = operation("invoice.create", desk, issued);
  expect(
    await send([
      patient,
      made({ total_minor: 1, due_minor: 1 }),
      made({ lines: [{ ...line, cgst_minor: 0 }] }),
      made({ due_minor: 0 }),
      made({ status: "paid" }),
      made({ invoice_no: null }),
      made({ status: "draft" }),
      made({ payer_split: { patient_minor: 0, payer_minor: 21_000 } }),
      made({ payer_id: payerId, payer_split: { patient_minor: 1, payer_minor: 21_000 } }),
      made(less),
      made(less, admin),
      opened,
    ]),
  ).toEqual([
    applied,
    aside("changes.0.fields.total_minor: is not what the lines come to"),
    aside("changes.0.fields.lines: are worked out otherwise"),
    aside("changes.0.fields.due_minor: is not what is left"),
    aside("changes.0.fields.status: does not follow from what was paid"),
    aside("changes.0.fields.invoice_no: is missing"),
    aside("changes.0.fields.invoice_no: is of no draft"),
    aside("changes.0.fields.payer_split: goes with a payer"),
    aside("changes.0.fields.payer_split: does not come to the total"),
    aside("changes.0.fields.lines: have a discount that is not theirs to give"),
    applied,
    applied,
  ]);

  const changed = (fields: Fields): Change => ({
    table: "invoices",
    id: issued.id,
    kind: "update",
    fields: { ...fields },
    added: {},
    base: Object.fromEntries(Object.keys(fields).map((name) => [name, opened.hlc])),
    version: 2,
  });
  const change = (by: Actor, fields: Fields) => operation("invoice.update", by, changed(fields));
  const credit = (note: Fields, invoice: Fields) =>
    operation(
      "credit_note.create",
      admin,
      creditOf(patient, issued, note),
      changed({ credited_minor: 10_500, due_minor: 10_500, ...invoice }),
    );
  expect(
    await send([
      change(desk, { lines: [{ ...line, description: "Plaster" }] }),
      change(admin, { payer_id: payerId, payer_split: { patient_minor: 0, payer_minor: 21_000 } }),
      change(desk, { status: "void", due_minor: 0 }),
      change(admin, { status: "written_off", written_off_minor: 21_000, due_minor: 0 }),
      credit({ total_minor: 10_400 }, {}),
      credit({}, { credited_minor: 10_400 }),
      credit({ patient_id: node.register().entity_id }, {}),
      credit({ invoice_id: "inv_01jd7x2vry38gapbnk0v8yyk24" }, {}),
      credit({}, { due_minor: 21_000 }),
      credit({}, {}),
    ]),
  ).toEqual([
    aside("changes.0.fields.lines: stays as it was issued"),
    aside("changes.0.fields.payer_id: stays as it was issued"),
    aside("changes.0.fields.status: is not theirs to void"),
    aside("changes.0.fields.status: is not theirs to write off"),
    aside("changes.0.fields.total_minor: is not what the lines come to"),
    aside("changes.0.fields.total_minor: is not what is credited of the invoice"),
    aside("changes.0.fields.patient_id: is not the invoice's"),
    aside("changes.0.fields.invoice_id: is not the invoice that is credited"),
    aside("changes.1.fields.due_minor: is not what is left"),
    applied,
  ]);
});

/** A bill of two lines of 210 rupees each and what is taken back of one of them. */
function twoLines(patient: BatchOperation, by: Actor, more: Fields = {}) {
  const otherId = "ivl_01jd7x2vry38gapbnk0v8yyk25";
  const issued = bill(patient, by, {
    lines: [line, { ...line, id: otherId }],
    subtotal_minor: 40_000,
    tax_total_minor: 2_000,
    total_minor: 42_000,
    due_minor: 42_000,
    ...more,
  });
  return { issued, otherId };
}

test("credit notes of one bill take back together no more of a line than it charges, and nothing of a bill that is void or unknown", async () => {
  const { node, operation, send, staffOf } = hand;
  const admin = await staffOf("branch_admin");
  const patient = node.register();
  const { issued, otherId } = twoLines(patient, admin);
  const voided = twoLines(patient, admin).issued;
  const made = operation("invoice.create", admin, issued);
  const born = operation("invoice.create", admin, voided);
  let [credited, version] = [0, 1];
  let stamp = made.hlc;

  /** Of a bill's line the half, twice over, or as it is said: with the bill as its branch would leave it. */
  const credit = (share: Fields, times = 1, invoice = issued) => {
    const amounts = { taxable_minor: 10_000, cgst_minor: 250, sgst_minor: 250, igst_minor: 0 };
    const part = { line_id: lineId, quantity: 1, ...amounts, total_minor: 10_500, ...share };
    const note = creditOf(patient, invoice, {
      lines: Array.from({ length: times }, () => part),
      taxable_total_minor: 10_000 * times,
      tax_total_minor: 500 * times,
      total_minor: 10_500 * times,
    });
    const after = credited + 10_500 * times;
    const fields = { credited_minor: after, due_minor: 42_000 - after };
    return operation("credit_note.create", admin, note, {
      table: "invoices",
      id: invoice.id,
      kind: "update",
      fields,
      added: {},
      base: Object.fromEntries(Object.keys(fields).map((name) => [name, stamp])),
      version: version + 1,
    });
  };
  const landed = ({ hlc }: BatchOperation) => {
    [credited, version, stamp] = [credited + 10_500, version + 1, hlc];
  };
  const over = aside("changes.0.fields.lines.0: is more than the invoice has");

  const first = credit({});
  expect(await send([patient, made, born, first])).toEqual([applied, applied, applied, applied]);
  landed(first);
  // A branch that was put back to a backup, and had not heard of the first one when it made another.
  const apart = credit({});
  const unaware = {
    ...apart,
    changes: apart.changes.map((one) =>
      one.table === "invoices"
        ? { ...one, fields: { credited_minor: 10_500, due_minor: 31_500 } }
        : one,
    ),
  };
  const second = credit({});
  expect(await send([unaware, credit({}, 2), second])).toEqual([
    aside("changes.0.fields.total_minor: is not what is credited of the invoice"),
    aside("changes.0.fields.lines.1: stands here twice"),
    applied,
  ]);
  landed(second);
  // Of the bill 210 rupees are left, of this line nothing.
  const third = credit({ line_id: otherId });
  expect(await send([credit({}), credit({ line_id: otherId }, 2), third])).toEqual([
    over,
    aside("changes.0.fields.lines.1: stands here twice"),
    applied,
  ]);

  const cancelled = operation("invoice.update", admin, {
    table: "invoices",
    id: voided.id,
    kind: "update",
    fields: { status: "void", due_minor: 0 },
    added: {},
    base: { status: born.hlc, due_minor: born.hlc },
    version: 2,
  });
  [credited, version, stamp] = [0, 2, cancelled.hlc];
  const unknown = bill(patient, admin);
  expect(await send([cancelled, credit({}, 1, voided), credit({}, 1, unknown)])).toEqual([
    applied,
    aside("changes.0.fields.invoice_id: is of an invoice that is void"),
    ["missing_record", expect.any(String)],
  ]);
  // What was refused is kept for a person to see, and the sum of what was taken is that of the bill.
  expect(await hand.creditedOf(issued.id)).toEqual({
    notes: [10_500, 10_500, 10_500],
    credited: 31_500,
  });
});
