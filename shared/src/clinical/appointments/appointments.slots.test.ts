import { describe, expect, test } from "vitest";
import type { ScheduleBlock } from "#clinical/staff/staff.contract.ts";
import { isoInstant } from "#kernel/clock.ts";
import {
  gridOfDay,
  gridOfDays,
  nearestFree,
  placeReason,
  sellerOf,
  type GridPlace,
  type Seller,
} from "./appointments.slots.ts";

const minute = 60_000;
const branchId = "brn_01jd7x2m8q4v9c3t5w6y7z0abc";
const otherBranchId = "brn_01jd7x2m8q4v9c3t5w6y7z0abd";

function block(weekday: number, from: string, to: string, rest: Partial<ScheduleBlock> = {}) {
  return { weekday, from, to, slot_min: 30, location: null, online_quota: 0, ...rest };
}

function grid(blocks: readonly ScheduleBlock[], date: string, zone = "Asia/Kolkata") {
  return gridOfDay({ schedule: blocks, branchId, zone }, date);
}

function starts(places: readonly GridPlace[]): readonly string[] {
  return places.map((place) => isoInstant(place.start));
}

describe("the grid of a day", () => {
  test("has the slots of that weekday's blocks, in the order of time, on the branch's clock", () => {
    const blocks = [
      block(1, "17:00", "18:00"),
      block(1, "09:00", "10:00"),
      block(2, "09:00", "10:00"),
    ];
    expect(starts(grid(blocks, "2026-03-02"))).toEqual([
      "2026-03-02T03:30:00.000Z",
      "2026-03-02T04:00:00.000Z",
      "2026-03-02T11:30:00.000Z",
      "2026-03-02T12:00:00.000Z",
    ]);
  });

  test("leaves out what is too short for a slot at the end of a block", () => {
    const places = grid([block(1, "09:00", "10:20")], "2026-03-02");
    expect(starts(places)).toEqual(["2026-03-02T03:30:00.000Z", "2026-03-02T04:00:00.000Z"]);
    expect(places.map((place) => isoInstant(place.blockEnd))).toEqual([
      "2026-03-02T04:30:00.000Z",
      "2026-03-02T04:30:00.000Z",
    ]);
  });

  test("has fewer slots in the night when the clocks go forward", () => {
    // Berlin, 29 March 2026: after 01:59 comes 03:00.
    expect(starts(grid([block(7, "01:00", "04:00")], "2026-03-29", "Europe/Berlin"))).toEqual([
      "2026-03-29T00:00:00.000Z",
      "2026-03-29T00:30:00.000Z",
      "2026-03-29T01:00:00.000Z",
      "2026-03-29T01:30:00.000Z",
    ]);
  });

  test("has more slots in the night when the clocks go back", () => {
    // New York, 1 November 2026: 01:00 to 01:59 comes twice.
    expect(grid([block(7, "00:00", "03:00")], "2026-11-01", "America/New_York")).toHaveLength(8);
  });

  test("keeps the wall clock of its hours over a change of the clocks", () => {
    const mondays = block(1, "09:00", "09:30");
    const hours = { schedule: [mondays], branchId, zone: "Europe/Berlin" };
    expect(starts(gridOfDays(hours, "2026-03-23", "2026-03-30"))).toEqual([
      "2026-03-23T08:00:00.000Z",
      "2026-03-30T07:00:00.000Z",
    ]);
  });

  test("goes on past midnight for hours that end before they begin", () => {
    expect(starts(grid([block(1, "23:30", "00:30")], "2026-03-02"))).toEqual([
      "2026-03-02T18:00:00.000Z",
      "2026-03-02T18:30:00.000Z",
    ]);
  });

  test("leaves out a block that is held at another branch, and keeps one that names a room", () => {
    const blocks = [
      block(1, "09:00", "09:30", { location: otherBranchId }),
      block(1, "10:00", "10:30", { location: branchId }),
      block(1, "11:00", "11:30", { location: "Room 4" }),
    ];
    expect(starts(grid(blocks, "2026-03-02"))).toEqual([
      "2026-03-02T04:30:00.000Z",
      "2026-03-02T05:30:00.000Z",
    ]);
  });

  test("is empty on a day without hours, and for a range that ends before it begins", () => {
    expect(grid([block(1, "09:00", "10:00")], "2026-03-03")).toEqual([]);
    const hours = { schedule: [block(1, "09:00", "10:00")], branchId, zone: "Asia/Kolkata" };
    expect(gridOfDays(hours, "2026-03-02", "2026-03-01")).toEqual([]);
  });
});

describe("who may sell", () => {
  const branch = {
    id: branchId,
    code: "BLR",
    name: "Main",
    timeZone: "Asia/Kolkata",
    country: "IN",
    hasNode: true,
  };

  test("the branch's node keeps to the desk's slots, the hub to the online ones, or sells all for a branch without node", () => {
    expect(sellerOf({ node: { id: "nod_1", kind: "branch" }, branch })).toBe("desk");
    expect(sellerOf({ node: { id: "nod_2", kind: "hub" }, branch })).toBe("online");
    expect(
      sellerOf({ node: { id: "nod_2", kind: "hub" }, branch: { ...branch, hasNode: false } }),
    ).toBe("all");
  });

  function blockedAt(seller: Seller, quota: number): readonly boolean[] {
    const places = grid([block(1, "09:00", "11:00", { online_quota: quota })], "2026-03-02");
    const situation = { now: 0, taken: [], seller, isOnLeave: false, closureOf: () => null };
    return places.map((place) => placeReason(place, 30 * minute, situation) === "blocked");
  }

  test.each([
    ["desk", 1, [false, false, false, true]],
    ["online", 1, [true, true, true, false]],
    ["all", 1, [false, false, false, false]],
    ["desk", 0, [false, false, false, false]],
    ["online", 0, [true, true, true, true]],
    ["desk", 9, [true, true, true, true]],
    ["online", 9, [false, false, false, false]],
  ] as const)("%s with a quota of %i online slots finds blocked: %j", (seller, quota, blocked) => {
    expect(blockedAt(seller, quota)).toEqual(blocked);
  });

  test("a long appointment at the desk may not run into the online slots", () => {
    const [, , third] = grid([block(1, "09:00", "11:00", { online_quota: 1 })], "2026-03-02");
    const situation = {
      now: 0,
      taken: [],
      seller: "desk",
      isOnLeave: false,
      closureOf: () => null,
    } as const;
    expect(third && placeReason(third, 30 * minute, situation)).toBeNull();
    expect(third && placeReason(third, 45 * minute, situation)).toBe("blocked");
  });
});

describe("why a place cannot be had", () => {
  const places = grid([block(1, "09:00", "10:30")], "2026-03-02");
  const free = {
    now: 0,
    taken: [],
    seller: "all",
    isOnLeave: false,
    closureOf: () => null,
  } as const;
  const nine = Date.parse("2026-03-02T03:30:00.000Z");

  function reasons(situation: Parameters<typeof placeReason>[2], length = 30 * minute) {
    return places.map((place) => placeReason(place, length, situation));
  }

  test("it has begun", () => {
    expect(reasons({ ...free, now: nine + 1 })).toEqual(["past", null, null]);
  });

  test("the provider is on leave", () => {
    expect(reasons({ ...free, isOnLeave: true })).toEqual(["on_leave", "on_leave", "on_leave"]);
  });

  test.each([
    ["leave", "on_leave"],
    ["closed", "closed"],
    ["holiday", "closed"],
  ] as const)("nobody is booked then: %s is said as %s", (kind, reason) => {
    const closureOf = ({ start }: { readonly start: number }) => (start === nine ? { kind } : null);
    expect(reasons({ ...free, closureOf })).toEqual([reason, null, null]);
  });

  test("another appointment overlaps it, by however little", () => {
    const taken = [{ start: nine + 29 * minute, end: nine + 31 * minute }];
    expect(reasons({ ...free, taken })).toEqual(["booked", "booked", null]);
  });

  test("nothing, when another appointment only touches it", () => {
    const taken = [{ start: nine + 30 * minute, end: nine + 60 * minute }];
    expect(reasons({ ...free, taken })).toEqual([null, "booked", null]);
  });

  test("the appointment would go beyond the hours", () => {
    expect(reasons(free, 60 * minute)).toEqual([null, null, "blocked"]);
  });
});

test("offers the free places nearest to the wanted time, in the order of time", () => {
  const places = grid([block(1, "09:00", "12:00")], "2026-03-02");
  const [first, second, third, fourth] = places;
  const offered = nearestFree(places, third?.start ?? 0, 3, (place) => place !== third);
  expect(offered).toEqual([first, second, fourth]);
});
