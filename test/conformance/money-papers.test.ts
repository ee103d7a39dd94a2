import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { creditNotesContract } from "@edgeward/shared/clinical/credit-notes/credit-notes.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newShift } from "./cash-samples.ts";
import { newInvoice, plainLine } from "./money-samples.ts";
import { worldOf, type World } from "./world.ts";

type PaidBody = z.input<typeof paymentsContract.create.body>;
type Asked = z.input<typeof printJobsContract.create.body>;

const taxed = {
  description: "Knee brace",
  hsn_sac: "9021",
  quantity: 2,
  unit_price_minor: 50_000,
  tax_category: "taxable",
  gst_rate_bp: 1_200,
} as const;

function refusal(path: string, code: string) {
  return { details: { fields: [expect.objectContaining({ path, code })] } };
}

describe.each(engines)("papers of money on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let shiftId: string;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    shiftId = (await newShift(world.client)).id;
  });
  afterAll(() => node.stop());

  async function print(body: Asked, client: Client = world.client) {
    return (await client.call(printJobsContract.create, { body })).body;
  }

  /** What the jobs of a record say, the oldest first. */
  async function documentsOf(sourceId: string): Promise<readonly unknown[]> {
    const { id: tenantId } = node.tenant;
    const rows = await node.store.read({ tenantId }, ({ kysely }) =>
      kysely
        .selectFrom("print_jobs")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("source_id", "=", sourceId)
        .orderBy("id")
        .execute(),
    );
    return rows.map(({ data }) => data["document"]);
  }

  /** Somebody has seen the paper of a job. */
  async function cameOut(id: string): Promise<void> {
    await node.store.write({ tenantId: node.tenant.id }, ({ kysely }) =>
      kysely
        .updateTable("print_jobs")
        .set({ status: "printed" })
        .where("tenant_id", "=", node.tenant.id)
        .where("id", "=", id)
        .execute(),
    );
  }

  async function pay(body: PaidBody) {
    const request = { body: { cashier_shift_id: shiftId, ...body } };
    return (await world.client.call(paymentsContract.create, request)).body;
  }

  async function credit(
    id: string,
    lines: z.input<typeof creditNotesContract.create.body>["lines"],
  ) {
    const request = { params: { id }, body: { reason: "Charged by mistake", lines } };
    return (await world.client.call(creditNotesContract.create, request)).body;
  }

  test("say of a bill its lines before tax, its taxes by rate, and what is left to pay", async () => {
    const invoice = await newInvoice(world, {
      lines: [plainLine, taxed],
      seller_gstin: "27AAPFU0939F1ZV",
      place_of_supply: "27",
    });
    await pay({ invoice_id: invoice.id, tenders: [{ method: "cash", amount_minor: 30_000 }] });
    const job = await print({ document_type: "bill", source_id: invoice.id });
    expect(job).toMatchObject({
      source_type: "invoices",
      title: invoice.invoice_no,
      status: "queued",
      reprint_of_id: null,
    });
    expect(await documentsOf(invoice.id)).toMatchObject([
      {
        invoice_no: invoice.invoice_no,
        patient: { name: "Asha Patil" },
        seller_gstin: "27AAPFU0939F1ZV",
        place_of_supply: "27 Maharashtra",
        lines: [
          { description: "Dressing", total_minor: 25_000 },
          { description: "Knee brace", hsn_sac: "9021", quantity: 2, total_minor: 100_000 },
        ],
        subtotal_minor: 125_000,
        taxes: [
          { name: "CGST", rate_bp: 600, amount_minor: 6_000 },
          { name: "SGST", rate_bp: 600, amount_minor: 6_000 },
        ],
        total_minor: 137_000,
        paid_minor: 30_000,
        due_minor: 107_000,
      },
    ]);
  });

  test("say of a credit note of which bill it is, why, and what goes back of its lines and taxes", async () => {
    const invoice = await newInvoice(world, {
      lines: [plainLine, taxed],
      seller_gstin: "27AAPFU0939F1ZV",
      place_of_supply: "27",
    });
    const [plain, brace] = invoice.lines;
    const credited = await credit(invoice.id, [
      { line_id: brace?.id ?? "", quantity: 1 },
      { line_id: plain?.id ?? "", taxable_minor: 10_000 },
    ]);
    const wish = { document_type: "bill", source_id: credited.id } as const;
    const job = await print(wish);
    expect(job).toMatchObject({
      source_type: "credit_notes",
      title: credited.credit_note_no,
      reprint_of_id: null,
    });
    const paper = {
      kind: "credit_note",
      credit_note_no: credited.credit_note_no,
      invoice_no: invoice.invoice_no,
      invoice_issued_at: invoice.issued_at,
      reason: "Charged by mistake",
      patient: { name: "Asha Patil" },
      seller_gstin: "27AAPFU0939F1ZV",
      place_of_supply: "27 Maharashtra",
      lines: [
        { description: "Knee brace", hsn_sac: "9021", quantity: 1, amount_minor: 50_000 },
        { description: "Dressing", quantity: null, amount_minor: 10_000 },
      ],
      subtotal_minor: 60_000,
      taxes: [
        { name: "CGST", rate_bp: 600, amount_minor: 3_000 },
        { name: "SGST", rate_bp: 600, amount_minor: 3_000 },
      ],
      total_minor: 66_000,
    };
    expect(await documentsOf(credited.id)).toMatchObject([paper]);
    // Another one is a duplicate, and says what stood on the first.
    await expect(print(wish)).rejects.toMatchObject({ code: "invalid_transition" });
    await cameOut(job.id);
    await credit(invoice.id, [{ line_id: brace?.id ?? "" }]);
    expect(await print({ ...wish, reprint_reason: "The paper tore" })).toMatchObject({
      reprint_of_id: job.id,
    });
    expect(await documentsOf(credited.id)).toMatchObject([paper, paper]);
  });

  test("say of a payment each tender, and what was given back", async () => {
    const { id, invoice_no: number } = await newInvoice(world);
    const paid = await pay({
      invoice_id: id,
      tenders: [
        { method: "upi", amount_minor: 4_000, reference: "500000000001" },
        { method: "cash", amount_minor: 6_000 },
      ],
      tendered_minor: 10_000,
    });
    await print({ document_type: "receipt", source_id: paid.id });
    expect(await documentsOf(paid.id)).toMatchObject([
      {
        kind: "payment",
        receipt_no: paid.receipt_no,
        invoice_no: number,
        amount_minor: 10_000,
        method: null,
        tenders: [
          { method: "upi", amount_minor: 4_000, reference: "500000000001" },
          { method: "cash", amount_minor: 6_000, reference: null },
        ],
        tendered_minor: 10_000,
        change_minor: 4_000,
        due_minor: 15_000,
      },
    ]);
    const back = await pay({
      kind: "refund",
      payment_of_id: paid.id,
      reason: "Was not done",
      tenders: [{ method: "cash", amount_minor: 1_000 }],
    });
    await print({ document_type: "receipt", source_id: back.id });
    expect(await documentsOf(back.id)).toMatchObject([
      { kind: "refund", of_receipt_no: paid.receipt_no, reason: "Was not done" },
    ]);
  });

  test("are duplicates beside one that is out, each for a reason: of a receipt what stood on it, of a bill what is due by now", async () => {
    const { id } = await newInvoice(world);
    const paid = await pay({
      invoice_id: id,
      tenders: [{ method: "cash", amount_minor: 5_000 }],
    });
    const ofBill = { document_type: "bill", source_id: id } as const;
    const ofPayment = { document_type: "receipt", source_id: paid.id } as const;
    const [bill, receipt] = [await print(ofBill), await print(ofPayment)];
    await expect(print(ofPayment)).rejects.toMatchObject({ code: "invalid_transition" });
    await cameOut(bill.id);
    await cameOut(receipt.id);
    await expect(print(ofPayment)).rejects.toMatchObject(
      refusal("reprint_reason", "validation_error"),
    );
    await pay({ invoice_id: id, tenders: [{ method: "cash", amount_minor: 20_000 }] });
    const reprint_reason = "The paper tore";
    expect(await print({ ...ofBill, reprint_reason })).toMatchObject({ reprint_of_id: bill.id });
    expect(await print({ ...ofPayment, reprint_reason })).toMatchObject({
      reprint_of_id: receipt.id,
      reprint_reason,
    });
    expect(await documentsOf(id)).toMatchObject([{ due_minor: 20_000 }, { due_minor: 0 }]);
    expect(await documentsOf(paid.id)).toMatchObject([
      { due_minor: 20_000 },
      { due_minor: 20_000 },
    ]);
  });

  test("say of a shift what was taken and counted, and nothing before it is counted", async () => {
    const shift = await newShift(world.client);
    const params = { id: shift.id };
    const change = (body: z.input<typeof cashierShiftsContract.update.body>) =>
      world.client.call(cashierShiftsContract.update, { params, body });
    const { id } = await newInvoice(world);
    await pay({
      invoice_id: id,
      cashier_shift_id: shift.id,
      tenders: [{ method: "cash", amount_minor: 5_000 }],
    });
    await change({ movement: { kind: "pay_out", amount_minor: 1_000, reason: "Stamps" } });
    const report = { document_type: "report", source_id: shift.id } as const;
    await expect(print(report)).rejects.toMatchObject(refusal("source_id", "invalid_reference"));
    await change({ count: { sum_minor: 103_900 } });
    expect(await print(report)).toMatchObject({
      source_type: "cashier_shifts",
      title: shift.shift_no,
    });
    expect(await documentsOf(shift.id)).toMatchObject([
      {
        kind: "shift",
        till: shift.counter,
        opening_float_minor: 100_000,
        takings: [{ method: "cash", count: 1, amount_minor: 5_000 }],
        paid_out_minor: 1_000,
        cash_expected_minor: 104_000,
        cash_counted_minor: 103_900,
        variance_minor: -100,
      },
    ]);
  });

  test("are of issued records of the branch alone, and for those who may read them", async () => {
    const draft = await newInvoice(world, { draft: true });
    const voided = await newInvoice(world);
    const step = { status: "void", status_reason: "Wrong patient" } as const;
    await world.client.call(invoicesContract.update, { params: { id: voided.id }, body: step });
    const cases: readonly (readonly [Asked["document_type"], string, string])[] = [
      ["bill", draft.id, "invalid_reference"],
      ["bill", voided.id, "invalid_reference"],
      ["bill", "inv_01jd7x2vry38gapbnk0v8yyk24", "invalid_reference"],
      ["bill", "pay_01jd7x2vry38gapbnk0v8yyk24", "invalid_id"],
      ["bill", "crn_01jd7x2vry38gapbnk0v8yyk24", "invalid_reference"],
      ["receipt", "pay_01jd7x2vry38gapbnk0v8yyk24", "invalid_reference"],
      ["report", "csh_01jd7x2vry38gapbnk0v8yyk24", "invalid_reference"],
    ];
    for (const [document_type, source_id, code] of cases)
      await expect(print({ document_type, source_id })).rejects.toMatchObject(
        refusal("source_id", code),
      );
    const { id } = await newInvoice(world);
    const nurse = await clientFor(node, node.tenant, { claims: { roles: ["nurse"] } });
    await expect(print({ document_type: "bill", source_id: id }, nurse)).rejects.toMatchObject(
      refusal("source_id", "forbidden"),
    );
  });
});
