import { describe, expect, test } from "vitest";
import { allState, readAll, readResult, resultState, seenOf } from "./lab-kept.ts";
import { emptyValue } from "./result-form.ts";

const order = { id: "lab_1", patient_id: "pat_1" };
const typed = { ...emptyValue, value: "13,", sign: "lt" as const, isConfirmed: true };

/** As it comes back from the branch. */
function sentAndRead(state: object): Readonly<Record<string, unknown>> {
  const read: unknown = JSON.parse(JSON.stringify(state));
  return Object.fromEntries(Object.entries(read ?? {}));
}

describe("results that are being entered, as the branch keeps them", () => {
  test("are given back as they were typed, with the order and what was seen of it", () => {
    const fields = { draft: typed, others: [emptyValue], reason: "" };
    const one = sentAndRead(resultState(fields, order, "spc_1", "key-1"));
    expect(readResult(one)).toMatchObject({ fields, seen: "spc_1" });
    expect(one).toMatchObject({ order_id: "lab_1", patient_id: "pat_1", intent_key: "key-1" });
    const all = { tst_1: typed, tst_2: emptyValue };
    expect(readAll(sentAndRead(allState(all, order, "spc_1", "key-2")))).toMatchObject({
      fields: all,
      seen: "spc_1",
    });
  });

  test("are not shown where a value of them is not understood whole", () => {
    const odd = { fields: { tst_1: { ...typed, sign: "about" } }, seen: "" };
    expect(readAll(odd)).toBeNull();
    expect(readResult({ fields: { draft: { value: "1" } }, seen: "" })).toBeNull();
  });

  test("are of other specimens once one was rejected, and of another version once there is a newer", () => {
    const first = seenOf([{ id: "spc_1", rejected: false }], null);
    const anew = [
      { id: "spc_1", rejected: true },
      { id: "spc_2", rejected: false },
    ];
    expect(seenOf(anew, null)).not.toBe(first);
    const version = (number: number) => seenOf([], { id: "res_1", version: number });
    expect(version(2)).not.toBe(version(1));
  });
});
