import { describe, expect, test } from "vitest";
import {
  billBody,
  billState,
  billSums,
  gapsOf,
  isShareWrong,
  lineOfCharge,
  lineOfItem,
  readBill,
  splitOf,
  type BillDraft,
} from "./bill-draft.ts";
import type { Charge } from "./bill-queries.ts";

const visit = "enc_01jd7x2vry38gapbnk0v8yyk24";
const charge: Charge = {
  source_type: "consultation",
  source_id: visit,
  source_day: null,
  description: "Consultation",
  unit_price_minor: null,
  quantity: 1,
  gst_rate_bp: null,
  encounter_id: visit,
  at: "2026-11-21T04:30:00.000Z",
};
const brace = lineOfItem({ id: "itm_01", name: "Knee brace", price_minor: 50_000 }, 0);
const whole: BillDraft = {
  lines: [
    { ...lineOfCharge(charge, "Consultation"), price: "500" },
    { ...brace, quantity: "2", discount: "100", rate: "1200" },
  ],
  reason: "Staff",
  place: "",
  isRounded: true,
  payerId: "",
  share: "",
};

describe("a bill that is typed", () => {
  test("comes to its lines less what is taken off, with their tax, as the server works it out", () => {
    expect(billSums(whole)).toEqual({
      subtotal_minor: 150_000,
      discount_total_minor: 10_000,
      tax_total_minor: 10_800,
      round_off_minor: 0,
      total_minor: 150_800,
    });
  });

  test("is sent with what each line charges for, and no total", () => {
    expect(billBody(whole, "pat_1", false)).toEqual({
      patient_id: "pat_1",
      encounter_id: visit,
      invoice_type: "opd",
      is_rounded: true,
      lines: [
        {
          source_type: "consultation",
          source_id: visit,
          description: "Consultation",
          quantity: 1,
          unit_price_minor: 50_000,
        },
        {
          item_id: "itm_01",
          description: "Knee brace",
          quantity: 2,
          discount_minor: 10_000,
          discount_reason: "Staff",
          tax_category: "taxable",
          gst_rate_bp: 1_200,
        },
      ],
    });
  });

  test("charges of what was given out as much as was, with its tax", () => {
    const given = { source_type: "dispensed_line", source_id: "dsl_1", quantity: 30 } as const;
    const line = lineOfCharge(
      { ...charge, ...given, unit_price_minor: 250, gst_rate_bp: 500 },
      "Paracetamol 500 mg",
    );
    const draft = { ...whole, lines: [line], isRounded: false };
    expect(billSums(draft)).toMatchObject({ tax_total_minor: 376, total_minor: 7_876 });
    expect(billBody(draft, "pat_1", false).lines).toEqual([
      {
        source_type: "dispensed_line",
        source_id: "dsl_1",
        description: "Paracetamol 500 mg",
        unit_price_minor: 250,
        tax_category: "taxable",
        gst_rate_bp: 500,
      },
    ]);
  });

  test("asks another price of an item than the list's by name", () => {
    const lines = [{ ...brace, price: "450" }];
    expect(billBody({ ...whole, lines }, "pat_1", false).lines[0]?.unit_price_minor).toBe(45_000);
  });

  test("of several visits names none, and of tests alone is the laboratory's", () => {
    const ofLab = { ...charge, source_type: "lab_test", source_id: "lot_1" } as const;
    const lines = [
      lineOfCharge(ofLab, "Haemoglobin"),
      lineOfCharge({ ...ofLab, source_id: "lot_2", encounter_id: null }, "Glucose"),
    ];
    const body = billBody({ ...whole, lines }, "pat_1", true);
    expect(body).toMatchObject({ invoice_type: "lab", draft: true });
    expect(body.encounter_id).toBeUndefined();
  });

  test("leaves all of it, or a share, to a payer", () => {
    expect(splitOf(whole)).toBeNull();
    expect(billBody(whole, "pat_1", false)).not.toHaveProperty("payer_id");
    const payersAlone = { ...whole, payerId: "pyr_1" };
    expect(splitOf(payersAlone)).toEqual({ payer: 150_800, patient: 0 });
    expect(billBody(payersAlone, "pat_1", false)).toMatchObject({ payer_id: "pyr_1" });
    expect(billBody(payersAlone, "pat_1", false)).not.toHaveProperty("payer_split");
    const shared = { ...payersAlone, share: "1,000" };
    expect(splitOf(shared)).toEqual({ payer: 100_000, patient: 50_800 });
    expect(billBody(shared, "pat_1", false)).toMatchObject({
      payer_id: "pyr_1",
      payer_split: { payer_minor: 100_000 },
    });
    expect(["1508", "1508.01", "x"].map((share) => isShareWrong({ ...shared, share }))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test.each([
    [{ quantity: "0" }, ["quantity"]],
    [{ quantity: "1.5" }, ["quantity"]],
    [{ price: "" }, ["price"]],
    [{ discount: "500.01" }, ["discount"]],
    [{ description: " " }, ["description"]],
    [{}, []],
  ])("with %o in a line lacks %o", (change, gaps) => {
    expect(gapsOf({ ...brace, ...change })).toEqual(gaps);
  });

  test("is read back as it was kept", () => {
    expect(readBill(billState(whole, "pat_1", "key"))).toEqual(whole);
    expect(readBill({})).toBeNull();
  });
});
