// Two records of one person become one to whoever reads, and two again when the merge is undone; nothing that was written moves.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { survivingPatient } from "@edgeward/shared/clinical/patients/patients.numbers.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { engines } from "#support/engines.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { changePatient, refusal, registerPatient, type PatientBody } from "./patient-desk.ts";
import { worldOf, type World } from "./world.ts";

const { get, list, search, merge, unmerge } = patientsContract;
type MergeBody = NonNullable<RequestOf<typeof merge>["body"]>;

const reason = "Registered twice, identity card seen";

describe.each(engines)("merging patients on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  const register = (body: Partial<PatientBody> = {}) => registerPatient(world, body);
  const inTenant = <T>(work: (session: Session) => Promise<T>) =>
    node.store.read({ tenantId: node.tenant.id }, work);
  const read = async (id: string) => (await world.client.call(get, { params: { id } })).body;

  async function mergeInto(
    patient: Pick<Patient, "id">,
    survivor: Pick<Patient, "id">,
    rest: Partial<MergeBody> = {},
  ) {
    const body = { survivor_id: survivor.id, reason, ...rest };
    return (await world.client.call(merge, { params: { id: patient.id }, body })).body;
  }

  const undo = async ({ id }: Pick<Patient, "id">) =>
    (await world.client.call(unmerge, { params: { id }, body: { reason: "Two sisters" } })).body;

  const visitOf = (patientId: string) => world.encounter(patientId);

  async function visitsOf(patientId: string): Promise<readonly string[]> {
    const query = { patient_id: patientId };
    const [listed, own] = await Promise.all([
      world.client.call(encountersContract.list, { query }),
      world.client.call(patientsContract.encounters, { params: { id: patientId } }),
    ]);
    const ids = listed.body.data.map(({ id }) => id);
    expect(own.body.data.map(({ id }) => id)).toEqual(ids);
    return ids;
  }

  const appointmentsOf = async (patientId: string) => {
    const query = { patient_id: patientId };
    const { body } = await world.client.call(appointmentsContract.list, { query });
    return body.data.map(({ id }) => id);
  };

  const found = async (q: string) => {
    const { body } = await world.client.call(search, { query: { q } });
    return body.data.map(({ id }) => id);
  };

  /** What a person and a program see of a record, without what every change moves. */
  function essence(patient: Patient) {
    const {
      version: _v,
      updated_at: _a,
      updated_by: _b,
      hlc: _h,
      sync_state: _s,
      ...rest
    } = patient;
    const { merge_reason: _r, ...own } = rest;
    return own;
  }

  describe("reading", () => {
    test("shows the visits and appointments of both under either, and moves none", async () => {
      const [one, other] = [await register(), await register()];
      const visits = [await visitOf(one.id), await visitOf(other.id)];
      const appointments = [await world.appointment(one.id), await world.appointment(other.id)];
      const { patient, survivor } = await mergeInto(one, other);
      expect(patient).toMatchObject({
        id: one.id,
        status: "merged",
        merged_into_id: other.id,
        merge_reason: reason,
      });
      expect(survivor).toMatchObject({ id: other.id, status: "active", merged_ids: [one.id] });
      for (const { id } of [one, other]) {
        expect(new Set(await visitsOf(id))).toEqual(new Set(visits));
        expect(new Set(await appointmentsOf(id))).toEqual(
          new Set(appointments.map((each) => each.id)),
        );
      }
      const { body } = await world.client.call(encountersContract.get, {
        params: { id: visits[0] ?? "" },
      });
      expect(body.patient_id).toBe(one.id);
    });

    test("follows a record whose survivor was merged as well", async () => {
      const [first, second, third] = [await register(), await register(), await register()];
      const visits = [await visitOf(first.id), await visitOf(second.id), await visitOf(third.id)];
      await mergeInto(first, second);
      await mergeInto(second, third);
      for (const { id } of [first, second, third])
        expect(new Set(await visitsOf(id))).toEqual(new Set(visits));
      expect(await found(first.uhid)).toEqual([third.id]);
      const row = await inTenant((session) =>
        survivingPatient(session.kysely, node.tenant.id, first.id),
      );
      expect(row?.id).toBe(third.id);
    });

    test("says of either when the person was last seen", async () => {
      const [one, other] = [await register(), await register()];
      const body = {
        patient_id: one.id,
        encounter_type: "OPD",
        doctor_id: node.tenant.doctorId,
        visit_status: "in_progress",
      } as const;
      const { body: visit } = await world.client.call(encountersContract.create, { body });
      await mergeInto(one, other);
      const query = { patient_id: `${one.id},${other.id}` };
      const latest = await world.client.call(encountersContract.latest, { query });
      expect(latest.body.data).toEqual(
        [one, other].map(({ id }) => ({ patient_id: id, started_at: visit.started_at })),
      );
    });

    test("says of either when the person comes next", async () => {
      const [one, other] = [await register(), await register()];
      const { slot_time } = await world.appointment(one.id);
      await mergeInto(one, other);
      const query = { patient_id: `${one.id},${other.id}` };
      const { body } = await world.client.call(appointmentsContract.next, { query });
      expect(body.data).toMatchObject(
        [one, other].map(({ id }) => ({ patient_id: id, slot_time })),
      );
    });

    test("opens a visit of the survivor for an appointment that the merged record had", async () => {
      const [one, other] = [await register(), await register()];
      const appointment = await world.appointment(one.id);
      await mergeInto(one, other);
      const body = {
        patient_id: other.id,
        encounter_type: "OPD",
        doctor_id: node.tenant.doctorId,
        appointment_id: appointment.id,
      } as const;
      const visit = (await world.client.call(encountersContract.create, { body })).body;
      expect(visit).toMatchObject({ appointment_id: appointment.id, patient_id: other.id });
    });
  });

  describe("search", () => {
    test("finds the survivor by everything that is known of the merged record, and only it", async () => {
      const one = await register({
        name: "Vasundhara Ghorpade",
        mobile: "9822011455",
        abha_id: "91-2345-0011-7789",
        identifiers: [{ type: "mrn", value: "OLD-77119" }],
      });
      const other = await register({ name: "Basanti Gorpade", mobile: "9000011455" });
      await mergeInto(one, other);
      const words = [
        one.uhid,
        "9822011455",
        "91-2345-0011-7789",
        "OLD-77119",
        "Vasundhara Ghorpade",
      ];
      for (const word of words) expect([word, await found(word)]).toEqual([word, [other.id]]);
      expect(await found("Basanti Gorpade")).toEqual([other.id]);
    });

    test("lists merged records only where they are asked for", async () => {
      const [one, other] = [await register(), await register()];
      await mergeInto(one, other);
      const idsOf = async (query: RequestOf<typeof list>["query"]) => {
        const { body } = await world.client.call(list, { query: { ...query, limit: "100" } });
        return body.data.map(({ id }) => id);
      };
      const usual = await idsOf({});
      expect([usual.includes(one.id), usual.includes(other.id)]).toEqual([false, true]);
      expect(await idsOf({ status: "merged" })).toContain(one.id);
    });
  });

  describe("writing", () => {
    test("refuses to write to the merged record and names the survivor", async () => {
      const [one, other] = [await register(), await register()];
      await mergeInto(one, other);
      await expect(changePatient(world, one, { preferred_language: "hi" })).rejects.toMatchObject({
        status: 422,
        code: "patient_merged",
        details: { merged_into_id: other.id },
      });
      const body = {
        patient_id: one.id,
        provider_id: node.tenant.doctorId,
        slot_time: world.freeSlot(),
      };
      const failed = world.client.call(appointmentsContract.create, { body });
      await expect(failed).rejects.toMatchObject(refusal("patient_merged", "patient_id"));
      await expect(failed).rejects.toThrow(other.id);
    });

    test("takes over the values that were chosen, and the allergies in any case", async () => {
      const peanut = { substance: "Peanut", criticality: "high" } as const;
      const dust = { substance: "Dust", criticality: "low" } as const;
      const one = await register({
        mobile: "9822011400",
        email: "one@example.org",
        dob: "1979-05-18",
        allergies: [peanut, dust],
      });
      const other = await register({
        name: "Farida Begum Khan",
        dob: null,
        age_years: 47,
        allergies: [dust],
      });
      const { survivor } = await mergeInto(one, other, { take: ["phone", "dob"] });
      expect(survivor).toMatchObject({
        name: "Farida Begum Khan",
        phone: "+919822011400",
        email: null,
        dob: "1979-05-18",
        dob_estimated: false,
      });
      expect(survivor.allergies.map(({ substance }) => substance)).toEqual(["Dust", "Peanut"]);
    });

    test("keeps the conditions of both, one under one code, and asks no more whether there is no allergy", async () => {
      const asthma = { code: "J45.9", system: "icd10" } as const;
      const diabetes = { code: "E11.9", system: "icd10" } as const;
      const latex = { substance: "Latex", criticality: "high" } as const;
      const one = await register({
        conditions: [{ ...asthma, note: "Childhood" }, diabetes],
        allergies: [latex],
        relative: { relation: "father", name: "Karim Khan" },
      });
      const other = await register({ conditions: [asthma], no_known_allergies: true });
      const { survivor } = await mergeInto(one, other, { take: ["relative"] });
      expect(survivor).toMatchObject({
        relative: { name: "Karim Khan" },
        allergies: [latex],
        no_known_allergies: null,
        conditions: [asthma, diabetes],
      });
      const back = await undo(one);
      expect(back.survivor).toMatchObject({
        relative: null,
        allergies: [],
        no_known_allergies: true,
        conditions: [asthma],
      });
      expect(back.patient.conditions).toHaveLength(2);
    });

    test("gives the survivor the ABHA number that it takes over, and nobody else either's numbers", async () => {
      const abha = "91-2345-0022-0001";
      const mrn = { type: "mrn", value: "MRN-22-1" } as const;
      const one = await register({ abha_id: abha, identifiers: [mrn] });
      const other = await register();
      const { survivor } = await mergeInto(one, other, { take: ["abha_id"] });
      expect(survivor.abha_id).toBe(abha);
      await expect(register({ abha_id: abha })).rejects.toMatchObject({
        code: "duplicate_abha_id",
      });
      await expect(register({ identifiers: [mrn] })).rejects.toMatchObject({
        code: "duplicate_identifier",
      });
      const back = await undo(one);
      expect([back.patient.abha_id, back.survivor.abha_id]).toEqual([abha, null]);
      await expect(register({ abha_id: abha })).rejects.toMatchObject({
        code: "duplicate_abha_id",
      });
      await expect(changePatient(world, other, { abha_id: abha })).rejects.toMatchObject({
        code: "duplicate_abha_id",
      });
      expect((await changePatient(world, one, { abha_id: null })).abha_id).toBeNull();
      expect((await changePatient(world, other, { abha_id: abha })).abha_id).toBe(abha);
    });
  });

  describe("undoing", () => {
    test("makes both what they were before", async () => {
      const one = await register({
        name: "Meher Contractor",
        mobile: "9822011499",
        abha_id: "91-2345-0033-0001",
        allergies: [{ substance: "Latex", criticality: "high" }],
      });
      const inactive = await changePatient(world, one, { status: "inactive" });
      const other = await register({ name: "Mehar Contractor" });
      const visits = [await visitOf(one.id), await visitOf(other.id)];
      const before = [await read(one.id), await read(other.id)];
      await mergeInto(inactive, other, { take: ["name", "phone", "abha_id"] });
      const answer = await undo(one);
      expect(answer.kept_fields).toEqual([]);
      const after = [await read(one.id), await read(other.id)];
      expect(after.map(essence)).toEqual(before.map(essence));
      expect(await visitsOf(one.id)).toEqual([visits[0]]);
      expect(await visitsOf(other.id)).toEqual([visits[1]]);
      expect(await found(one.uhid)).toEqual([one.id]);
    });

    test("leaves what was changed of the survivor since, and says so", async () => {
      const one = await register({ mobile: "9822011498", email: "a@example.org" });
      const other = await register();
      await mergeInto(one, other, { take: ["phone", "email"] });
      await changePatient(world, other, { phone: "9822011497" });
      const answer = await undo(one);
      expect(answer.kept_fields).toEqual(["phone"]);
      expect(answer.survivor).toMatchObject({ phone: "+919822011497", email: null });
    });

    test("asks for the newest merge first", async () => {
      const [first, second, third] = [await register(), await register(), await register()];
      await mergeInto(first, second);
      await mergeInto(second, third);
      await expect(undo(first)).rejects.toMatchObject({
        code: "patient_merged",
        details: { merged_into_id: third.id },
      });
      await undo(second);
      await undo(first);
      expect((await read(second.id)).merged_ids).toBeNull();
    });

    test("refuses a record that was not merged", async () => {
      const one = await register();
      await expect(undo(one)).rejects.toMatchObject({ status: 409, code: "invalid_transition" });
    });
  });

  describe("refusals", () => {
    test("names what is wrong with the survivor or the choice", async () => {
      const [one, other, third] = [await register(), await register(), await register()];
      await expect(mergeInto(one, one)).rejects.toMatchObject(
        refusal("validation_error", "survivor_id"),
      );
      const nobody = { id: "pat_0000000000000000000000zzzz" };
      await expect(mergeInto(one, nobody)).rejects.toMatchObject(
        refusal("invalid_reference", "survivor_id"),
      );
      await expect(mergeInto(one, other, { take: ["email"] })).rejects.toMatchObject(
        refusal("validation_error", "take.0"),
      );
      await expect(mergeInto(one, other, { survivor_version: 9 })).rejects.toMatchObject({
        status: 412,
        code: "version_conflict",
      });
      await mergeInto(one, other);
      await expect(mergeInto(third, one)).rejects.toMatchObject({
        code: "patient_merged",
        details: { merged_into_id: other.id },
      });
      await expect(mergeInto(one, third)).rejects.toMatchObject({
        code: "patient_merged",
        details: { merged_into_id: other.id },
      });
      // Back into the record that was merged into it: no ring is ever made here.
      await expect(mergeInto(other, one)).rejects.toMatchObject({ code: "patient_merged" });
      const params = { id: other.id };
      const stale = clientFor(node, node.tenant, { headers: { "if-match": '"v1"' } });
      const body = { survivor_id: third.id, reason };
      await expect((await stale).call(merge, { params, body })).rejects.toMatchObject({
        code: "version_conflict",
      });
    });

    test.each(["front_desk", "nurse", "billing", "integrator"])(
      "leaves the decision to those who answer for it: not a %s",
      async (role) => {
        const [one, other] = [await register(), await register()];
        const client = await clientFor(node, node.tenant, { claims: { roles: [role] } });
        const body = { survivor_id: other.id, reason };
        const failed = client.call(merge, { params: { id: one.id }, body });
        await expect(failed).rejects.toMatchObject({ status: 403 });
      },
    );

    test("knows no record of another tenant", async () => {
      const one = await register();
      const elsewhere = await worldOf(node, node.other);
      const foreign = await elsewhere.patient();
      await expect(mergeInto(one, { id: foreign })).rejects.toMatchObject(
        refusal("invalid_reference", "survivor_id"),
      );
      await expect(mergeInto({ id: foreign }, one)).rejects.toMatchObject({ status: 404 });
    });
  });

  test("audits both records and tells both, with ids alone", async () => {
    const [one, other] = [await register(), await register()];
    await mergeInto(one, other);
    await undo(one);
    const events = await keptEvents(
      node,
      ({ event_type: type, entity_id: id }) =>
        [one.id, other.id].includes(id) && type !== "patient.created",
    );
    expect(events.map(({ event_type: type, entity_id: id }) => [type, id])).toEqual([
      ["patient.merged", one.id],
      ["patient.updated", other.id],
      ["patient.unmerged", one.id],
      ["patient.updated", other.id],
    ]);
    expect(events[0]?.payload).toEqual({ merged_into_id: other.id });
    const audited = await inTenant(({ kysely }) =>
      kysely
        .selectFrom("audit_events")
        .select(["entity_id", "action"])
        .where("tenant_id", "=", node.tenant.id)
        .where("entity_id", "in", [one.id, other.id])
        .where("action", "in", ["update", "status_change"])
        .execute(),
    );
    for (const { id } of [one, other])
      expect(audited.filter(({ entity_id: of }) => of === id)).toHaveLength(2);
  });

  test("shows the conflicts of both records under either", async () => {
    const [one, other] = [await register(), await register()];
    await mergeInto(one, other);
    const { body } = await world.client.call(conflictsContract.list, {
      query: { patient_id: one.id },
    });
    expect(body.data).toEqual([]);
  });

  test("does nothing twice under one key", async () => {
    const [one, other] = [await register(), await register()];
    const request = { params: { id: one.id }, body: { survivor_id: other.id, reason } };
    const under = { idempotencyKey: `merge-${one.id}` };
    const first = await world.client.call(merge, request, under);
    const again = await world.client.call(merge, request, under);
    expect(again.body).toEqual(first.body);
    expect((await read(one.id)).version).toBe(2);
  });
});
