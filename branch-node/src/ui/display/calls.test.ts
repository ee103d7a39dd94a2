import { describe, expect, test } from "vitest";
import { latestCalls, newCalls } from "./calls.ts";

const call = (token: string, minute: number) => ({
  token_code: token,
  room: null,
  room_names: null,
  provider_name: null,
  called_at: `2026-11-21T09:${String(minute).padStart(2, "0")}:00.000Z`,
});
const state = (...calls: readonly ReturnType<typeof call>[]) => ({
  branch_name: "",
  department: null,
  department_names: null,
  languages: null,
  now_serving: [...calls],
  waiting: [],
  waiting_count: 0,
  server_time: "2026-11-21T09:30:00.000Z",
  time_zone: null,
});

describe("the board", () => {
  test("shows the last five calls, the newest first", () => {
    const calls = [1, 5, 3, 2, 6, 4].map((minute) => call(`A-${minute}`, minute));
    const shown = latestCalls(state(...calls)).map(({ token_code: token }) => token);
    expect(shown).toEqual(["A-6", "A-5", "A-4", "A-3", "A-2"]);
  });

  test("announces only what is new, in the order it was called", () => {
    const before = [call("A-1", 1)];
    const after = [call("A-3", 3), call("A-2", 2), call("A-1", 1)];
    expect(newCalls(before, after).map(({ token_code: token }) => token)).toEqual(["A-2", "A-3"]);
    expect(newCalls(after, after)).toEqual([]);
  });

  test("announces a token again when it is called again", () => {
    expect(newCalls([call("A-1", 1)], [call("A-1", 9)])).toHaveLength(1);
  });
});
