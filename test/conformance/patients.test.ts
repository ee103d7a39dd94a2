import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  consentStatuses,
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { engines } from "../support/engines.ts";
import { clientFor, type TestNode } from "../support/node.ts";
import { worldOf, type World } from "./world.ts";

const { create, duplicates, get, list, search, update } = patientsContract;
type Body = NonNullable<RequestOf<typeof create>["body"]>;

const adult = { name: "Farida Khan", gender: "female", dob: "1979-05-17" } as const;

describe.each(engines)("patients on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function register(body: Partial<Body> = {}) {
    return (await world.client.call(create, { body: { ...adult, ...body } })).body;
  }

  async function found(query: RequestOf<typeof search>["query"]): Promise<readonly string[]> {
    const { body } = await world.client.call(search, query === undefined ? {} : { query });
    return body.data.map((patient) => patient.id);
  }

  // Any object: a caller may send back what it read, and what it must not.
  async function change(patient: Pick<Patient, "id">, body: object) {
    return (await world.client.call(update, { params: { id: patient.id }, body })).body;
  }

  function refusal(code: string, ...paths: readonly string[]) {
    const fields = paths.map((path): unknown => expect.objectContaining({ path }));
    return { code, ...(paths.length === 0 ? {} : { details: { fields } }) };
  }

  describe("search", () => {
    let lakshmi: Patient;
    let sharma: Patient;
    beforeAll(async () => {
      lakshmi = await register({
        name: "Lakshmi Venkataraman",
        mobile: "98450 12345",
        abha_id: "91-2345-6789-0123",
        abha_address: "lakshmi.v@abdm",
        identifiers: [{ type: "mrn", value: "OLD/4711-B" }],
      });
      sharma = await register({ name: "राजेश शर्मा", gender: "male", mobile: "+919900112233" });
    });

    test.each([
      ["a word of the name", "lakshmi"],
      ["the other word of the name", "VENKATARAMAN"],
      ["the beginnings of both words, in any order", "venk laks"],
      ["another spelling", "Laxmi"],
      ["another spelling with an h", "Lakhshmi"],
      ["the name in Devanagari", "लक्ष्मी"],
      ["the phone as people write it", "98450 12345"],
      ["the phone with its country", "+91 98450 12345"],
      ["the beginning of the phone", "98450"],
      ["the last four digits of the phone", "2345"],
      ["the older number of the register", "OLD/4711-B"],
      ["that number as people type it", "old4711b"],
      ["the ABHA number", "91-2345-6789-0123"],
      ["the ABHA number without hyphens", "91234567890123"],
      ["the ABHA address", "lakshmi.v@abdm"],
    ])("finds a patient by %s", async (_, q) => {
      expect(await found({ q })).toContain(lakshmi.id);
      expect(await found({ q })).not.toContain(sharma.id);
    });

    test("finds a name in Devanagari by its own and by Latin letters", async () => {
      for (const q of ["राजेश", "rajesh", "Sharma", "rajesh sharma"]) {
        expect(await found({ q }), q).toContain(sharma.id);
      }
    });

    test("finds by UHID, whole and without its signs", async () => {
      expect(await found({ q: lakshmi.uhid })).toEqual([lakshmi.id]);
      expect(await found({ q: lakshmi.uhid.replaceAll("-", "").toLowerCase() })).toEqual([
        lakshmi.id,
      ]);
    });

    test("has a parameter for each number, and all that are given must fit", async () => {
      expect(await found({ mrn: "OLD/4711-B" })).toEqual([lakshmi.id]);
      expect(await found({ mrn: lakshmi.uhid })).toEqual([lakshmi.id]);
      expect(await found({ phone: "9845012345" })).toEqual([lakshmi.id]);
      expect(await found({ abha_id: "91-2345-6789-0123" })).toEqual([lakshmi.id]);
      expect(await found({ name: "lakshmi", phone: "9845012345" })).toEqual([lakshmi.id]);
      expect(await found({ name: "lakshmi", phone: "9900112233" })).toEqual([]);
    });

    test("shows the exact number before names that happen to hold it", async () => {
      const exact = await register({ name: "Zubin Mehta", mobile: "9111177777" });
      await register({ name: "Aarti Mehta", mobile: "9111177778" });
      expect((await found({ q: "9111177777" }))[0]).toBe(exact.id);
    });

    test("treats what SQL or LIKE would read as letters", async () => {
      for (const q of ["100%", "a_b", "' OR 1=1 --", "la%mi", "x*:*"]) {
        expect(await found({ q }), q).toEqual([]);
      }
    });

    test("asks for something to search for", async () => {
      await expect(world.client.call(search, {})).rejects.toMatchObject(
        refusal("validation_error", "q"),
      );
    });

    test("follows a change of name, and forgets the old one", async () => {
      const patient = await register({ name: "Gauri Deshmukh" });
      await change(patient, { name: "Gauri Bhonsle" });
      expect(await found({ q: "Bhonsle" })).toContain(patient.id);
      expect(await found({ q: "Deshmukh" })).not.toContain(patient.id);
    });

    test("walks names that begin so and then those that sound so, forward and back, each once and in one order", async () => {
      const names = ["Prema", "Premlata", "Sujata Prema", "Pramila Prem", "Bina Premi", "Prem"];
      const people = await Promise.all(
        Array.from({ length: 21 }, (_, index) =>
          register({ name: `${names[index % names.length] ?? ""} Zaveri ${"abc".at(index % 3)}` }),
        ),
      );
      const walk = async (direction: "next_cursor" | "prev_cursor", from?: string) => {
        const pages: string[][] = [];
        let cursor = from;
        let last: string | undefined;
        do {
          const query = { q: "prem", limit: "4", ...(cursor === undefined ? {} : { cursor }) };
          const { body } = await world.client.call(search, { query });
          pages.push(body.data.map(({ id }) => id));
          last = direction === "next_cursor" ? (body.prev_cursor ?? undefined) : last;
          cursor = body[direction] ?? undefined;
        } while (cursor !== undefined);
        return { pages, last };
      };
      const forward = await walk("next_cursor");
      const ids = forward.pages.flat();
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(ids)).toEqual(new Set(people.map(({ id }) => id)));
      const byId = new Map(people.map((patient) => [patient.id, patient.name]));
      const begins = ids.map((id) => byId.get(id)?.startsWith("Prem") === true);
      expect(begins.lastIndexOf(true)).toBeLessThan(begins.indexOf(false));
      const back = await walk("prev_cursor", forward.last);
      expect(back.pages.toReversed().flat()).toEqual(
        ids.slice(0, -(forward.pages.at(-1)?.length ?? 0)),
      );
    });

    test("finds who was registered behind hundreds of the same first name", async () => {
      for (let from = 0; from < 420; from += 60) {
        const batch = Array.from({ length: 60 }, () => register({ name: "Nirmala Aggarwal" }));
        await Promise.all(batch);
      }
      const last = await register({ name: "Nirmala Zutshi" });
      expect(await found({ q: "nirmala zut" })).toEqual([last.id]);
    });

    test("shows nothing of another tenant", async () => {
      const stranger = await clientFor(node, node.other);
      for (const q of ["lakshmi", "9845012345", lakshmi.uhid]) {
        expect((await stranger.call(search, { query: { q } })).body.data, q).toEqual([]);
      }
    });
  });

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
      await change(held, { abha_id: null });
      expect((await change(other, { abha_id: abha })).abha_id).toBe(abha);
    });

    test("are refused also when both arrive at once", async () => {
      const abha = "93-4567-8901-2345";
      const asked = Array.from({ length: 12 }, () => register({ abha_id: abha }));
      const settled = await Promise.allSettled(asked);
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const refused = settled.filter((result) => result.status === "rejected");
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

    test.each(consentStatuses)("takes the consent %s", async (status) => {
      const patient = await register();
      expect((await change(patient, { consent_status: status })).consent_status).toBe(status);
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

  describe("the list", () => {
    test("narrows by every filter it has", async () => {
      const patient = await register({
        name: "Bhavna Unique",
        dob: "1951-01-31",
        consent_status: "granted",
      });
      const { branchId } = node.tenant;
      const ids = async (query: RequestOf<typeof list>["query"]) =>
        (await world.client.call(list, { query: { limit: "100", ...query } })).body.data.map(
          ({ id }) => id,
        );
      const own = { dob: "1951-01-31" };
      expect(await ids(own)).toEqual([patient.id]);
      expect(
        await ids({ ...own, gender: "female", status: "active", consent_status: "granted" }),
      ).toEqual([patient.id]);
      expect(await ids({ ...own, branch_id: branchId, q: "Bhavna" })).toEqual([patient.id]);
      expect(await ids({ ...own, created_from: patient.created_at })).toEqual([patient.id]);
      expect(await ids({ ...own, gender: "male" })).toEqual([]);
      expect(await ids({ ...own, created_to: patient.created_at })).toEqual([]);
      expect(await ids({ ...own, branch_id: node.tenant.secondBranchId })).toEqual([]);
    });

    test("is of one tenant only", async () => {
      const stranger = await clientFor(node, node.other);
      const own = (await world.client.call(list, { query: { limit: "100" } })).body.data;
      const theirs = (await stranger.call(list, { query: { limit: "100" } })).body.data;
      expect(new Set(own.map((row) => row.tenant_id))).toEqual(new Set([node.tenant.id]));
      expect(theirs.every((row) => row.tenant_id === node.other.id)).toBe(true);
    });
  });
});
