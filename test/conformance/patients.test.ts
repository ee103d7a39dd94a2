import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import {
  adult,
  changePatient,
  refusal,
  registerPatient,
  type PatientBody,
} from "./patient-desk.ts";
import { worldOf, type World } from "./world.ts";

const { create, duplicates, get, list } = patientsContract;

describe.each(engines)("patients on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  const register = (body: Partial<PatientBody> = {}) => registerPatient(world, body);
  const change = (patient: Pick<Patient, "id">, body: object) =>
    changePatient(world, patient, body);

  describe("registration", () => {
    test("mints UHIDs that are never the same, though many register at once", async () => {
      const patients = await Promise.all(Array.from({ length: 30 }, () => register()));
      const uhids = patients.map(({ uhid }) => uhid);
      expect(new Set(uhids).size).toBe(30);
      const bases = uhids.map((uhid) => Number(uhid.split("-").at(-2))).toSorted((a, b) => a - b);
      expect(bases.map((base) => base - (bases[0] ?? 0))).toEqual(bases.map((_, index) => index));
      for (const uhid of uhids) expect(uhid).toMatch(/^PUN1-\d{6}-[0-9A-Z]$/);
    });

    test("gives no UHID to a registration that is refused", async () => {
      const before = await register();
      await expect(register({ dob: "2999-01-01" })).rejects.toMatchObject({ status: 422 });
      await expect(register({ mobile: "12" })).rejects.toMatchObject({ status: 422 });
      const after = await register();
      const base = ({ uhid }: Patient) => Number(uhid.split("-").at(-2));
      expect(base(after)).toBe(base(before) + 1);
    });

    test("never changes a UHID", async () => {
      const patient = await register();
      await expect(change(patient, { uhid: "OTHER-1" })).rejects.toMatchObject(
        refusal("read_only_field", "uhid"),
      );
      expect((await change(patient, { uhid: patient.uhid, preferred_language: "hi" })).uhid).toBe(
        patient.uhid,
      );
    });

    test("reads a phone under both its names, and refuses two that differ", async () => {
      const patient = await register({ mobile: "098765 43210" });
      expect([patient.mobile, patient.phone]).toEqual(["+919876543210", "+919876543210"]);
      expect((await register({ phone: "+14155552671" })).mobile).toBe("+14155552671");
      await expect(register({ mobile: "9876543210", phone: "9876543211" })).rejects.toMatchObject(
        refusal("conflicting_fields", "mobile"),
      );
    });

    test("reads words in any case, in bodies and in filters, and keeps its own", async () => {
      const sent: object = { gender: "FEMALE", consent_status: "Granted", blood_group: "ab+" };
      const kept = { gender: "female", consent_status: "granted", blood_group: "AB+" };
      const patient = await register({ ...sent });
      expect(patient).toMatchObject(kept);
      expect(await change(patient, { marital_status: "MARRIED" })).toMatchObject({
        ...kept,
        marital_status: "married",
      });
      const asked: object = { consent_status: "GRANTED", gender: "Female" };
      const { data } = (await world.client.call(list, { query: { ...asked } })).body;
      expect(data.map(({ id }) => id)).toContain(patient.id);
      await expect(register({ gender: "femal" })).rejects.toMatchObject(
        refusal("invalid_enum", "gender"),
      );
    });

    test("makes a birth date of an age, and says that it is a guess", async () => {
      const patient = await register({ dob: null, age_years: 40 });
      expect(patient).toMatchObject({ dob: "1986-07-01", dob_estimated: true });
      expect((await change(patient, { dob: "1986-02-03" })).dob_estimated).toBe(false);
    });

    test("needs a name and a birth date or age, but not of who cannot tell", async () => {
      const unnamed = { gender: "male" } as const;
      await expect(world.client.call(create, { body: unnamed })).rejects.toMatchObject({
        status: 422,
      });
      await expect(
        world.client.call(create, { body: { ...unnamed, name: "Arun Joshi" } }),
      ).rejects.toMatchObject(refusal("validation_error", "dob"));
      const body = { ...unnamed, is_unidentified: true };
      const first = (await world.client.call(create, { body })).body;
      const second = (await world.client.call(create, { body })).body;
      expect(first.name).toMatch(/^Unknown male \d+$/);
      expect(second.name).not.toBe(first.name);
    });

    test("warns of a child without a guardian; staff have to name one", async () => {
      const child = { name: "Chintu Rao", gender: "male", dob: "2020-06-01" } as const;
      expect((await register(child)).warnings.map(({ code }) => code)).toContain(
        "guardian_missing",
      );
      const clerk = await clientFor(node, node.tenant, {
        claims: { sub: node.tenant.clerkId, roles: ["front_desk"] },
      });
      await expect(clerk.call(create, { body: child })).rejects.toMatchObject(
        refusal("validation_error", "emergency_contact"),
      );
      const guardian = { name: "Sita Rao", relationship: "parent", phone: "9811122233" } as const;
      const accepted = await clerk.call(create, {
        body: { ...child, emergency_contact: guardian },
      });
      expect(accepted.body.warnings.map(({ code }) => code)).not.toContain("guardian_missing");
    });

    test("refuses numbers that must not be stored", async () => {
      await expect(register({ name: "4111 1111 1111 1111" })).rejects.toMatchObject({
        code: "pan_detected",
      });
      await expect(
        register({ identifiers: [{ type: "other", value: "999941057058" }] }),
      ).rejects.toMatchObject({ code: "aadhaar_not_allowed" });
    });

    test("refuses a tenant or branch in the body that is not the request's", async () => {
      const { other, tenant } = node;
      await expect(register({ tenant_id: other.id })).rejects.toMatchObject(
        refusal("tenant_mismatch", "tenant_id"),
      );
      await expect(register({ branch_id: tenant.secondBranchId })).rejects.toMatchObject(
        refusal("branch_mismatch", "branch_id"),
      );
      expect((await register({ tenant_id: tenant.id, branch_id: tenant.branchId })).branch_id).toBe(
        tenant.branchId,
      );
    });
  });

  describe("two records of one person", () => {
    test("are refused where a number says so", async () => {
      const abha = "92-3456-7890-1234";
      const held = await register({
        abha_id: abha,
        identifiers: [{ type: "passport", value: "Z1234567" }],
      });
      await expect(register({ abha_id: abha })).rejects.toMatchObject({
        status: 422,
        code: "duplicate_abha_id",
      });
      await expect(register({ uhid: held.uhid })).rejects.toMatchObject({
        status: 422,
        code: "duplicate_uhid",
      });
      await expect(
        register({ identifiers: [{ type: "passport", value: "z-1234567" }] }),
      ).rejects.toMatchObject({ status: 422, code: "duplicate_identifier" });
      const other = await register();
      await expect(change(other, { abha_id: abha })).rejects.toMatchObject({
        code: "duplicate_abha_id",
      });
      const twice = [
        { type: "employee" as const, value: "E-77" },
        { type: "voter_id" as const, value: "E-77" },
        { type: "employee" as const, value: "e77", issuer: "Another office" },
      ];
      const refused = {
        status: 422,
        code: "duplicate_identifier",
        message: "identifiers.2.value: is in this record twice",
      };
      await expect(register({ identifiers: twice })).rejects.toMatchObject(refused);
      await expect(change(other, { identifiers: twice })).rejects.toMatchObject(refused);
      await change(other, { identifiers: twice.slice(0, 2) });
      await change(held, { abha_id: null });
      expect((await change(other, { abha_id: abha })).abha_id).toBe(abha);
    });

    test("are refused also when both arrive at once", async () => {
      const abha = "93-4567-8901-2345";
      const asked = Array.from({ length: 12 }, () => register({ abha_id: abha }));
      const resolved = await Promise.allSettled(asked);
      expect(resolved.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const refused = resolved.filter((result) => result.status === "rejected");
      expect(refused.map(({ reason }): unknown => reason)).toEqual(
        Array.from({ length: 11 }, (): unknown =>
          expect.objectContaining({ code: "duplicate_abha_id" }),
        ),
      );
    });

    test("are allowed to another tenant", async () => {
      const stranger = await clientFor(node, node.other);
      const abha = "94-5678-9012-3456";
      await register({ abha_id: abha });
      const answer = await stranger.call(create, { body: { ...adult, abha_id: abha } });
      expect(answer.body.abha_id).toBe(abha);
    });

    test("are warned of where name, birth date and phone agree, and can be asked for before", async () => {
      const person = {
        name: "Mohammed Pathan",
        gender: "male",
        dob: "1966-03-04",
        mobile: "9822233344",
      } as const;
      const first = await register(person);
      const query = { name: "Muhammad Pathan", dob: "1966-03-04", phone: "9822233344" };
      const asked = await world.client.call(duplicates, { query });
      expect(asked.body.data.map(({ id }) => id)).toEqual([first.id]);
      const second = await register(person);
      expect(second.warnings).toContainEqual(
        expect.objectContaining({ code: "possible_duplicate", patient_ids: [first.id] }),
      );
    });
  });

  describe("changing", () => {
    test("leaves absent fields, clears by null, and counts versions", async () => {
      const patient = await register({ email: "f.khan@example.org", blood_group: "O+" });
      const changed = await change(patient, { email: null });
      expect(changed).toMatchObject({
        email: null,
        blood_group: "O+",
        version: 2,
        name: patient.name,
      });
    });

    test("does nothing for a body that repeats what was read", async () => {
      const patient = await register({
        allergies: [{ substance: "Penicillin", criticality: "high" }],
      });
      const { body } = await world.client.call(get, { params: { id: patient.id } });
      const answer = await change(patient, body);
      expect([answer.version, answer.updated_at]).toEqual([1, patient.updated_at]);
    });

    test("refuses what the server sets, each by its name", async () => {
      const patient = await register();
      const body = {
        created_at: "2001-01-01T00:00:00.000Z",
        version: 9,
        merged_into_id: patient.id,
      };
      const failed = change(patient, body);
      await expect(failed).rejects.toMatchObject({ status: 422, code: "validation_error" });
      const fields = await failed.catch((error: unknown) => error);
      expect(JSON.stringify(fields)).toContain("read_only_field");
    });

    test("takes what was said of the consent only as somebody is registered", async () => {
      const patient = await register({ consent_status: "granted" });
      expect((await change(patient, { consent_status: "granted" })).consent_status).toBe("granted");
      const failed = change(patient, { consent_status: "revoked" });
      await expect(failed).rejects.toMatchObject({ status: 422, code: "read_only_field" });
    });

    test("keeps each of twenty changes to different fields made at once", async () => {
      const patient = await register();
      const bodies = [
        { email: "a@example.org" },
        { blood_group: "AB-" },
        { marital_status: "married" },
        { preferred_language: "ta" },
        { is_vip: true },
      ] as const;
      await Promise.all(bodies.map((body) => change(patient, body)));
      const { body } = await world.client.call(get, { params: { id: patient.id } });
      expect(body).toMatchObject(Object.assign({}, ...bodies));
      expect(body.version).toBe(1 + bodies.length);
    });
  });
});
