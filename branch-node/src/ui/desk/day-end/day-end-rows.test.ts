import { describe, expect, test } from "vitest";
import { dayEndSearch } from "./day-end-address.ts";
import { cashierRows, soldRows, spanOf, testRows } from "./day-end-rows.ts";

const zone = "Asia/Kolkata";
const span = spanOf("2026-11-26", zone);

describe("a day of a branch", () => {
  test("is from midnight to midnight of its own clocks", () => {
    expect(span).toEqual({ from: "2026-11-25T18:30:00.000Z", to: "2026-11-26T18:30:00.000Z" });
    // The clocks go back: the day has 25 hours.
    expect(spanOf("2026-10-25", "Europe/Berlin")).toEqual({
      from: "2026-10-24T22:00:00.000Z",
      to: "2026-10-25T23:00:00.000Z",
    });
  });

  test("is read from an address that means one", () => {
    expect(dayEndSearch({ day: "2026-11-26" })).toEqual({ day: "2026-11-26" });
    expect(dayEndSearch({ day: "2026-11-77" })).toEqual({ day: undefined });
    expect(dayEndSearch({ day: 7 })).toEqual({ day: undefined });
  });
});

describe("what cashiers have taken", () => {
  const one = (
    kind: "payment" | "advance" | "adjustment" | "refund" | "void",
    by: string,
    ...tenders: readonly ["cash" | "upi" | "advance", number][]
  ) => ({
    kind,
    received_by: by,
    tenders: tenders.map(([method, amount_minor]) => ({
      method,
      amount_minor,
      reference: null,
      bank: null,
    })),
  });

  test("is what was paid and paid ahead less what was voided, beside what was paid back, who took most first", () => {
    const rows = cashierRows([
      one("payment", "stf_a", ["cash", 10_000]),
      one("payment", "stf_b", ["cash", 43_000], ["upi", 30_000]),
      one("advance", "stf_b", ["upi", 20_000]),
      one("adjustment", "stf_b", ["advance", 15_000]),
      one("void", "stf_b", ["upi", 20_000]),
      one("refund", "stf_b", ["cash", 3_000]),
    ]);
    expect(rows).toEqual([
      { id: "stf_b", receipts: 5, cash: 43_000, other: 30_000, refunded: 3_000 },
      { id: "stf_a", receipts: 1, cash: 10_000, other: 0, refunded: 0 },
    ]);
  });
});

test("tests done are orders that were answered and studies whose images were taken in the day, in its order", () => {
  const patient_id = "pat_1";
  const tests = [{ name: "Blood count" }];
  const order = (id: string, completed_at: string | null) =>
    ({ id, completed_at, patient_id, order_no: `L-${id}`, tests }) as const;
  const study = (id: string, acquired_at: string | null, status: "acquired" | "entered_in_error") =>
    ({ id, acquired_at, patient_id, accession_no: `R-${id}`, status, name: "Chest" }) as const;
  const rows = testRows(
    [
      order("noon", "2026-11-26T06:30:00.000Z"),
      order("before", "2026-11-25T18:29:59.999Z"),
      order("open", null),
    ],
    [
      study("morning", "2026-11-26T03:00:00.000Z", "acquired"),
      study("mistaken", "2026-11-26T03:00:00.000Z", "entered_in_error"),
      study("after", "2026-11-26T18:30:00.000Z", "acquired"),
      study("planned", null, "acquired"),
    ],
    span,
    ({ name }) => name,
  );
  expect(rows.map(({ id, what, how }) => [id, what, how])).toEqual([
    ["morning", "Chest", "R-morning"],
    ["noon", "Blood count", "L-noon"],
  ]);
});

test("what was sold is what was handed over in the day, batch by batch, in the order of the day", () => {
  type Dispense = Parameters<typeof soldRows>[0][number];
  type Line = Dispense["lines"][number];
  const line = (id: string): Line => ({
    id,
    rx_item_id: null,
    item_id: "itm_1",
    stock_id: "stk_1",
    batch_no: "B1",
    expiry_date: null,
    quantity: 10,
    unit: "tablet",
    description: "Cetirizine 10 mg",
    schedule: null,
    fefo_reason: null,
    substitution_reason: null,
    days_supply: null,
    unit_price_minor: null,
    mrp_minor: null,
    gst_rate_bp: 0,
  });
  const given = (at: string | null, ...ids: readonly string[]) => ({
    completed_at: at,
    patient_id: null,
    lines: ids.map(line),
  });
  const rows = soldRows(
    [
      given("2026-11-26T18:29:59.999Z", "late"),
      given("2026-11-26T18:30:00.000Z", "next day"),
      given("2026-11-25T18:30:00.000Z", "first", "second"),
      given(null, "waits"),
    ],
    span,
  );
  expect(rows.map(({ id }) => id)).toEqual(["first", "second", "late"]);
  expect(rows[0]).toMatchObject({ what: "Cetirizine 10 mg", how: "10 · B1", patientId: null });
});
