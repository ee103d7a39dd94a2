import { expect, test } from "vitest";
import type { ScheduleBlock } from "#clinical/staff/staff.contract.ts";
import { instantOf } from "#kernel/zones.ts";
import { roomAt } from "./appointments.rooms.ts";

const branchId = "brn_01jd7x2m8q4v9c3t5w6y7z0abc";
const otherBranchId = "brn_01jd7x2m8q4v9c3t5w6y7z0abd";
const zone = "Asia/Kolkata";
const monday = "2026-03-02";
const tuesday = "2026-03-03";

function block(weekday: number, from: string, to: string, location: string | null): ScheduleBlock {
  return { weekday, from, to, slot_min: 30, location, online_quota: 0 };
}

const schedule = [
  block(1, "17:00", "20:00", "Room 7"),
  block(1, "09:00", "13:00", "Room 2"),
  block(1, "22:00", "02:00", "Casualty"),
];

function room(time: string, date = monday, blocks: readonly ScheduleBlock[] = schedule) {
  return roomAt({ schedule: blocks, branchId, zone }, instantOf(date, time, zone));
}

test.each([
  ["in the morning's session", "09:00", "Room 2"],
  ["in the evening's", "17:00", "Room 7"],
  ["before the first begins", "07:30", "Room 2"],
  ["when the morning is late", "13:40", "Room 2"],
  ["when the evening begins early", "16:20", "Room 7"],
  ["in the night", "23:30", "Casualty"],
])("is that of the session %s", (_when, time, expected) => {
  expect(room(time)).toBe(expected);
});

test("of a session that goes on past midnight is that of the day before", () => {
  expect(room("01:59", tuesday)).toBe("Casualty");
});

test("is none on a day without hours, and none where the hours name none", () => {
  expect(room("10:00", tuesday)).toBeNull();
  expect(room("10:00", monday, [block(1, "09:00", "13:00", null)])).toBeNull();
  expect(room("10:00", monday, [block(1, "09:00", "13:00", "  ")])).toBeNull();
  expect(room("10:00", monday, [])).toBeNull();
});

test("is never the name of a branch, nor one of another branch", () => {
  expect(room("10:00", monday, [block(1, "09:00", "13:00", branchId)])).toBeNull();
  const blocks = [block(1, "09:00", "12:00", otherBranchId), block(1, "15:00", "18:00", "Room 5")];
  expect(room("10:00", monday, blocks)).toBe("Room 5");
});

test("does not hang on hours that nobody can read", () => {
  const blocks = [block(1, "9 o'clock", "13:00", "Room 1"), block(1, "09:00", "25:00", "Room 2")];
  expect(room("10:00", monday, blocks)).toBeNull();
});
