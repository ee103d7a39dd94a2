import { afterAll, beforeAll, expect, test } from "vitest";
import { billOf, line } from "./hand-bills.ts";
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

// What is claimed of bills, and what a payer has paid of a claim, is judged again at the hub: also of what a program at a
// branch sends that has a fault.
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

const at = "2026-11-23T04:00:00.000Z";
const payerId = "pyr_01jd7x2vry38gapbnk0v8yyk24";
const document_id = "doc_01jd7x2vry38gapbnk0v8yyk24";
const papers = ["discharge_summary", "final_bill", "id_proof"].map((type) => {
  return { type, document_id };
});
const theatre = {
  ...line,
  description: "Theatre",
  quantity: 1,
  tax_category: "exempt",
  gst_rate_bp: 0,
  taxable_minor: 10_000,
  cgst_minor: 0,
  sgst_minor: 0,
  total_minor: 10_000,
};

/** An issued bill of 100 rupees of which the payer pays 90. */
function claimedBill(patientId: string, by: Actor, more: Fields = {}): Change {
  return billOf(patientId, by, {
    branch_id: hand.branchId,
    invoice_no: newNumber(),
    bill_to: "insurer",
    payer_id: payerId,
    payer_split: { patient_minor: 1_000, payer_minor: 9_000 },
    issue_date: "2026-11-23",
    lines: [theatre],
    subtotal_minor: 10_000,
    tax_total_minor: 0,
    total_minor: 10_000,
    due_minor: 10_000,
    status_history: [{ status: "issued", at, by: by.id, reason: null }],
    issued_at: at,
    ...more,
  });
}

function claimOf(patientId: string, bills: readonly Change[], more: Fields = {}): Change {
  return insert("payer_claims", "clm", {
    branch_id: hand.branchId,
    claim_no: newNumber("K"),
    patient_id: patientId,
    encounter_id: "enc_01jd7x2vry38gapbnk0v8yyk24",
    admission_id: null,
    invoice_ids: bills.map(({ id }) => id),
    preauth_id: null,
    claim_type: "reimbursement",
    payer_id: payerId,
    scheme: "private",
    policy: { policy_no: "P-1", member_id: "M-1" },
    diagnosis_codes: ["K35.8"],
    procedure_codes: [],
    package_codes: [],
    claimed_minor: 9_000 * bills.length,
    payer_share_minor: 9_000 * bills.length,
    approved_minor: null,
    deductions: [],
    deducted_minor: null,
    documents: papers,
    queries: [],
    submitted_at: at,
    sla_due_at: null,
    due_date: null,
    decided_at: null,
    settlement: null,
    settled_minor: null,
    tds_minor: null,
    settled_at: null,
    remarks: null,
    status: "submitted",
    status_history: [{ status: "submitted", at, by: "sys", reason: null }],
    metadata: {},
    ...more,
  });
}

function shiftOf(cashier: Actor): Change {
  return insert("cashier_shifts", "csh", {
    branch_id: hand.branchId,
    shift_no: newNumber("S"),
    cashier_id: cashier.id,
    counter: `Counter ${count}`,
    currency: "INR",
    business_date: "2026-11-23",
    float_minor: 0,
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
  });
}

const utr = "SBIN0000123456789";

function tender(amount_minor: number, reference: string) {
  return { method: "insurance", amount_minor, reference, bank: null };
}

/** One of a settlement's payments: 80 rupees, and 10 that were held back for tax. */
function paymentOf(claim: Change, bill: Change, shift: Change, more: Fields = {}): Change {
  return insert("payments", "pay", {
    branch_id: hand.branchId,
    kind: "payment",
    invoice_id: bill.id,
    patient_id: bill.fields["patient_id"],
    payment_of_id: null,
    tenders: [tender(8_000, utr), tender(1_000, "TDS")],
    amount_minor: 9_000,
    cash_minor: 0,
    tendered_minor: null,
    change_minor: 0,
    currency: "INR",
    receipt_no: newNumber("R"),
    receipt_date: "2026-11-23",
    cashier_shift_id: shift.id,
    received_by: shift.fields["cashier_id"],
    reason: null,
    claim_id: claim.id,
    metadata: {},
    ...more,
  });
}

/** How a record stands that operations have changed one after the other. */
class Standing {
  readonly #change: Change;
  readonly #stamps: Record<string, string> = {};
  #version = 0;

  constructor(change: Change) {
    this.#change = change;
  }

  /** Notes that an operation was taken. */
  took({ hlc, changes }: BatchOperation): void {
    this.#version += 1;
    const own = changes.find(({ id }) => id === this.#change.id);
    for (const name of Object.keys(own?.fields ?? {})) this.#stamps[name] = hlc;
  }

  change(fields: Fields): Change {
    const base = Object.fromEntries(
      Object.keys(fields).map((name) => [name, this.#stamps[name] ?? ""]),
    );
    const { table, id } = this.#change;
    const version = this.#version + 1;
    return { table, id, kind: "update", fields: { ...fields }, added: {}, base, version };
  }
}

test("a claim is of no more than its bills leave to the payer, and is settled once, by the payments of its bills alone", async () => {
  const { node, operation, send, staffOf } = hand;
  const [program, biller] = [await staffOf("integrator"), await staffOf("billing")];
  const patient = node.register();
  const of = patient.entity_id;
  const bill = claimedBill(of, biller);
  const strange = claimedBill(of, biller, { payer_id: "pyr_01jd7x2vry38gapbnk0v8yyk25" });
  const billed = operation("invoice.create", biller, bill);
  const shift = shiftOf(biller);
  const claim = claimOf(of, [bill]);
  const made = (more: Fields, bills: readonly Change[] = [bill]) =>
    operation("claim.create", biller, claimOf(of, bills, more));
  const submitted = operation("claim.create", biller, claim);
  expect(
    await send([
      patient,
      billed,
      operation("invoice.create", biller, strange),
      operation("cashier_shift.create", biller, shift),
      made({ claimed_minor: 9_001 }),
      made({ claimed_minor: 9_001, payer_share_minor: 9_001 }),
      made({}, [strange]),
      made({}, [bill, bill]),
      made({ documents: [] }),
      made({ claim_type: "cashless" }),
      made({ status: "approved", approved_minor: 9_000, deducted_minor: 0 }),
      made({ approved_minor: 9_000 }),
      made({ settled_minor: 9_000 }),
      submitted,
    ]),
  ).toEqual([
    applied,
    applied,
    applied,
    applied,
    aside("changes.0.fields.claimed_minor: is more than the payer's share"),
    aside("changes.0.fields.payer_share_minor: is more than the bills leave"),
    aside("changes.0.fields.invoice_ids.0: is no bill of this payer's"),
    aside("changes.0.fields.invoice_ids.1: stands here twice"),
    aside("changes.0.fields.documents: lack discharge_summary, final_bill, id_proof"),
    aside("changes.0.fields.preauth_id: is missing of a cashless claim"),
    aside("changes.0.fields.status: of a new one is draft or submitted"),
    aside("changes.0.fields.approved_minor: is said with the decision"),
    aside("changes.0.fields.settled_minor: is said with what was paid"),
    applied,
  ]);

  const [claims, bills] = [new Standing(claim), new Standing(bill)];
  claims.took(submitted);
  bills.took(billed);
  const noted = (fields: Fields) => operation("claim.update", biller, claims.change(fields));
  const step = async (fields: Fields) => {
    const done = noted(fields);
    expect(await send([done])).toEqual([applied]);
    claims.took(done);
  };
  const paid = { paid_minor: 9_000, due_minor: 1_000, status: "partially_paid" };
  const settled = {
    status: "settled",
    settlement: { utr, date: "2026-11-23", amount_minor: 8_000 },
    settled_minor: 8_000,
    tds_minor: 1_000,
    settled_at: at,
  };
  const settle = (fields: Fields, payment: Fields, by: Actor = biller) =>
    operation(
      "claim.update",
      by,
      claims.change({ ...settled, ...fields }),
      paymentOf(claim, bill, shift, payment),
      bills.change(paid),
    );
  expect(
    await send([
      noted({ claimed_minor: 1_000 }),
      noted({ status: "under_review" }),
      settle({}, {}),
      operation("payment.create", biller, paymentOf(claim, bill, shift), bills.change(paid)),
    ]),
  ).toEqual([
    aside("changes.0.fields.claimed_minor: stays as it was submitted"),
    aside("changes.0.fields.status: is reached by no way"),
    aside("changes.0.fields.status: is reached by no way"),
    aside("changes.0.fields.claim_id: comes with a claim's settlement"),
  ]);

  await step({ status: "acknowledged" });
  await step({ status: "under_review" });
  const cut = [{ reason_code: "other", amount_minor: 1_000 }];
  const part = { status: "partially_approved", approved_minor: 8_000 };
  expect(
    await send([
      noted({ status: "approved", approved_minor: 9_001, deducted_minor: 0 }),
      noted({ ...part, deductions: [], deducted_minor: 0 }),
      noted({ ...part, deductions: cut, deducted_minor: 5 }),
      noted({ approved_minor: 9_000 }),
    ]),
  ).toEqual([
    aside("changes.0.fields.approved_minor: is more than was claimed: 9000"),
    aside("changes.0.fields.deductions: do not come to what was not approved: 1000"),
    aside("changes.0.fields.deducted_minor: is not what the deductions come to"),
    aside("changes.0.fields.approved_minor: is said with the decision"),
  ]);
  await step({ status: "approved", approved_minor: 9_000, deducted_minor: 0 });

  const more = { ...settled, settlement: { utr, date: "2026-11-23", amount_minor: 8_001 } };
  const good = settle({}, {});
  expect(
    await send([
      noted(settled),
      noted({ settled_minor: 8_000 }),
      operation("claim.update", biller, claims.change(settled), bills.change(paid)),
      operation("claim.update", biller, claims.change({ remarks: "Paid" }), bills.change(paid)),
      operation(
        "claim.update",
        biller,
        claims.change({ remarks: "Paid" }),
        paymentOf(claim, bill, shift),
      ),
      settle({ ...more, settled_minor: 8_001 }, {}),
      settle({ settled_minor: 9_000 }, {}),
      settle({ tds_minor: 0 }, {}),
      settle({}, { claim_id: null }),
      settle({}, { claim_id: "clm_01jd7x2vry38gapbnk0v8yyk24" }),
      settle({}, { invoice_id: strange.id }),
      settle({}, { tenders: [tender(8_000, utr), tender(1_000, "OTHER")] }),
      settle({}, { tenders: [{ ...tender(9_000, utr), method: "card" }] }),
      settle({}, { amount_minor: 8_000 }),
      settle({}, {}, program),
      good,
    ]),
  ).toEqual([
    aside("changes.0.fields.settlement: is not what is posted"),
    aside("changes.0.fields.settled_minor: is said with what was paid"),
    aside("changes.1.fields.paid_minor: is of no payment"),
    aside("changes.1.fields.paid_minor: is of no payment"),
    aside("changes.1.fields.claim_id: is of no settlement"),
    aside(
      "changes.0.fields.settlement.amount_minor: is with the tax held back more than was approved: 9000",
    ),
    aside("changes.0.fields.settled_minor: is not what was paid"),
    aside("changes.0.fields.settlement: is not what is posted"),
    aside("changes.1.fields.claim_id: is no payment of a claim"),
    aside("changes.1.fields.claim_id: is another claim's"),
    aside("changes.1.fields.invoice_id: is no bill of the claim"),
    aside("changes.1.fields.tenders: are not what the payer has paid"),
    aside("changes.1.fields.tenders: are not what the payer has paid"),
    aside("changes.1.fields.amount_minor: is not what the tenders come to"),
    aside("changes.1.fields.kind: is not theirs to take"),
    applied,
  ]);
  claims.took(good);
  bills.took(good);
  const voided = paymentOf(claim, bill, shift, {
    kind: "void",
    payment_of_id: good.changes[1]?.id,
    reason: "Not theirs",
    claim_id: null,
  });
  expect(
    await send([
      settle({ settled_at: "2026-11-24T04:00:00.000Z" }, {}),
      operation(
        "payment.create",
        biller,
        voided,
        bills.change({ paid_minor: 0, due_minor: 10_000, status: "issued" }),
      ),
    ]),
  ).toEqual([
    aside("changes.0.fields.settlement: is noted already"),
    aside("changes.0.fields.payment_of_id: is of a claim's settlement"),
  ]);
});
