import { ApiError, type Client } from "@edgeward/shared/contract/client.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { RecordLoader, type RecordReads } from "./record-loader.ts";

/** How a branch is asked for patients. */
export function patientReads(client: Client): RecordReads<Patient> {
  return {
    // Whose record needs a reason is named as in a list: nobody is asked why for the sake of a name.
    alone: async (id) => {
      try {
        const headers = { "x-access-reason": "" };
        return (await client.call(patientsContract.get, { params: { id } }, { headers })).body;
      } catch (error) {
        if (error instanceof ApiError && error.code === "access_reason_required") return null;
        throw error;
      }
    },
    several: async (ids, most) => {
      const query = { ids: ids.join(","), limit: String(most) };
      return (await client.call(patientsContract.list, { query })).body.data;
    },
    one: async (id) => (await client.call(patientsContract.get, { params: { id } })).body,
  };
}

const loaders = new WeakMap<Client, RecordLoader<Patient>>();

/** Reads one patient, together with others that are asked for at the same moment. */
export function loadPatient(client: Client, id: string): Promise<Patient> {
  const known = loaders.get(client) ?? new RecordLoader(patientReads(client));
  loaders.set(client, known);
  return known.load(id);
}
