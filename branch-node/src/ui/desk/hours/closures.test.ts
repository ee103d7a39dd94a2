import { describe, expect, test } from "vitest";
import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import { closuresOn, instantIn, localTimes, reasonFor } from "./closures.ts";

const zone = "Asia/Kolkata";

function exception(
  from: string,
  to: string,
  more: Partial<ScheduleException> = {},
): ScheduleException {
  const record = { id: "scx_1", branch_id: "brn_1", tenant_id: "ten_1", version: 1, metadata: {} };
  const made = { created_at: from, updated_at: from, created_by: "stf_1", updated_by: "stf_1" };
  const travels = {
    origin: "branch",
    origin_node_id: null,
    hlc: "1",
    sync_state: "synced",
  } as const;
  const fields = {
    provider_id: null,
    kind: "closed",
    starts_at: from,
    ends_at: to,
    reason: null,
    status: "active",
    affected_count: 0,
  } as const;
  const lists = { status_history: [], affected_ids: [] };
  return { ...record, ...made, ...travels, ...fields, ...lists, ...more };
}

function at(day: string, time: string): string {
  return instantIn(zone, day, time);
}

test("a time of the branch's clock is its instant, also in the summer of another zone", () => {
  expect(at("2026-11-25", "09:00")).toBe("2026-11-25T03:30:00.000Z");
  expect(instantIn("Europe/Berlin", "2026-07-01", "09:00")).toBe("2026-07-01T07:00:00.000Z");
});

describe("the days of an exception", () => {
  test("are whole where it begins and ends with midnight", () => {
    const leave = exception(at("2026-11-24", "00:00"), at("2026-11-27", "00:00"));
    const days = { firstDay: "2026-11-24", lastDay: "2026-11-26", from: null, to: null };
    expect(localTimes(leave, zone)).toEqual(days);
  });

  test("have times otherwise", () => {
    const leave = exception(at("2026-11-24", "13:00"), at("2026-11-24", "18:30"));
    const days = { firstDay: "2026-11-24", lastDay: "2026-11-24", from: "13:00", to: "18:30" };
    expect(localTimes(leave, zone)).toEqual(days);
  });

  test("are looked for by whom they are about", () => {
    const flood = exception(at("2026-11-24", "00:00"), at("2026-11-26", "00:00"));
    const leave = exception(flood.starts_at, flood.ends_at, { provider_id: "stf_1" });
    const closures = { exceptions: [flood, leave], holidays: [] };
    const on = (day: string, id: string | null) => closuresOn(closures, day, zone, id).exceptions;
    expect([on("2026-11-25", null), on("2026-11-25", "stf_1")]).toEqual([[flood], [leave]]);
    expect([on("2026-11-26", null), on("2026-11-25", "stf_2")]).toEqual([[], []]);
  });
});

test("why nobody is booked is said in the words of the doctor's own leave, before those of the branch", () => {
  const times = [at("2026-11-25", "00:00"), at("2026-11-26", "00:00")] as const;
  const flood = exception(...times, { reason: "Flood" });
  const leave = exception(...times, { provider_id: "stf_1", kind: "leave", reason: "Conference" });
  const worked = exception(...times, { kind: "open", reason: "Camp" });
  const closures = { exceptions: [worked, flood, leave], holidays: [] };
  const why = (providerId: string, day: string) =>
    reasonFor(closures, { providerId, startAt: at(day, "09:00"), endAt: at(day, "10:00") }, zone);
  expect(why("stf_1", "2026-11-25")).toBe("Conference");
  expect(why("stf_2", "2026-11-25")).toBe("Flood");
  expect(why("stf_2", "2026-11-26")).toBeNull();
});
