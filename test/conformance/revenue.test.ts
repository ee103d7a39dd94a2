import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { creditNotesContract } from "@edgeward/shared/clinical/credit-notes/credit-notes.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { revenueContract } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { addDays, instantOf, localDate } from "@edgeward/shared/kernel/zones.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newShift } from "./cash-samples.ts";
import { claimBody, newClaim, payerShare } from "./claim-samples.ts";
import { newInvoice } from "./money-samples.ts";
import { newItem, seedPayer, seedPriceList } from "./payer-samples.ts";
import { worldOf, type World } from "./world.ts";

const { summary } = revenueContract;

function refused(path: string, code: string) {
  return { status: 422, details: { fields: [expect.objectContaining({ path, code })] } };
}

describe.each(engines)("revenue on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let today: string;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    today = localDate(node.clock.now(), "Asia/Kolkata");
  });
  afterAll(() => node.stop());

  async function asked(more: object = {}) {
    const query = { date_from: today, date_to: today, ...more };
    return (await world.client.call(summary, { query })).body;
  }

  /** What bills, credit notes and payments of the node come to, read one by one. */
  async function readOneByOne() {
    const { db, tenantId } = { db: node.store, tenantId: node.tenant.id };
    return db.read({ tenantId }, async ({ kysely }) => {
      const own = {
        bills: 0,
        billed: 0,
        due: 0,
        paid: 0,
        credited: 0,
        notes: 0,
        collected: 0,
        refunded: 0,
      };
      for (const row of await kysely
        .selectFrom("invoices")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .execute()) {
        if (row.issue_date !== today || row.status === "void") continue;
        own.bills += 1;
        own.billed += row.total_minor;
        own.due += row.due_minor;
        own.paid += row.paid_minor - row.refunded_minor;
        own.credited += row.credited_minor;
      }
      for (const row of await kysely
        .selectFrom("credit_notes")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .execute())
        own.notes += row.total_minor;
      for (const row of await kysely
        .selectFrom("payments")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .execute()) {
        const amount = row.tenders
          .filter(({ method }) => method !== "advance")
          .reduce((sum, one) => sum + one.amount_minor, 0);
        if (row.kind === "refund") own.refunded += amount;
        else if (row.kind === "void") own.collected -= amount;
        else own.collected += amount;
      }
      return own;
    });
  }

  test("agrees to the paisa with bills, credit notes, payments and refunds, whatever became of them", async () => {
    const { client } = world;
    const shift = await newShift(client);
    const pay = async (body: object) =>
      (
        await client.call(paymentsContract.create, {
          body: { cashier_shift_id: shift.id, ...body },
        })
      ).body;
    const cash = (amount: number) => ({
      tenders: [{ method: "cash" as const, amount_minor: amount }],
    });
    const taxed = {
      description: "Brace",
      unit_price_minor: 12_345,
      tax_category: "taxable" as const,
      gst_rate_bp: 500,
    };
    const first = await newInvoice(world, { lines: [taxed], is_rounded: true });
    const paid = await pay({ invoice_id: first.id, ...cash(first.total_minor) });
    await pay({ kind: "refund", payment_of_id: paid.id, reason: "Brace given back", ...cash(345) });
    const second = await newInvoice(world);
    await pay({
      invoice_id: second.id,
      tenders: [
        { method: "cash", amount_minor: 5_000 },
        { method: "upi", amount_minor: 7_000, reference: "612345678901" },
      ],
    });
    const mistaken = await pay({ invoice_id: second.id, ...cash(1_000) });
    await pay({ kind: "void", payment_of_id: mistaken.id, reason: "Wrong bill" });
    await client.call(creditNotesContract.create, {
      params: { id: second.id },
      body: { reason: "Charged twice", lines: second.lines.map(({ id }) => ({ line_id: id })) },
    });
    const voided = await newInvoice(world);
    await client.call(invoicesContract.update, {
      params: { id: voided.id },
      body: { status: "void", status_reason: "Wrong patient" },
    });
    await newInvoice(world, { draft: true });
    const third = await newInvoice(world);
    const patient = third.patient_id;
    const advance = await pay({ kind: "advance", patient_id: patient, ...cash(9_000) });
    await pay({
      kind: "adjustment",
      invoice_id: third.id,
      payment_of_id: advance.id,
      tenders: [{ method: "advance", amount_minor: 4_000 }],
    });
    const own = await readOneByOne();
    const { totals, by_method: methods, ageing } = await asked();
    expect(totals).toMatchObject({
      invoices: own.bills,
      billed_minor: own.billed,
      due_minor: own.due,
      paid_minor: own.paid,
      credited_minor: own.credited,
      credit_notes_minor: own.notes,
      collected_minor: own.collected,
      refunded_minor: own.refunded,
    });
    expect(totals.invoices).toBe(3);
    expect(ageing).toMatchObject({ d0_30_minor: own.due, d90_plus_minor: 0 });
    expect(methods.find(({ method }) => method === "upi")).toMatchObject({
      collected_minor: 7_000,
    });
    expect(methods.some(({ method }) => method === "advance")).toBe(false);
    for (const group of [
      "day",
      "week",
      "month",
      "branch",
      "method",
      "doctor",
      "payer",
      "invoice_type",
      "department",
    ]) {
      const { series, totals: same } = await asked({ group_by: group });
      expect(same, group).toEqual(totals);
      const bills = series.flatMap((one) => one.bills ?? []);
      const takings = series.flatMap((one) => one.takings ?? []);
      const billed = bills.reduce((sum, one) => sum + one.billed_minor, 0);
      const collected = takings.reduce((sum, one) => sum + one.collected_minor, 0);
      expect([billed, collected], group).toEqual([
        group === "method" ? 0 : own.billed,
        ["doctor", "payer", "invoice_type", "department"].includes(group) ? 0 : own.collected,
      ]);
    }
  });

  test("is told apart by whose bill it is, and compared with the time before", async () => {
    const payer = await seedPayer(world);
    await newInvoice(world, { invoice_type: "pharmacy", payer_id: payer });
    const { series } = await asked({ group_by: "payer" });
    expect(series.find(({ key }) => key === payer)?.bills).toMatchObject({ billed_minor: 25_000 });
    const types = await asked({ group_by: "invoice_type" });
    expect(types.series.map(({ key }) => key)).toContain("pharmacy");
    const later = {
      date_from: addDays(today, 1),
      date_to: addDays(today, 1),
      compare: "previous_period",
    };
    const before = await asked(later);
    expect(before.totals.invoices).toBe(0);
    expect(before.compared?.totals).toEqual((await asked()).totals);
  });

  test.each([
    ["date_to", { date_to: "2020-01-01" }, "validation_error"],
    ["date_to", { date_from: "2025-11-24", date_to: "2026-11-25" }, "validation_error"],
    ["date_from", { date_from: "2026-02-30" }, "validation_error"],
    ["group_by", { group_by: "colour" }, "invalid_enum"],
    ["branch_id", { branch_id: "brn_01jd7x2vry38gapbnk0v8yyk24" }, "invalid_reference"],
  ])("is refused with a wrong %s", async (path, query, code) => {
    await expect(asked(query)).rejects.toMatchObject(refused(path, code));
  });

  test("of 366 days is summed up", async () => {
    expect((await asked({ date_from: "2027-01-01", date_to: "2028-01-01" })).series).toEqual([]);
  });

  test("is its tenant's alone, its branch's for whoever has but one, and hidden from who does not answer for it", async () => {
    const { totals } = await asked();
    const stranger = await clientFor(node, node.other);
    const query = { date_from: today, date_to: today };
    expect((await stranger.call(summary, { query })).body.totals.invoices).toBe(0);
    const own = stranger.call(summary, { query: { ...query, branch_id: node.tenant.branchId } });
    await expect(own).rejects.toMatchObject(refused("branch_id", "invalid_reference"));
    for (const role of ["front_desk", "doctor", "nurse", "pharmacist"]) {
      const client = await clientFor(node, node.tenant, { claims: { roles: [role] } });
      await expect(client.call(summary, { query })).rejects.toMatchObject({ status: 403 });
    }
    const biller = await clientFor(node, node.tenant, { claims: { roles: ["billing"] } });
    expect((await biller.call(summary, { query })).body.totals).toEqual(totals);
  });

  test("says what is not with the hub yet", async () => {
    const { complete, waiting } = await asked();
    // The branch has sent nothing; the hub here has branches whose nodes were never heard of, or none.
    const isBranch = engine.engine === "branch";
    expect([complete, waiting.length > 0]).toEqual([!isBranch, isBranch]);
    expect(waiting.every(({ unsent }) => unsent !== 0)).toBe(true);
  });

  test("a bill names who pays what of it: all by the payer, a share, and never more than the total", async () => {
    const payer = await seedPayer(world);
    const whole = await newInvoice(world, { payer_id: payer });
    expect(whole).toMatchObject({
      bill_to: "insurer",
      payer_split: { patient_minor: 0, payer_minor: 25_000 },
    });
    const shared = await newInvoice(world, {
      payer_id: payer,
      payer_split: { payer_minor: 20_000 },
      draft: true,
    });
    expect(shared.payer_split).toEqual({ patient_minor: 5_000, payer_minor: 20_000 });
    const update = async (body: object) =>
      (await world.client.call(invoicesContract.update, { params: { id: shared.id }, body })).body;
    const lines = [{ description: "Dressing", unit_price_minor: 30_000 }];
    expect((await update({ lines })).payer_split).toEqual({
      patient_minor: 10_000,
      payer_minor: 20_000,
    });
    const tooLittle = update({ lines: [{ description: "Dressing", unit_price_minor: 10_000 }] });
    await expect(tooLittle).rejects.toMatchObject(
      refused("payer_split.payer_minor", "validation_error"),
    );
    await update({ status: "issued" });
    const late = update({ payer_split: { payer_minor: 1 } });
    await expect(late).rejects.toMatchObject(refused("payer_split", "read_only_field"));
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ payer_split: { payer_minor: 5 } }, "payer_split", "validation_error"],
      [
        { payer_id: payer, payer_split: { payer_minor: 25_001 } },
        "payer_split.payer_minor",
        "validation_error",
      ],
      [
        { payer_id: payer, payer_split: { payer_minor: 1, patient_minor: 1 } },
        "payer_split.patient_minor",
        "validation_error",
      ],
      [{ payer_id: "pyr_01jd7x2vry38gapbnk0v8yyk24" }, "payer_id", "invalid_reference"],
      [{ payer_id: payer, bill_to: "patient" }, "bill_to", "validation_error"],
      [
        { payer_id: await seedPayer(world, { status: "inactive" }) },
        "payer_id",
        "validation_error",
      ],
    ];
    for (const [more, path, code] of wrong)
      await expect(newInvoice(world, more), path).rejects.toMatchObject(refused(path, code));
  });

  test("a bill charges an item as its payer's list says", async () => {
    const [item, payer] = [await newItem(world), await seedPayer(world)];
    await seedPriceList(world, {
      payer_id: payer,
      prices: [{ item_id: item.id, price_minor: 900 }],
    });
    const lines = [{ item_id: item.id }];
    expect((await newInvoice(world, { lines })).total_minor).toBe(1_500);
    expect((await newInvoice(world, { lines, payer_id: payer })).total_minor).toBe(900);
  });

  test("says what was asked of payers, what they have decided and what they have paid, each by its local day", async () => {
    expect((await asked()).claims).toMatchObject({ submitted: 0, decided: 0, denial_rate_bp: 0 });
    const shift = await newShift(world.client);
    const steps = async (id: string, ...bodies: readonly object[]) => {
      for (const body of bodies)
        await world.client.call(claimsContract.update, { params: { id }, body });
    };
    const review = [{ status: "acknowledged" }, { status: "under_review" }];
    const deductions = [{ reason_code: "not_payable", amount_minor: 100_000 }];
    const part = { status: "partially_approved", approved_minor: 800_000, deductions };
    const settlement = { utr: "SBIN0000123456789", date: "2026-01-05", amount_minor: 700_000 };
    const paid = { status: "settled", settlement, tds_minor: 80_000, cashier_shift_id: shift.id };
    await steps((await newClaim(world)).id, ...review, part, paid);
    await steps((await newClaim(world)).id, ...review, { status: "rejected" });
    const again = [{ status: "rejected" }, { status: "appealed" }, { status: "under_review" }];
    await steps((await newClaim(world)).id, ...review, ...again);
    await steps((await newClaim(world)).id, { status: "cancelled" });
    await newClaim(world, { draft: true });
    const whole = {
      submitted: 3,
      submitted_minor: 3 * payerShare,
      decided: 2,
      rejected: 1,
      approved_minor: 800_000,
      deducted_minor: 100_000,
      denial_rate_bp: 5_000,
      settled: 1,
      settled_minor: 700_000,
      tds_minor: 80_000,
    };
    expect((await asked()).claims).toEqual(whole);
    // Some minutes after midnight of the branch, at which the day of UTC is another.
    const body = await claimBody(world);
    const tomorrow = addDays(today, 1);
    node.clock.advance(instantOf(tomorrow, "00:05", "Asia/Kolkata") - node.clock.now());
    world = await worldOf(node, node.tenant);
    await world.client.call(claimsContract.create, { body });
    const next = { date_from: tomorrow, date_to: tomorrow, compare: "previous_period" };
    const { claims, compared } = await asked(next);
    expect(claims).toMatchObject({ submitted: 1, submitted_minor: payerShare, decided: 0 });
    expect(compared?.claims).toEqual(whole);
  });
});
