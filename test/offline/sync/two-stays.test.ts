import { afterAll, beforeAll, expect, test } from "vitest";
import { admissionsContract } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { bedsContract } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { wardsContract } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { announceSeeded, startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let home: SyncedBranch;
let other: SyncedBranch;
let managers: readonly string[];

beforeAll(async () => {
  hub = await startTestHub();
  const { branchId, secondBranchId } = hub.tenant;
  managers = await writeAsSystem(hub, hub.tenant.id, (write) =>
    [branchId, secondBranchId].map((at) =>
      seedStaff(write, { name: "Lata Joshi", role: "branch_admin", branches: [at] }),
    ),
  );
  await announceSeeded(hub);
  home = await startSyncedBranch(hub, hub.tenant.branchId);
  other = await startSyncedBranch(hub, hub.tenant.secondBranchId);
  // Who works there comes from the hub.
  await home.pull();
  await other.pull();
});

afterAll(async () => {
  await other?.stop();
  await home?.stop();
  await hub?.stop();
});

/** The doctor of a branch. */
function doctorAt(branch: SyncedBranch): string {
  return branch === home ? hub.tenant.doctorId : hub.tenant.elsewhereDoctorId;
}

function asDoctor(branch: SyncedBranch) {
  return branch.client(["doctor"], { sub: doctorAt(branch) });
}

/** Takes a patient in at a branch, into a bed of its own. @returns the stay */
async function takeIn(branch: SyncedBranch, patientId: string, code: string): Promise<string> {
  const manager = await branch.client(["branch_admin"], {
    sub: managers[branch === home ? 0 : 1] ?? "",
  });
  const ward = await manager.call(wardsContract.create, { body: { code, name: `Ward ${code}` } });
  const bed = await manager.call(bedsContract.create, {
    body: { ward_id: ward.body.id, code: "1", bed_class: "general" },
  });
  const doctor = await asDoctor(branch);
  const visit = await doctor.call(encountersContract.create, {
    body: {
      patient_id: patientId,
      encounter_type: "IPD",
      doctor_id: doctorAt(branch),
      workflow_event: "admit",
      admission: {
        admitting_doctor_id: doctorAt(branch),
        admission_type: "emergency",
        bed_class: "general",
        payer_type: "self",
        bed_id: bed.body.id,
      },
    },
  });
  return visit.body.admission_id ?? "";
}

async function stay(branch: SyncedBranch, id: string) {
  const doctor = await asDoctor(branch);
  return (await doctor.call(admissionsContract.get, { params: { id } })).body;
}

async function disputes(branch: SyncedBranch) {
  const doctor = await asDoctor(branch);
  const query = { status: "open" } as const;
  return (await doctor.call(conflictsContract.list, { query })).body.data;
}

test("a patient who was taken in at two branches apart has two stays until a person says which one gives way", async () => {
  const desk = await home.client(["front_desk"]);
  const body = { name: "Two Beds", gender: "male", dob: "1958-02-11" } as const;
  const patientId = (await desk.call(patientsContract.create, { body })).body.id;
  await home.push();
  await other.pull();

  const [first, second] = [
    await takeIn(home, patientId, "wa"),
    await takeIn(other, patientId, "wb"),
  ];
  await home.push();
  await other.push();

  await home.pull();
  await other.pull();

  // Nothing of either is lost, and whoever looks after the patient at the one that came late is shown it.
  expect((await stay(home, first)).status).toBe("admitted");
  expect((await stay(other, second)).status).toBe("admitted");
  const [dispute, ...more] = await disputes(other);
  expect(more).toEqual([]);
  expect(dispute).toMatchObject({
    entity: "admissions",
    entity_id: second,
    patient_id: patientId,
    kind: "duplicate",
    field: "patient_id",
  });
  await expect(takeIn(home, patientId, "wc")).rejects.toMatchObject({
    details: { fields: [{ path: "patient_id", code: "already_admitted" }] },
  });

  const doctor = await asDoctor(other);
  await doctor.call(conflictsContract.resolve, {
    params: { id: dispute?.id ?? "" },
    body: { resolution: "merge", value: null, note: "Moved to the home branch by ambulance" },
  });
  await other.push();
  await home.pull();
  await other.pull();
  expect((await stay(other, second)).status).toBe("transferred_out");
  expect((await stay(home, first)).status).toBe("admitted");
  expect([await disputes(home), await disputes(other)]).toEqual([[], []]);
});
