import { expect, test } from "vitest";
import { figuresOf } from "./figures.ts";
import type { Stated } from "./queue.ts";

const now = Date.parse("2026-11-21T05:00:00.000Z");
const minuteMs = 60_000;

function waits(minutes: number): Stated {
  const at = new Date(now - minutes * minuteMs).toISOString();
  return {
    status: "checked_in",
    status_history: [{ status: "checked_in", at, by: "stf_1", reason: null }],
  };
}

test("knows no waiting time where nobody waits", () => {
  expect(figuresOf([], now)).toEqual({ medianWait: null, longestWait: null, missed: 0 });
});

test("gives the wait in the middle and the longest of those who wait now, and counts who did not come", () => {
  const missed: Stated = { status: "no_show", status_history: [] };
  const odd = [waits(5), waits(50), waits(20), missed];
  expect(figuresOf(odd, now)).toEqual({
    medianWait: 20 * minuteMs,
    longestWait: 50 * minuteMs,
    missed: 1,
  });
  const even = [waits(10), waits(30), { ...missed, status: "completed" as const }];
  expect(figuresOf(even, now)).toMatchObject({ medianWait: 20 * minuteMs, missed: 0 });
});
