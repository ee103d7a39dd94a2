import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  documentsContract,
  documentStates,
  type DocumentState,
} from "@edgeward/shared/clinical/documents/documents.contract.ts";
import { documentMachine } from "@edgeward/shared/clinical/documents/documents.states.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { filesContract } from "@edgeward/shared/clinical/files/files.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { keptDocument } from "./document-samples.ts";
import { publishedOf } from "./radiology-samples.ts";
import { worldOf, type World } from "./world.ts";

const { get, list, update } = documentsContract;
const inError = { status: "entered_in_error", status_reason: "Scanned for somebody else" } as const;

/** What was refused, with the fields and their codes. */
function refused(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => null,
    (error: unknown) => error,
  );
}

/** With which status something was answered. */
function answered(asked: Promise<unknown>): Promise<number> {
  return asked.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  );
}

describe.each(engines)("documents on the $engine", (engine) => {
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
  const as = (roles: readonly string[]) => clientFor(node, node.tenant, { claims: { roles } });

  /** What goes with a step to a state. */
  async function proofFor(to: DocumentState, patient_id: string) {
    if (to === "entered_in_error") return inError;
    if (to !== "superseded") return { status: to };
    return { status: to, replaced_by_id: await keptDocument(world, { patient_id }) };
  }

  describe.each(documentStates)("in the state %s", (from) => {
    test.each(documentStates)("takes or refuses %s as the table of states says", async (to) => {
      const patient_id = await world.patient();
      const id = await keptDocument(world, { patient_id, status: from });
      const allowed = documentMachine.transitions[from];
      const proof = from === to ? { status: to } : await proofFor(to, patient_id);
      const got: unknown = await change(id, proof).catch((error: unknown) => error);
      const no = { status: 409, code: "invalid_transition", details: { from, to, allowed } };
      expect(got).toMatchObject(from === to || allowed.includes(to) ? { status: to } : no);
    });
  });

  test("gives way to another of the same patient and category alone, and says which", async () => {
    const patient_id = await world.patient();
    const id = await keptDocument(world, { patient_id });
    const better = await keptDocument(world, { patient_id });
    const others = [
      await keptDocument(world),
      await keptDocument(world, { patient_id, category: "mrd" }),
      await keptDocument(world, { patient_id, status: "entered_in_error" }),
      id,
    ];
    for (const replaced_by_id of others) {
      const body = { status: "superseded", replaced_by_id };
      expect(await refused(change(id, body))).toMatchObject({
        code: "invalid_reference",
        details: { fields: [{ path: "replaced_by_id" }] },
      });
    }
    const lacks = await refused(change(id, { status: "superseded" }));
    expect(lacks).toMatchObject({ details: { fields: [{ path: "replaced_by_id" }] } });
    const loose = await refused(change(id, { replaced_by_id: better }));
    expect(loose).toMatchObject({ code: "conflicting_fields" });
    const done = await change(id, { status: "superseded", replaced_by_id: better });
    expect(done).toMatchObject({ status: "superseded", replaced_by_id: better });
    expect(done.status_history.map(({ status }) => status)).toEqual([
      "uploaded",
      "available",
      "superseded",
    ]);
    expect(await publishedOf(node, id)).toEqual(["document.updated"]);
  });

  test("is entered in error with a reason, leaves the lists, and opens no more", async () => {
    const patient_id = await world.patient();
    const id = await keptDocument(world, { patient_id });
    const bare = await refused(change(id, { status: "entered_in_error" }));
    expect(bare).toMatchObject({ details: { fields: [{ path: "status_reason" }] } });
    const found = async (query: object) =>
      (await world.client.call(list, { query: { patient_id, ...query } })).body.data;
    expect((await found({})).map((one) => one.id)).toEqual([id]);
    await change(id, inError);
    expect(await found({})).toEqual([]);
    expect((await found({ status: "entered_in_error" })).map((one) => one.id)).toEqual([id]);
    const { body } = await world.client.call(get, { params: { id } });
    expect(body).toMatchObject({ access_url: null, status: "entered_in_error" });
  });

  test("is named anew, never for a day to come, and found by the words of its title", async () => {
    const id = await keptDocument(world);
    expect(await refused(change(id, { document_date: "2999-01-01" }))).toMatchObject({
      details: { fields: [{ path: "document_date" }] },
    });
    await change(id, { title: "Echocardiogramm of Nashik", document_date: "2020-02-29" });
    const { data } = (await world.client.call(list, { query: { q: "nashik echo" } })).body;
    expect(data.map((one) => [one.id, one.content_type, one.access_url])).toEqual([
      [id, "application/pdf", null],
    ]);
    expect(await refused(change(id, { confidential: true }))).toMatchObject({
      code: "read_only_field",
    });
  });

  test("is seen by those whose role needs it: papers of identity at desk and till, what is confidential by who treats", async () => {
    const patient_id = await world.patient();
    const visit = await world.encounter(patient_id);
    const plain = await keptDocument(world, { patient_id, encounter_id: visit });
    const identity = await keptDocument(world, {
      patient_id,
      encounter_id: visit,
      category: "identity",
    });
    const confidential = await keptDocument(world, {
      patient_id,
      encounter_id: visit,
      confidential: true,
    });
    const all = [plain, identity, confidential];
    const seenBy = {
      front_desk: [plain, identity],
      billing: [plain, identity],
      nurse: [plain, confidential],
      doctor: [plain, confidential],
      lab: [plain],
      pharmacist: [plain],
      integrator: [plain],
      branch_admin: all,
      auditor: all,
    } as const;
    for (const [role, seen] of Object.entries(seenBy)) {
      const client = await as([role]);
      const query = { patient_id, sort: "created_at" } as const;
      const { data } = (await client.call(list, { query })).body;
      expect([role, data.map((one) => one.id)]).toEqual([role, seen]);
      const got = await Promise.all(
        all.map((id) => answered(client.call(get, { params: { id } }))),
      );
      const isSeen = (id: string) => seen.some((one) => one === id);
      expect([role, got]).toEqual([role, all.map((id) => (isSeen(id) ? 200 : 404))]);
    }
    const nurse = await as(["nurse"]);
    const renamed = nurse.call(update, { params: { id: identity }, body: { title: "Mine" } });
    expect(await refused(renamed)).toMatchObject({ status: 404 });
    const { timeline } = encountersContract;
    const query = { limit: "100" } as const;
    const shown = (await nurse.call(timeline, { params: { id: visit }, query })).body.data;
    const ids = shown.filter(({ kind }) => kind === "document").map(({ ref_id: id }) => id);
    expect(new Set(ids)).toEqual(new Set([plain, confidential]));
  });

  test("gives its file out itself: by the file's own address it is not found", async () => {
    const id = await keptDocument(world);
    const { body } = await world.client.call(get, { params: { id } });
    const file = world.client.call(filesContract.get, { params: { id: body.file_id } });
    expect(await refused(file)).toMatchObject({ status: 404 });
  });
});
