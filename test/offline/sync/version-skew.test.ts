import { clinicalCommands } from "@edgeward/shared/clinical/index.ts";
import { createJudge } from "@edgeward/shared/sync/judge/judge.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyArrived, recordOf } from "@edgeward/branch-node/db/arrived-rows.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { finishUpgrade } from "@edgeward/branch-node/db/after-upgrade.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { runWaitingForNewer } from "@edgeward/hub/fleet/ingest/after-upgrade.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { operationSchemaVersion, type Operation } from "@edgeward/shared/db/model.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { batchReplyShape, operationShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import {
  operationAt,
  upcastOperation,
  versionOf,
  type SchemaHistory,
} from "@edgeward/shared/sync/wire/schema-history.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";
import { testClientKey } from "#support/value-seal.ts";

// Five versions of which each knows something that the one before did not. What is real today stands for what came with
// each, so that a node of version v is a node of today that leaves out what came after v.
const today = operationSchemaVersion;
const versions = [today, today + 1, today + 2, today + 3, today + 4];
const newest = today + 4;
const history: SchemaHistory = [
  { version: today + 1, tables: [], columns: { patients: { is_vip: false } } },
  {
    version: today + 2,
    tables: [],
    columns: { patients: { is_unidentified: false } },
    // The word for it had been another one.
    rewrites: {
      patients: ({ sex, ...fields }) => (sex === undefined ? fields : { ...fields, gender: sex }),
    },
  },
  { version: today + 3, tables: [], columns: { patients: { allergies: [] } } },
  { version: newest, tables: ["drafts"], columns: { encounters: { addenda: [] } } },
];

let hub: TestHub;
let branch: SyncedBranch;
let client: HubClient;

beforeAll(async () => {
  hub = await startTestHub({ schemaHistory: history });
  branch = await startSyncedBranch(hub, hub.tenant.branchId);
  client = new HubClient({ identity: branch.identity, now: hub.clock.now });
});

afterAll(async () => {
  await client.close();
  await branch.stop();
  await hub.stop();
});

async function register(): Promise<string> {
  const desk = await branch.client(["front_desk"]);
  const body = { name: "Imran Sheikh", gender: "male", dob: "1984-02-29" } as const;
  return (await desk.call(patientsContract.create, { body })).body.id;
}

async function waiting() {
  const rows = await branch.rows(
    "SELECT seq, operation FROM journal WHERE journal_state = 'pending' ORDER BY seq",
  );
  return rows.map((row) => ({
    seq: Number(row["seq"]),
    operation: operationShape.parse(row["operation"]),
  }));
}

/** Sends all that waits as another program would have written it. */
async function pushAs(change: (operation: Operation) => unknown, schema: number) {
  const items = await waiting();
  const batch = {
    batch_id: hub.runtime.newId("bat"),
    branch: branch.identity.branchId,
    epoch: 1,
    first_seq: items[0]?.seq ?? 1,
    schema,
    sent_at: isoInstant(hub.clock.now()),
    ops: items.map(({ operation }) => change({ ...operation, schema })),
  };
  const signature = await signBatch(batch, branch.identity);
  const body = { ...batch, signature };
  const reply = batchReplyShape.parse(
    await client.post("/v1/sync/offline-batch", body, batch.batch_id),
  );
  await branch.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query("UPDATE journal SET journal_state = 'acknowledged'", []),
  );
  return reply.results;
}

/** As a program of an earlier version writes: without what it does not know, and with the word of its time. */
function oldWords(operation: Operation, version: number): Operation {
  const old = operationAt(history, operation, version);
  if (version >= today + 2) return old;
  const changes = old.changes.map((change) => {
    const { gender, ...fields } = change.fields;
    const isNamed = change.table === "patients" && gender !== undefined;
    return isNamed ? { ...change, fields: { ...fields, sex: gender } } : change;
  });
  return { ...old, changes };
}

async function patientAtHub(id: string) {
  const rows = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT * FROM patients WHERE tenant_id = $1 AND id = $2", [hub.tenant.id, id]),
  );
  const [{ unknown_fields: unknown, ...row } = {}] = rows;
  return { row, unknown };
}

const newCommands = clinicalCommands
  .filter(({ name }) => name === "patient.create")
  .map((command) => ({ ...command, name: "patient.teleport" }));

describe.each(versions)("a branch of version %i at a hub of the newest", (version) => {
  test("registers and changes patients, who stand at the hub as if it were of today", async () => {
    const id = await register();
    const desk = await branch.client(["front_desk"]);
    const body = { preferred_language: "mr" };
    await desk.call(patientsContract.update, { params: { id }, body });
    const results = await pushAs((operation) => oldWords(operation, version), version);
    expect(results.map(({ outcome, message }) => message ?? outcome)).toEqual([
      "applied",
      "applied",
    ]);
    const here = await branch.rows("SELECT * FROM patients WHERE id = ?", id);
    const [{ unknown_fields: _unknown, ...row } = {}] = here;
    expect(await patientAtHub(id)).toEqual({ row, unknown: {} });
  });

  test("takes what the hub sends, keeps what it does not know, and has it in its place after its upgrade", async () => {
    const id = await register();
    await pushAs((operation) => operation, newest);
    const { row } = await patientAtHub(id);
    const strangers = new Set(
      history
        .filter((step) => step.version > version)
        .flatMap((step) => Object.keys(step.columns["patients"] ?? {})),
    );
    const columns = Object.entries(patientsTable.columns).filter(([name]) => !strangers.has(name));
    const old = { ...patientsTable, columns: Object.fromEntries(columns) };
    const taken = recordOf(old, row);
    expect(Object.keys(taken.unknown_fields).toSorted()).toEqual([...strangers].toSorted());
    // The database of the older program, and the newer program on it.
    const absent = { is_vip: 1, is_unidentified: 1, allergies: '["lost"]' };
    const lost = Object.entries(absent).filter(([name]) => strangers.has(name));
    await branch.store.write({ tenantId: hub.tenant.id }, async (session) => {
      const sets = ["unknown_fields = ?", ...lost.map(([name]) => `${name} = ?`)].join(", ");
      const values = [JSON.stringify(taken.unknown_fields), ...lost.map(([, value]) => value), id];
      await session.query(`UPDATE patients SET ${sets} WHERE id = ?`, values);
    });
    await finishUpgrade(branch.store, hub.tenant.id, 100 + version);
    const [after] = await branch.rows("SELECT * FROM patients WHERE id = ?", id);
    expect(after).toEqual({ ...row, unknown_fields: {} });
    expect(await branch.rows("SELECT 1 FROM node_state WHERE state_name = 'bootstrap'")).toEqual([
      { 1: 1 },
    ]);
  });

  test("an operation of that version, brought up to today, is the same as one that was made today", async () => {
    await register();
    for (const { operation } of await waiting()) {
      const made = { ...operation, schema: newest };
      const old = oldWords(made, version);
      expect(upcastOperation(history, old).changes).toEqual(made.changes);
    }
    await pushAs((operation) => operation, newest);
  });
});

describe.each([1, 2, 3, 4])("a branch %i versions ahead of the hub", (ahead) => {
  const fields = Object.fromEntries(
    Array.from({ length: ahead }, (_, index) => [`future_${index}`, { of: index }]),
  );

  test("has the fields that the hub does not know kept and sent on unchanged", async () => {
    const id = await register();
    const results = await pushAs(
      (operation) => ({
        ...operation,
        future_note: "carried",
        changes: operation.changes.map((change) => ({
          ...change,
          fields: { ...change.fields, ...fields },
        })),
      }),
      newest + ahead,
    );
    expect(results).toMatchObject([{ outcome: "applied" }]);
    expect((await patientAtHub(id)).unknown).toEqual(fields);
    const [kept] = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
      session.query(
        "SELECT operation FROM received_operations WHERE operation->>'entity_id' = $1",
        [id],
      ),
    );
    expect(kept?.["operation"]).toMatchObject({ future_note: "carried", schema: newest + ahead });
    // A change at the hub sends the record to the branch, with what only a newer program knows.
    await hub.store.write({ tenantId: hub.tenant.id }, (session) =>
      session.query(
        `INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id) VALUES ($1, '*', 'patients', $2, 'op_x')`,
        [hub.tenant.id, id],
      ),
    );
    await branch.store.write({ tenantId: hub.tenant.id }, (session) =>
      session.query("UPDATE patients SET version = 0 WHERE id = ?", [id]),
    );
    await branch.pull();
    const [here] = await branch.rows("SELECT unknown_fields FROM patients WHERE id = ?", id);
    expect(here?.["unknown_fields"]).toEqual(fields);
  });

  test("has commands and tables that the hub does not know held in sight, and run once it does", async () => {
    const id = await register();
    const desk = await branch.client(["front_desk"]);
    await desk.call(draftsContract.create, { body: { kind: "registration", form_state: {} } });
    const schema = newest + ahead;
    const results = await pushAs(
      (operation) =>
        operation.entity === "patients"
          ? { ...operation, type: "patient.teleport" }
          : {
              ...operation,
              changes: operation.changes.map((change) => ({ ...change, table: `new_${ahead}` })),
            },
      schema,
    );
    expect(results).toMatchObject([
      { outcome: "held", code: "unknown_operation" },
      { outcome: "held", code: "unknown_table" },
    ]);
    expect((await patientAtHub(id)).row).toEqual({});
    // The newer program: it knows the version and the command.
    const store = openPostgresStore({ url: hub.urls.app, size: 2, instance: "newer" });
    try {
      const ingest = {
        ...hub.ingest,
        history: [...history, { version: schema, tables: [], columns: {} }],
        judge: createJudge([...clinicalCommands, ...newCommands]),
      };
      const upgrade = { store, runtime: hub.runtime, ingest };
      expect(await runWaitingForNewer(upgrade, hub.tenant.id, schema - 1)).toBe(0);
      await runWaitingForNewer(upgrade, hub.tenant.id, schema);
    } finally {
      await store.close();
    }
    expect((await patientAtHub(id)).row).toMatchObject({ name: "Imran Sheikh" });
    await branch.pull();
    const reported = await branch.rows(
      "SELECT op_outcome FROM operation_outcomes ORDER BY id DESC LIMIT 2",
    );
    expect(
      reported
        .map((row) => String(row["op_outcome"]))
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(["applied", "rejected"]);
  });
});

test("a record of a hub of an earlier version has what a record of today has", async () => {
  const id = await register();
  await pushAs((operation) => operation, newest);
  const { row } = await patientAtHub(id);
  const { is_vip: _vip, version, ...old } = row;
  const accepted = { epoch: 1, seq: 1_000_000, hubSchema: 1, history };
  const given = {
    table: "patients",
    id,
    row: { ...old, version: Number(version) + 1 },
    op_id: "op_x",
  };
  const receiving = { tenantId: hub.tenant.id, nodeId: "nod_x", clientKey: testClientKey };
  const isOld = branch.store.write({ tenantId: hub.tenant.id }, (session) =>
    applyArrived(session, receiving, [given], accepted),
  );
  expect(await isOld).toHaveLength(1);
  const [here] = await branch.rows("SELECT is_vip FROM patients WHERE id = ?", id);
  expect(here).toEqual({ is_vip: false });
});

test("the product's own history leads to the version that its operations bear", async () => {
  const { schemaHistory } = await import("@edgeward/shared/sync/wire/schema-history.ts");
  expect(versionOf(schemaHistory)).toBe(operationSchemaVersion);
});
