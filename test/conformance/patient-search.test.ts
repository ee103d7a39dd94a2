import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { changePatient, refusal, registerPatient, type PatientBody } from "./patient-desk.ts";
import { worldOf, type World } from "./world.ts";

const { list, search } = patientsContract;

describe.each(engines)("finding patients on the $engine", (engine) => {
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

  async function found(query: RequestOf<typeof search>["query"]): Promise<readonly string[]> {
    const { body } = await world.client.call(search, query === undefined ? {} : { query });
    return body.data.map((patient) => patient.id);
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

    test("finds somebody by a name and one letter of another, in whatever script they are written", async () => {
      for (const q of ["rajesh s", "s rajes", "राजेश श"]) {
        expect(await found({ q }), q).toContain(sharma.id);
        expect(await found({ q }), q).not.toContain(lakshmi.id);
      }
      expect(await found({ q: "rajesh k" })).not.toContain(sharma.id);
    });

    test.each([
      ["its last five digits", "12345"],
      ["its last seven digits", "50-12345"],
      ["the zero that is dialled before it", "09845012345"],
      ["the zero and the beginning", "09845"],
      ["the country's number behind zeros", "00 91 98450 12345"],
    ])("finds a phone by %s", async (_, q) => {
      expect(await found({ q })).toEqual([lakshmi.id]);
    });

    test("finds a phone by any run of four digits or more, however it is written", async () => {
      const { id } = await register({ name: "Omkar Bhosale", mobile: "94324 60371" });
      const whole = "9432460371";
      for (let from = 0; from < whole.length; from += 1)
        for (let to = from + 4; to <= whole.length; to += 1) {
          const run = whole.slice(from, to);
          expect(await found({ q: run }), run).toContain(id);
        }
      const written = ["09432460371", "+91 94324 60371", "0-94324", "24 60-37", "(4324) 603"];
      for (const q of written) expect(await found({ q }), q).toEqual([id]);
      for (const q of ["43247", "34246", "94324603710"]) expect(await found({ q }), q).toEqual([]);
    });

    test("shows first whose phone begins or ends with the digits, then who has them inside", async () => {
      const inside = await register({ name: "Aaa Inside", mobile: "98857 13649" });
      const begins = await register({ name: "Bbb Begins", mobile: "71364 98822" });
      const ends = await register({ name: "Ccc Ends", mobile: "98822 07136" });
      const other = await register({
        name: "Ddd Other",
        mobile: "98822 00001",
        alternate_phone: "98822 47136",
      });
      expect(await found({ q: "7136" })).toEqual([begins.id, ends.id, other.id, inside.id]);
    });

    test("shows a printed number of exactly these digits before phones, and hides neither", async () => {
      const phone = await register({ name: "Aab Phone", mobile: "98822 58147" });
      const printed = await register({
        name: "Bbc Printed",
        mobile: "98822 00002",
        identifiers: [{ type: "mrn", value: "58147" }],
      });
      expect(await found({ q: "58147" })).toEqual([printed.id, phone.id]);
    });

    test("finds a phone by its new digits alone once it was corrected", async () => {
      const patient = await register({ name: "Eee Corrected", mobile: "98822 36925" });
      await change(patient, { mobile: "98822 74185" });
      expect(await found({ q: "3692" })).toEqual([]);
      expect(await found({ q: "7418" })).toEqual([patient.id]);
    });

    test("does not take another phone's end for what was typed", async () => {
      expect(await found({ q: "92345" })).toEqual([]);
      expect(await found({ q: "0000002345" })).toEqual([lakshmi.id]);
    });

    test("finds a name by ten slips of the hand, among the first five", async () => {
      const people = [
        "Sanjay Kadam",
        "Rajesh Kadam",
        "Vinod Patil",
        "Vinod Kulkarni",
        "Vinod Deshpande",
      ];
      const ids: Record<string, string> = {};
      for (const name of people) ids[name] = (await register({ name })).id;
      const slips = [
        ["sanjya", "Sanjay Kadam"],
        ["snajay", "Sanjay Kadam"],
        ["rajseh kadam", "Rajesh Kadam"],
        ["ptail", "Vinod Patil"],
        ["vinod pateel", "Vinod Patil"],
        ["kulkrani", "Vinod Kulkarni"],
        ["deshpnde", "Vinod Deshpande"],
        ["desphande vinod", "Vinod Deshpande"],
      ];
      for (const [typed = "", name = ""] of slips) {
        expect((await found({ q: typed })).slice(0, 5), typed).toContain(ids[name]);
        expect((await found({ name: typed })).slice(0, 5), typed).toContain(ids[name]);
      }
      for (const typed of ["lxmi", "lakhsmi"]) {
        expect((await found({ q: typed })).slice(0, 5), typed).toContain(lakshmi.id);
      }
      expect(await found({ q: "qqqqq" })).toEqual([]);
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

    test("finds by the digits of a patient number of the branch alone, before phones that hold them", async () => {
      const patient = await register({ name: "Ggg Numbered", mobile: "98822 00003" });
      const digits = /-(\d+)-/u.exec(patient.uhid)?.[1] ?? "";
      const phone = await register({ name: "Aaa Phone", mobile: `9882${digits.slice(-6)}` });
      expect(await found({ q: digits })).toEqual([patient.id, phone.id]);
      const significant = digits.replace(/^0+/u, "").padStart(2, "0");
      expect(await found({ q: significant })).toContain(patient.id);
    });

    test("has a parameter for each number, and all that are given must fit", async () => {
      expect(await found({ mrn: "OLD/4711-B" })).toEqual([lakshmi.id]);
      expect(await found({ mrn: lakshmi.uhid })).toEqual([lakshmi.id]);
      expect(await found({ phone: "9845012345" })).toEqual([lakshmi.id]);
      expect(await found({ abha_id: "91-2345-6789-0123" })).toEqual([lakshmi.id]);
      expect(await found({ name: "lakshmi", phone: "9845012345" })).toEqual([lakshmi.id]);
      expect(await found({ name: "lakshmi", phone: "9900112233" })).toEqual([]);
    });

    test("finds an older register's number by the whole of it alone, however it is written", async () => {
      for (const whole of ["OLD/4711-B", "old 4711 b", "old4711b"]) {
        expect(await found({ mrn: whole }), whole).toEqual([lakshmi.id]);
        expect(await found({ q: whole }), whole).toEqual([lakshmi.id]);
      }
      // It is kept sealed: what it begins or ends with is nowhere to be found.
      for (const part of ["OLD/4711", "OLD", "4711-B", "OLD/4711-BX"]) {
        expect(await found({ mrn: part }), part).toEqual([]);
        expect(await found({ q: part }), part).toEqual([]);
      }
    });

    test("finds numbers typed in the digits of another script, and nobody by a number that says nothing", async () => {
      expect(await found({ q: "९८४५० १२३४५" })).toEqual([lakshmi.id]);
      expect(await found({ q: "٩٨٤٥٠١٢٣٤٥" })).toEqual([lakshmi.id]);
      expect(await found({ q: "old ४७११ b" })).toEqual([lakshmi.id]);
      expect(await found({ q: lakshmi.uhid.replaceAll("0", "०") })).toEqual([lakshmi.id]);
      const written = await register({
        name: "Meera Joshi",
        identifiers: [{ type: "mrn", value: "५५५१/७७" }],
      });
      expect(await found({ q: "5551/77" })).toEqual([written.id]);
      for (const query of [{ mrn: "—" }, { phone: "abc" }, { abha_id: "—/—/" }])
        expect(await found(query), JSON.stringify(query)).toEqual([]);
    });

    test("numbers without a Latin letter or a digit belong to whoever gives them", async () => {
      for (const name of ["Usha Pawar", "Asha Pawar"]) {
        const patient = await register({ name, identifiers: [{ type: "other", value: "लक्ष्मी" }] });
        expect(patient.identifiers).toMatchObject([{ value: "लक्ष्मी" }]);
      }
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
