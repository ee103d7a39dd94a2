import { describe, expect, test } from "vitest";
import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { elapsed, isQuiet, statusLines, type PrinterTrouble } from "./status-texts.ts";

const now = Date.parse("2026-11-21T09:30:00Z");
const calm: SyncStatus = {
  state: "online",
  node_id: "nod_1",
  since: "2026-11-21T09:00:00Z",
  last_contact_at: null,
  unsent: 0,
  oldest_unsent_at: null,
  held: 0,
  rejected: 0,
  conflicts: 0,
  clock_skew_ms: 0,
  feed_lag_ms: 0,
  reason: null,
  reason_code: null,
};

function says(
  sync: SyncStatus | null,
  rest: {
    link?: "open" | "lost";
    unfinishedForms?: number;
    printsToReview?: number;
    printersInTrouble?: PrinterTrouble[];
    devicesAway?: string[];
  } = {},
) {
  const facts = {
    link: "open",
    printsToReview: 0,
    unfinishedForms: 0,
    printersInTrouble: [],
    devicesAway: [],
    ...rest,
  } as const;
  return statusLines({ ...facts, sync, now, clock: (iso) => iso.slice(11, 16) });
}

describe("the status strip", () => {
  test("says in one line that all is well", () => {
    expect(says(calm).map(({ text, tone }) => [text, tone])).toEqual([
      ["status.onlineSaved", "good"],
    ]);
  });

  test("says of the one printer that needs somebody what is wrong and how much waits, and counts several", () => {
    const trouble = (name: string) => ({ name, reason: "Out of paper", waiting: 2 });
    const linesOf = (...names: string[]) =>
      says(calm, { printersInTrouble: names.map(trouble) }).map(({ text, values, opens }) => [
        text,
        values,
        opens,
      ]);
    expect(linesOf("Front desk")[1]).toEqual([
      "status.printerTrouble",
      { name: "Front desk", reason: "Out of paper", count: 2 },
      "trouble",
    ]);
    expect(linesOf("One", "Two")[1]).toEqual(["status.printersTrouble", { count: 2 }, "trouble"]);
  });

  test("names the one scanner, kiosk or tablet that is gone, and counts several", () => {
    const linesOf = (devicesAway: string[]) =>
      says(calm, { devicesAway }).map(({ text, values, opens }) => [text, values, opens]);
    expect(linesOf(["Entrance"])[1]).toEqual([
      "status.deviceAway",
      { name: "Entrance" },
      "devices",
    ]);
    expect(linesOf(["One", "Two"])[1]).toEqual(["status.devicesAway", { count: 2 }, "devices"]);
  });

  test("says since when the branch is offline, and how much waits", () => {
    const lines = says({ ...calm, state: "offline", unsent: 7 });
    expect(lines.map(({ text, values }) => [text, values])).toEqual([
      ["status.offline", { time: "09:00" }],
      ["status.unsent", { count: 7 }],
    ]);
    expect(lines.every(({ tone }) => tone === "warning")).toBe(true);
  });

  test("says how old the oldest waiting change is", () => {
    const oldest = "2026-11-21T09:26:00Z";
    const [, waiting] = says({ ...calm, state: "offline", unsent: 7, oldest_unsent_at: oldest });
    expect(waiting?.age).toEqual({ text: "elapsed.minutes", count: 4 });
  });

  test("does not claim that all is saved while something waits", () => {
    const [sending, ...others] = says({ ...calm, unsent: 1 });
    expect([sending?.text, sending?.values, others]).toEqual(["status.sending", { count: 1 }, []]);
  });

  test("stays within the bar while all goes as it should, and asks for the eye when something does not", () => {
    const fresh = { unsent: 3, oldest_unsent_at: "2026-11-21T09:29:50Z" };
    const old = { unsent: 3, oldest_unsent_at: "2026-11-21T09:26:00Z" };
    expect(isQuiet(says(null))).toBe(true);
    expect(isQuiet(says({ ...calm, ...fresh }, { unfinishedForms: 1 }))).toBe(true);
    expect(isQuiet(says({ ...calm, ...fresh, state: "syncing" }))).toBe(true);
    expect(says({ ...calm, ...old }).map(({ text }) => text)).toEqual([
      "status.online",
      "status.unsent",
    ]);
    expect(isQuiet(says({ ...calm, ...old }))).toBe(false);
    expect(isQuiet(says({ ...calm, state: "offline" }))).toBe(false);
    expect(isQuiet(says(calm, { link: "lost" }))).toBe(false);
  });

  test("names what needs a person, each with its number", () => {
    const lines = says({ ...calm, conflicts: 2, rejected: 1, held: 3 }, { printsToReview: 4 });
    expect(lines.map(({ key, values }) => [key, values["count"] ?? null])).toEqual([
      ["state", null],
      ["conflicts", 2],
      ["rejected", 1],
      ["held", 3],
      ["printing", 4],
    ]);
  });

  test("speaks of the clock only when it is wrong by more than two minutes", () => {
    expect(says({ ...calm, clock_skew_ms: -119_000 })).toHaveLength(1);
    expect(says({ ...calm, clock_skew_ms: -300_000 })[1]?.values).toEqual({ minutes: 5 });
  });

  test("says only that the branch cannot be reached when it cannot: the rest is old news", () => {
    const lines = says({ ...calm, conflicts: 2 }, { link: "lost", printsToReview: 1 });
    expect(lines.map(({ text, tone }) => [text, tone])).toEqual([["status.unreachable", "danger"]]);
  });

  test("says that it does not know yet before the first answer", () => {
    expect(says(null).map(({ text }) => text)).toEqual(["status.connecting"]);
  });
});

describe("how long ago", () => {
  test.each([
    ["2026-11-21T09:29:30Z", "elapsed.moment", 0],
    ["2026-11-21T09:26:00Z", "elapsed.minutes", 4],
    ["2026-11-21T07:29:00Z", "elapsed.hours", 2],
    ["2026-11-18T09:30:00Z", "elapsed.days", 3],
    ["2026-11-21T09:35:00Z", "elapsed.moment", 0],
  ])("%s is %s", (since, text, count) => {
    expect(elapsed(since, now)).toEqual({ text, count });
  });
});
