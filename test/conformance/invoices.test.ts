import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { creditNotesContract } from "@edgeward/shared/clinical/credit-notes/credit-notes.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import {
  invoiceStatuses,
  type InvoiceStatus,
} from "@edgeward/shared/clinical/invoices/invoice-parts.contract.ts";
import { invoiceSteps } from "@edgeward/shared/clinical/invoices/invoices.states.ts";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newInvoice, plainLine } from "./money-samples.ts";
import { newStudy, publishedOf } from "./radiology-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update, billing } = invoicesContract;

type UpdateBody = z.input<typeof update.body>;
type CreateBody = z.input<typeof create.body>;

const maharashtra = "27AAPFU0939F1ZV";

describe.each(engines)("invoices on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let desk: Client;
  let billed: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    [desk, billed] = [await as("front_desk"), await as("billing")];
  });
  afterAll(() => node.stop());

  function as(role: string) {
    return clientFor(node, node.tenant, { claims: { roles: [role] } });
  }

  const bill = (more: Partial<CreateBody> = {}) => newInvoice(world, more);

  async function change(id: string, body: UpdateBody, client = world.client) {
    return (await client.call(update, { params: { id }, body })).body;
  }

  async function read(id: string) {
    return (await world.client.call(get, { params: { id } })).body;
  }

  async function credit(
    id: string,
    lines: z.input<typeof creditNotesContract.create.body>["lines"],
  ) {
    const body = { reason: "Charged by mistake", lines };
    return (await world.client.call(creditNotesContract.create, { params: { id }, body })).body;
  }

  function refusal(path: string, code = "validation_error", status = 422) {
    return { status, code, details: { fields: [{ path, code }] } };
  }

  test("are issued with the next number of the branch, and with sums that the server has worked out", async () => {
    const [one, other] = [
      await bill({ lines: [plainLine, { ...plainLine, quantity: 3 }] }),
      await bill(),
    ];
    const [first, second] = [one, other].map(({ invoice_no: number }) => Number(number?.slice(-6)));
    expect(one.invoice_no).toMatch(/^[A-Z0-9]{2,4}\/\d{4}\/\d{6}$/u);
    expect(second).toBe((first ?? 0) + 1);
    expect(one).toMatchObject({
      status: "issued",
      subtotal_minor: 100_000,
      tax_total_minor: 0,
      total_minor: 100_000,
      due_minor: 100_000,
      paid_minor: 0,
      currency: "INR",
      issued_at: one.created_at,
    });
    expect(await publishedOf(node, one.id)).toEqual(["invoice.created"]);
  });

  test("that are only drawn up have no number and leave no gap", async () => {
    const [before, draft] = [await bill(), await bill({ draft: true })];
    expect(draft).toMatchObject({ status: "draft", invoice_no: null, issue_date: null });
    await change(draft.id, { status: "void" });
    const after = await bill();
    const count = (number: string | null) => Number(number?.slice(-6));
    expect(count(after.invoice_no) - count(before.invoice_no)).toBe(1);
  });

  test("split the tax within the seller's state and charge it whole between states", async () => {
    const line = {
      ...plainLine,
      unit_price_minor: 12_345,
      tax_category: "taxable",
      gst_rate_bp: 500,
    } as const;
    const within = await bill({ seller_gstin: maharashtra, lines: [line] });
    expect(within.lines[0]).toMatchObject({
      cgst_minor: 309,
      sgst_minor: 309,
      igst_minor: 0,
      total_minor: 12_963,
    });
    expect(within.place_of_supply).toBe("27");
    const between = await bill({ seller_gstin: maharashtra, place_of_supply: "29", lines: [line] });
    expect(between.lines[0]).toMatchObject({
      cgst_minor: 0,
      sgst_minor: 0,
      igst_minor: 617,
      total_minor: 12_962,
    });
    const rounded = await bill({ seller_gstin: maharashtra, is_rounded: true, lines: [line] });
    expect(rounded).toMatchObject({ round_off_minor: 37, total_minor: 13_000, due_minor: 13_000 });
  });

  test("name what is wrong with them, and leave nothing behind", async () => {
    const patient_id = await world.patient();
    const strangers = await world.encounter();
    const line = (more: object) => ({ lines: [{ ...plainLine, ...more }] });
    const cases: readonly (readonly [string, string, object])[] = [
      ["patient_id", "invalid_reference", { patient_id: "pat_01jd7x2vry38gapbnk0v8yyk24" }],
      ["encounter_id", "invalid_reference", { encounter_id: strangers }],
      ["admission_id", "invalid_reference", { admission_id: "adm_01jd7x2vry38gapbnk0v8yyk24" }],
      ["appointment_id", "invalid_reference", { appointment_id: "apt_01jd7x2vry38gapbnk0v8yyk24" }],
      ["due_date", "validation_error", { due_date: "2020-01-01" }],
      ["place_of_supply", "validation_error", { place_of_supply: "25" }],
      ["seller_gstin", "validation_error", { seller_gstin: "27AAPFU0939F1ZW" }],
      ["total_minor", "read_only_field", { total_minor: 25_000 }],
      ["invoice_no", "read_only_field", { invoice_no: "B1/1" }],
      ["status", "read_only_field", { status: "paid" }],
      ["lines", "validation_error", { lines: [] }],
      ["lines.0.total_minor", "read_only_field", line({ total_minor: 25_000 })],
      ["lines.0.quantity", "validation_error", line({ quantity: 1.5 })],
      ["lines.0.description", "validation_error", { lines: [{ unit_price_minor: 100 }] }],
      ["lines.0.unit_price_minor", "validation_error", { lines: [{ description: "Bandage" }] }],
      ["lines.0.unit_price_minor", "validation_error", line({ unit_price_minor: -1 })],
      [
        "lines.0.discount_minor",
        "validation_error",
        line({ discount_minor: 25_001, discount_reason: "Staff" }),
      ],
      ["lines.0.discount_reason", "validation_error", line({ discount_minor: 1 })],
      ["lines.0.gst_rate_bp", "validation_error", line({ gst_rate_bp: 500 })],
      ["lines.0.item_id", "invalid_reference", line({ item_id: "itm_01jd7x2vry38gapbnk0v8yyk24" })],
      [
        "lines.0.performed_by",
        "invalid_reference",
        line({ performed_by: "stf_01jd7x2vry38gapbnk0v8yyk24" }),
      ],
      ["lines.0.source_type", "validation_error", line({ source_id: strangers })],
      ["lines.0.source_id", "validation_error", line({ source_type: "consultation" })],
      [
        "lines.0.source_id",
        "invalid_reference",
        line({ source_type: "consultation", source_id: strangers }),
      ],
      [
        "lines.0.source_day",
        "validation_error",
        line({ source_type: "bed_day", source_id: "adm_01jd7x2vry38gapbnk0v8yyk24" }),
      ],
      ["lines.0.amount", "unknown_field", line({ amount: 1 })],
    ];
    for (const [path, code, more] of cases)
      await expect(bill({ patient_id, ...more }), path).rejects.toMatchObject(refusal(path, code));
    const { data } = (await world.client.call(list, { query: { patient_id } })).body;
    expect(data).toEqual([]);
  });

  test("charge what was done once, also for two who bill it at the same moment", async () => {
    const patient_id = await world.patient();
    const visit = await world.encounter(patient_id);
    const study = await newStudy(world, { patient_id });
    const consultation = {
      source_type: "consultation",
      source_id: visit,
      unit_price_minor: 50_000,
    } as const;
    const [won, lost] = await Promise.allSettled(
      [1, 2].map(() => bill({ patient_id, lines: [consultation] })),
    ).then((both) => both.toSorted(({ status: one }) => (one === "fulfilled" ? -1 : 1)));
    expect(won).toMatchObject({ value: { lines: [{ description: "Consultation" }] } });
    expect(lost).toMatchObject({ reason: refusal("lines.0.source_id", "already_billed") });
    const images = {
      source_type: "radiology_study",
      source_id: study.id,
      unit_price_minor: 1,
    } as const;
    await expect(bill({ patient_id, lines: [images, images] })).rejects.toMatchObject(
      refusal("lines.1.source_id", "already_billed"),
    );
    const draft = await bill({ patient_id, lines: [images], draft: true });
    await expect(bill({ patient_id, lines: [plainLine, images] })).rejects.toMatchObject(
      refusal("lines.1.source_id", "already_billed"),
    );
    await change(draft.id, { status: "void" });
    const standing = await bill({ patient_id, lines: [images] });
    await change(standing.id, { status: "void", status_reason: "Wrong patient" });
    const again = await bill({ patient_id, lines: [images] });
    await credit(
      again.id,
      again.lines.map(({ id }) => ({ line_id: id })),
    );
    expect(await bill({ patient_id, lines: [images] })).toMatchObject({ status: "issued" });
  });

  test("are drawn up from what was done and is on no bill yet", async () => {
    const patient_id = await world.patient();
    const charges = async () => {
      const params = { id: patient_id };
      return (await world.client.call(invoicesContract.charges, { params })).body.data;
    };
    expect(await charges()).toEqual([]);
    const visit = await world.encounter(patient_id);
    const study = await newStudy(world, { patient_id });
    const [consultation, images] = await charges();
    expect([consultation, images]).toMatchObject([
      { source_type: "consultation", source_id: visit, description: "Consultation" },
      { source_type: "radiology_study", source_id: study.id, unit_price_minor: null, quantity: 1 },
    ]);
    const { source_type, source_id } = consultation ?? { source_type: null, source_id: null };
    const line = { source_type, source_id, unit_price_minor: 50_000 };
    const draft = await bill({ patient_id, lines: [line], draft: true });
    expect(await charges()).toEqual([images]);
    await change(draft.id, { status: "void" });
    expect(await charges()).toEqual([consultation, images]);
  });

  test("take name and price of an item from the list; another price is for those who may approve", async () => {
    const item = (
      await world.client.call(itemsContract.create, {
        body: {
          code: `syr-${world.serial()}`,
          name: "Syringe 5 ml",
          unit: "each",
          kind: "consumable",
          price_minor: 900,
        },
      })
    ).body;
    const lines = [{ item_id: item.id, quantity: 2 }];
    expect((await bill({ lines })).lines[0]).toMatchObject({
      description: "Syringe 5 ml",
      total_minor: 1_800,
    });
    const body = { patient_id: await world.patient(), invoice_type: "other" } as const;
    const cheaper = { ...body, lines: [{ item_id: item.id, unit_price_minor: 1 }] };
    await expect(desk.call(create, { body: cheaper })).rejects.toMatchObject(
      refusal("lines.0.unit_price_minor", "forbidden", 403),
    );
    expect((await billed.call(create, { body: cheaper })).body.total_minor).toBe(1);
    const discounted = {
      ...body,
      lines: [{ ...plainLine, discount_minor: 5_000, discount_reason: "Staff" }],
    };
    await expect(desk.call(create, { body: discounted })).rejects.toMatchObject(
      refusal("lines.0.discount_minor", "forbidden", 403),
    );
    expect((await billed.call(create, { body: discounted })).body).toMatchObject({
      subtotal_minor: 25_000,
      discount_total_minor: 5_000,
      total_minor: 20_000,
    });
  });

  test("are changed as drafts, and never once they are issued", async () => {
    const { id, lines } = await bill({ draft: true });
    const [line] = lines;
    const more = [
      { id: line?.id, ...plainLine, quantity: 2 },
      { description: "Plaster", unit_price_minor: 1_000 },
    ];
    const drawn = await change(id, { lines: more, is_rounded: true });
    expect(drawn).toMatchObject({ status: "draft", total_minor: 51_000 });
    expect(drawn.lines[0]?.id).toBe(line?.id);
    const issued = await change(id, { status: "issued" });
    expect(issued).toMatchObject({ status: "issued", due_minor: 51_000 });
    const late: readonly (readonly [string, UpdateBody])[] = [
      ["lines", { lines: [plainLine] }],
      ["due_date", { due_date: "2099-01-01" }],
      ["place_of_supply", { place_of_supply: "29" }],
      ["total_minor", { total_minor: 1 }],
    ];
    for (const [path, body] of late)
      await expect(change(id, body), path).rejects.toMatchObject(refusal(path, "read_only_field"));
    const { version } = await read(id);
    const repeated = await change(id, { lines: issued.lines, total_minor: issued.total_minor });
    expect(repeated.version).toBe(version);
    expect(await publishedOf(node, id)).toEqual([
      "invoice.updated",
      "invoice.updated",
      "invoice.created",
    ]);
  });

  describe.each(["draft", "issued", "credited", "written_off", "void"] as const)(
    "in the state %s",
    (from) => {
      const reason = { status_reason: "Asked for by the manager" };

      async function inState(): Promise<string> {
        if (from === "draft") return (await bill({ draft: true })).id;
        const { id, lines } = await bill();
        if (from === "credited")
          await credit(
            id,
            lines.map((line) => ({ line_id: line.id })),
          );
        else if (from !== "issued") await change(id, { status: from, ...reason });
        return id;
      }

      test.each(invoiceStatuses)(
        "take or refuse %s as the table of steps says",
        async (to: InvoiceStatus) => {
          const id = await inState();
          const allowed = invoiceSteps.transitions[from];
          const asked = await change(id, { status: to, ...reason }).catch(
            (error: unknown) => error,
          );
          const refused = {
            status: 409,
            code: "invalid_transition",
            details: { from, to, allowed },
          };
          expect(asked).toMatchObject(
            allowed.includes(to) || from === to ? { status: to } : refused,
          );
        },
      );
    },
  );

  test("are voided and written off by those who may, with why", async () => {
    const { id } = await bill();
    await expect(change(id, { status: "void" })).rejects.toMatchObject(refusal("status_reason"));
    const why = { status_reason: "Billed twice" };
    const forbidden = { status: 403, code: "forbidden" };
    await expect(change(id, { status: "void", ...why }, desk)).rejects.toMatchObject(forbidden);
    await expect(change(id, { status: "written_off", ...why }, billed)).rejects.toMatchObject(
      forbidden,
    );
    const voided = await change(id, { status: "void", ...why }, billed);
    expect(voided).toMatchObject({ status: "void", due_minor: 0, invoice_no: expect.any(String) });
    expect(voided.status_history.at(-1)).toMatchObject({ status: "void", reason: "Billed twice" });
    const other = await bill();
    const written = await change(other.id, { status: "written_off", ...why });
    expect(written).toMatchObject({ written_off_minor: 25_000, due_minor: 0 });
    expect(await publishedOf(node, other.id)).toEqual(["invoice.created", "invoice.written_off"]);
  });

  test("are taken back by credit notes to the last paisa, in parts and with their taxes and rounding", async () => {
    const line = {
      ...plainLine,
      quantity: 3,
      unit_price_minor: 3_333,
      tax_category: "taxable",
      gst_rate_bp: 1_200,
    } as const;
    const {
      id,
      lines,
      total_minor: total,
    } = await bill({ is_rounded: true, lines: [line, plainLine] });
    const [taxed = lines[0], plain = lines[0]] = lines;
    const ids = [taxed?.id ?? "", plain?.id ?? ""] as const;
    const one = await credit(id, [{ line_id: ids[0], quantity: 1 }]);
    expect(one.credit_note_no).toMatch(/^[A-Z0-9]{2,4}\/C\d{4}\/\d+$/u);
    expect(await read(id)).toMatchObject({
      status: "issued",
      credited_minor: one.total_minor,
      due_minor: total - one.total_minor,
    });
    await expect(credit(id, [{ line_id: ids[0], quantity: 3 }])).rejects.toMatchObject(
      refusal("lines.0.quantity"),
    );
    await expect(credit(id, [{ line_id: ids[0], taxable_minor: 6_667 }])).rejects.toMatchObject(
      refusal("lines.0.taxable_minor"),
    );
    await expect(credit(id, [{ line_id: "ivl_01jd7x2vry38gapbnk0v8yyk24" }])).rejects.toMatchObject(
      refusal("lines.0.line_id", "invalid_reference"),
    );
    const both = { line_id: ids[0], quantity: 1, taxable_minor: 1 };
    await expect(credit(id, [both])).rejects.toMatchObject(
      refusal("lines.0.quantity", "conflicting_fields"),
    );
    const two = await credit(id, [{ line_id: ids[0], taxable_minor: 100 }]);
    const rest = await credit(id, [{ line_id: ids[0] }, { line_id: ids[1] }]);
    expect(one.total_minor + two.total_minor + rest.total_minor).toBe(total);
    expect(await read(id)).toMatchObject({
      status: "credited",
      credited_minor: total,
      due_minor: 0,
    });
    await expect(credit(id, [{ line_id: ids[1] }])).rejects.toMatchObject({
      status: 409,
      code: "invalid_transition",
    });
    expect(await publishedOf(node, id)).toEqual([
      "invoice.created",
      ...Array.from({ length: 3 }, () => "invoice.credited"),
    ]);
  });

  test("of a patient are listed newest first with what was taken back and what is owed", async () => {
    const id = await world.patient();
    const first = await bill({ patient_id: id });
    node.clock.advance(1_000);
    const note = await credit(first.id, [
      { line_id: first.lines[0]?.id ?? "", taxable_minor: 10_000 },
    ]);
    node.clock.advance(1_000);
    const second = await bill({ patient_id: id, lines: [{ ...plainLine, quantity: 2 }] });
    node.clock.advance(1_000);
    await bill({ patient_id: id, draft: true });
    const page = (await world.client.call(billing, { params: { id }, query: { limit: "3" } })).body;
    expect(page.data.map((one) => [one.kind, one.amount_minor])).toEqual([
      ["invoice", 25_000],
      ["invoice", 50_000],
      ["credit_note", -10_000],
    ]);
    expect(page.summary).toEqual({
      billed_minor: 65_000,
      paid_minor: 0,
      advance_minor: 0,
      written_off_minor: 0,
      due_minor: 65_000,
      currency: "INR",
    });
    const query = { cursor: page.next_cursor ?? "", limit: "3" };
    const rest = (await world.client.call(billing, { params: { id }, query })).body;
    expect(rest.data.map((one) => one.id)).toEqual([first.id]);
    expect(page.data.map((one) => one.id)).toEqual([expect.any(String), second.id, note.id]);
    const open = (
      await world.client.call(list, {
        query: { patient_id: id, open: "true", min_total_minor: "30000" },
      })
    ).body;
    expect(open.data.map((one) => one.id)).toEqual([second.id]);
    const missing = { params: { id: "pat_01jd7x2vry38gapbnk0v8yyk24" } };
    await expect(world.client.call(billing, missing)).rejects.toMatchObject({
      status: 404,
      code: "not_found",
    });
  });

  test("are refused for a patient who was merged, and found under the survivor", async () => {
    const [id, survivor] = [await world.patient(), await world.patient()];
    const { id: invoice } = await bill({ patient_id: id });
    const body = { survivor_id: survivor, reason: "Registered twice" };
    await world.client.call(patientsContract.merge, { params: { id }, body });
    await expect(bill({ patient_id: id })).rejects.toMatchObject(
      refusal("patient_id", "patient_merged"),
    );
    const { data } = (await world.client.call(list, { query: { patient_id: survivor } })).body;
    expect(data.map((one) => one.id)).toEqual([invoice]);
  });
});
