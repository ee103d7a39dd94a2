import { expect, test } from "vitest";
import { measuredOnPaper } from "./certificates.measured.ts";

test("what was measured stands in one line, as doctors write it", () => {
  const values = { sbp: 150, dbp: 94, pulse_bpm: 96, spo2_pct: 97, temp_c: null, weight_kg: 61.5 };
  expect(measuredOnPaper(values)).toBe("BP 150/94 mmHg, Pulse 96/min, SpO2 97 %, Weight 61.5 kg");
  expect(measuredOnPaper({ sbp: 150 })).toBe("");
  expect(measuredOnPaper({})).toBe("");
});
