import { describe, expect, test } from "vitest";
import type { GivenSpecimen, OrderedTest, Specimen } from "./lab-order-parts.contract.ts";
import { refuseAltered, withReceived, withRejected, withTaken } from "./lab-orders.specimens.ts";

const at = "2026-11-25T04:00:00.000Z";
let ids = 0;
const ctx = {
  newId: (prefix: string) => {
    ids += 1;
    return `${prefix}_${String(ids).padStart(26, "0")}`;
  },
  now: () => Date.parse(at),
  caller: { id: "stf_nurse" },
  write: { at },
};

function asked(...types: readonly OrderedTest["specimen_type"][]): readonly OrderedTest[] {
  return types.map((specimen_type, index) => ({
    id: `lot_${index}`,
    test_code: `t-${index}`,
    name: "Test",
    loinc: null,
    specimen_type,
    container: null,
    fasting: false,
    price_minor: null,
    turnaround_minutes: null,
    status: "pending",
    is_critical_open: false,
  }));
}

function order(tests: readonly OrderedTest[], specimens: readonly Specimen[] = []) {
  return { order_no: "PUN1-L0000001", tests: [...tests], specimens: [...specimens] };
}

function fault(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return null;
}

function refusal(path: string, code: string) {
  return { code, details: { fields: [{ path, code }] } };
}

describe("the specimens of an order", () => {
  const plain = order(asked("blood", "urine", "blood"));
  const taken = withTaken(ctx, plain, []);

  test("are one of each kind that the tests ask for, numbered, where none are named", () => {
    expect(taken.map(({ type, barcode, collected_by }) => [type, barcode, collected_by])).toEqual([
      ["blood", "PUN1-L0000001-1", "stf_nurse"],
      ["urine", "PUN1-L0000001-2", "stf_nurse"],
    ]);
  });

  test("are those that are named, with labels and times of their own", () => {
    const given: GivenSpecimen[] = [
      { type: "blood", barcode: "TUBE-000001", collected_at: "2026-11-25T03:50:00.000Z" },
    ];
    expect(withTaken(ctx, plain, given)).toMatchObject(given);
  });

  test("are not taken in the time to come, nor two with one label", () => {
    const late: GivenSpecimen[] = [{ type: "blood", collected_at: "2026-11-25T04:06:00.000Z" }];
    expect(fault(() => withTaken(ctx, plain, late))).toMatchObject(
      refusal("specimens.0.collected_at", "validation_error"),
    );
    const double: GivenSpecimen[] = [
      { type: "blood", barcode: "TUBE-000001" },
      { type: "urine", barcode: "TUBE-000001" },
    ];
    expect(fault(() => withTaken(ctx, plain, double))).toMatchObject(
      refusal("specimens.1.barcode", "duplicate_value"),
    );
  });

  test("come in by their labels: a foreign one and a missing one are noticed", () => {
    const collected = order(plain.tests, taken);
    expect(fault(() => withReceived(ctx, collected, ["PUN1-L0000002-1"]))).toMatchObject(
      refusal("scanned.0", "specimen_mismatch"),
    );
    expect(fault(() => withReceived(ctx, collected, ["PUN1-L0000001-1"]))).toMatchObject(
      refusal("scanned", "validation_error"),
    );
    const all = withReceived(ctx, collected, ["PUN1-L0000001-2", "PUN1-L0000001-1"]);
    expect(all.map(({ received_at }) => received_at)).toEqual([at, at]);
  });

  test("are rejected by name or all, with a reason, and taken anew", () => {
    const collected = order(plain.tests, taken);
    expect(fault(() => withRejected(ctx, collected, [], undefined))).toMatchObject(
      refusal("reject_reason", "validation_error"),
    );
    const [blood] = taken;
    const named: GivenSpecimen[] = [{ id: blood?.id, type: "blood", rejected: true }];
    expect(fault(() => withRejected(ctx, collected, named, undefined))).toMatchObject(
      refusal("specimens.0.reject_reason", "validation_error"),
    );
    const rejected = withRejected(ctx, collected, named, "haemolysed");
    expect(rejected.map((one) => [one.rejected, one.reject_reason])).toEqual([
      [true, "haemolysed"],
      [false, null],
    ]);
    expect(withRejected(ctx, collected, [], "leaked").every((one) => one.rejected)).toBe(true);
    const anew = withTaken(ctx, order(plain.tests, rejected), []);
    expect(anew.map(({ type, barcode }) => [type, barcode]).slice(2)).toEqual([
      ["blood", "PUN1-L0000001-3"],
    ]);
  });

  test("stay as they were taken", () => {
    const collected = order(plain.tests, taken);
    const [blood] = taken;
    const say = (more: Partial<GivenSpecimen>): GivenSpecimen[] => [
      { id: blood?.id, type: "blood", ...more },
    ];
    expect(fault(() => refuseAltered(collected, say({}), false))).toBeNull();
    expect(fault(() => refuseAltered(collected, say({ type: "csf" }), false))).toMatchObject(
      refusal("specimens.0.type", "read_only_field"),
    );
    expect(fault(() => refuseAltered(collected, say({ received_at: at }), false))).toMatchObject(
      refusal("specimens.0.received_at", "read_only_field"),
    );
    expect(fault(() => refuseAltered(collected, say({ rejected: true }), false))).toMatchObject(
      refusal("specimens.0.rejected", "validation_error"),
    );
    expect(fault(() => refuseAltered(collected, say({ id: "spc_other" }), true))).toMatchObject(
      refusal("specimens.0.id", "invalid_reference"),
    );
  });
});
