import { describe, expect, test } from "vitest";
import type { AppointmentStatus } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { doctorOfPatient } from "./doctor-of-patient.ts";

const today = "2026-12-01";
const dayOf = (instant: string) => instant.slice(0, 10);

function met(provider: string, day: string, status: AppointmentStatus) {
  return { provider_id: provider, slot_time: `${day}T10:00:00Z`, status };
}

describe("the doctor whom a patient comes for", () => {
  test.each([
    ["nobody where they have never been here", [], null],
    ["whom they have last been with", [met("old", "2026-03-01", "completed")], "old"],
    [
      "the latest of several",
      [met("later", "2026-05-01", "completed"), met("earlier", "2026-03-01", "completed")],
      "later",
    ],
    [
      "with whom they are booked, before whom they know",
      [met("known", "2026-11-01", "completed"), met("booked", "2026-12-04", "booked")],
      "booked",
    ],
    [
      "with whom they are booked first",
      [met("second", "2026-12-09", "booked"), met("first", "2026-12-01", "checked_in")],
      "first",
    ],
    [
      "nobody of a visit that came to nothing",
      [met("cancelled", "2026-12-03", "cancelled"), met("missed", "2026-11-20", "no_show")],
      null,
    ],
    [
      "the last one again where an old booking was never closed",
      [met("open", "2026-02-01", "booked"), met("seen", "2026-06-01", "completed")],
      "seen",
    ],
  ])("is %s", (_what, theirs, expected) => {
    expect(doctorOfPatient(theirs, today, dayOf)).toBe(expected);
  });
});
