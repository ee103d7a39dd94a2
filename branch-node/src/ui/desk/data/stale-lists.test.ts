import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StaleLists } from "./stale-lists.ts";

const asked: unknown[] = [];
let isCalledOff = false;

function lists(): StaleLists {
  return new StaleLists({
    invalidateQueries: (filters, options) => {
      asked.push(filters?.queryKey);
      isCalledOff ||= options?.cancelRefetch !== false;
      return Promise.resolve();
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  isCalledOff = false;
});

afterEach(() => {
  vi.useRealTimers();
});

test("reads a list once of which several messages of one write speak", () => {
  const stale = lists();
  void stale.add([["appointments"], ["slots"]]);
  void stale.add([["appointments"], ["slots"]]);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([["appointments"], ["slots"]]);
});

test("reads it again of what is said later", () => {
  const stale = lists();
  void stale.add([["appointments"]]);
  vi.advanceTimersByTime(10);
  void stale.add([["appointments"]]);
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([["appointments"], ["appointments"]]);
  // The answer to what was said first is on its way, and shows it.
  expect(isCalledOff).toBe(false);
});

test("asks for nothing any more once nobody listens", () => {
  const stale = lists();
  void stale.add([["beds"]]);
  stale.end();
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([]);
});

test("asks for nothing where nobody shows what has changed", () => {
  void lists().add([]);
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([]);
});
