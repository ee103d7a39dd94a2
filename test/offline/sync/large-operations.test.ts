import { afterAll, beforeAll, expect, test } from "vitest";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { maximumOperationBytes } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let branch: SyncedBranch;

beforeAll(async () => {
  hub = await startTestHub();
  branch = await startSyncedBranch(hub, hub.tenant.branchId);
  await branch.pull();
});

afterAll(async () => {
  await branch.stop();
  await hub.stop();
});

async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  );
}

test("what cannot be sent to the hub is refused before it is acknowledged, and nothing waits behind it", async () => {
  const desk = await branch.client(["front_desk"]);
  const doctor = await branch.client(["doctor"]);
  const register = async (name: string) => {
    const body = { name, gender: "female", dob: "1990-05-01" } as const;
    return (await desk.call(patientsContract.create, { body })).body.id;
  };
  const opening = {
    patient_id: await register("Leela Rao"),
    encounter_type: "OPD",
    doctor_id: hub.tenant.doctorId,
    visit_status: "in_progress",
  } as const;
  const { id } = (await doctor.call(encountersContract.create, { body: opening })).body;
  const change = (body: object) =>
    doctor.call(encountersContract.update, { params: { id }, body: { ...body } });
  await change({ visit_status: "completed", disposition: "home", diagnosis_code: "J06.9" });

  // Each in Hindi, three bytes a letter, and each change carries all of them.
  let refused: unknown = null;
  for (let count = 0; count < 45 && refused === null; count += 1) {
    refused = await refusalOf(change({ notes: `${count} ${"क".repeat(19_000)}` }));
  }
  expect(refused).toMatchObject({ status: 413, code: "payload_too_large" });
  const after = await register("Meera Rao");

  const results = await branch.push();
  expect(results.map(({ outcome }) => outcome)).not.toContain("rejected");
  const [kept] = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT id FROM patients WHERE id = $1", [after]),
  );
  expect(kept).toEqual({ id: after });
  expect(hub.bodyLimit).toBeGreaterThan(maximumOperationBytes + 100_000);
}, 120_000);
