import { describe, expect, test } from "vitest";
import { medicineLine } from "./medicine-line.ts";
import { draftOfLine } from "./rx-draft.ts";
import { isOvertaken, readRx, rxState, type RxFields, type RxOrigin } from "./rx-kept.ts";

const line = medicineLine("para 500 bd 5 after food");
if (line === null) throw new Error("a line that every doctor types was not understood");

const fields: RxFields = {
  typed: "mox 25",
  medicines: [draftOfLine(0, line), { ...draftOfLine(1, line), route: "", frequency: "" }],
  weight: "24,5",
  isAsked: true,
  alerts: [],
  reason: "सहन हुआ था",
};

const origin: RxOrigin = {
  visitId: "enc_1",
  patientVersion: 3,
  measuredKg: 24.5,
  earlierId: "rx_1",
  earlierVersion: 2,
  isReplaced: true,
};

/** As it comes back from the branch. */
function sentAndRead(state: object): Readonly<Record<string, unknown>> {
  const read: unknown = JSON.parse(JSON.stringify(state));
  return Object.fromEntries(Object.entries(read ?? {}));
}

describe("a prescription as the branch keeps it", () => {
  test("is given back as it was typed, with what it was written for", () => {
    const state = sentAndRead(rxState(fields, origin, "key-1"));
    expect(readRx(state)).toEqual({ fields, origin });
    expect(state["intent_key"]).toBe("key-1");
  });

  test("is not shown where a medicine of it is not understood whole", () => {
    const [first] = fields.medicines;
    const odd = { ...fields, medicines: [{ ...first, doseUnit: "spoon" }] };
    expect(readRx(sentAndRead({ ...rxState(fields, origin, "key-1"), fields: odd }))).toBeNull();
    expect(readRx({ fields: {} })).toBeNull();
  });

  test("has been overtaken by another visit, by what became known of the patient and by a change of what it replaces", () => {
    expect(isOvertaken(origin, { ...origin })).toBe(false);
    expect(isOvertaken(origin, { ...origin, visitId: "enc_2" })).toBe(true);
    expect(isOvertaken(origin, { ...origin, patientVersion: 4 })).toBe(true);
    expect(isOvertaken(origin, { ...origin, measuredKg: 26 })).toBe(true);
    expect(isOvertaken(origin, { ...origin, earlierVersion: 3 })).toBe(true);
  });
});
