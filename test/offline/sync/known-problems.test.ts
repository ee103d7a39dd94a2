// Two branches without a line write down what they know of one patient.
import { afterAll, beforeAll, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

type Body = NonNullable<RequestOf<typeof patientsContract.update>["body"]>;

const asthma = { code: "J45.9", system: "icd10" } as const;
const diabetes = { code: "E11.9", system: "icd10" } as const;
const latex = { substance: "Latex", criticality: "high" } as const;
const dust = { substance: "Dust", criticality: "low" } as const;

let hub: TestHub;
let first: SyncedBranch;
let second: SyncedBranch;

beforeAll(async () => {
  hub = await startTestHub();
  first = await startSyncedBranch(hub, hub.tenant.branchId);
  second = await startSyncedBranch(hub, hub.tenant.secondBranchId);
});

afterAll(async () => {
  await first.stop();
  await second.stop();
  await hub.stop();
});

async function everybodyCatchesUp(): Promise<void> {
  for (const branch of [first, second, first]) {
    await branch.push();
    await branch.pull();
  }
}

async function change(at: SyncedBranch, { id }: Patient, body: Body): Promise<void> {
  const client = await at.client(["nurse"]);
  hub.clock.advance(1_000);
  await client.call(patientsContract.update, { params: { id }, body });
}

async function known(): Promise<Patient> {
  const client = await first.client(["front_desk"]);
  hub.clock.advance(1_000);
  const body = { name: "Asha Patil", gender: "female", dob: "1990-04-01" } as const;
  const patient = (await client.call(patientsContract.create, { body })).body;
  await everybodyCatchesUp();
  return patient;
}

/** What both branches say, which has to be the same, and about what they disagree. */
async function agreed({ id }: Patient) {
  const read = async (at: SyncedBranch) => {
    const client = await at.client(["doctor"]);
    const query = { entity_id: id, status: "open" } as const;
    const conflicts = (await client.call(conflictsContract.list, { query })).body.data;
    const { body } = await client.call(patientsContract.get, { params: { id } });
    const { allergies, conditions, no_known_allergies: isNone } = body;
    return {
      substances: allergies.map(({ substance }) => substance),
      codes: (conditions ?? []).map(({ code }) => code),
      isNone,
      disputed: conflicts.map(({ field }) => field),
    };
  };
  const here = await read(first);
  expect(await read(second)).toEqual(here);
  return here;
}

test("keeps the conditions and the allergies that both have added, and disputes none", async () => {
  const patient = await known();
  await change(first, patient, { conditions: [asthma], allergies: [latex] });
  await change(second, patient, { conditions: [diabetes], allergies: [dust] });
  await everybodyCatchesUp();
  const { substances, codes, disputed } = await agreed(patient);
  expect(new Set(codes)).toEqual(new Set(["J45.9", "E11.9"]));
  expect(new Set(substances)).toEqual(new Set(["Latex", "Dust"]));
  expect(disputed).toEqual([]);
});

test("believes the allergy that one has found, and not the other who says that there is none", async () => {
  const patient = await known();
  await change(first, patient, { allergies: [latex] });
  await change(second, patient, { no_known_allergies: true });
  await everybodyCatchesUp();
  expect(await agreed(patient)).toMatchObject({ substances: ["Latex"], isNone: null });
});
