import { afterAll, beforeAll, expect, test } from "vitest";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { itemsTable } from "@edgeward/shared/clinical/items/items.record.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { mostCsvRows } from "@edgeward/shared/contract/csv.ts";
import {
  maximumOperationBytes,
  maximumOperationParts,
} from "@edgeward/shared/sync/wire/sizes.contract.ts";
import type { WriteOrigin } from "@edgeward/shared/db/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

const cotton = {
  branch_id: null,
  name: "Cotton",
  name_key: "cotton",
  unit: "each",
  kind: "consumable",
  price_minor: null,
  reorder_level: null,
  schedule: null,
  metadata: {},
};

let hub: TestHub;
let branch: SyncedBranch;
let keeper: string;

beforeAll(async () => {
  hub = await startTestHub();
  const plan = { name: "Gita Nair", role: "pharmacist", branches: [hub.tenant.branchId] };
  keeper = await writeAsSystem(hub, hub.tenant.id, (write) => seedStaff(write, plan));
  branch = await startSyncedBranch(hub, hub.tenant.branchId);
  await branch.pull();
});

afterAll(async () => {
  await branch.stop();
  await hub.stop();
});

async function register(name: string): Promise<string> {
  const desk = await branch.client(["front_desk"]);
  const body = { name, gender: "female", dob: "1990-05-01" } as const;
  return (await desk.call(patientsContract.create, { body })).body.id;
}

async function atHub(table: string, id: string) {
  const [row] = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query(`SELECT * FROM ${table} WHERE id = $1`, [id]),
  );
  return row;
}

test("a visit that grows beyond what can be sent at once is sent by what was added, and whole at the hub", async () => {
  const doctor = await branch.client(["doctor"]);
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

  // Each in Hindi, three bytes a letter: together more than a hub takes in one request.
  const texts = Array.from({ length: 34 }, (_, count) => `${count} ${"क".repeat(19_000)}`);
  for (const notes of texts) await change({ notes });
  const after = await register("Meera Rao");

  const outcomes = (await branch.push()).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(["applied"]));
  const visit = await atHub("encounters", id);
  const addenda: unknown = visit?.["addenda"];
  expect(addenda).toMatchObject(texts.map((text) => ({ text })));
  expect(JSON.stringify(addenda).length * 3).toBeGreaterThan(maximumOperationBytes);
  expect(await atHub("patients", after)).toMatchObject({ id: after });

  // What the hub has is what the branch has, and the branch is told nothing new of it.
  await branch.pull();
  const own = (await doctor.call(encountersContract.get, { params: { id } })).body;
  expect(own.addenda).toHaveLength(texts.length);
  expect(own.sync_state).toBe("synced");
}, 120_000);

test("a CSV of as many rows as are taken is sent whole", async () => {
  const stores = await branch.client(["pharmacist"], { sub: keeper });
  const rows = Array.from(
    { length: mostCsvRows },
    (_, nth) => `glove-${nth},Glove,each,consumable`,
  );
  const csv = ["code,name,unit,kind", ...rows].join("\n");
  const { made } = (await stores.call(itemsContract.importCsv, { body: { csv } })).body;
  expect(made).toBe(mostCsvRows);
  expect((await branch.push()).map(({ outcome }) => outcome)).toEqual(["applied"]);
  const [kept] = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT count(*)::int AS count FROM items WHERE code LIKE 'glove-%'", []),
  );
  expect(kept).toEqual({ count: mostCsvRows });
}, 60_000);

function doctors(): WriteOrigin {
  return {
    tenantId: hub.tenant.id,
    branchId: hub.tenant.branchId,
    actor: { id: hub.tenant.doctorId, type: "staff", role: "doctor" },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: null,
    ip: null,
    reason: null,
    trust: "online",
  };
}

test("a change that cannot be sent to the hub is refused before it is acknowledged, and nothing waits behind it", async () => {
  const id = await register("Uma Rao");
  const enlarge = branch.store.write({ tenantId: hub.tenant.id }, async (session) => {
    const write = openWrite(session, branch.branch.runtime, doctors(), "patient.update");
    const row = await write.load(patientsTable, id);
    if (row === null) throw new Error("there is no such patient");
    write.update(patientsTable, row, { metadata: { scan: "x".repeat(maximumOperationBytes) } });
    await write.flush([]);
  });
  await expect(enlarge).rejects.toMatchObject({ code: "payload_too_large" });
  const many = branch.store.write({ tenantId: hub.tenant.id }, async (session) => {
    const write = openWrite(session, branch.branch.runtime, doctors(), "item.import");
    for (let nth = 0; nth <= maximumOperationParts; nth += 1)
      write.insert(itemsTable, branch.branch.runtime.newId("itm"), {
        ...cotton,
        code: `cotton-${nth}`,
      });
    await write.flush([]);
  });
  await expect(many).rejects.toMatchObject({
    code: "payload_too_large",
    message: expect.stringContaining(`changes ${maximumOperationParts + 1} records at once`),
  });

  const after = await register("Tara Rao");
  const outcomes = (await branch.push()).map(({ outcome }) => outcome);
  expect(outcomes).not.toContain("rejected");
  expect(await atHub("patients", after)).toMatchObject({ id: after });
  expect(hub.bodyLimit).toBeGreaterThan(maximumOperationBytes + 100_000);
});
