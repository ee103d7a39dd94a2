import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StaleLists } from "./stale-lists.ts";

const asked: unknown[] = [];

function lists(): StaleLists {
  return new StaleLists({
    invalidateQueries: (filters) => {
      asked.push(filters?.queryKey);
      return Promise.resolve();
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

test("reads a list once of which several messages of one write speak", () => {
  const stale = lists();
  stale.add([["appointments"], ["slots"]]);
  stale.add([["appointments"], ["slots"]]);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([["appointments"], ["slots"]]);
});

test("reads it again of what is said later", () => {
  const stale = lists();
  stale.add([["appointments"]]);
  vi.advanceTimersByTime(10);
  stale.add([["appointments"]]);
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([["appointments"], ["appointments"]]);
});

test("asks for nothing any more once nobody listens", () => {
  const stale = lists();
  stale.add([["beds"]]);
  stale.end();
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([]);
});

test("asks for nothing where nobody shows what has changed", () => {
  lists().add([]);
  vi.advanceTimersByTime(10);
  expect(asked).toEqual([]);
});
