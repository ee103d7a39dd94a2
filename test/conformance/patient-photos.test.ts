import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blobsTable, type BlobRow } from "@edgeward/shared/clinical/files/files.table.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { writeAsSystem, type TestTenant } from "#support/seed.ts";
import { adult, changePatient, refusal, registerPatient } from "./patient-desk.ts";
import { worldOf, type World } from "./world.ts";

describe.each(engines)("a patient's photo on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  /** What is known of a file, whose bytes are no matter here. */
  function file(more: Partial<BlobRow> = {}, tenant: TestTenant = node.tenant): Promise<string> {
    return writeAsSystem(node, tenant.id, (write) => {
      const id = node.runtime.newId("fil");
      write.insert(blobsTable, id, {
        branch_id: tenant.branchId,
        sha256: createHash("sha256").update(id).digest("hex"),
        size_bytes: 40_000,
        chunk_count: 1,
        content_type: "image/jpeg",
        filename: "photo.jpg",
        category: "patient",
        entity_type: null,
        entity_id: null,
        patient_id: null,
        metadata: {},
        ...more,
      });
      return id;
    });
  }

  test("is given at registration, replaced and removed, and stands in lists and searches", async () => {
    const first = await file();
    const patient = await registerPatient(world, {
      name: "Kamini Photographed",
      photo_document_id: first,
    });
    expect(patient.photo_document_id).toBe(first);
    const query = { q: "Kamini Photographed" };
    const { data } = (await world.client.call(patientsContract.search, { query })).body;
    expect(data.map(({ photo_document_id: id }) => id)).toEqual([first]);
    const second = await file({ patient_id: patient.id });
    expect(
      (await changePatient(world, patient, { photo_document_id: second })).photo_document_id,
    ).toBe(second);
    // What stands may be said again, whoever says it.
    await changePatient(world, patient, { photo_document_id: second, preferred_language: "hi" });
    expect(
      (await changePatient(world, patient, { photo_document_id: null })).photo_document_id,
    ).toBeNull();
  });

  test("is refused by its name where it is nobody's file, another tenant's or another branch's", async () => {
    const patient = await registerPatient(world);
    const strangers = [
      "fil_01jd7x2vry38gapbnk0v8yyk24",
      await file({}, node.other),
      await file({ branch_id: node.tenant.secondBranchId }),
    ];
    for (const photo_document_id of strangers) {
      await expect(changePatient(world, patient, { photo_document_id })).rejects.toMatchObject({
        status: 422,
        ...refusal("invalid_reference", "photo_document_id"),
      });
      await expect(registerPatient(world, { ...adult, photo_document_id })).rejects.toMatchObject(
        refusal("invalid_reference", "photo_document_id"),
      );
    }
    await expect(
      changePatient(world, patient, { photo_document_id: "pat_01jd7x2vry38gapbnk0v8yyk24" }),
    ).rejects.toMatchObject(refusal("invalid_id", "photo_document_id"));
  });

  test("is refused where it belongs to somebody else", async () => {
    const [patient, somebody] = [await registerPatient(world), await registerPatient(world)];
    const photo_document_id = await file({ patient_id: somebody.id });
    for (const refused of [
      changePatient(world, patient, { photo_document_id }),
      registerPatient(world, { photo_document_id }),
    ])
      await expect(refused).rejects.toMatchObject(
        refusal("invalid_reference", "photo_document_id"),
      );
  });

  test.each([
    ["is no picture", { content_type: "application/pdf" }],
    ["is a picture that no browser shows as one", { content_type: "image/tiff" }],
    ["is larger than a face needs", { size_bytes: 1_048_577 }],
  ])("is refused where it %s", async (_, more) => {
    const patient = await registerPatient(world);
    const photo_document_id = await file(more);
    await expect(changePatient(world, patient, { photo_document_id })).rejects.toMatchObject({
      status: 422,
      ...refusal("validation_error", "photo_document_id"),
    });
  });
});
