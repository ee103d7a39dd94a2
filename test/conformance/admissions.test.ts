import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  admissionsContract,
  admissionStatuses,
  type Admission,
  type AdmissionStatus,
} from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { isStaying } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { admissionStates } from "@edgeward/shared/clinical/admissions/admissions.states.ts";
import { bedsContract } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { wardsContract } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { refusal } from "./patient-desk.ts";
import { wayTo } from "./state-paths.ts";
import { admitted, newBed, newWard, stayBody } from "./stay-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = admissionsContract;
const cleared = { nursing: true, pharmacy: true, lab: true, billing: true, doctor: true };
const routine = { type: "routine", condition: "improved" } as const;
const nobody = "00000000000000000000000000";

/** What a state asks for beside itself. */
const extras: Readonly<Partial<Record<AdmissionStatus, object>>> = {
  discharge_ready: { discharge_clearances: cleared },
  discharged: { discharge: routine },
};

const starts = admissionStatuses.flatMap((from) => {
  const way = wayTo(admissionStates, "requested", from);
  return way === null ? [] : [{ from, way }];
});

describe.each(engines)("admissions on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function ask(more: object = {}, patientId?: string): Promise<Admission> {
    const body = { patient_id: patientId ?? (await world.patient()), ...stayBody(world), ...more };
    return (await world.client.call(create, { body })).body;
  }

  async function change(id: string, body: object, client = world.client): Promise<Admission> {
    return (await client.call(update, { params: { id }, body })).body;
  }

  const bed = async (id: string | null) =>
    (await world.client.call(bedsContract.get, { params: { id: id ?? "" } })).body;
  const visitOf = async ({ encounter_id: id }: Admission) =>
    (await world.client.call(encountersContract.get, { params: { id } })).body;
  const staff = (role: string) =>
    clientFor(node, node.tenant, { claims: { sub: node.tenant.nurseId, roles: [role] } });

  async function staying(): Promise<Admission> {
    return ask({ bed_id: (await newBed(world)).id });
  }

  async function leaving(): Promise<Admission> {
    return change((await staying()).id, { status: "discharge_initiated" });
  }

  async function rowsOf(patientId: string): Promise<number> {
    const query = { patient_id: patientId };
    const [stays, visits] = await Promise.all([
      world.client.call(list, { query }),
      world.client.call(encountersContract.list, { query }),
    ]);
    return stays.body.data.length + visits.body.data.length;
  }

  describe.each(starts)("in the state $from", ({ from, way }) => {
    test("go where the table of states says, and nowhere else", async () => {
      for (const to of admissionStatuses) {
        const asked = await ask();
        const room = await newBed(world);
        let current = asked;
        for (const step of way) {
          const place = step === way[0] && step !== "cancelled" ? { bed_id: room.id } : {};
          current = await change(asked.id, { status: step, ...place, ...extras[step] });
        }
        const allowed = admissionStates.transitions[from];
        const isAllowed = from === to || allowed.includes(to);
        const place = from === "requested" && to !== "cancelled" && from !== to;
        const given = from === to ? {} : { ...extras[to], ...(place ? { bed_id: room.id } : {}) };
        const outcome: unknown = await change(asked.id, { status: to, ...given }).catch(
          (error: unknown) => error,
        );
        const version = current.version + (from === to ? 0 : 1);
        const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
        expect(outcome, `${from} to ${to}`).toMatchObject(
          isAllowed ? { status: to, version } : refused,
        );
        const seen = await bed(room.id);
        const end = isAllowed ? to : from;
        const isHeld = end === "bed_assigned" || isStaying(end);
        expect(seen.occupants.length, `${from} to ${to}`).toBe(isHeld ? 1 : 0);
      }
    });
  });

  test("open the visit with the stay, in care from the moment the patient is in the bed", async () => {
    const stay = await staying();
    expect(stay).toMatchObject({ status: "admitted", admitted_at: stay.created_at });
    expect(await visitOf(stay)).toMatchObject({
      encounter_type: "IPD",
      visit_status: "in_progress",
      admission_id: stay.id,
      patient_id: stay.patient_id,
    });
    expect(await bed(stay.bed_id)).toMatchObject({
      status: "occupied",
      occupants: [
        { admission_id: stay.id, patient_id: stay.patient_id, patient_name: "Asha Patil" },
      ],
    });
  });

  test("keep a bed for somebody who is to come, and take the visit along when they do, or do not", async () => {
    const room = await newBed(world);
    const asked = await ask();
    expect(asked).toMatchObject({ status: "requested", bed_id: null, admitted_at: null });
    expect((await visitOf(asked)).visit_status).toBe("arrived");
    const kept = await change(asked.id, { bed_id: room.id });
    expect(kept).toMatchObject({ status: "bed_assigned", ward_id: room.ward_id, transfers: [] });
    expect((await bed(room.id)).status).toBe("reserved");
    const off = await change(asked.id, { status: "cancelled", status_reason: "Went elsewhere" });
    expect(off.status_history.at(-1)).toMatchObject({ reason: "Went elsewhere" });
    expect((await bed(room.id)).status).toBe("vacant");
    expect((await visitOf(asked)).visit_status).toBe("cancelled");
  });

  test("begin with a visit that admits, both rows or neither", async () => {
    const visit = await admitted(world);
    expect(visit.visit_status).toBe("in_progress");
    const params = { id: visit.admission_id ?? "" };
    const stay = (await world.client.call(get, { params })).body;
    expect(stay).toMatchObject({ encounter_id: visit.id, status: "admitted" });
    const patient = await world.patient();
    const admission = stayBody(world, { bed_id: stay.bed_id });
    const asked = admitted(world, { patient_id: patient, admission });
    await expect(asked).rejects.toMatchObject({
      status: 422,
      ...refusal("bed_unavailable", "admission.bed_id"),
    });
    expect(await rowsOf(patient)).toBe(0);
  });

  test.each([
    ["workflow_event", { workflow_event: undefined, admission: undefined }],
    ["workflow_event", { workflow_event: "visit", admission: undefined }],
    ["encounter_type", { encounter_type: "OPD" }],
    ["admission", { admission: undefined }],
    ["admission", { workflow_event: "visit", encounter_type: "OPD" }],
  ])("are no part of a visit that is wrong about %s: %j", async (path, more) => {
    const patient = await world.patient();
    await expect(admitted(world, { patient_id: patient, ...more })).rejects.toMatchObject({
      status: 422,
      ...refusal("validation_error", path),
    });
    expect(await rowsOf(patient)).toBe(0);
  });

  test("take up a visit whose first stay was called off, and no other patient's", async () => {
    const first = await ask({}, undefined);
    const visit = first.encounter_id;
    await world.client.call(encountersContract.update, {
      params: { id: visit },
      body: { visit_status: "in_progress" },
    });
    await change(first.id, { status: "cancelled" });
    const again = { encounter_id: visit, bed_id: (await newBed(world)).id };
    await expect(ask(again)).rejects.toMatchObject(refusal("invalid_reference", "encounter_id"));
    const second = await ask(again, first.patient_id);
    expect((await visitOf(second)).admission_id).toBe(second.id);
    const outpatient = await world.encounter(await world.patient());
    await expect(ask({ encounter_id: outpatient })).rejects.toMatchObject(
      refusal("invalid_reference", "encounter_id"),
    );
  });

  test("are refused to a patient who has one that is not over, and to one whose record was merged", async () => {
    const stay = await staying();
    const room = await newBed(world);
    const asked = ask({ bed_id: room.id }, stay.patient_id);
    await expect(asked).rejects.toMatchObject(refusal("already_admitted", "patient_id"));
    expect((await bed(room.id)).status).toBe("vacant");
    const merged = await world.patient();
    await world.client.call(patientsContract.merge, {
      params: { id: merged },
      body: { survivor_id: stay.patient_id, reason: "Registered twice" },
    });
    await expect(ask({}, merged)).rejects.toMatchObject(refusal("patient_merged", "patient_id"));
  });

  test("give one bed to one of two who ask for it at once", async () => {
    const room = await newBed(world);
    const both = await Promise.allSettled([ask({ bed_id: room.id }), ask({ bed_id: room.id })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [lost] = both.filter((one) => one.status === "rejected");
    expect(lost?.reason).toMatchObject(refusal("bed_unavailable", "bed_id"));
    expect((await bed(room.id)).occupants).toHaveLength(1);
  });

  test("give one patient one of two beds that are given at once", async () => {
    const patient = await world.patient();
    const rooms = [await newBed(world), await newBed(world)];
    const both = await Promise.allSettled(rooms.map(({ id }) => ask({ bed_id: id }, patient)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [lost] = both.filter((one) => one.status === "rejected");
    expect(lost?.reason).toMatchObject(refusal("already_admitted", "patient_id"));
  });

  describe("name in what is refused", () => {
    test.each(["cleaning", "blocked"] as const)("a bed that is %s", async (status) => {
      const { id } = await newBed(world);
      const params = { id };
      await world.client.call(bedsContract.update, {
        params,
        body: { status, status_reason: "Broken rail" },
      });
      await expect(ask({ bed_id: id })).rejects.toMatchObject(refusal("bed_unavailable", "bed_id"));
    });

    test("a bed of a ward that is not in use, of another ward, and of another tenant", async () => {
      const ward = await newWard(world);
      const room = await newBed(world, { ward_id: ward.id });
      await expect(
        ask({ bed_id: room.id, ward_id: (await newWard(world)).id }),
      ).rejects.toMatchObject(refusal("conflicting_fields", "ward_id"));
      await world.client.call(wardsContract.update, {
        params: { id: ward.id },
        body: { status: "inactive" },
      });
      await expect(ask({ bed_id: room.id })).rejects.toMatchObject(
        refusal("bed_unavailable", "bed_id"),
      );
      const foreign = await newBed(await worldOf(node, node.other));
      await expect(ask({ bed_id: foreign.id })).rejects.toMatchObject(
        refusal("invalid_reference", "bed_id"),
      );
    });

    test.each([
      ["patient_id", "invalid_reference", { patient_id: `pat_${nobody}` }],
      ["bed_id", "invalid_reference", { bed_id: `bed_${nobody}` }],
      ["ward_id", "invalid_reference", { ward_id: `wrd_${nobody}` }],
      ["admitting_doctor_id", "invalid_reference", { admitting_doctor_id: `stf_${nobody}` }],
      ["attending_doctor_id", "invalid_reference", { attending_doctor_id: `stf_${nobody}` }],
      ["bed_id", "validation_error", { status: "admitted" }],
      ["mlc_no", "validation_error", { mlc: true }],
      ["admission_type", "invalid_enum", { admission_type: "walk_in" }],
      ["payer_type", "invalid_enum", { payer_type: "uncle" }],
      ["diet", "invalid_enum", { diet: "pizza" }],
      ["bed_class", "invalid_enum", { bed_class: "royal" }],
      ["deposit_required_minor", "validation_error", { deposit_required_minor: -1 }],
      ["expected_discharge_date", "validation_error", { expected_discharge_date: "2026-02-30" }],
      ["attendant.phone", "validation_error", { attendant: { name: "Ravi", phone: "12" } }],
      ["status", "invalid_enum", { status: "discharged" }],
      ["preauth", "unknown_field", { preauth: "1" }],
    ])("%s, as %s: %j", async (path, code, more) => {
      const patient = await world.patient();
      await expect(ask({ patient_id: patient, ...more })).rejects.toMatchObject({
        status: 422,
        ...refusal(code, path),
      });
      expect(await rowsOf(patient)).toBe(0);
    });
  });

  describe("move a patient", () => {
    test("to a free bed, leaving the other to be cleaned", async () => {
      const stay = await staying();
      const room = await newBed(world);
      const moved = await change(stay.id, { bed_id: room.id, transfer_reason: "Isolation" });
      expect(moved).toMatchObject({ bed_id: room.id, ward_id: room.ward_id, status: "admitted" });
      expect(moved.transfers).toMatchObject([
        { from_bed: stay.bed_id, to_bed: room.id, reason: "Isolation" },
      ]);
      expect(await bed(stay.bed_id)).toMatchObject({ status: "cleaning", occupants: [] });
      expect((await bed(room.id)).status).toBe("occupied");
    });

    test("to no bed, the same bed or one that another has", async () => {
      const [stay, other] = [await staying(), await staying()];
      const move = (bedId: string | null, more: object = { transfer_reason: "Noise" }) =>
        change(stay.id, { bed_id: bedId, ...more });
      const wrong = refusal("validation_error", "bed_id");
      await expect(move(stay.bed_id)).rejects.toMatchObject({ status: 422, ...wrong });
      await expect(move(null)).rejects.toMatchObject({ status: 422, ...wrong });
      await expect(move(other.bed_id)).rejects.toMatchObject(refusal("bed_unavailable", "bed_id"));
      expect((await move(stay.bed_id, {})).version).toBe(stay.version);
      expect((await world.client.call(get, { params: { id: stay.id } })).body.transfers).toEqual(
        [],
      );
    });

    test("not after the stay", async () => {
      const stay = await staying();
      await change(stay.id, { status: "transferred_out" });
      const room = await newBed(world);
      await expect(change(stay.id, { bed_id: room.id })).rejects.toMatchObject(
        refusal("validation_error", "bed_id"),
      );
    });
  });

  describe("discharge a patient", () => {
    test("when all have cleared it, each by their own role", async () => {
      const { id, bed_id: bedId } = await leaving();
      const roles = { nursing: "nurse", pharmacy: "pharmacist", lab: "lab", billing: "billing" };
      for (const [kind, role] of Object.entries({ ...roles, doctor: "doctor" })) {
        await expect(change(id, { status: "discharge_ready" })).rejects.toMatchObject({
          status: 422,
          ...refusal("validation_error", "discharge_clearances"),
        });
        const other: Client = await staff(role === "nurse" ? "doctor" : "nurse");
        const given = { discharge_clearances: { [kind]: true } };
        await expect(change(id, given, other)).rejects.toMatchObject(
          refusal("forbidden", `discharge_clearances.${kind}`),
        );
        const stay = await change(id, given, await staff(role));
        expect(stay.clearance_history.at(-1)).toMatchObject({ kind, is_waived: false });
      }
      await change(id, { status: "discharge_ready" });
      const left = await change(id, { status: "discharged", discharge: routine });
      expect(left).toMatchObject({ status: "discharged", discharged_at: left.updated_at });
      expect(await bed(bedId)).toMatchObject({ status: "cleaning", occupants: [] });
    });

    test("with the bill waived by the branch's administrator for a reason, and never the doctor's word", async () => {
      const { id } = await leaving();
      const admin = await staff("branch_admin");
      const waive = (kind: string, more: object = {}) =>
        change(id, { discharge_clearances: { [kind]: true }, ...more }, admin);
      await expect(waive("billing")).rejects.toMatchObject(
        refusal("validation_error", "status_reason"),
      );
      const reason = { status_reason: "Charity case" };
      await expect(waive("doctor", reason)).rejects.toMatchObject(
        refusal("forbidden", "discharge_clearances.doctor"),
      );
      const waived = await waive("billing", reason);
      expect(waived.clearance_history).toMatchObject([
        { kind: "billing", is_cleared: true, is_waived: true, reason: "Charity case" },
      ]);
    });

    test("not before it is begun, and anew where the patient stays after all", async () => {
      const stay = await staying();
      await expect(
        change(stay.id, { discharge_clearances: { doctor: true } }),
      ).rejects.toMatchObject(refusal("validation_error", "discharge_clearances"));
      await change(stay.id, { status: "discharge_initiated" });
      await change(stay.id, { discharge_clearances: { doctor: true } });
      const back = await change(stay.id, { status: "admitted", status_reason: "Fever again" });
      expect(back.discharge_clearances.doctor).toBe(false);
      expect(back.admitted_at).toBe(stay.admitted_at);
    });

    test.each([
      ["discharge", {}],
      ["discharge.condition", { discharge: { type: "expired", condition: "cured" } }],
      ["discharge.condition", { discharge: { type: "routine", condition: "expired" } }],
      ["discharge.cause_of_death_code", { discharge: { type: "expired", condition: "expired" } }],
      ["discharge.at", { discharge: { ...routine, at: "2099-01-01T00:00:00Z" } }],
      ["discharge.at", { discharge: { ...routine, at: "2020-01-01T00:00:00Z" } }],
    ])("never with a wrong %s: %j", async (path, more) => {
      const { id } = await leaving();
      await change(id, { status: "discharge_ready", discharge_clearances: cleared });
      await expect(change(id, { status: "discharged", ...more })).rejects.toMatchObject({
        status: 422,
        ...refusal("validation_error", path),
      });
    });

    test("before the visit ends, which cannot be over while the patient stays", async () => {
      const stay = await staying();
      const end = (body: object) =>
        world.client.call(encountersContract.update, { params: { id: stay.encounter_id }, body });
      const completion = { visit_status: "completed", disposition: "home", diagnosis_code: "J45" };
      await expect(end(completion)).rejects.toMatchObject({
        status: 422,
        ...refusal("validation_error", "visit_status"),
      });
      await expect(
        end({ visit_status: "entered_in_error", reason: "Wrong patient was admitted" }),
      ).rejects.toMatchObject(refusal("validation_error", "visit_status"));
      await change(stay.id, { status: "transferred_out" });
      expect((await end(completion)).body.visit_status).toBe("completed");
    });
  });

  test("stand in the timeline of their visit, with each move", async () => {
    const stay = await staying();
    await change(stay.id, { bed_id: (await newBed(world)).id });
    await change(stay.id, { status: "transferred_out" });
    const { timeline } = encountersContract;
    const params = { id: stay.encounter_id };
    const shown = async (client: Client) => {
      const { body } = await client.call(timeline, { params, query: { limit: "100" } });
      return body.data
        .filter((entry) => entry.ref_type === "admissions")
        .map(({ summary, ref_id: id }) => [summary, id]);
    };
    expect(await shown(world.client)).toEqual([
      ["Admission admitted", stay.id],
      ["Moved to another bed", stay.id],
      ["Admission transferred out", stay.id],
    ]);
    const narrow = await clientFor(node, node.tenant, {
      claims: { roles: ["device"], did: "dev_01jd7x2vry38gapbnk0v8yyk24" },
    });
    expect(await shown(narrow)).toEqual([]);
  });

  test("are listed by what is open, by ward, by bed and by doctor", async () => {
    const ward = await newWard(world);
    const own = { ward_id: ward.id };
    const stays = [];
    for (const _ of [1, 2]) stays.push(await ask({ bed_id: (await newBed(world, own)).id }));
    const [first, second] = stays;
    await change(first?.id ?? "", { status: "transferred_out" });
    const ids = async (query: object) =>
      (await world.client.call(list, { query: { ...own, ...query } })).body.data.map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual([second?.id, first?.id]);
    expect(await ids({ open: "true" })).toEqual([second?.id]);
    expect(await ids({ status: "transferred_out" })).toEqual([first?.id]);
    expect(await ids({ bed_id: second?.bed_id })).toEqual([second?.id]);
    expect(await ids({ admitted_from: "2099-01-01T00:00:00Z" })).toEqual([]);
    expect(await ids({ mlc: "true" })).toEqual([]);
  });

  test("are made by the front desk and doctors, not by nurses, also not beside a visit", async () => {
    const nurse = await staff("nurse");
    const body = { patient_id: await world.patient(), ...stayBody(world) };
    await expect(nurse.call(create, { body })).rejects.toMatchObject({ status: 403 });
    const visit = {
      patient_id: body.patient_id,
      encounter_type: "IPD",
      doctor_id: node.tenant.doctorId,
      workflow_event: "admit",
      admission: stayBody(world),
    } as const;
    await expect(nurse.call(encountersContract.create, { body: visit })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const desk = await staff("front_desk");
    expect((await desk.call(create, { body })).body.status).toBe("requested");
  });
});
