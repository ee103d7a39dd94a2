import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { radiologyContract } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { radiologyStudies } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.record.ts";
import { radiologyStates } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.states.ts";
import { isOpenStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.table.ts";
import {
  radiologyStatuses,
  type RadiologyStatus,
} from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { whereFields } from "@edgeward/shared/db/read.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newStudy, otherDoctor, publishedOf, seen, stepSays, takeTo } from "./radiology-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = radiologyContract;

type UpdateBody = z.input<typeof update.body>;
type CreateBody = z.input<typeof create.body>;

const tomorrow = "2026-07-25T04:30:00.000Z";

describe.each(engines)("radiology studies on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  /** Two doctors: one reports, the other verifies. */
  let reporting: Client;
  let verifying: Client;
  let radiographer: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    [reporting, verifying] = [await otherDoctor(world), await otherDoctor(world)];
    radiographer = await as("lab");
  });
  afterAll(() => node.stop());

  function as(role: string) {
    return clientFor(node, node.tenant, { claims: { roles: [role] } });
  }

  const place = (more: Partial<CreateBody> = {}) => newStudy(world, more);

  async function change(id: string, body: UpdateBody, client = world.client) {
    return (await client.call(update, { params: { id }, body })).body;
  }

  async function read(id: string) {
    return (await world.client.call(get, { params: { id } })).body;
  }

  function refusal(path: string, code = "validation_error") {
    return { status: 422, code, details: { fields: [{ path, code }] } };
  }

  async function inState(goal: RadiologyStatus, more: Partial<CreateBody> = {}): Promise<string> {
    const { id } = await place({ ...more, draft: true });
    await takeTo(world, id, "draft", goal);
    return id;
  }

  describe.each(radiologyStatuses)("in the state %s", (from) => {
    test.each(radiologyStatuses)("take or refuse %s as the table of states says", async (to) => {
      const id = await inState(from);
      const allowed = radiologyStates.transitions[from];
      const isWay = allowed.includes(to);
      const body = { status: to, ...(isWay ? stepSays[to] : {}) };
      const asked = await change(id, body, verifying).catch((error: unknown) => error);
      const refused = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
      expect(asked).toMatchObject(isWay || from === to ? { status: to } : refused);
    });
  });

  test("are numbered by the branch, one after the other", async () => {
    const [one, other] = [await place(), await place()];
    expect(one.accession_no).toMatch(/^[A-Z0-9]+-X\d{7}$/);
    expect(Number(other.accession_no.slice(-7)) - Number(one.accession_no.slice(-7))).toBe(1);
    expect(one).toMatchObject({
      status: "ordered",
      contrast: false,
      report: null,
      past_reports: [],
      ordered_at: one.created_at,
    });
    const query = { accession_no: one.accession_no };
    const found = (await world.client.call(list, { query })).body.data;
    expect(found.map(({ id }) => id)).toEqual([one.id]);
  });

  test("name what is wrong with them, and leave nothing behind", async () => {
    const patient_id = await world.patient();
    const strangers = await world.encounter();
    const calledOff = await world.encounter(patient_id);
    await world.client.call(encountersContract.update, {
      params: { id: calledOff },
      body: { visit_status: "cancelled" },
    });
    const cases: readonly (readonly [string, string, object])[] = [
      ["patient_id", "invalid_reference", { patient_id: "pat_01jd7x2vry38gapbnk0v8yyk24" }],
      ["ordered_by", "invalid_reference", { ordered_by: node.tenant.nurseId }],
      ["encounter_id", "invalid_reference", { encounter_id: strangers }],
      ["encounter_id", "validation_error", { encounter_id: calledOff }],
      ["modality", "invalid_enum", { modality: "XR" }],
      ["modality", "conflicting_fields", { procedure_code: "ct-head" }],
      ["body_site", "validation_error", { body_site: "" }],
      ["laterality", "validation_error", { body_site: "Knee" }],
      ["laterality", "validation_error", { body_site: "Knee", laterality: "na" }],
      ["pregnancy_status", "validation_error", { modality: "CT" }],
      ["study_instance_uid", "validation_error", { study_instance_uid: "1.2.x" }],
      ["diagnosis_code", "validation_error", { diagnosis_code: "fever" }],
      ["accession_no", "read_only_field", { accession_no: "X-R1" }],
      ["report", "read_only_field", { report: seen }],
      ["status", "read_only_field", { status: "final" }],
      ["viewer", "unknown_field", { viewer: "x" }],
    ];
    for (const [path, code, more] of cases)
      await expect(place({ patient_id, ...more }), path).rejects.toMatchObject(refusal(path, code));
    const { data } = (await world.client.call(list, { query: { patient_id } })).body;
    expect(data).toEqual([]);
  });

  test("are refused for a patient who was merged", async () => {
    const [id, survivor] = [await world.patient(), await world.patient()];
    const body = { survivor_id: survivor, reason: "Registered twice" };
    await world.client.call(patientsContract.merge, { params: { id }, body });
    await expect(place({ patient_id: id })).rejects.toMatchObject(
      refusal("patient_id", "patient_merged"),
    );
  });

  test("ask about a pregnancy before radiation, and about nothing of a man", async () => {
    const [dob, name] = ["1990-04-01", "Vikram Nair"];
    const man = await world.client.call(patientsContract.create, {
      body: { name, gender: "male", dob },
    });
    const chest = { modality: "DX", body_site: "Chest", procedure_code: "xr-chest" } as const;
    expect(await place({ ...chest, patient_id: man.body.id })).toMatchObject({
      pregnancy_status: null,
    });
    const draft = await place({ ...chest, draft: true });
    await expect(change(draft.id, { status: "ordered" })).rejects.toMatchObject(
      refusal("pregnancy_status"),
    );
    const said = { status: "ordered", pregnancy_status: "not_pregnant" } as const;
    expect(await change(draft.id, said)).toMatchObject(said);
    await expect(change(draft.id, { pregnancy_status: null })).rejects.toMatchObject(
      refusal("pregnancy_status"),
    );
  });

  test("begin with contrast medium only when both its questions are answered", async () => {
    const id = await inState("scheduled", {
      modality: "MR",
      body_site: "Brain",
      procedure_code: "mr-brain-contrast",
      contrast: true,
    });
    const begin = { status: "in_progress" } as const;
    await expect(change(id, begin)).rejects.toMatchObject(refusal("contrast_allergy_checked"));
    const asked = { contrast_allergy_checked: true };
    await expect(change(id, { ...begin, ...asked })).rejects.toMatchObject(
      refusal("renal_function"),
    );
    const begun = await change(id, { ...begin, ...asked, renal_function: "normal" });
    expect(begun).toMatchObject({ ...begin, ...asked, renal_function: "normal" });
  });

  test("look at an unborn child in India with form F alone", async () => {
    const id = await inState("scheduled", {
      body_site: "Gravid uterus",
      procedure_code: "us-obstetric",
    });
    await expect(change(id, { status: "in_progress" })).rejects.toMatchObject(
      refusal("pndt_form_f"),
    );
    const begun = await change(id, { status: "in_progress", pndt_form_f: true });
    expect(begun.status).toBe("in_progress");
  });

  test("go through the hands of radiographer and doctors, and keep who did what", async () => {
    const { id } = await place({ priority: "urgent" });
    const nurse = await as("nurse");
    await expect(change(id, { status: "scheduled" }, nurse)).rejects.toMatchObject({
      status: 403,
    });
    await expect(change(id, { status: "scheduled" }, radiographer)).rejects.toMatchObject(
      refusal("scheduled_at"),
    );
    const at = { status: "scheduled", scheduled_at: tomorrow } as const;
    await expect(
      change(id, { ...at, room_id: "rom_01jd7x2vry38gapbnk0v8yyk24" }, radiographer),
    ).rejects.toMatchObject(refusal("room_id", "invalid_reference"));
    expect(await change(id, at, radiographer)).toMatchObject(at);
    await expect(change(id, { image_count: 3 }, radiographer)).rejects.toMatchObject(
      refusal("image_count"),
    );
    await change(id, { status: "in_progress" }, radiographer);
    await expect(change(id, { scheduled_at: tomorrow.replace("25", "26") })).rejects.toMatchObject(
      refusal("scheduled_at"),
    );
    const shots = { series_count: 1, image_count: 12, radiation_dose: { dlp_mgycm: 402.5 } };
    const acquired = await change(id, { status: "acquired", ...shots }, radiographer);
    expect(acquired).toMatchObject({ ...shots, acquired_at: acquired.updated_at });
    await expect(change(id, { body_site: "Thorax" })).rejects.toMatchObject(
      refusal("body_site", "read_only_field"),
    );
    await expect(
      change(id, { status: "preliminary", report: seen }, radiographer),
    ).rejects.toMatchObject({ status: 403, code: "forbidden" });
    await expect(change(id, { report: seen }, reporting)).rejects.toMatchObject(refusal("report"));
    await expect(change(id, { status: "preliminary" }, reporting)).rejects.toMatchObject(
      refusal("report"),
    );
    await change(id, { status: "preliminary", report: seen }, reporting);
    await change(id, { status: "final" }, verifying);
    const { status_history: steps } = await read(id);
    expect(steps.map(({ status }) => status)).toEqual([
      "ordered",
      "scheduled",
      "in_progress",
      "acquired",
      "preliminary",
      "final",
    ]);
    expect(await publishedOf(node, id)).toEqual([
      "radiology.study.ordered",
      "radiology.study.updated",
      "radiology.study.updated",
      "radiology.study.updated",
      "radiology.study.updated",
      "radiology.report.ready",
    ]);
  });

  test("are taken back with a reason alone, and then listed where they are asked for", async () => {
    const { id, patient_id } = await place();
    await expect(change(id, { status: "cancelled" })).rejects.toMatchObject(
      refusal("status_reason"),
    );
    const taken = { status: "entered_in_error", status_reason: "oops" } as const;
    await expect(change(id, taken)).rejects.toMatchObject(refusal("status_reason"));
    await change(id, { ...taken, status_reason: "Wrong patient" });
    const found = async (query: object) =>
      (await world.client.call(list, { query: { patient_id, ...query } })).body.data;
    expect(await found({})).toEqual([]);
    expect(await found({ status: "entered_in_error" })).toHaveLength(1);
  });

  test("wait in the order of work, and are found by when they are to be taken", async () => {
    const patient_id = await world.patient();
    const routine = await place({ patient_id });
    const stat = await place({ patient_id, priority: "stat" });
    const done = await place({ patient_id });
    await change(done.id, { status: "cancelled", status_reason: "Not wanted" });
    const ids = async (query: object) => {
      const { data } = (await world.client.call(list, { query: { patient_id, ...query } })).body;
      return data.map(({ id }) => id);
    };
    expect(await ids({ open: "true", sort: "work_order" })).toEqual([stat.id, routine.id]);
    await change(routine.id, { priority: "stat" });
    expect(await ids({ open: "true", sort: "work_order" })).toEqual([routine.id, stat.id]);
    await change(stat.id, { status: "scheduled", scheduled_at: tomorrow });
    const day = { from: "2026-07-25T00:00:00.000Z", to: "2026-07-26T00:00:00.000Z" };
    expect(await ids({ scheduled_from: day.from, scheduled_to: day.to })).toEqual([stat.id]);
    expect(await ids({ scheduled_from: day.to })).toEqual([]);
    expect(await ids({ scheduled_to: tomorrow })).toEqual([]);
  });

  test("are looked up for the work list by an index of what is open", async () => {
    const { id: tenantId, branchId } = node.tenant;
    const plan = await node.store.read({ tenantId }, async (session) => {
      const isPostgres = session.dialect.engine === "postgres";
      // A table this small is read whole, and sorted, unless that is forbidden.
      for (const name of isPostgres ? ["enable_seqscan", "enable_sort", "enable_bitmapscan"] : [])
        await session.query(`SET LOCAL ${name} = off`, []);
      const { sql: text, parameters } = radiologyStudies.records.lists
        .rows(session.kysely, tenantId, {}, [whereFields({ branch_id: branchId }), isOpenStudy])
        .orderBy("work_order")
        .orderBy("id")
        .limit(25)
        .compile();
      return session.query(`${isPostgres ? "EXPLAIN" : "EXPLAIN QUERY PLAN"} ${text}`, parameters);
    });
    expect(JSON.stringify(plan)).toContain("radiology_studies_to_do");
  });

  test("stand in the timeline of their visit for those who may read them", async () => {
    const patient_id = await world.patient();
    const visit = await world.encounter(patient_id);
    const { id } = await place({ patient_id, encounter_id: visit });
    await change(id, { status: "scheduled", scheduled_at: tomorrow });
    const ofStudy = async (role: string) => {
      const asked = { params: { id: visit }, query: { limit: "100" } } as const;
      const { body } = await (await as(role)).call(encountersContract.timeline, asked);
      return body.data.filter(({ kind }) => kind === "radiology");
    };
    expect(await ofStudy("doctor")).toMatchObject([
      { ref_type: "radiology_studies", ref_id: id, summary: expect.stringContaining("ordered") },
      { ref_type: "radiology_studies", ref_id: id, summary: expect.stringContaining("scheduled") },
    ]);
    expect(await ofStudy("pharmacist")).toEqual([]);
  });
});
