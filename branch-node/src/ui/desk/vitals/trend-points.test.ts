import { describe, expect, test } from "vitest";
import { lineOf, trendsOf } from "./trend-points.ts";

const set = (at: string, values: object) => ({ at, by: "stf_1", values });

describe("how vital signs go", () => {
  test("is put together of all visits in the order of time, each sign by itself", () => {
    const visits = [
      {
        vitals_history: [
          set("2026-11-20T08:00:00.000Z", { sbp: 150, dbp: 95 }),
          set("2026-11-20T09:30:00.000Z", { sbp: 142, dbp: null }),
        ],
      },
      { vitals_history: [] },
      { vitals_history: [set("2026-08-02T08:00:00.000Z", { sbp: 128, weight_kg: 61.5 })] },
    ];
    expect(trendsOf(visits)).toEqual([
      {
        name: "sbp",
        points: [
          { at: "2026-08-02T08:00:00.000Z", value: 128 },
          { at: "2026-11-20T08:00:00.000Z", value: 150 },
          { at: "2026-11-20T09:30:00.000Z", value: 142 },
        ],
      },
      { name: "dbp", points: [{ at: "2026-11-20T08:00:00.000Z", value: 95 }] },
      { name: "weight_kg", points: [{ at: "2026-08-02T08:00:00.000Z", value: 61.5 }] },
    ]);
    expect(trendsOf([])).toEqual([]);
  });

  test("keeps the newest of many", () => {
    const sets = Array.from({ length: 40 }, (_, minute) =>
      set(`2026-11-20T08:${String(minute).padStart(2, "0")}:00.000Z`, { pulse_bpm: 60 + minute }),
    );
    const [pulse] = trendsOf([{ vitals_history: sets }]);
    expect(pulse?.points.map(({ value }) => value)).toEqual(
      Array.from({ length: 12 }, (_, place) => 88 + place),
    );
  });

  test("is drawn from left to right, the greatest value on top, and level where nothing changes", () => {
    const box = { width: 60, height: 20 };
    expect(lineOf([120, 140, 130], box)).toBe("0,20 30,0 60,10");
    expect(lineOf([98, 98], box)).toBe("0,10 60,10");
    expect(lineOf([98], box)).toBe("0,10");
  });
});
