import { describe, expect, test } from "vitest";
import {
  openingStatus,
  requireForStatus,
  requireTriage,
  timesIn,
  type Visit,
} from "./encounters.rules.ts";

const now = "2026-03-02T05:00:00.000Z";
const earlier = "2026-03-02T04:00:00.000Z";
const later = "2026-03-02T06:00:00.000Z";

const visit: Visit = {
  encounter_type: "OPD",
  visit_status: "arrived",
  doctor_id: "stf_1",
  triage_id: null,
  triage_waived_reason: null,
  telehealth: null,
  disposition: null,
  diagnosis_code: null,
  started_at: null,
  ended_at: null,
};

describe("a visit needs", () => {
  test("a doctor, except an emergency that still waits", () => {
    expect(() => requireForStatus({ ...visit, doctor_id: null })).toThrow("doctor_id: is required");
    const emergency = { ...visit, encounter_type: "emergency", doctor_id: null };
    expect(() => requireForStatus(emergency)).not.toThrow();
    expect(() => requireForStatus({ ...emergency, visit_status: "in_progress" })).toThrow(
      "doctor_id",
    );
  });

  test("the patient's consent before a consultation at a distance", () => {
    const call = { ...visit, encounter_type: "telehealth" };
    expect(() => requireForStatus(call)).toThrow("telehealth: is required");
    const asked = { ...call, telehealth: { patient_consented: false } };
    expect(() => requireForStatus(asked)).not.toThrow();
    expect(() => requireForStatus({ ...asked, visit_status: "in_progress" })).toThrow(
      "telehealth.patient_consented",
    );
    const agreed = {
      ...call,
      visit_status: "in_progress",
      telehealth: { patient_consented: true },
    };
    expect(() => requireForStatus(agreed)).not.toThrow();
  });

  test("a disposition and a primary diagnosis to be completed", () => {
    const done = { ...visit, visit_status: "completed" };
    expect(() => requireForStatus({ ...done, diagnosis_code: "J45" })).toThrow("disposition");
    expect(() => requireForStatus({ ...done, disposition: "home" })).toThrow("diagnosis_code");
    expect(() =>
      requireForStatus({ ...done, disposition: "home", diagnosis_code: "J45" }),
    ).not.toThrow();
  });

  test("an end that does not come before its beginning", () => {
    expect(() => requireForStatus({ ...visit, started_at: now, ended_at: earlier })).toThrow(
      "ended_at",
    );
    expect(() => requireForStatus({ ...visit, started_at: now, ended_at: now })).not.toThrow();
  });
});

describe("an emergency", () => {
  const begun = { ...visit, encounter_type: "emergency", visit_status: "in_progress" };

  test("goes from the door to care only with a reason to leave triage out", () => {
    expect(() => requireTriage(begun, "arrived")).toThrow("triage_waived_reason");
    expect(() => requireTriage({ ...begun, triage_waived_reason: "" }, "arrived")).toThrow(
      "triage_waived_reason",
    );
    expect(() =>
      requireTriage({ ...begun, triage_waived_reason: "cardiac arrest" }, "arrived"),
    ).not.toThrow();
    expect(() => requireTriage({ ...begun, triage_id: "tri_1" }, "arrived")).not.toThrow();
  });

  test("needs none after triage, and no other visit does", () => {
    expect(() => requireTriage(begun, "triaged")).not.toThrow();
    expect(() => requireTriage({ ...begun, encounter_type: "OPD" }, "arrived")).not.toThrow();
  });
});

describe("an encounter begins", () => {
  test("as planned when its time is still to come, else as arrived", () => {
    expect(openingStatus(undefined, later, now)).toBe("planned");
    expect(openingStatus(undefined, earlier, now)).toBe("arrived");
    expect(openingStatus(undefined, null, now)).toBe("arrived");
  });

  test("in the state that is asked for, if one can begin in it", () => {
    expect(openingStatus("in_progress", null, now)).toBe("in_progress");
    expect(() => openingStatus("completed", null, now)).toThrow("visit_status");
  });
});

describe("the times of a visit", () => {
  const none = { started_at: null, ended_at: null };

  test("begin when care does, unless care began earlier", () => {
    expect(timesIn("arrived", none, now)).toEqual(none);
    expect(timesIn("in_progress", none, now)).toEqual({ started_at: now, ended_at: null });
    expect(timesIn("on_leave", { started_at: earlier, ended_at: null }, now).started_at).toBe(
      earlier,
    );
  });

  test("do not keep a planned beginning that has not come", () => {
    const planned = { started_at: later, ended_at: null };
    expect(timesIn("planned", planned, now)).toEqual(planned);
    expect(timesIn("in_progress", planned, now).started_at).toBe(now);
    expect(timesIn("cancelled", planned, now)).toEqual({ started_at: null, ended_at: now });
  });

  test("end when the visit does, or when the body says", () => {
    const begun = { started_at: earlier, ended_at: null };
    expect(timesIn("completed", begun, now).ended_at).toBe(now);
    expect(timesIn("completed", { ...begun, ended_at: earlier }, now).ended_at).toBe(earlier);
  });
});
