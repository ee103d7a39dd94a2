import { ApiError, type Client } from "@edgeward/shared/contract/client.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";

// As many as one answer has.
const mostAtOnce = 100;
// Rows of a table ask within one picture of each other.
const gatherMs = 8;

interface Asked {
  readonly resolve: (patient: Patient) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads patients for whoever asks for one: those that are asked for together in one question. */
export class PatientLoader {
  readonly #client: Client;
  #asked = new Map<string, Asked[]>();
  #isGathering = false;

  constructor(client: Client) {
    this.#client = client;
  }

  /** One patient. @throws ApiError as reading one alone does */
  load(id: string): Promise<Patient> {
    return new Promise((resolve, reject) => {
      this.#asked.set(id, [...(this.#asked.get(id) ?? []), { resolve, reject }]);
      if (this.#isGathering) return;
      this.#isGathering = true;
      setTimeout(() => this.#send(), gatherMs);
    });
  }

  #send(): void {
    const asked = [...this.#asked];
    this.#asked = new Map();
    this.#isGathering = false;
    for (let from = 0; from < asked.length; from += mostAtOnce)
      void this.#read(asked.slice(from, from + mostAtOnce));
  }

  async #read(asked: readonly (readonly [string, readonly Asked[]])[]): Promise<void> {
    const waiting = new Map(asked);
    const settle = (id: string, how: (each: Asked) => void) => {
      for (const each of waiting.get(id) ?? []) how(each);
      waiting.delete(id);
    };
    try {
      const [first] = asked;
      const alone = asked.length === 1 ? first?.[0] : undefined;
      const one = alone === undefined ? null : await this.#unasked(alone);
      const found = one === null ? await this.#several([...waiting.keys()]) : [one];
      for (const patient of found) settle(patient.id, ({ resolve }) => resolve(patient));
      // Nobody of that id: asked alone, the branch says so in its own way.
      for (const id of waiting.keys()) {
        const patient = await this.#one(id);
        settle(id, ({ resolve }) => resolve(patient));
      }
    } catch (error) {
      for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error));
    }
  }

  // Whose record needs a reason is named as in a list: nobody is asked why for the sake of a name.
  async #unasked(id: string): Promise<Patient | null> {
    try {
      const headers = { "x-access-reason": "" };
      return (await this.#client.call(patientsContract.get, { params: { id } }, { headers })).body;
    } catch (error) {
      if (error instanceof ApiError && error.code === "access_reason_required") return null;
      throw error;
    }
  }

  async #one(id: string): Promise<Patient> {
    return (await this.#client.call(patientsContract.get, { params: { id } })).body;
  }

  async #several(ids: readonly string[]): Promise<readonly Patient[]> {
    const query = { ids: ids.join(","), limit: String(mostAtOnce) };
    return (await this.#client.call(patientsContract.list, { query })).body.data;
  }
}

const loaders = new WeakMap<Client, PatientLoader>();

/** Reads one patient, together with others that are asked for at the same moment. */
export function loadPatient(client: Client, id: string): Promise<Patient> {
  const known = loaders.get(client) ?? new PatientLoader(client);
  loaders.set(client, known);
  return known.load(id);
}
