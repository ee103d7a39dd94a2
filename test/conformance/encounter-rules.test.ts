import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import {
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { at, engines, mondayMorning, openDesk, refusal, type Desk } from "./visit-desk.ts";

const { create, update, list, get, timeline } = encountersContract;
let desk: Desk;

function open(rest: object = {}) {
  const { patient, doctor } = desk.ids;
  const usual = { patient_id: patient, doctor_id: doctor, encounter_type: "OPD" };
  return desk.notify(create, { body: { ...usual, ...rest } });
}

function change(encounter: Pick<Encounter, "id">, body: object) {
  return desk.notify(update, { params: { id: encounter.id }, body });
}

const completion = { visit_status: "completed", disposition: "home", diagnosis_code: "J45" };

async function completed() {
  const encounter = await open({ visit_status: "in_progress", notes: "Wheezing." });
  return change(encounter, completion);
}

async function waiting() {
  const { patient, doctor } = desk.ids;
  const body = { patient_id: patient, provider_id: doctor, source: "walk_in" };
  return desk.notify(appointmentsContract.create, { body });
}

let week = 0;
async function booked() {
  week += 1;
  const { patient, doctor } = desk.ids;
  const body = { patient_id: patient, provider_id: doctor, slot_time: at("09:00", week * 7) };
  return desk.notify(appointmentsContract.create, { body });
}

const appointment = (id: string) => desk.ask(appointmentsContract.get, { params: { id } });
const eventTypes = () => desk.events.map((event) => event.type);

describe.each(engines)("on %s", (engine) => {
  beforeAll(async () => {
    desk = await openDesk(engine);
  });
  beforeEach(() => {
    desk.now = mondayMorning;
    desk.events.length = 0;
  });
  afterAll(() => desk.close());

  describe("opening an encounter", () => {
    test("begins as arrived, reports it, and can be read again", async () => {
      const advice = "Drink boiled water";
      const { warnings, ...encounter } = await open({ chief_complaint: "cough", advice });
      expect(warnings).toEqual([]);
      expect(encounter).toMatchObject({
        advice,
        visit_status: "arrived",
        started_at: null,
        version: 1,
      });
      expect(eventTypes()).toEqual(["encounter.created"]);
      expect(JSON.stringify(desk.events)).not.toContain("cough");
      expect(await desk.ask(get, { params: { id: encounter.id } })).toEqual(encounter);
    });

    test("understands the other names of its type", async () => {
      expect((await open({ encounter_type: "ER", doctor_id: null })).encounter_type).toBe(
        "emergency",
      );
      const telehealth = { patient_consented: true };
      expect((await open({ encounter_type: "telemedicine", telehealth })).encounter_type).toBe(
        "telehealth",
      );
    });

    test.each([
      ["without a doctor", { doctor_id: undefined }, "validation_error"],
      [
        "with a doctor that nobody is",
        { doctor_id: "stf_00000000000000000000000000" },
        "invalid_reference",
      ],
      [
        "with a patient that nobody is",
        { patient_id: "pat_00000000000000000000000000" },
        "invalid_reference",
      ],
      [
        "in a state that only a change can lead to",
        { visit_status: "completed" },
        "validation_error",
      ],
      ["as an admission", { workflow_event: "admit" }, "validation_error"],
      ["with a next visit in the past", { follow_up_date: "2026-03-01" }, "validation_error"],
      ["with pressures that cannot be", { vitals: { sbp: 80, dbp: 90 } }, "validation_error"],
    ])("is refused %s", async (_how, rest, code) => {
      expect((await refusal(open(rest))).code).toBe(code);
    });

    test("is refused with a clerk as the doctor", async () => {
      expect((await refusal(open({ doctor_id: desk.ids.clerk }))).code).toBe("invalid_reference");
    });

    test("warns of unusual vitals and keeps them", async () => {
      const encounter = await open({ vitals: { temp_c: 39.4, pulse_bpm: 80 } });
      expect(encounter.warnings.map((warning) => warning.field)).toEqual(["vitals.temp_c"]);
      expect(encounter.vitals).toEqual({ temp_c: 39.4, pulse_bpm: 80 });
    });
  });

  describe("an encounter and its appointment", () => {
    test("go from the door to the end together", async () => {
      const { id } = await booked();
      const encounter = await open({ appointment_id: id });
      expect(await appointment(id)).toMatchObject({ status: "checked_in", queue_no: 1 });
      await change(encounter, { visit_status: "in_progress" });
      expect((await appointment(id)).status).toBe("in_consultation");
      await change(encounter, completion);
      expect((await appointment(id)).status).toBe("completed");
      expect(eventTypes().filter((type) => type.endsWith("completed"))).toEqual([
        "encounter.completed",
        "appointment.completed",
      ]);
    });

    test("give no number in the queue to who goes straight in", async () => {
      const { id } = await booked();
      await open({ appointment_id: id, visit_status: "in_progress" });
      const seen = await appointment(id);
      expect(seen).toMatchObject({ status: "in_consultation", queue_no: null });
      expect(seen.status_history.map((step) => step.status)).toEqual([
        "booked",
        "checked_in",
        "in_consultation",
      ]);
      expect(eventTypes()).not.toContain("appointment.checked_in");
    });

    test("keep the number that a walk-in has", async () => {
      const { id, queue_no } = await waiting();
      await open({ appointment_id: id });
      expect(await appointment(id)).toMatchObject({ status: "checked_in", queue_no });
    });

    test("are one to one, of one patient, and not after the end", async () => {
      const { id } = await waiting();
      const elsewhere = open({ appointment_id: id, patient_id: desk.ids.otherPatient });
      expect((await refusal(elsewhere)).code).toBe("invalid_reference");
      const first = await open({ appointment_id: id });
      expect((await refusal(open({ appointment_id: id }))).code).toBe("invalid_reference");
      await change(first, { visit_status: "cancelled" });
      expect((await open({ appointment_id: id })).appointment_id).toBe(id);
      await desk.notify(appointmentsContract.cancel, { params: { id } });
      expect((await refusal(open({ appointment_id: id }))).code).toBe("invalid_reference");
    });
  });

  describe("changing an encounter", () => {
    test("is completed once, with a disposition and a diagnosis", async () => {
      const encounter = await open({ visit_status: "in_progress" });
      const bare = change(encounter, { visit_status: "completed" });
      expect((await refusal(bare)).code).toBe("validation_error");
      const done = await change(encounter, completion);
      expect(done).toMatchObject({
        visit_status: "completed",
        started_at: at("08:30"),
        ended_at: at("08:30"),
      });
      expect(done.diagnoses).toEqual([
        { code: "J45", system: "icd10", use: "provisional", rank: 1 },
      ]);
      const again = await change(done, { visit_status: "completed" });
      expect(again.version).toBe(done.version);
      expect((await refusal(change(done, { disposition: null }))).code).toBe("validation_error");
      expect(eventTypes()).toEqual(["encounter.created", "encounter.completed"]);
    });

    test("adds to the notes after completion, and never changes them", async () => {
      const done = await completed();
      desk.now += 60_000;
      const added = await change(done, { notes: "Wheezing. X-ray clear." });
      expect(added.notes).toBe("Wheezing.");
      expect(added.addenda).toEqual([
        { text: "X-ray clear.", by: desk.ids.clerk, at: at("08:31") },
      ]);
      expect((await change(added, { notes: "Called back." })).addenda).toHaveLength(2);
      expect((await refusal(change(added, { notes: null }))).code).toBe("validation_error");
      expect((await change(added, { notes: "Wheezing." })).addenda).toHaveLength(2);
    });

    test("does nothing for a body that repeats what is stored", async () => {
      const first = await completed();
      const { warnings: _warnings, ...stored } = await change(first, {
        vitals: { sbp: 120, dbp: 80 },
        location: { ward: "A", room: "2" },
        metadata: { z: 1, a: 2 },
      });
      desk.events.length = 0;
      const { warnings: _more, ...repeated } = await change(stored, stored);
      expect(repeated).toEqual(stored);
      expect(eventTypes()).toEqual([]);
    });

    test("keeps what was measured before", async () => {
      const encounter = await open({ vitals: { sbp: 120, dbp: 80 } });
      expect((await change(encounter, { vitals: { temp_c: 37 } })).vitals).toEqual({
        temp_c: 37,
        sbp: 120,
        dbp: 80,
      });
    });

    test("is struck out with a reason, and then only shown to who asks for it", async () => {
      const encounter = await open();
      const short = change(encounter, { visit_status: "entered_in_error", reason: "oops" });
      expect((await refusal(short)).code).toBe("validation_error");
      const reason = "opened for the wrong patient";
      await change(encounter, { visit_status: "entered_in_error", reason });
      const ids = async (query: object) =>
        (await desk.ask(list, { query: { limit: "100", ...query } })).data.map((row) => row.id);
      expect(await ids({})).not.toContain(encounter.id);
      expect(await ids({ visit_status: "entered_in_error" })).toContain(encounter.id);
    });

    test("goes no way that does not exist, and changes nothing that never changes", async () => {
      const encounter = await open();
      const error = await refusal(change(encounter, { visit_status: "completed" }));
      expect(error.details).toEqual({
        from: "arrived",
        to: "completed",
        allowed: ["triaged", "in_progress", "cancelled", "entered_in_error"],
      });
      const other = { patient_id: desk.ids.otherPatient };
      expect((await refusal(change(encounter, other))).code).toBe("read_only_field");
    });

    test("begins an emergency without triage only with a reason", async () => {
      const emergency = await open({ encounter_type: "emergency" });
      const begin = { visit_status: "in_progress" };
      expect((await refusal(change(emergency, begin))).code).toBe("validation_error");
      const waived = { ...begin, triage_waived_reason: "cardiac arrest" };
      expect((await change(emergency, waived)).visit_status).toBe("in_progress");
    });
  });

  describe("the timeline", () => {
    test("reports all that happened, oldest first, page by page", async () => {
      const { id } = await waiting();
      const encounter = await open({ appointment_id: id, notes: "Wheezing." });
      for (const [minutes, body] of [
        [5, { vitals: { temp_c: 38.5 } }],
        [10, { visit_status: "in_progress" }],
        [20, completion],
        [30, { notes: "Wheezing. Called back." }],
      ] as const) {
        desk.now = mondayMorning + minutes * 60_000;
        await change(encounter, body);
      }
      const params = { id: encounter.id };
      const { data: all } = await desk.ask(timeline, { params, query: { limit: "100" } });
      const reported = all
        .filter((entry) => entry.kind !== "audit")
        .map((entry) => [entry.kind, entry.summary]);
      expect(reported).toEqual([
        ["status", "Visit arrived"],
        ["note", "Wheezing."],
        ["vital", "temp_c 38.5"],
        ["status", "Visit in progress"],
        ["status", "Visit completed"],
        ["note", "Called back."],
      ]);
      expect(all.map((entry) => entry.at)).toEqual(all.map((entry) => entry.at).toSorted());
      const records = new Set(
        all.filter((entry) => entry.kind === "audit").map((entry) => entry.summary),
      );
      expect([...records].toSorted()).toEqual(
        expect.arrayContaining(["create in appointments", "create in encounters"]),
      );
      const walked = [];
      for (let cursor: string | null | undefined = undefined; cursor !== null;) {
        const query: object = cursor === undefined ? { limit: "3" } : { limit: "3", cursor };
        const page: Awaited<ReturnType<typeof ask>> = await ask(query);
        walked.push(...page.data);
        cursor = page.next_cursor;
      }
      expect(walked).toEqual(all);

      function ask(query: object) {
        return desk.ask(timeline, { params, query: { ...query } });
      }
    });

    test("goes back by the way it came", async () => {
      const encounter = await completed();
      const params = { id: encounter.id };
      const first = await desk.ask(timeline, { params, query: { limit: "2" } });
      const second = await desk.ask(timeline, {
        params,
        query: { limit: "2", cursor: first.next_cursor },
      });
      const back = await desk.ask(timeline, {
        params,
        query: { limit: "2", cursor: second.prev_cursor },
      });
      expect(back.data).toEqual(first.data);
      expect(first.prev_cursor).toBeNull();
    });
  });

  test("a patient's encounters are those of all branches that the caller may see", async () => {
    const { patient, otherBranch } = desk.ids;
    const mine = await desk.ask(patientsContract.encounters, { params: { id: patient } });
    expect(mine.data.length).toBeGreaterThan(0);
    const acting = { branchIds: [otherBranch] };
    const theirs = await desk.ask(patientsContract.encounters, { params: { id: patient } }, acting);
    expect(theirs.data).toEqual([]);
  });

  describe("staff", () => {
    const names = async (query: object) =>
      (await desk.ask(staffContract.list, { query: { ...query } })).data.map(
        (person) => person.name,
      );

    test("are listed by name, and found by role, department, state and any word of the name", async () => {
      expect(await names({})).toEqual(["Asha Rao", "Bela Sen", "Chitra Das"]);
      expect(await names({ role: "front_desk" })).toEqual(["Chitra Das"]);
      expect(await names({ department: "cardiology" })).toEqual(["Asha Rao", "Bela Sen"]);
      expect(await names({ department: "radiology" })).toEqual([]);
      expect(await names({ status: "on_leave" })).toEqual(["Bela Sen"]);
      expect(await names({ q: "ra" })).toEqual(["Asha Rao"]);
      expect(await names({ q: "rao ash" })).toEqual(["Asha Rao"]);
      expect(await names({ sort: "-name", limit: "1" })).toEqual(["Chitra Das"]);
    });

    test("of another branch are not shown, nor how anybody signs in", async () => {
      expect(await names({ branch_id: desk.ids.otherBranch })).toEqual([]);
      const person = await desk.ask(staffContract.get, { params: { id: desk.ids.doctor } });
      expect(Object.keys(person).filter((name) => /password|pin|verifier/.test(name))).toEqual([]);
    });
  });
});
