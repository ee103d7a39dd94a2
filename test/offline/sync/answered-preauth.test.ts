import { afterAll, beforeAll, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { payersContract } from "@edgeward/shared/clinical/payers/payers.contract.ts";
import { preauthContract } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { announceSeeded, startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let home: SyncedBranch;
let other: SyncedBranch;
let clerks: readonly string[];

beforeAll(async () => {
  hub = await startTestHub();
  const { branchId, secondBranchId } = hub.tenant;
  clerks = await writeAsSystem(hub, hub.tenant.id, (write) =>
    [branchId, secondBranchId].map((own) =>
      seedStaff(write, { name: "Asha Rao", role: "branch_admin", branches: [own] }),
    ),
  );
  await announceSeeded(hub);
  home = await startSyncedBranch(hub, branchId);
  other = await startSyncedBranch(hub, secondBranchId);
});

afterAll(async () => {
  await other?.stop();
  await home?.stop();
  await hub?.stop();
});

function at(branch: SyncedBranch) {
  return branch.client(["branch_admin"], { sub: clerks[branch === home ? 0 : 1] ?? "" });
}

test("what two branches noted apart of one authorisation is shown to a person, and neither is lost", async () => {
  const body = { code: "suraksha", name: "Suraksha", type: "insurer" } as const;
  const payer = (await (await clientFor(hub, hub.tenant)).call(payersContract.create, { body }))
    .body;
  await home.pull();
  await other.pull();
  const desk = await at(home);
  const patient = await desk.call(patientsContract.create, {
    body: { name: "Twice Answered", gender: "male", dob: "1958-02-11" },
  });
  const part = 1_000_000;
  const { id } = (
    await desk.call(preauthContract.create, {
      body: {
        patient_id: patient.body.id,
        payer_id: payer.id,
        policy: { policy_no: "P-1", member_id: "M-1" },
        request_type: "initial",
        diagnosis_codes: ["K35.8"],
        doctor_id: hub.tenant.doctorId,
        estimate: {
          room_minor: part,
          surgeon_minor: part,
          investigations_minor: part,
          medicines_minor: part,
          implants_minor: part,
          other_minor: part,
        },
      },
    })
  ).body;
  const params = { id };
  await desk.call(preauthContract.update, { params, body: { status: "under_review" } });
  await home.push();
  await other.pull();

  const approved = {
    status: "approved",
    approved_minor: 6 * part,
    authorization_no: "A-1",
  } as const;
  await desk.call(preauthContract.update, { params, body: approved });
  const rejected = { status: "rejected" } as const;
  await (await at(other)).call(preauthContract.update, { params, body: rejected });
  await home.push();
  await other.push();
  await home.pull();
  await other.pull();

  const [mine, theirs] = await Promise.all(
    [home, other].map(async (branch) => {
      const client = await at(branch);
      return (await client.call(preauthContract.get, { params })).body;
    }),
  );
  const told = mine?.status_history.map(({ status }) => status);
  expect(told).toEqual(expect.arrayContaining(["approved", "rejected"]));
  expect(theirs?.status_history).toEqual(mine?.status_history);
  expect(theirs?.status).toBe(mine?.status);
  // It is for whoever came late to say which one holds.
  expect(theirs?.sync_state).toBe("conflict");
  const asked = await (await at(other)).call(conflictsContract.list, { query: { status: "open" } });
  expect(asked.body.data).toMatchObject([{ entity: "preauth", entity_id: id, field: "status" }]);
});
