import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { certificatesContract } from "@edgeward/shared/clinical/certificates/certificates.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { prescriptionsContract } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";
import { certificateBody, dayOf } from "./certificate-samples.ts";
import { prescriptionBody } from "./rx-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = certificatesContract;

type Body = z.input<typeof create.body>;

describe.each(engines)("certificates and referrals on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function issue(more: Partial<Body> = {}, client = world.client) {
    return (await client.call(create, { body: await certificateBody(world, more) })).body;
  }

  const as = (role: string, sub = node.tenant.doctorId): Promise<Client> =>
    clientFor(node, node.tenant, { claims: { sub, roles: [role] } });

  const refusal = (path: string, code: string) => ({ details: { fields: [{ path, code }] } });

  async function documentsOf(sourceId: string): Promise<readonly unknown[]> {
    const { id: tenantId } = node.tenant;
    const rows = await node.store.read({ tenantId }, ({ kysely }) =>
      kysely
        .selectFrom("print_jobs")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("source_id", "=", sourceId)
        .orderBy("id")
        .execute(),
    );
    return rows.map(({ data }) => data["document"]);
  }

  const print = (sourceId: string, client = world.client) =>
    client.call(printJobsContract.create, {
      body: { document_type: "certificate", source_id: sourceId },
    });

  test("are numbered in the branch's series, and say no diagnosis unless the doctor wants it", async () => {
    const [one, next] = [await issue(), await issue()];
    expect(one).toMatchObject({
      status: "issued",
      diagnosis: null,
      summary: null,
      status_history: [{ status: "issued", reason: null }],
    });
    const count = (no: string) => Number(no.slice(-7));
    expect(count(next.certificate_no)).toBe(count(one.certificate_no) + 1);
    const patient_id = await world.patient();
    const encounter_id = await world.encounter(patient_id);
    const shown = { patient_id, encounter_id, shows_diagnosis: true };
    await expect(issue(shown)).rejects.toMatchObject(
      refusal("shows_diagnosis", "validation_error"),
    );
    const diagnoses = [
      { code: "A90", system: "icd10", display: "डेंगू बुख़ार", use: "final", rank: 1 },
    ] as const;
    const params = { id: encounter_id };
    await world.client.call(encountersContract.update, {
      params,
      body: { diagnoses: [...diagnoses] },
    });
    expect((await issue(shown)).diagnosis).toBe("डेंगू बुख़ार");
    expect((await issue({ patient_id, encounter_id })).diagnosis).toBeNull();
  });

  test.each<readonly [string, Partial<Body>, string, string]>([
    ["an end before the beginning", { rest_to: "2020-01-01" }, "rest_to", "validation_error"],
    ["no days", { rest_from: null, rest_to: null }, "rest_from", "validation_error"],
    [
      "days of years ago",
      { rest_from: "2020-01-01", rest_to: "2020-01-02" },
      "rest_from",
      "validation_error",
    ],
    [
      "what belongs to a referral",
      { referred_to: "Cardiology" },
      "referred_to",
      "conflicting_fields",
    ],
    ["fitness without a day", { certificate_type: "fitness" }, "fit_from", "validation_error"],
    [
      "a referral to nobody",
      { certificate_type: "referral", reason: "Pain" },
      "referred_to",
      "validation_error",
    ],
    ["a number", { certificate_no: "PUN1-C1" }, "certificate_no", "read_only_field"],
    ["what a visit said", { summary: { complaint: "None" } }, "summary", "read_only_field"],
    [
      "a name of 400 letters",
      { certificate_type: "referral", reason: "Pain", referred_to: "क".repeat(400) },
      "referred_to",
      "validation_error",
    ],
  ])("are refused with %s", async (_what, more, path, code) => {
    await expect(issue(more)).rejects.toMatchObject({ status: 422, ...refusal(path, code) });
  });

  test("are issued by a doctor in the register, in the doctor's own name, and by nobody else", async () => {
    const { doctorId, secondDoctorId, id: tenantId } = node.tenant;
    const body = await certificateBody(world);
    for (const client of [await as("front_desk"), await as("nurse"), await as("branch_admin")])
      await expect(client.call(create, { body })).rejects.toMatchObject({ status: 403 });
    const other = await as("doctor", secondDoctorId);
    await expect(other.call(create, { body })).rejects.toMatchObject({ status: 403 });
    expect((await (await as("doctor")).call(create, { body })).body.doctor_id).toBe(doctorId);
    await expect(issue({ doctor_id: node.tenant.nurseId })).rejects.toMatchObject(
      refusal("doctor_id", "invalid_reference"),
    );
    const register = (registration: { council: string; no: string; valid_until: string } | null) =>
      writeAsSystem(node, tenantId, async (write) => {
        const row = await write.load(staffTable, secondDoctorId);
        if (row !== null) write.update(staffTable, row, { registration });
      });
    for (const registration of [null, { council: "MMC", no: "1", valid_until: dayOf(world, -1) }]) {
      await register(registration);
      await expect(issue({ doctor_id: secondDoctorId })).rejects.toMatchObject(
        refusal("doctor_id", "prescriber_unregistered"),
      );
    }
    await register({ council: "MMC", no: "1", valid_until: dayOf(world, 0) });
    expect((await issue({ doctor_id: secondDoctorId })).status).toBe("issued");
  });

  test("belong to a visit of the patient to which somebody has come", async () => {
    const patient_id = await world.patient();
    const foreign = await world.encounter(await world.patient());
    await expect(issue({ patient_id, encounter_id: foreign })).rejects.toMatchObject(
      refusal("encounter_id", "invalid_reference"),
    );
    const encounter_id = await world.encounter(patient_id);
    const body = { visit_status: "cancelled" } as const;
    await world.client.call(encountersContract.update, { params: { id: encounter_id }, body });
    await expect(issue({ patient_id, encounter_id })).rejects.toMatchObject(
      refusal("encounter_id", "validation_error"),
    );
    const [id, survivor] = [await world.patient(), await world.patient()];
    const merge = { survivor_id: survivor, reason: "Registered twice" };
    await world.client.call(patientsContract.merge, { params: { id }, body: merge });
    const visit = await world.encounter(survivor);
    await expect(issue({ patient_id: id, encounter_id: visit })).rejects.toMatchObject(
      refusal("patient_id", "patient_merged"),
    );
  });

  test("never change, are cancelled with the reason, and are printed no more then", async () => {
    const made = await issue({ remarks: "Light work after that" });
    const change = async (body: z.input<typeof update.body>, client = world.client) =>
      (await client.call(update, { params: { id: made.id }, body })).body;
    await expect(change({ rest_to: dayOf(world, 9) })).rejects.toMatchObject({
      status: 422,
    });
    await expect(change({ status: "cancelled" })).rejects.toMatchObject(
      refusal("status_reason", "validation_error"),
    );
    await expect(
      change({ status: "cancelled", status_reason: "Wrong days" }, await as("nurse")),
    ).rejects.toMatchObject({ status: 403 });
    await print(made.id);
    expect(await change({ status: "cancelled", status_reason: "Wrong days" })).toMatchObject({
      rest_from: made.rest_from,
      rest_to: made.rest_to,
      remarks: made.remarks,
      status: "cancelled",
      status_history: [{ status: "issued" }, { status: "cancelled", reason: "Wrong days" }],
    });
    await expect(change({ status: "issued" })).rejects.toMatchObject({ status: 409 });
    await expect(print(made.id)).rejects.toMatchObject(refusal("source_id", "invalid_reference"));
    const { patient_id } = made;
    const statuses = async (status?: "cancelled" | "entered_in_error") => {
      const query = { patient_id, ...(status === undefined ? {} : { status }) };
      return (await world.client.call(list, { query })).body.data.map((one) => one.status);
    };
    expect(await statuses()).toEqual(["cancelled"]);
    await change({ status: "entered_in_error", status_reason: "Of another patient" });
    expect(await statuses()).toEqual([]);
    expect(await statuses("entered_in_error")).toEqual(["entered_in_error"]);
  });

  test("a referral takes along what the visit says as it is issued, and stays so", async () => {
    const patient_id = await world.patient();
    const encounter_id = await world.encounter(patient_id);
    const params = { id: encounter_id };
    const visit = (body: object) => world.client.call(encountersContract.update, { params, body });
    await visit({
      chief_complaint: "Chest pain",
      notes: "Radiates to the left arm.",
      vitals: { pulse_bpm: 96 },
    });
    const rx = await prescriptionBody(world, { patient_id, encounter_id });
    await world.client.call(prescriptionsContract.create, { body: rx });
    const letter = {
      patient_id,
      encounter_id,
      certificate_type: "referral",
      referred_to: "हृदय रोग विभाग",
      referred_place: "Sassoon Hospital",
      reason: "To rule out an infarction.",
    } as const;
    const made = await issue(letter);
    const summary = {
      complaint: "Chest pain",
      vitals: "Pulse 96/min",
      notes: "Radiates to the left arm.",
      medicines: [{ drug_name: "Calpol", frequency: "tds" }],
    };
    expect(made.summary).toMatchObject(summary);
    await visit({ notes: "Written later." });
    expect((await world.client.call(get, { params: { id: made.id } })).body).toEqual(made);
    await print(made.id);
    expect(await documentsOf(made.id)).toMatchObject([
      {
        kind: "referral",
        certificate_no: made.certificate_no,
        patient: { name: "Asha Patil" },
        doctor: { registration_no: "12345" },
        referred_to: "हृदय रोग विभाग",
        referred_place: "Sassoon Hospital",
        reason: "To rule out an infarction.",
        complaints: "Chest pain",
        findings: "Radiates to the left arm.",
        medicines: [{ drug_name: "Calpol" }],
        diagnosis: null,
      },
    ]);
  });

  test("are read and printed by those who may read them", async () => {
    const made = await issue();
    const clerk = await as("front_desk");
    await expect(clerk.call(get, { params: { id: made.id } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(print(made.id, clerk)).rejects.toMatchObject(refusal("source_id", "forbidden"));
    await print(made.id, await as("nurse"));
    const params = { id: made.encounter_id };
    const entries = async (role: string) => {
      const query = { limit: "100" } as const;
      const client = await as(role);
      const { body } = await client.call(encountersContract.timeline, { params, query });
      return body.data.filter(({ ref_type: type }) => type === "certificates");
    };
    expect(await entries("nurse")).toMatchObject([
      {
        kind: "document",
        ref_id: made.id,
        summary: `Sick-leave certificate ${made.certificate_no} issued`,
      },
    ]);
    expect(await entries("front_desk")).toEqual([]);
  });
});
