import { describe, expect, test } from "vitest";
import { vitals } from "./encounter-parts.contract.ts";
import { areSameVitals, newestVitals, vitalsLine, vitalWarnings } from "./encounters.vitals.ts";

describe("a set of vitals", () => {
  test.each([
    ["temp_c", 24.9, 45.1],
    ["pulse_bpm", -1, 301],
    ["resp_rate", -1, 121],
    ["sbp", 19, 321],
    ["dbp", 9, 221],
    ["spo2_pct", -1, 101],
    ["glucose_mgdl", 4, 2001],
    ["weight_kg", 0.1, 500.1],
    ["height_cm", 19.9, 272.1],
    ["pain", -1, 11],
    ["gcs", 2, 16],
  ])("refuses %s of %d and of %d", (name, low, high) => {
    expect(vitals.safeParse({ [name]: low }).success).toBe(false);
    expect(vitals.safeParse({ [name]: high }).success).toBe(false);
    expect(vitals.safeParse({ [name]: Math.ceil(low + 0.1) }).success).toBe(true);
    expect(vitals.safeParse({ [name]: Math.floor(high - 0.1) }).success).toBe(true);
  });

  test("has at most one decimal, and none that it cannot have", () => {
    expect(vitals.safeParse({ temp_c: 37.2, weight_kg: 0.3 }).success).toBe(true);
    expect(vitals.safeParse({ temp_c: 37.25 }).success).toBe(false);
    expect(vitals.safeParse({ pulse_bpm: 80.5 }).success).toBe(false);
    expect(vitals.safeParse({ mood: 1 }).success).toBe(false);
  });
});

describe("the newest vitals", () => {
  test("keep what was measured before, and take what was measured now", () => {
    expect(newestVitals({ sbp: 120, dbp: 80 }, { sbp: 130, temp_c: 37 })).toEqual({
      temp_c: 37,
      sbp: 130,
      dbp: 80,
    });
  });

  test("lose a value that is taken back, and are nothing when none is left", () => {
    expect(newestVitals({ sbp: 120, dbp: 80 }, { dbp: null })).toEqual({ sbp: 120 });
    expect(newestVitals({ sbp: 120 }, { sbp: null })).toBeNull();
    expect(newestVitals(null, {})).toBeNull();
  });

  test("refuse a diastolic pressure that is not below the systolic, also across two sets", () => {
    expect(() => newestVitals(null, { sbp: 80, dbp: 80 })).toThrow("vitals.dbp");
    expect(() => newestVitals({ sbp: 120, dbp: 80 }, { sbp: 75 })).toThrow("vitals.dbp");
  });

  test("are the same when their values are, whatever is written as null", () => {
    expect(areSameVitals({ sbp: 120 }, { sbp: 120, dbp: null })).toBe(true);
    expect(areSameVitals(null, {})).toBe(true);
    expect(areSameVitals({ sbp: 120 }, { sbp: 121 })).toBe(false);
  });
});

test("warns of what is unusual, and of nothing else", () => {
  expect(vitalWarnings({ temp_c: 37, pulse_bpm: 80, spo2_pct: 98, weight_kg: 3 }, null)).toEqual(
    [],
  );
  const fields = vitalWarnings({ temp_c: 39.4, sbp: 85, gcs: 14, pain: null }, 40 * 12).map(
    (warning) => warning.field,
  );
  expect(fields).toEqual(["vitals.temp_c", "vitals.sbp", "vitals.gcs"]);
});

test.each([
  [0, { pulse_bpm: 150, resp_rate: 45, sbp: 70 }, []],
  [8, { pulse_bpm: 130, resp_rate: 40, sbp: 85 }, []],
  [8, { pulse_bpm: 80 }, ["vitals.pulse_bpm"]],
  [40, { pulse_bpm: 130 }, []],
  [100, { pulse_bpm: 130 }, ["vitals.pulse_bpm"]],
  [215, { sbp: 150 }, ["vitals.sbp"]],
  [216, { sbp: 150 }, []],
] as const)("holds somebody of %i months to what is usual at that age", (age, values, fields) => {
  expect(vitalWarnings(values, age).map(({ field }) => field)).toEqual(fields);
});

test("writes a set as one line", () => {
  expect(vitalsLine({ pulse_bpm: 80, temp_c: 37.2, gcs: null })).toBe("temp_c 37.2, pulse_bpm 80");
});
