import { expect } from "vitest";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { World } from "./world.ts";

const { create, update } = patientsContract;

/** What can be said of a patient who is registered. */
export type PatientBody = NonNullable<RequestOf<typeof create>["body"]>;

/** Somebody of whom enough is known. */
export const adult = { name: "Farida Khan", gender: "female", dob: "1979-05-17" } as const;

/** Registers an adult, or whom the body says. @returns the answer, with its warnings */
export async function registerPatient({ client }: World, body: Partial<PatientBody> = {}) {
  return (await client.call(create, { body: { ...adult, ...body } })).body;
}

/** Changes a patient by any object: a caller may send back what it read, and what it must not. */
export async function changePatient(
  { client }: World,
  { id }: Pick<Patient, "id">,
  body: object,
): Promise<Patient> {
  return (await client.call(update, { params: { id }, body })).body;
}

/** How a refusal looks that names these fields. */
export function refusal(code: string, ...paths: readonly string[]) {
  const fields = paths.map((path): unknown => expect.objectContaining({ path }));
  return { code, ...(paths.length === 0 ? {} : { details: { fields } }) };
}
