import { describe, expect, test } from "vitest";
import { documentShapes } from "./print-documents.contract.ts";

const at = "2026-11-21T10:05:00.000Z";
const patient = { name: "Anita Rao", uhid: "LKO-000123-P" };
const line = { description: "Visit", quantity: 1, unit_price_minor: 500, total_minor: 500 };
const bill = {
  invoice_no: "A/1",
  issued_at: at,
  patient,
  lines: [line],
  subtotal_minor: 500,
  discount_total_minor: 50,
  taxes: [{ name: "CGST", rate_bp: 600, amount_minor: 27 }],
  round_off_minor: 23,
  total_minor: 500,
  paid_minor: 100,
  due_minor: 400,
};
const shift = {
  kind: "shift",
  shift_no: "S1",
  till: "T",
  opened_at: at,
  closed_at: at,
  cashier: "R",
  opening_float_minor: 0,
  cash_expected_minor: 1_000,
  cash_counted_minor: 990,
  variance_minor: -10,
};

// Beyond 2^53 a sum of numbers is rounded: this one comes to one less than it is.
const most = Number.MAX_SAFE_INTEGER;
const largest = {
  subtotal_minor: most,
  discount_total_minor: 0,
  taxes: [{ name: "CGST", rate_bp: 900, amount_minor: 2 }],
  round_off_minor: -2,
  paid_minor: 0,
};

/** The fields that a shape finds wrong. */
function wrong(shape: keyof typeof documentShapes, data: object): readonly string[] {
  const read = documentShapes[shape].safeParse(data);
  return read.success ? [] : read.error.issues.map(({ path }) => path.join("."));
}

describe("a bill's document", () => {
  test("is taken when its figures add up", () => {
    expect(wrong("bill", bill)).toEqual([]);
  });

  test("is added up to the last unit, however large", () => {
    expect(wrong("bill", { ...bill, ...largest, total_minor: most, due_minor: most })).toEqual([]);
  });

  test.each([
    [{ total_minor: 501, due_minor: 401 }, "total_minor"],
    [{ due_minor: 399 }, "due_minor"],
    [{ round_off_minor: 24 }, "total_minor"],
    [{ ...largest, total_minor: most - 1, due_minor: most - 1 }, "total_minor"],
    [{ lines: [] }, "lines"],
    [{ lines: [{ ...line, total_minor: 1.5 }] }, "lines.0.total_minor"],
    [{ currency: "rupees" }, "currency"],
    [{ issued_at: "yesterday" }, "issued_at"],
    [{ patient: { ...patient, name: "" } }, "patient.name"],
  ])("with %o names %s", (change, field) => {
    expect(wrong("bill", { ...bill, ...change })).toContain(field);
  });
});

describe("a credit note's document", () => {
  const note = {
    kind: "credit_note",
    credit_note_no: "C1",
    issued_at: at,
    invoice_no: "1",
    invoice_issued_at: at,
    reason: "Was not done",
    patient,
    lines: [{ description: "Dressing", amount_minor: 400 }],
    subtotal_minor: 400,
    taxes: [{ name: "IGST", rate_bp: 500, amount_minor: 20 }],
    round_off_minor: -20,
    total_minor: 400,
  };

  test.each([
    [{}, []],
    [{ total_minor: 420 }, ["total_minor"]],
    [{ subtotal_minor: 399, total_minor: 399 }, ["subtotal_minor"]],
    [{ lines: [] }, ["lines"]],
    [{ kind: "debit_note" }, ["kind"]],
    [{ reason: "" }, ["reason"]],
    [{ due_minor: 0 }, [""]],
  ])("with %o has these wrong: %o", (change, fields) => {
    expect(wrong("bill", { ...note, ...change })).toEqual(expect.arrayContaining(fields));
    expect(wrong("bill", { ...note, ...change }).length > 0).toBe(fields.length > 0);
  });
});

describe("other documents", () => {
  test("a shift's difference is what was counted less what was expected", () => {
    expect(wrong("report", shift)).toEqual([]);
    expect(wrong("report", { ...shift, variance_minor: 10 })).toContain("variance_minor");
  });

  test("a shift whose takings come to more than can be written names them", () => {
    const cash = { method: "cash", count: 1, amount_minor: most };
    expect(wrong("report", { ...shift, takings: [cash] })).toEqual([]);
    const upi = { method: "upi", count: 1, amount_minor: 1 };
    expect(wrong("report", { ...shift, takings: [cash, upi] })).toEqual(["takings"]);
  });

  test.each([
    ["890123456789012340", []],
    ["890123456789012341", ["gsrn"]],
    ["89012345678901234", ["gsrn"]],
  ])("a wristband with the GSRN %s has these wrong: %o", (gsrn, fields) => {
    expect(wrong("wristband", { patient, gsrn })).toEqual(fields);
  });

  test("a label is of a medicine or of a patient", () => {
    expect(wrong("label", { kind: "patient", patient, printed_at: at })).toEqual([]);
    expect(wrong("label", { kind: "parcel" })).toEqual(["kind"]);
  });

  test("a payment card's number is on no document", () => {
    const data = {
      receipt_no: "R1",
      received_at: at,
      patient,
      amount_minor: 1,
      method: "card",
      method_ref: "4111 1111 1111 1111",
    };
    expect(wrong("receipt", data)).toEqual(["method_ref"]);
  });
});
