import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import { creditNotesContract } from "@edgeward/shared/clinical/credit-notes/credit-notes.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { plainLine } from "./money-samples.ts";
import { publishedOf } from "./radiology-samples.ts";
import { prescriptionBody } from "./rx-samples.ts";
import { newBatch, newDrug, newPlace } from "./stock-samples.ts";
import { worldOf, type World } from "./world.ts";

type Body = z.input<typeof dispensesContract.create.body>;
type Update = z.input<typeof dispensesContract.update.body>;
type Item = z.input<typeof prescriptionsContract.create.body>["items"][number];

const medicine: Item = {
  drug_name: "Amoxil",
  generic_name: "Amoxicillin",
  form: "capsule",
  route: "oral",
  dose: 1,
  dose_unit: "capsule",
  frequency: "tds",
  duration_days: 5,
};

function refusal(path: string, code = "validation_error") {
  return { status: 422, code, details: { fields: [{ path, code }] } };
}

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function give(body: Body) {
    return (await world.client.call(dispensesContract.create, { body })).body;
  }

  async function change(id: string, body: Update) {
    return (await world.client.call(dispensesContract.update, { params: { id }, body })).body;
  }

  async function thereOf(id: string) {
    return (await world.client.call(stockContract.get, { params: { id } })).body.on_hand;
  }

  async function movesOf(id: string) {
    const { body } = await world.client.call(stockMovesContract.ofBatch, {
      params: { id },
      query: { limit: "100" },
    });
    return body.data.map(({ kind, quantity }) => [kind, quantity]);
  }

  /** A prescription of 15 capsules of a medicine of the list. */
  async function prescribed(item: string, more: Partial<Item> = {}) {
    const items = [{ ...medicine, item_id: item, ...more }];
    const body = await prescriptionBody(world, { items });
    const rx = (await world.client.call(prescriptionsContract.create, { body })).body;
    return { rx, rxItem: rx.items[0]?.id ?? "" };
  }

  async function statusOf(id: string) {
    return (await world.client.call(prescriptionsContract.get, { params: { id } })).body.status;
  }

  /** A shelf with two batches of one medicine, 10 units of each: the second expires first. */
  async function shelf(more: Parameters<typeof newDrug>[1] = {}) {
    const [item, place] = [await newDrug(world, more), await newPlace(world)];
    const own = { item_id: item.id, location_id: place.id, quantity: 10 };
    const later = await newBatch(world, { ...own, expiry_date: "2031-12-31" });
    const sooner = await newBatch(world, { ...own, expiry_date: "2030-12-31" });
    return { item: item.id, place: place.id, later, sooner };
  }

  test("medicines are taken of the batch that expires first, and of the next where that is not enough", async () => {
    const { item, place, later, sooner } = await shelf();
    const given = await give({ location_id: place, lines: [{ item_id: item, quantity: 12 }] });
    expect(given.lines).toMatchObject([
      { batch_no: sooner.batch_no, quantity: 10, unit_price_minor: 500, mrp_minor: 900 },
      { batch_no: later.batch_no, quantity: 2 },
    ]);
    expect(given).toMatchObject({ status: "preparation", prescription_id: null, patient_id: null });
    expect([await thereOf(sooner.id), await thereOf(later.id)]).toEqual([0, 8]);
    expect(await change(given.id, { status: "completed" })).toMatchObject({ status: "completed" });
    expect(await publishedOf(node, given.id)).toEqual(["dispense.created", "dispense.completed"]);
  });

  test("another batch is given out with its reason alone", async () => {
    const { item, place, later, sooner } = await shelf();
    const line = { item_id: item, quantity: 1, batch_no: later.batch_no };
    await expect(give({ location_id: place, lines: [line] })).rejects.toMatchObject(
      refusal("lines.0.fefo_reason"),
    );
    const said = { ...line, fefo_reason: "The strip of the first is torn" };
    await give({ location_id: place, lines: [said] });
    expect([await thereOf(sooner.id), await thereOf(later.id)]).toEqual([10, 9]);
  });

  test("a prescription is filled in parts, by what is handed over, and by no more than was prescribed", async () => {
    const { item, place } = await shelf({ schedule: "h" });
    const { rx, rxItem } = await prescribed(item);
    const part = (quantity: number) =>
      give({
        prescription_id: rx.id,
        location_id: place,
        lines: [{ item_id: item, rx_item_id: rxItem, quantity }],
      });
    const first = await part(10);
    expect(first.patient_id).toBe(rx.patient_id);
    expect(await statusOf(rx.id)).toBe("issued");
    await change(first.id, { status: "ready" });
    await change(first.id, { status: "completed" });
    expect(await statusOf(rx.id)).toBe("partially_dispensed");
    await expect(part(6)).rejects.toMatchObject(refusal("lines.0.quantity", "over_dispense"));
    const second = await part(5);
    await expect(part(1)).rejects.toMatchObject(refusal("lines.0.quantity", "over_dispense"));
    await change(second.id, { status: "completed", counselling_done: true });
    expect(await statusOf(rx.id)).toBe("dispensed");
    await expect(part(1)).rejects.toMatchObject(refusal("prescription_id", "invalid_reference"));
  });

  test("what is cancelled is back on the shelf, and what was handed over comes back into quarantine alone", async () => {
    const { item, place, sooner } = await shelf();
    const lines = [{ item_id: item, quantity: 4 }];
    const first = await give({ location_id: place, lines });
    await expect(change(first.id, { status: "cancelled" })).rejects.toMatchObject(
      refusal("status_reason"),
    );
    await change(first.id, { status: "cancelled", status_reason: "Did not wait" });
    expect(await thereOf(sooner.id)).toBe(10);
    const { id, lines: given } = await give({ location_id: place, lines });
    const line = given[0]?.id ?? "";
    const aside = await newPlace(world, "quarantine");
    const back = (quantity: number, to = aside.id): Update => ({
      returns: [{ line_id: line, quantity, reason: "Not needed any more" }],
      to_location_id: to,
    });
    await expect(change(id, back(1))).rejects.toMatchObject({ code: "invalid_transition" });
    await change(id, { status: "completed" });
    await expect(change(id, back(1, place))).rejects.toMatchObject(refusal("to_location_id"));
    await expect(change(id, back(5))).rejects.toMatchObject(refusal("returns.0.quantity"));
    expect(await change(id, back(1))).toMatchObject({ status: "partially_returned" });
    expect(await change(id, back(3))).toMatchObject({ status: "returned" });
    expect(await thereOf(sooner.id)).toBe(6);
    expect(await movesOf(sooner.id)).toEqual([
      ["dispense", -4],
      ["dispense_cancelled", 4],
      ["dispense", -4],
      ["opening", 10],
    ]);
    const query = { item_id: item, location_id: aside.id };
    const { body: page } = await world.client.call(stockContract.list, { query });
    expect(page.data).toMatchObject([{ on_hand: 4, status: "quarantined" }]);
  });

  test("what is declined says why, and is back on the shelf and open at its prescription", async () => {
    const { item, place, sooner } = await shelf();
    const { rx, rxItem } = await prescribed(item);
    const lines = [{ item_id: item, rx_item_id: rxItem, quantity: 9 }];
    const body = { prescription_id: rx.id, location_id: place, lines };
    const { id } = await give(body);
    const field = "not_performed_reason";
    const declined = { status: "declined" } as const;
    await expect(change(id, declined)).rejects.toMatchObject(refusal(field));
    await expect(change(id, { status: "ready", [field]: "allergy" })).rejects.toMatchObject(
      refusal(field, "conflicting_fields"),
    );
    await expect(give({ ...body, [field]: "allergy" })).rejects.toMatchObject(
      refusal(field, "read_only_field"),
    );
    const done = await change(id, { ...declined, [field]: "allergy", status_reason: "Rash" });
    expect(done).toMatchObject({ ...declined, [field]: "allergy" });
    await expect(change(id, { ...declined, [field]: "other" })).rejects.toMatchObject(
      refusal(field, "read_only_field"),
    );
    expect(await thereOf(sooner.id)).toBe(10);
    expect(await publishedOf(node, id)).toEqual(["dispense.created", "dispense.declined"]);
    // All that was prescribed can still be given out.
    expect(
      await give({ ...body, lines: [{ item_id: item, rx_item_id: rxItem, quantity: 15 }] }),
    ).toMatchObject({
      status: "preparation",
    });
  });

  test("a line that was given out is charged once, by its quantity, price and tax", async () => {
    const { item, place } = await shelf();
    const patient = await world.patient();
    const body = {
      location_id: place,
      patient_id: patient,
      lines: [{ item_id: item, quantity: 3 }],
    };
    const { id: given, lines } = await give(body);
    const source = { source_type: "dispensed_line", source_id: lines[0]?.id ?? "" } as const;
    const params = { id: patient };
    const { body: charges } = await world.client.call(invoicesContract.charges, { params });
    expect(charges.data).toMatchObject([
      { ...source, quantity: 3, unit_price_minor: 500, gst_rate_bp: 500 },
    ]);
    const bill = (line: object) =>
      world.client.call(invoicesContract.create, {
        body: {
          patient_id: patient,
          invoice_type: "pharmacy",
          bill_to: "patient",
          lines: [{ ...source, ...line }],
        },
      });
    await expect(bill({ quantity: 2 })).rejects.toMatchObject(refusal("lines.0.quantity"));
    const { body: invoice } = await bill({});
    expect(invoice.lines).toMatchObject([
      { quantity: 3, unit_price_minor: 500, tax_category: "taxable", gst_rate_bp: 500 },
    ]);
    await expect(bill({})).rejects.toMatchObject(refusal("lines.0.source_id", "already_billed"));
    // What is on a bill is not put back behind its back.
    const undo = { status: "cancelled", status_reason: "Did not wait" } as const;
    await expect(change(given, undo)).rejects.toMatchObject(refusal("status", "already_billed"));
    await world.client.call(invoicesContract.update, {
      params: { id: invoice.id },
      body: { status: "void", status_reason: "Did not wait" },
    });
    expect(await change(given, undo)).toMatchObject({ status: "cancelled" });
  });

  test("what is on a bill is put back once its lines of the bill are taken back, whatever else that charges for", async () => {
    const { item, place } = await shelf();
    const patient = await world.patient();
    const two = {
      location_id: place,
      patient_id: patient,
      lines: [{ item_id: item, quantity: 2 }],
    };
    const given = await give(two);
    const [line] = given.lines;
    const charge = { source_type: "dispensed_line", source_id: line?.id ?? "" } as const;
    const { body: invoice } = await world.client.call(invoicesContract.create, {
      body: {
        patient_id: patient,
        invoice_type: "pharmacy",
        bill_to: "patient",
        lines: [charge, plainLine],
      },
    });
    const credit = (quantity: number) =>
      world.client.call(creditNotesContract.create, {
        params: { id: invoice.id },
        body: {
          reason: "Did not wait",
          lines: [{ line_id: invoice.lines[0]?.id ?? "", quantity }],
        },
      });
    const undo = { status: "cancelled", status_reason: "Did not wait" } as const;
    const billed = refusal("status", "already_billed");
    await expect(change(given.id, undo)).rejects.toMatchObject(billed);
    await credit(1);
    await expect(change(given.id, undo)).rejects.toMatchObject(billed);
    await credit(1);
    expect(await change(given.id, undo)).toMatchObject({ status: "cancelled" });
  });

  test("thirty-two dispensers of one batch take no more than there is, and what is there is the sum of its moves", async () => {
    const { id, item_id, location_id } = await newBatch(world, { quantity: 50 });
    const lines = [{ item_id, quantity: 2 }];
    const all = await Promise.allSettled(
      Array.from({ length: 32 }, () => give({ location_id, lines })),
    );
    const refused = all.flatMap((result) => {
      const reason: unknown = result.status === "rejected" ? result.reason : null;
      return reason === null ? [] : [reason];
    });
    expect(refused).toHaveLength(7);
    for (const reason of refused)
      expect(reason).toMatchObject(refusal("lines.0.quantity", "insufficient_balance"));
    expect(await thereOf(id)).toBe(0);
    const moves = await movesOf(id);
    expect(moves.filter(([kind]) => kind === "dispense")).toHaveLength(25);
    expect(moves.reduce((sum, [, quantity]) => sum + Number(quantity), 0)).toBe(0);
  }, 60_000);

  describe("refuses", () => {
    async function refusedLine(
      more: object,
      body: Partial<Body> = {},
      from?: Awaited<ReturnType<typeof shelf>>,
    ) {
      const { item, place } = from ?? (await shelf());
      const line = { item_id: item, quantity: 1, ...more };
      return give({ location_id: place, lines: [line], ...body });
    }

    test("a batch that has expired, was recalled, or is not there", async () => {
      const here = await shelf();
      const own = { item_id: here.item, location_id: here.place };
      const old = { mfg_date: "2020-01-01", expiry_date: "2024-05-31" };
      const over = await newBatch(world, { ...own, ...old });
      const recall = { kind: "recall", reason_code: "recalled" } as const;
      await world.client.call(stockMovesContract.create, {
        params: { id: here.sooner.id },
        body: recall,
      });
      for (const [batch, code] of [
        [over.batch_no, "batch_expired"],
        [here.sooner.batch_no, "batch_blocked"],
        ["NOSUCH", "invalid_reference"],
      ] as const)
        await expect(refusedLine({ batch_no: batch }, {}, here)).rejects.toMatchObject(
          refusal("lines.0.batch_no", code),
        );
      // Nor are they taken where nobody names a batch.
      await expect(refusedLine({ quantity: 11 }, {}, here)).rejects.toMatchObject(
        refusal("lines.0.quantity", "insufficient_balance"),
      );
      await expect(refusedLine({ quantity: 10 }, {}, here)).resolves.toMatchObject({
        lines: [{ batch_no: here.later.batch_no }],
      });
    });

    test("a medicine of schedule H over the counter, and a narcotic without a witness", async () => {
      const strict = await shelf({ schedule: "h" });
      await expect(refusedLine({}, {}, strict)).rejects.toMatchObject(
        refusal("lines.0.item_id", "prescription_required"),
      );
      const guarded = await shelf({ schedule: "narcotic" });
      const { rx, rxItem } = await prescribed(guarded.item);
      const asked = { prescription_id: rx.id };
      await expect(refusedLine({ rx_item_id: rxItem }, asked, guarded)).rejects.toMatchObject(
        refusal("witness_id"),
      );
      const seen = { ...asked, witness_id: world.tenant.doctorId };
      await expect(refusedLine({ rx_item_id: rxItem }, seen, guarded)).resolves.toMatchObject({
        witness_id: world.tenant.doctorId,
      });
    });

    test("what only the server says of a line", async () => {
      await expect(refusedLine({ unit_price_minor: 1 })).rejects.toMatchObject(
        refusal("lines.0.unit_price_minor", "read_only_field"),
      );
    });

    test("a price that comes to more than what is printed on it", async () => {
      const dear = await shelf({ price_minor: 858 });
      await expect(refusedLine({}, {}, dear)).rejects.toMatchObject(
        refusal("lines.0.unit_price_minor", "price_over_mrp"),
      );
      const fair = await shelf({ price_minor: 857 });
      await expect(refusedLine({}, {}, fair)).resolves.toMatchObject({
        lines: [{ unit_price_minor: 857 }],
      });
    });

    test("something else than was prescribed without its reason, or where nothing else may be given", async () => {
      const [here, other] = [await shelf(), await shelf()];
      for (const [allowed, path] of [
        [true, "lines.0.substitution_reason"],
        [false, "lines.0.item_id"],
      ] as const) {
        const { rx, rxItem } = await prescribed(other.item, { substitution_allowed: allowed });
        const line = { rx_item_id: rxItem };
        const asked = { prescription_id: rx.id };
        await expect(refusedLine(line, asked, here)).rejects.toMatchObject(refusal(path));
        const said = { ...line, substitution_reason: "out_of_stock" };
        const result = refusedLine(said, asked, here);
        const isTaken = await result.then(
          () => true,
          () => false,
        );
        expect(isTaken).toBe(allowed);
      }
    });
  });
});
