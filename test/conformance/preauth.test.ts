import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { preauthContract } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { seedPayer } from "./payer-samples.ts";
import { newPreauth, preauthBody } from "./preauth-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = preauthContract;
const requested = 15_000_000;

function refused(path: string, code: string) {
  return { status: 422, details: { fields: [expect.objectContaining({ path, code })] } };
}

describe.each(engines)("pre-authorisations on the $engine", (engine) => {
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

  async function reviewed() {
    const { id } = await newPreauth(world);
    await change(id, { status: "under_review" });
    return id;
  }

  test("are drawn up, sent, asked about, answered and approved", async () => {
    const drawn = await newPreauth(world, { draft: true });
    expect(drawn).toMatchObject({
      status: "draft",
      requested_minor: requested,
      sla_due_at: null,
      documents_missing: ["id_proof", "policy_card"],
    });
    const estimate = { ...drawn.estimate, implants_minor: 500_000 };
    expect(await change(drawn.id, { estimate })).toMatchObject({ requested_minor: 15_500_000 });
    const sent = await change(drawn.id, { status: "submitted" });
    expect(Date.parse(sent.sla_due_at ?? "") - Date.parse(sent.submitted_at ?? "")).toBe(3_600_000);
    await change(drawn.id, { status: "under_review" });
    const asked = await change(drawn.id, { query: { text: "Which implant?" } });
    expect(asked).toMatchObject({ status: "queried", queries: [{ answer: null }] });
    const early = change(drawn.id, { status: "under_review" });
    await expect(early).rejects.toMatchObject(refused("answer", "validation_error"));
    const answer = { query_id: asked.queries[0]?.id ?? "", answer: "A titanium plate" };
    const answered = await change(drawn.id, { answer });
    expect(answered).toMatchObject({
      status: "under_review",
      queries: [{ answer: "A titanium plate" }],
    });
    const approved = await change(drawn.id, {
      status: "partially_approved",
      approved_minor: 10_000_000,
      authorization_no: "AUTH-77",
      valid_until: "2099-12-31",
    });
    expect(approved).toMatchObject({ approved_minor: 10_000_000, decided_at: expect.any(String) });
    expect(approved.status_history.map(({ status }) => status)).toEqual([
      "draft",
      "submitted",
      "under_review",
      "queried",
      "under_review",
      "partially_approved",
    ]);
    const parent = { parent_id: drawn.id, patient_id: drawn.patient_id, payer_id: drawn.payer_id };
    const discharge = await newPreauth(world, { ...parent, request_type: "discharge" });
    expect(Date.parse(discharge.sla_due_at ?? "") - Date.parse(discharge.submitted_at ?? "")).toBe(
      10_800_000,
    );
  });

  test("take no decision that does not fit, and none twice", async () => {
    const id = await reviewed();
    const number = { authorization_no: "AUTH-1" };
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ status: "approved" }, "approved_minor", "validation_error"],
      [{ status: "approved", approved_minor: requested }, "authorization_no", "validation_error"],
      [{ status: "approved", approved_minor: 5, ...number }, "approved_minor", "validation_error"],
      [
        { status: "partially_approved", approved_minor: requested, ...number },
        "approved_minor",
        "validation_error",
      ],
      [
        { status: "approved", approved_minor: requested + 1, ...number },
        "approved_minor",
        "validation_error",
      ],
      [
        { status: "approved", approved_minor: requested, valid_until: "2020-01-01", ...number },
        "valid_until",
        "validation_error",
      ],
      [{ status: "queried" }, "query", "validation_error"],
      [{ approved_minor: 5 }, "approved_minor", "validation_error"],
      [{ status: "approved", query: { text: "Why?" } }, "status", "conflicting_fields"],
      [{ diagnosis_codes: ["K35.9"] }, "diagnosis_codes", "read_only_field"],
      [{ requested_minor: 1 }, "requested_minor", "read_only_field"],
      [
        { answer: { query_id: "cqy_01jd7x2vry38gapbnk0v8yyk24", answer: "Yes" } },
        "answer.query_id",
        "invalid_reference",
      ],
    ];
    for (const [body, path, code] of wrong)
      await expect(change(id, body), path).rejects.toMatchObject(refused(path, code));
    await change(id, { status: "approved", approved_minor: requested, ...number });
    await expect(change(id, { status: "rejected" })).rejects.toMatchObject({ status: 409 });
    const more = change(id, { authorization_no: "AUTH-2" });
    await expect(more).rejects.toMatchObject(refused("authorization_no", "read_only_field"));
  });

  test("are refused where they name what is not the patient's, or not there", async () => {
    const stranger = await newPreauth(world);
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ payer_id: "pyr_01jd7x2vry38gapbnk0v8yyk24" }, "payer_id", "invalid_reference"],
      [
        { payer_id: await seedPayer(world, { status: "inactive" }) },
        "payer_id",
        "validation_error",
      ],
      [{ doctor_id: "stf_01jd7x2vry38gapbnk0v8yyk24" }, "doctor_id", "invalid_reference"],
      [{ admission_id: "adm_01jd7x2vry38gapbnk0v8yyk24" }, "admission_id", "invalid_reference"],
      [{ request_type: "enhancement" }, "parent_id", "validation_error"],
      [{ request_type: "discharge", parent_id: stranger.id }, "parent_id", "invalid_reference"],
      [{ diagnosis_codes: ["nonsense"] }, "diagnosis_codes.0", "validation_error"],
      [{ diagnosis_codes: [] }, "diagnosis_codes", "validation_error"],
      [
        { documents: [{ type: "id_proof", document_id: "doc_01jd7x2vry38gapbnk0v8yyk24" }] },
        "documents.0.document_id",
        "invalid_reference",
      ],
    ];
    for (const [more, path, code] of wrong)
      await expect(newPreauth(world, more), path).rejects.toMatchObject(refused(path, code));
  });

  test("are their tenant's alone, noted by who bills, asked for at the desk and read by doctors", async () => {
    const { id } = await newPreauth(world);
    const params = { id };
    const stranger = await clientFor(node, node.other);
    await expect(stranger.call(get, { params })).rejects.toMatchObject({ status: 404 });
    const theirs = stranger.call(update, { params, body: { remarks: "Taken" } });
    await expect(theirs).rejects.toMatchObject({ status: 404 });
    const as = (role: string) => clientFor(node, node.tenant, { claims: { roles: [role] } });
    for (const role of ["nurse", "pharmacist", "lab", "stores"])
      await expect((await as(role)).call(get, { params })).rejects.toMatchObject({ status: 403 });
    for (const role of ["doctor", "front_desk"]) {
      const reader = await as(role);
      expect((await reader.call(get, { params })).status).toBe(200);
      const changed = reader.call(update, { params, body: { remarks: "Told" } });
      await expect(changed).rejects.toMatchObject({ status: 403 });
    }
    const desk = await as("front_desk");
    expect((await desk.call(create, { body: await preauthBody(world) })).status).toBe(201);
    expect(
      (await (await as("billing")).call(update, { params, body: { remarks: "Told" } })).status,
    ).toBe(200);
  });

  test("whose time is over are found in the work list", async () => {
    const { id } = await newPreauth(world);
    const found = async (query: object) =>
      (await world.client.call(list, { query: { limit: "100", ...query } })).body.data;
    expect((await found({ open: "true" })).map((one) => one.id)).toContain(id);
    expect((await found({ breached: "true" })).map((one) => one.id)).not.toContain(id);
    node.clock.advance(61 * 60_000);
    // A token does not last as long.
    world = await worldOf(node, node.tenant);
    const late = (await found({ breached: "true" })).find((one) => one.id === id);
    expect(late).toMatchObject({ sla_breached: true });
    await change(id, { status: "cancelled" });
    expect((await found({ open: "true" })).map((one) => one.id)).not.toContain(id);
  });
});
