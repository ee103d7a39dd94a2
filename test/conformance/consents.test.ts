import type * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  consentStates,
  type ConsentState,
} from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import { consentsContract } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { consentMachine } from "@edgeward/shared/clinical/consents/consents.states.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newConsent, said } from "./consent-samples.ts";
import { keptDocument } from "./document-samples.ts";
import { registerPatient } from "./patient-desk.ts";
import { publishedOf } from "./radiology-samples.ts";
import { wayTo } from "./state-paths.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = consentsContract;
const dayMs = 86_400_000;

type Body = z.input<typeof create.body>;

/** What goes with a step to a state. */
function proofFor(to: ConsentState) {
  return to === "granted" || to === "denied" ? said : {};
}

/** What was refused, with the fields and their codes. */
function refused(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => null,
    (error: unknown) => error,
  );
}

describe.each(engines)("consents on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function change(id: string, body: object) {
    return (await world.client.call(update, { params: { id }, body })).body;
  }
  const read = async (id: string) => (await world.client.call(get, { params: { id } })).body;
  const statusOf = async (id: string) =>
    (await world.client.call(patientsContract.get, { params: { id } })).body.consent_status;
  const asked = (body: Body) => world.client.call(create, { body });
  const at = (days: number) => new Date(node.runtime.now() + days * dayMs).toISOString();

  /** A visit to come. */
  const inOneDay = () => ({ doctor_id: node.tenant.doctorId, started_at: at(1) });

  async function inState(status: ConsentState) {
    const consent = await newConsent(world);
    for (const step of wayTo(consentMachine, "requested", status) ?? [])
      await change(consent.id, { status: step, ...proofFor(step) });
    return consent;
  }

  test.each([
    ["granted", "permit"],
    ["denied", "deny"],
  ] as const)("notes with a registration that it was %s, once", async (status, decision) => {
    const { id } = await registerPatient(world, { consent_status: status });
    const { data } = (await world.client.call(list, { query: { patient_id: id } })).body;
    const noted = { consent_type: "data_processing", status, decision, captured_method: null };
    expect(data).toEqual([expect.objectContaining(noted)]);
    expect(data[0]).toMatchObject({ captured_by: data[0]?.created_by, given_by: null });
    if (status === "denied") return;
    await change(data[0]?.id ?? "", { status: "revoked", status_reason: "Wants it no more" });
    expect(await statusOf(id)).toBe("revoked");
  });

  test("notes nothing where nobody has asked, and takes nothing that cannot have been said yet", async () => {
    const { id } = await registerPatient(world);
    const { data } = (await world.client.call(list, { query: { patient_id: id } })).body;
    expect(data).toEqual([]);
    for (const consent_status of ["revoked", "expired"] as const) {
      expect(await refused(registerPatient(world, { consent_status }))).toMatchObject({
        status: 422,
        code: "validation_error",
        details: { fields: [{ path: "consent_status" }] },
      });
    }
  });

  describe.each(consentStates)("in the state %s", (from) => {
    test.each(consentStates)("takes or refuses %s as the table of states says", async (to) => {
      const { id } = await inState(from);
      const allowed = consentMachine.transitions[from];
      const proof = from === to ? {} : proofFor(to);
      const got: unknown = await change(id, { status: to, ...proof }).catch(
        (error: unknown) => error,
      );
      const no = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
      expect(got).toMatchObject(from === to || allowed.includes(to) ? { status: to } : no);
    });
  });

  test("notes at once what was said, by whom, and from when it holds", async () => {
    const consent = await newConsent(world, {
      consent_type: "procedure",
      decision: "permit",
      valid_until: at(30),
      ...said,
    });
    expect(consent).toMatchObject({
      status: "granted",
      decision: "permit",
      active: true,
      decided_at: consent.created_at,
      captured_by: consent.created_by,
      given_by: { relation: "self", name: "Savitri Phule", phone: "+919822012345" },
      status_history: [{ status: "granted" }],
    });
    expect(await read(consent.id)).toEqual(consent);
    const later = await newConsent(world, {
      consent_type: "procedure",
      decision: "permit",
      valid_from: at(1),
      ...said,
    });
    expect(later).toMatchObject({ status: "granted", active: false });
  });

  test("makes the patient's record say how the consent to keeping it stands", async () => {
    const patientId = await world.patient();
    const of = { patient_id: patientId } as const;
    const wanted = await newConsent(world, of);
    const before = await statusOf(patientId);
    await change(wanted.id, { status: "granted", ...said });
    const granted = await statusOf(patientId);
    await newConsent(world, { ...of, consent_type: "marketing", decision: "deny", ...said });
    const beside = await statusOf(patientId);
    await change(wanted.id, { status: "revoked", status_reason: "Moves away" });
    expect([before, granted, beside, await statusOf(patientId)]).toEqual([
      before,
      "granted",
      "granted",
      "revoked",
    ]);
    await newConsent(world, { ...of, decision: "permit", ...said });
    expect(await statusOf(patientId)).toBe("granted");
    // An older one that is withdrawn beside it changes nothing.
    const older = await newConsent(world, of);
    await change(older.id, { status: "denied", ...said });
    expect(await statusOf(patientId)).toBe("granted");
  });

  test("keeps why and when it was withdrawn, and tells of each step once", async () => {
    const { id, patient_id: patientId } = await inState("granted");
    const revoked = await change(id, { status: "revoked", status_reason: "Asked for it" });
    expect(revoked).toMatchObject({
      decision: "permit",
      active: false,
      revoke_reason: "Asked for it",
      revoked_at: revoked.updated_at,
    });
    expect(await publishedOf(node, id)).toEqual([
      "consent.requested",
      "consent.granted",
      "consent.revoked",
    ]);
    const { data } = (await world.client.call(list, { query: { patient_id: patientId } })).body;
    expect(data).toEqual([revoked]);
  });

  test.each<readonly [string, Partial<Body>]>([
    ["captured_method", { captured_method: undefined }],
    ["given_by", { given_by: undefined }],
    ["notice_version", { notice_version: undefined }],
    ["language", { language: undefined }],
    ["witness_id", { captured_method: "verbal_witnessed" }],
    ["given_by.phone", { given_by: { ...said.given_by, phone: "12345" } }],
    ["purpose_code", { consent_type: "data_sharing" }],
    ["hi_types", { consent_type: "abdm_hi_share", purpose_code: "CAREMGT" }],
    ["scope.date_to", { scope: { date_from: "2026-02-01", date_to: "2026-01-01" } }],
    ["data_erase_at", { data_erase_at: "2020-01-01T00:00:00Z" }],
    ["valid_until", { valid_until: "2020-01-01T00:00:00Z" }],
    ["abdm.request_id", { abdm: { request_id: "not-a-uuid" } }],
  ])("refuses a decision whose %s does not do, by its name", async (path, more) => {
    const patient_id = await world.patient();
    const body: Body = {
      patient_id,
      consent_type: "data_processing",
      decision: "permit",
      ...said,
      ...more,
    };
    expect(await refused(asked(body))).toMatchObject({
      status: 422,
      details: { fields: [{ path }] },
    });
    const { data } = (await world.client.call(list, { query: { patient_id } })).body;
    expect(data).toEqual([]);
  });

  test("takes what was only said before a witness of the staff, who is somebody else", async () => {
    const { doctorId } = world.tenant;
    const more = { captured_method: "verbal_witnessed", decision: "permit" } as const;
    const done = await newConsent(world, { ...said, ...more, witness_id: doctorId });
    expect(done).toMatchObject({ witness_id: doctorId });
    const patient_id = await world.patient();
    const body = { patient_id, consent_type: "data_processing", ...said, ...more } as const;
    const nobody = { ...body, witness_id: node.runtime.newId("stf") };
    expect(await refused(asked(nobody))).toMatchObject({
      details: { fields: [{ path: "witness_id", code: "invalid_reference" }] },
    });
    const own = await clientFor(node, world.tenant, {
      claims: { sub: doctorId, roles: ["doctor"] },
    });
    const self = own.call(create, { body: { ...body, witness_id: doctorId } });
    expect(await refused(self)).toMatchObject({ details: { fields: [{ path: "witness_id" }] } });
  });

  test("lets nobody under eighteen speak for themselves", async () => {
    const born = new Date(node.runtime.now() - 10 * 365 * dayMs).toISOString().slice(0, 10);
    const child = await world.client.call(patientsContract.create, {
      body: {
        name: "Ravi Phule",
        gender: "male",
        dob: born,
        emergency_contact: { name: "Savitri Phule", relationship: "parent", phone: "98220 12345" },
      },
    });
    const body = {
      patient_id: child.body.id,
      consent_type: "general_treatment",
      decision: "permit",
      ...said,
    } as const;
    expect(await refused(asked(body))).toMatchObject({
      details: { fields: [{ path: "given_by.relation" }] },
    });
    const given_by = { relation: "parent", name: "Savitri Phule" } as const;
    expect((await asked({ ...body, given_by })).body).toMatchObject({
      status: "granted",
      given_by,
    });
  });

  test("is about visits of the patient alone", async () => {
    const [patient_id, other] = [await world.patient(), await world.patient()];
    const scope = { encounter_ids: [await world.encounter(other)] };
    const body = { patient_id, consent_type: "photography", scope } as const;
    expect(await refused(asked(body))).toMatchObject({
      details: { fields: [{ path: "scope.encounter_ids.0", code: "invalid_reference" }] },
    });
    const own = { encounter_ids: [await world.encounter(patient_id)] };
    expect((await asked({ ...body, scope: own })).body).toMatchObject({ scope: own });
  });

  test("stand in the timeline of a visit that they name, or in which they were said", async () => {
    const patient_id = await world.patient();
    const visit = await world.encounter(patient_id);
    const planned = { ...inOneDay(), patient_id, encounter_type: "OPD" } as const;
    const { id: later } = (await world.client.call(encountersContract.create, { body: planned }))
      .body;
    const given = await newConsent(world, {
      patient_id,
      consent_type: "blood_transfusion",
      decision: "permit",
      ...said,
    });
    await change(given.id, { status: "revoked", status_reason: "has changed her mind" });
    const scope = { encounter_ids: [later] };
    const named = await newConsent(world, { patient_id, consent_type: "research", scope });
    await newConsent(world, { consent_type: "marketing" });
    const shown = async (id: string) => {
      const page = { params: { id }, query: { limit: "100" } } as const;
      const { body } = await world.client.call(encountersContract.timeline, page);
      return body.data
        .filter(({ kind }) => kind === "consent")
        .map((one) => [one.ref_type, one.ref_id, one.summary]);
    };
    const request = ["consents", named.id, "Consent requested: research"];
    expect(await shown(visit)).toEqual([
      ["consents", given.id, "Consent granted: blood transfusion, said by Savitri Phule (self)"],
      ["consents", given.id, "Consent revoked: blood transfusion"],
      request,
    ]);
    expect(await shown(later)).toEqual([request]);
  });

  test("takes the proof with the decision alone, and keeps it as it was", async () => {
    const granted = await inState("granted");
    const waiting = await newConsent(world);
    for (const { id } of [granted, waiting]) {
      expect(await refused(change(id, { notice_version: "2027-01" }))).toMatchObject({
        details: { fields: [{ path: "notice_version", code: "conflicting_fields" }] },
      });
    }
    expect(await read(granted.id)).toMatchObject({ notice_version: said.notice_version });
    expect(await change(waiting.id, { metadata: { note: "calls back" } })).toMatchObject({
      status: "requested",
      metadata: { note: "calls back" },
    });
  });

  test("is proved by the patient's own paper, at once or as it is scanned later, and by no other", async () => {
    const patient_id = await world.patient();
    const paper = (more: object = {}) =>
      keptDocument(world, { patient_id, category: "consent", ...more });
    const body = { patient_id, consent_type: "procedure", decision: "permit", ...said } as const;
    const atOnce = (await asked({ ...body, document_id: await paper() })).body;
    const later = (await asked(body)).body;
    const scanned = await paper();
    expect([atOnce.document_id, later.document_id]).toEqual([expect.any(String), null]);
    expect((await change(later.id, { document_id: scanned })).document_id).toBe(scanned);
    expect((await change(later.id, { document_id: scanned })).document_id).toBe(scanned);
    const fields = (code: string) => ({
      status: 422,
      details: { fields: [{ path: "document_id", code }] },
    });
    await expect(change(later.id, { document_id: await paper() })).rejects.toMatchObject(
      fields("conflicting_fields"),
    );
    const strange = [
      await paper({ patient_id: await world.patient() }),
      await paper({ category: "patient" }),
      await paper({ status: "entered_in_error" }),
      "doc_01jd7x2vry38gapbnk0v8yyk24",
    ];
    const before = (await world.client.call(list, { query: { patient_id } })).body.data.length;
    for (const document_id of strange)
      await expect(asked({ ...body, document_id })).rejects.toMatchObject(
        fields("invalid_reference"),
      );
    const after = (await world.client.call(list, { query: { patient_id } })).body.data.length;
    expect(after).toBe(before);
  });
});
