import { afterAll, beforeAll, expect, test } from "vitest";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { appointmentsTable } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { found, openWrite } from "@edgeward/shared/write/write.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { systemOrigin } from "#support/seed.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let branch: SyncedBranch;
let desk: Client;

beforeAll(async () => {
  hub = await startTestHub();
  branch = await startSyncedBranch(hub, hub.tenant.branchId);
  await branch.pull();
  desk = await branch.client(["front_desk"]);
});

afterAll(async () => {
  await branch?.stop();
  await hub?.stop();
});

async function register(name: string): Promise<string> {
  const body = { name, gender: "female", dob: "1990-05-01" } as const;
  return (await desk.call(patientsContract.create, { body })).body.id;
}

async function book(patientId: string, slotTime: string): Promise<string> {
  const body = { patient_id: patientId, provider_id: hub.tenant.doctorId, slot_time: slotTime };
  return (await desk.call(appointmentsContract.create, { body })).body.id;
}

/** What has been sold at the hub for the branch meanwhile: the same as one that is known there, at another time. */
async function bookAtHub(like: string, slotTime: string, endTime: string): Promise<string> {
  const id = hub.runtime.newId("apt");
  const origin = systemOrigin(hub.tenant.id);
  await hub.store.write({ tenantId: hub.tenant.id }, async (session) => {
    const write = openWrite(session, hub.runtime, origin, "appointment.create");
    const row = found(await write.load(appointmentsTable, like));
    write.insert(appointmentsTable, id, { ...row, slot_time: slotTime, end_time: endTime });
    await write.flush([]);
  });
  return id;
}

async function cancel(id: string): Promise<void> {
  const query = { reason: "patient_request" } as const;
  await desk.call(appointmentsContract.cancel, { params: { id }, query });
}

/** Who has a time: at the hub, and at the branch. */
async function holders(slotTime: string) {
  const begins = Date.parse(slotTime);
  const atHub = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT ref_id, is_double FROM reservations WHERE start_ms = $1", [begins]),
  );
  const columns = "ref_id, is_double = 1 AS is_doubled";
  const atBranch = await branch.rows(
    `SELECT ${columns} FROM reservations WHERE start_ms = ?`,
    begins,
  );
  return [
    ...atHub.map((row) => ["hub", row["ref_id"], row["is_double"]]),
    ...atBranch.map((row) => ["branch", row["ref_id"], row["is_doubled"] === 1]),
  ];
}

test("a time that hub and branch have given away twice is shown, and stays taken until both have left it", async () => {
  const [first, second] = [await register("Leela Rao"), await register("Meera Rao")];
  const earlier = await book(second, "2026-11-30T04:30:00.000Z");
  await branch.push();
  const slot = "2026-11-30T05:30:00.000Z";
  const own = await book(first, slot);
  const sold = await bookAtHub(earlier, slot, "2026-11-30T05:45:00.000Z");
  expect((await branch.push()).map(({ outcome }) => outcome)).toEqual(["applied"]);
  await branch.pull();

  expect(await holders(slot)).toEqual(
    expect.arrayContaining([
      ["hub", own, true],
      ["branch", sold, true],
    ]),
  );
  const { data } = (await desk.call(conflictsContract.list, { query: {} })).body;
  expect(data).toMatchObject([{ kind: "duplicate", field: "slot_time", status: "open" }]);
  const taken = { code: "slot_unavailable" };
  await expect(book(first, slot)).rejects.toMatchObject(taken);
  await cancel(own);
  await expect(book(first, slot)).rejects.toMatchObject(taken);
  await branch.push();
  // Each node had given it to its own; of both it is now the other's.
  expect(await holders(slot)).toEqual([
    ["hub", sold, false],
    ["branch", sold, false],
  ]);
  await cancel(sold);
  const next = await book(first, slot);
  await branch.push();
  expect(await holders(slot)).toEqual([
    ["hub", next, false],
    ["branch", next, false],
  ]);
});
