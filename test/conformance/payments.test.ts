import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { newShift } from "./cash-samples.ts";
import { newInvoice, plainLine } from "./money-samples.ts";
import { publishedOf } from "./radiology-samples.ts";
import { worldOf, type World } from "./world.ts";

type PaidBody = z.input<typeof paymentsContract.create.body>;
type ShiftBody = z.input<typeof cashierShiftsContract.update.body>;

const dear = { ...plainLine, unit_price_minor: 19_000_000 };
const unknownPayment = "pay_01jd7x2vry38gapbnk0v8yyk24";

function refusal(path: string, code = "validation_error") {
  return { status: 422, code, details: { fields: [{ path, code }] } };
}

function cash(amount: number) {
  return { tenders: [{ method: "cash", amount_minor: amount } as const] };
}

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let shiftId: string;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    shiftId = (await newShift(world.client)).id;
  });
  afterAll(() => node.stop());

  function as(role: string) {
    return clientFor(node, node.tenant, { claims: { roles: [role] } });
  }

  async function pay(body: PaidBody, client: Client = world.client) {
    const request = { body: { cashier_shift_id: shiftId, ...body } };
    return (await client.call(paymentsContract.create, request)).body;
  }

  async function read(id: string) {
    return (await world.client.call(invoicesContract.get, { params: { id } })).body;
  }

  async function change(id: string, body: ShiftBody, client: Client = world.client) {
    return (await client.call(cashierShiftsContract.update, { params: { id }, body })).body;
  }

  describe("payments", () => {
    test("pay a bill in parts and with several tenders, and give change for cash", async () => {
      const { id } = await newInvoice(world);
      const first = await pay({ invoice_id: id, ...cash(10_000), tendered_minor: 20_000 });
      expect(first).toMatchObject({
        kind: "payment",
        amount_minor: 10_000,
        cash_minor: 10_000,
        change_minor: 10_000,
        currency: "INR",
        receipt_no: expect.stringMatching(/^[A-Z0-9]{2,4}\/R\d{4}\/\d+$/u),
      });
      expect(await publishedOf(node, first.id)).toEqual(["payment.received"]);
      expect(await read(id)).toMatchObject({
        status: "partially_paid",
        paid_minor: 10_000,
        due_minor: 15_000,
      });
      const rest = await pay({
        invoice_id: id,
        tenders: [
          { method: "upi", amount_minor: 14_000, reference: "400000000001" },
          { method: "cash", amount_minor: 1_000 },
        ],
      });
      expect(rest).toMatchObject({ amount_minor: 15_000, cash_minor: 1_000, change_minor: 0 });
      expect(await read(id)).toMatchObject({ status: "paid", paid_minor: 25_000, due_minor: 0 });
      expect(await publishedOf(node, id)).toEqual([
        "invoice.created",
        "invoice.updated",
        "invoice.paid",
      ]);
    });

    test("name what is wrong with them, and leave the bill as it was", async () => {
      const { id } = await newInvoice(world);
      const upi = { method: "upi", amount_minor: 1_000, reference: "400000000002" } as const;
      await pay({ invoice_id: id, tenders: [upi] });
      const { version } = await read(id);
      const cases: readonly (readonly [string, string, PaidBody])[] = [
        ["tenders", "overpayment", { invoice_id: id, ...cash(24_001) }],
        ["tenders.0.reference", "duplicate_payment", { invoice_id: id, tenders: [upi] }],
        ["tenders", "validation_error", { invoice_id: id }],
        [
          "tenders.0.reference",
          "validation_error",
          { invoice_id: id, tenders: [{ ...upi, reference: "1" }] },
        ],
        ["tenders.0.amount_minor", "validation_error", { invoice_id: id, ...cash(0) }],
        [
          "tendered_minor",
          "validation_error",
          { invoice_id: id, ...cash(100), tendered_minor: 99 },
        ],
        ["invoice_id", "validation_error", cash(100)],
        [
          "invoice_id",
          "invalid_reference",
          { invoice_id: "inv_01jd7x2vry38gapbnk0v8yyk24", ...cash(1) },
        ],
        ["patient_id", "validation_error", { kind: "advance", ...cash(100) }],
        [
          "patient_id",
          "invalid_reference",
          { invoice_id: id, patient_id: await world.patient(), ...cash(1) },
        ],
        ["amount_minor", "read_only_field", { invoice_id: id, ...cash(100), amount_minor: 100 }],
        [
          "payment_of_id",
          "conflicting_fields",
          { invoice_id: id, payment_of_id: unknownPayment, ...cash(1) },
        ],
        [
          "payment_of_id",
          "invalid_reference",
          { kind: "refund", payment_of_id: unknownPayment, reason: "Paid twice", ...cash(1) },
        ],
        [
          "cashier_shift_id",
          "invalid_reference",
          { invoice_id: id, ...cash(1), cashier_shift_id: "csh_01jd7x2vry38gapbnk0v8yyk24" },
        ],
      ];
      for (const [path, code, body] of cases)
        await expect(pay(body), `${path} ${code}`).rejects.toMatchObject(refusal(path, code));
      expect((await read(id)).version).toBe(version);
    });

    test("of a bill that is a draft or void are refused", async () => {
      const draft = await newInvoice(world, { draft: true });
      await expect(pay({ invoice_id: draft.id, ...cash(1) })).rejects.toMatchObject(
        refusal("invoice_id", "invalid_reference"),
      );
    });

    test("are paid back up to what was paid, by those who may", async () => {
      const { id } = await newInvoice(world);
      const paid = await pay({ invoice_id: id, ...cash(25_000) });
      const back = { kind: "refund", payment_of_id: paid.id, reason: "Test not done" } as const;
      const first = await pay({ ...back, ...cash(10_000) });
      expect(await publishedOf(node, first.id)).toEqual(["payment.refunded"]);
      expect(await read(id)).toMatchObject({
        status: "partially_refunded",
        refunded_minor: 10_000,
        due_minor: 10_000,
      });
      await expect(pay({ ...back, ...cash(15_001) })).rejects.toMatchObject(
        refusal("tenders", "overpayment"),
      );
      await expect(
        pay({ kind: "refund", payment_of_id: paid.id, ...cash(1) }),
      ).rejects.toMatchObject(refusal("reason"));
      await expect(pay({ ...back, ...cash(1) }, await as("front_desk"))).rejects.toMatchObject({
        status: 403,
        code: "forbidden",
      });
      await pay({ ...back, ...cash(15_000) });
      expect(await read(id)).toMatchObject({ status: "refunded", refunded_minor: 25_000 });
    });

    test("are voided as a whole, once, in their shift", async () => {
      const { id } = await newInvoice(world);
      const paid = await pay({ invoice_id: id, ...cash(25_000) });
      const back = { kind: "void", payment_of_id: paid.id, reason: "Another patient's" } as const;
      const other = await newShift(world.client);
      await expect(pay({ ...back, cashier_shift_id: other.id })).rejects.toMatchObject(
        refusal("payment_of_id"),
      );
      expect(await pay(back)).toMatchObject({ amount_minor: 25_000, tenders: paid.tenders });
      expect(await read(id)).toMatchObject({ status: "issued", paid_minor: 0, due_minor: 25_000 });
      await expect(pay(back)).rejects.toMatchObject(refusal("payment_of_id", "duplicate_value"));
    });

    test("ahead of a bill are used for it, and no more than is left of them", async () => {
      const patient = await world.patient();
      const ahead = await pay({ kind: "advance", patient_id: patient, ...cash(30_000) });
      const { id } = await newInvoice(world, { patient_id: patient });
      const from = { kind: "adjustment", payment_of_id: ahead.id, invoice_id: id } as const;
      const of = (amount: number) => ({
        tenders: [{ method: "advance", amount_minor: amount } as const],
      });
      await pay({ ...from, ...of(20_000) });
      expect(await read(id)).toMatchObject({ paid_minor: 20_000, due_minor: 5_000 });
      const other = await newInvoice(world, { patient_id: patient });
      await expect(pay({ ...from, invoice_id: other.id, ...of(10_001) })).rejects.toMatchObject(
        refusal("tenders", "overpayment"),
      );
      const strangers = await newInvoice(world);
      await expect(pay({ ...from, invoice_id: strangers.id, ...of(1) })).rejects.toMatchObject(
        refusal("payment_of_id", "invalid_reference"),
      );
      const request = { params: { id: patient }, query: {} };
      const { summary } = (await world.client.call(invoicesContract.billing, request)).body;
      expect(summary).toMatchObject({ advance_minor: 10_000, paid_minor: 20_000 });
    });

    test("in cash have a limit of the day for each patient", async () => {
      const patient = await world.patient();
      const { id } = await newInvoice(world, { patient_id: patient, lines: [dear] });
      await pay({ invoice_id: id, ...cash(19_000_000) });
      const ahead = { kind: "advance", patient_id: patient } as const;
      await pay({ ...ahead, ...cash(1_000_000) });
      await expect(pay({ ...ahead, ...cash(1) })).rejects.toMatchObject(
        refusal("tenders.0.amount_minor", "cash_limit_exceeded"),
      );
      await pay({ ...ahead, tenders: [{ method: "card", amount_minor: 1 }] });
    });

    test("of one bill that two take at once are never more than is due", async () => {
      const { id } = await newInvoice(world);
      const body = { invoice_id: id, ...cash(25_000) };
      const done = await Promise.allSettled([pay(body), pay(body)]);
      expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await read(id)).toMatchObject({ paid_minor: 25_000, due_minor: 0 });
    });
  });

  describe("cashiers' shifts", () => {
    test("are open once at a drawer, and without one nothing is taken", async () => {
      const shift = await newShift(world.client);
      expect(shift).toMatchObject({
        status: "open",
        float_minor: 100_000,
        expected_minor: null,
        shift_no: expect.stringMatching(/^[A-Z0-9]{2,4}\/S\d{4}\/\d+$/u),
      });
      const body = { counter: shift.counter.toUpperCase(), float_minor: 0 };
      await expect(world.client.call(cashierShiftsContract.create, { body })).rejects.toMatchObject(
        refusal("counter", "duplicate_value"),
      );
      const counted = await change(shift.id, { count: { sum_minor: 100_000 } });
      expect(counted).toMatchObject({ status: "counted", variance_minor: 0 });
      const { id } = await newInvoice(world);
      await expect(
        pay({ invoice_id: id, ...cash(1), cashier_shift_id: shift.id }),
      ).rejects.toMatchObject(refusal("cashier_shift_id", "invalid_reference"));
    });

    test("are counted blind by notes and coins, say why there is more or less, and are closed once", async () => {
      const { id } = await newShift(world.client);
      const { id: bill } = await newInvoice(world);
      const paid = await pay({ invoice_id: bill, ...cash(25_000), cashier_shift_id: id });
      const back = { kind: "refund", payment_of_id: paid.id, reason: "Not done" } as const;
      await pay({ ...back, ...cash(5_000), cashier_shift_id: id });
      await change(id, { movement: { kind: "pay_in", amount_minor: 1_000, reason: "Coins" } });
      const moved = await change(id, {
        movement: { kind: "pay_out", amount_minor: 2_000, reason: "Courier" },
      });
      expect(moved).toMatchObject({ expected_minor: null, takings: null });
      expect(moved.movements.map((one) => one.amount_minor)).toEqual([1_000, 2_000]);
      const count = { denominations: [{ value_minor: 50_000, pieces: 2 }] };
      await expect(change(id, { count: { ...count, sum_minor: 100_000 } })).rejects.toMatchObject(
        refusal("count.sum_minor", "conflicting_fields"),
      );
      await expect(change(id, { status: "counted" })).rejects.toMatchObject(refusal("count"));
      expect(await change(id, { count })).toMatchObject({
        expected_minor: 119_000,
        counted_minor: 100_000,
        variance_minor: -19_000,
        takings: [{ method: "cash", received_minor: 25_000, returned_minor: 5_000 }],
      });
      await expect(change(id, { status: "closed" })).rejects.toMatchObject(
        refusal("variance_reason"),
      );
      const late = { movement: { kind: "pay_in", amount_minor: 1, reason: "Late" } } as const;
      const refused = { status: 409, code: "invalid_transition" };
      await expect(change(id, late)).rejects.toMatchObject(refused);
      const closed = await change(id, { status: "closed", variance_reason: "Short since noon" });
      expect(closed).toMatchObject({ status: "closed", credited_minor: 100_000 });
      await expect(change(id, { status: "counted" })).rejects.toMatchObject(refused);
      expect(await publishedOf(node, id)).toEqual([
        "cashier_shift.opened",
        "cashier_shift.updated",
        "cashier_shift.updated",
        "cashier_shift.counted",
        "cashier_shift.closed",
      ]);
    });

    test("are taken over by whom they are handed to alone", async () => {
      const { id } = await newShift(world.client);
      await change(id, { count: { sum_minor: 100_000 } });
      await expect(change(id, { status: "handed_over" })).rejects.toMatchObject(
        refusal("handed_to"),
      );
      const nobody = { handed_to: "stf_01jd7x2vry38gapbnk0v8yyk24" };
      await expect(change(id, { status: "handed_over", ...nobody })).rejects.toMatchObject(
        refusal("handed_to", "invalid_reference"),
      );
      const doctor = { status: "handed_over", handed_to: node.tenant.doctorId } as const;
      await expect(change(id, doctor)).rejects.toMatchObject(
        refusal("handed_to", "invalid_reference"),
      );
      await writeAsSystem(node, node.tenant.id, async (write) => {
        const row = await write.load(staffTable, node.tenant.doctorId);
        if (row !== null) write.update(staffTable, row, { roles: ["doctor", "billing"] });
      });
      await change(id, doctor);
      const forbidden = { status: 403, code: "forbidden" };
      await expect(change(id, { status: "closed" })).rejects.toMatchObject(forbidden);
      const receiver = await clientFor(node, node.tenant, {
        claims: { sub: node.tenant.doctorId, roles: ["billing"] },
      });
      expect(await change(id, { status: "closed" }, receiver)).toMatchObject({
        credited_minor: 100_000,
        accepted_by: node.tenant.doctorId,
      });
    });
  });
});
