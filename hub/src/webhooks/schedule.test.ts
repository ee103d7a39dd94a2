import { describe, expect, test } from "vitest";
import { attemptDelays, nextDelayMs, readRetryAfter } from "./schedule.ts";

const seconds = (count: number) => count * 1_000;
const hours = (count: number) => seconds(count * 3_600);
const middle = { retryAfterMs: null, chance: 0.5 };

describe("the waits between attempts", () => {
  test("are ten, over 75.6 hours", () => {
    const waits = Array.from({ length: 10 }, (_, made) =>
      nextDelayMs({ attemptCount: made, ...middle }),
    );
    expect(waits.map((wait) => (wait ?? 0) / 1_000)).toEqual([
      0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(attemptDelays.reduce((sum, wait) => sum + wait, 0) / hours(1)).toBeCloseTo(75.585, 2);
  });

  test("end after the tenth attempt", () => {
    expect(nextDelayMs({ attemptCount: 9, ...middle })).toBe(hours(24));
    expect(nextDelayMs({ attemptCount: 10, ...middle })).toBeNull();
  });

  test("are spread by a fifth to either side", () => {
    const at = (chance: number) => nextDelayMs({ attemptCount: 2, retryAfterMs: null, chance });
    expect([at(0), at(0.5), at(1)]).toEqual([seconds(240), seconds(300), seconds(360)]);
  });

  test("follow Retry-After between once and twice the plan's wait", () => {
    const after = (retryAfterMs: number) =>
      nextDelayMs({ attemptCount: 2, retryAfterMs, chance: 0 });
    expect([after(0), after(seconds(400)), after(hours(9))]).toEqual([
      seconds(300),
      seconds(400),
      seconds(600),
    ]);
  });

  test("are never over a day, whatever Retry-After says", () => {
    expect(nextDelayMs({ attemptCount: 8, retryAfterMs: hours(40), chance: 0 })).toBe(hours(24));
    expect(nextDelayMs({ attemptCount: 10, retryAfterMs: 1, chance: 0 })).toBeNull();
  });
});

test("Retry-After is read in seconds and as a date, and ignored in any other form", () => {
  const now = Date.parse("2026-03-01T10:00:00Z");
  expect(readRetryAfter("120", now)).toBe(seconds(120));
  expect(readRetryAfter(" 7 ", now)).toBe(seconds(7));
  expect(readRetryAfter("Sun, 01 Mar 2026 10:00:30 GMT", now)).toBe(seconds(30));
  expect(readRetryAfter("Sun, 01 Mar 2026 09:00:00 GMT", now)).toBe(0);
  for (const other of [undefined, "", "soon", "-5", "1.5", "9".repeat(30)]) {
    expect(readRetryAfter(other, now), String(other)).toBeNull();
  }
});
