import { describe, expect, test } from "vitest";
import { emptyVitals, readVitals } from "./vitals-form.ts";

describe("a form of vital signs", () => {
  test("is read with digits of any script and a comma for a point", () => {
    const draft = { ...emptyVitals, sbp: " 120 ", dbp: "८०", temp_c: "37,25", weight_kg: "61.04" };
    expect(readVitals(draft)).toEqual({
      values: { sbp: 120, dbp: 80, temp_c: 37.3, weight_kg: 61 },
      faults: {},
      unusual: [],
    });
    expect(readVitals(emptyVitals).values).toEqual({});
  });

  test("is refused where no living body has such a value", () => {
    const draft = { ...emptyVitals, sbp: "999", dbp: "20", temp_c: "98.6", pulse_bpm: "72.5" };
    expect(readVitals(draft).faults).toEqual({
      sbp: { text: "vitals.impossible", low: 20, high: 320 },
      temp_c: { text: "vitals.impossible", low: 25, high: 45 },
      pulse_bpm: { text: "vitals.notWhole", low: 0, high: 300 },
    });
    expect(readVitals({ ...emptyVitals, pain: "much" }).faults.pain?.text).toBe(
      "vitals.notANumber",
    );
  });

  test("is refused where the lower pressure is not below the upper", () => {
    const { faults } = readVitals({ ...emptyVitals, sbp: "110", dbp: "110" });
    expect(faults).toEqual({ dbp: { text: "vitals.aboveUpper", low: 10, high: 109 } });
  });

  test("asks again for what is possible and unusual", () => {
    const draft = { ...emptyVitals, sbp: "190", pulse_bpm: "130", spo2_pct: "97", weight_kg: "3" };
    expect(readVitals(draft).unusual).toEqual(["sbp", "pulse_bpm"]);
  });

  test("asks nothing of a baby's quick pulse, and of a slow one it does", () => {
    const draft = { ...emptyVitals, pulse_bpm: "130", resp_rate: "40" };
    expect(readVitals(draft, 6).unusual).toEqual([]);
    expect(readVitals({ ...draft, pulse_bpm: "75" }, 6).unusual).toEqual(["pulse_bpm"]);
  });
});
