// What is known of a patient beyond one visit: allergies, that there is none, and conditions by their code.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { changePatient, refusal, registerPatient, type PatientBody } from "./patient-desk.ts";
import { worldOf, type World } from "./world.ts";

const latex = { substance: "Latex", criticality: "high", reaction: "Swelling" } as const;
const asthma = { code: "J45.9", system: "icd10", display: "Asthma" } as const;
const diabetes = { code: "E11.9", system: "icd10", onset: "2016-04-01", note: "Insulin" } as const;

describe.each(engines)("what is known of a patient on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  const register = (body: Partial<PatientBody> = {}) => registerPatient(world, body);
  const change = (patient: Patient, body: object) => changePatient(world, patient, body);
  const read = async ({ id }: Patient) =>
    (await world.client.call(patientsContract.get, { params: { id } })).body;

  test("keeps conditions with their codes and says since when they stand there", async () => {
    const patient = await register({ conditions: [asthma] });
    expect(patient.conditions).toEqual([{ ...asthma, recorded_at: expect.any(String) }]);
    const changed = await change(patient, {
      conditions: [...(patient.conditions ?? []), diabetes],
    });
    expect(changed.conditions).toEqual([
      patient.conditions?.[0],
      { ...diabetes, recorded_at: expect.any(String) },
    ]);
    expect(await read(patient)).toMatchObject({ conditions: changed.conditions });
    expect((await change(patient, { conditions: [] })).conditions).toEqual([]);
  });

  test.each([
    ["icd10", "J4X9"],
    ["icd10", "1A00"],
    ["icd11", "J45.9"],
    ["snomed", "195967002"],
  ] as const)("refuses what is no code of %s: %s", async (system, code) => {
    const body = { conditions: [asthma, { code, system }] };
    await expect(register(body)).rejects.toMatchObject({
      status: 422,
      ...refusal("validation_error", "conditions.1.code"),
    });
  });

  test("says that there are no allergies, until one is found", async () => {
    const patient = await register({ no_known_allergies: true });
    expect(patient).toMatchObject({ no_known_allergies: true, allergies: [] });
    const found = await change(patient, { allergies: [latex] });
    expect(found).toMatchObject({ no_known_allergies: null, allergies: [latex] });
    const repeated = await change(patient, await read(patient));
    expect(repeated.version).toBe(found.version);
  });

  test("refuses to say so beside an allergy, and names the field", async () => {
    const refused = {
      status: 422,
      ...refusal("conflicting_fields", "no_known_allergies"),
    };
    const both = { no_known_allergies: true, allergies: [latex] };
    await expect(register(both)).rejects.toMatchObject(refused);
    const patient = await register({ allergies: [latex] });
    await expect(change(patient, { no_known_allergies: true })).rejects.toMatchObject(refused);
    const taken = await change(patient, { no_known_allergies: true, allergies: [] });
    expect(taken).toMatchObject({ no_known_allergies: true, allergies: [] });
  });
});
