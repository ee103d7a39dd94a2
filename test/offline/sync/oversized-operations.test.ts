import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  operationsContract,
  retryOrDiscardContract,
} from "@edgeward/shared/sync/wire/operations.contract.ts";
import { maximumRequestBytes } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { MessageLine } from "#support/message-line.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";

// More than any usual operation, and less than one with all that its record may have beside it.
const gatewayBytes = 3_000;
const largeBytes = 3_800;

let hub: TestHub;
let line: MessageLine;
let branch: LiveBranch;

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  line = new MessageLine(Number(new URL(hub.url).port));
  await line.listen();
  branch = await startLiveBranch(
    { ...hub, url: `http://127.0.0.1:${line.port}` },
    hub.tenant.branchId,
  );
});

afterAll(async () => {
  await branch.stop();
  await line.close();
  await hub.stop();
});

/** A gateway that takes no more of a body than so many bytes, as many do, and answers with a page of its own. */
function gateway(bytes: number): void {
  line.fault = ({ body }) =>
    body.length > bytes
      ? { kind: "answer", status: 413, type: "text/html", body: "<h1>413 Too Large</h1>" }
      : null;
}

async function register(name: string): Promise<string> {
  const desk = await branch.client(["front_desk"]);
  const body = { name, gender: "female", dob: "1990-05-01" } as const;
  return (await desk.call(patientsContract.create, { body })).body.id;
}

async function rename(id: string, preferredLanguage: string): Promise<void> {
  const desk = await branch.client(["front_desk"]);
  const body = { preferred_language: preferredLanguage };
  await desk.call(patientsContract.update, { params: { id }, body });
}

/** Registers somebody by an operation of so many bytes more, as one of a journal from before there was a limit. */
async function registerLarge(name: string, bytes: number): Promise<readonly [string, string]> {
  const { handle } = branch.node.store;
  handle.exec(`CREATE TEMP TRIGGER enlarge AFTER INSERT ON journal BEGIN
    UPDATE journal SET operation = json_set(operation, '$.changes[0].fields.metadata',
      json_object('scan', '${randomBytes(bytes).toString("base64").slice(0, bytes)}')) WHERE op_id = NEW.op_id;
  END`);
  const id = await register(name);
  handle.exec("DROP TRIGGER enlarge");
  const [row] = await branch.rows(
    "SELECT op_id FROM journal WHERE operation ->> '$.entity_id' = ? ORDER BY seq LIMIT 1",
    id,
  );
  return [id, String(row?.["op_id"])];
}

async function atHub(id: string) {
  const [row] = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT preferred_language, metadata FROM patients WHERE id = $1", [id]),
  );
  return row;
}

async function listed() {
  const client = await branch.client(["tenant_admin"]);
  return (await client.call(operationsContract.list, { query: {} })).body.data;
}

async function settle(opId: string, action: "retry" | "discard") {
  const client = await branch.client(["tenant_admin"]);
  const request = { params: { op_id: opId }, body: { action, note: "Limit raised" } };
  return (await client.call(retryOrDiscardContract.update, request)).body;
}

test("one operation that a gateway refuses for its size stays in sight, what is made after it goes up, and it is taken when it passes", async () => {
  line.setCut(true);
  const [large, opId] = await registerLarge("Leela Rao", largeBytes);
  await rename(large, "te");
  const after = await register("Meera Rao");
  gateway(gatewayBytes);
  line.setCut(false);
  await expect.poll(() => atHub(after), { timeout: 30_000 }).toBeDefined();
  expect(await atHub(large)).toBeUndefined();
  await expect
    .poll(() => branch.node.syncStatus(), { timeout: 20_000 })
    .toMatchObject({ state: "online", unsent: 0, rejected: 1, held: 1 });
  const [held, refused] = await listed();
  expect(refused).toMatchObject({
    op_id: opId,
    outcome: "rejected",
    code: "too_large",
    type: "patient.create",
    entity_id: large,
  });
  expect(held).toMatchObject({ outcome: "held", held_by: opId });

  await expect(settle(opId, "retry")).rejects.toMatchObject({
    status: 413,
    code: "payload_too_large",
  });
  gateway(maximumRequestBytes);
  const settled = await settle(opId, "retry");
  expect(settled.operation).toMatchObject({ op_id: opId, outcome: "applied" });
  expect(settled.dependants).toMatchObject([{ outcome: "applied" }]);
  expect(await atHub(large)).toMatchObject({ preferred_language: "te" });
  await expect
    .poll(() => branch.node.syncStatus(), { timeout: 20_000 })
    .toMatchObject({ state: "online", rejected: 0, held: 0 });
}, 120_000);

test("an operation of a journal from before there was a limit, which no hub takes, is refused alone and can be discarded", async () => {
  line.fault = () => null;
  line.setCut(true);
  const [large, opId] = await registerLarge("Uma Rao", maximumRequestBytes + 100_000);
  const after = await register("Tara Rao");
  line.setCut(false);
  await expect.poll(() => atHub(after), { timeout: 30_000 }).toBeDefined();
  await expect
    .poll(() => branch.node.syncStatus(), { timeout: 20_000 })
    .toMatchObject({
      state: "online",
      unsent: 0,
      rejected: 1,
    });
  expect(await listed()).toMatchObject([{ op_id: opId, code: "too_large" }]);
  expect((await settle(opId, "discard")).operation).toMatchObject({ outcome: "discarded" });
  await expect
    .poll(() => branch.rows("SELECT 1 FROM patients WHERE id = ?", large), { timeout: 20_000 })
    .toEqual([]);
}, 120_000);

test("the hub takes nothing else in the place of an operation than what its node has signed the hash of", async () => {
  gateway(gatewayBytes);
  const [large, opId] = await registerLarge("Vidya Rao", largeBytes);
  await expect.poll(listed, { timeout: 30_000 }).toMatchObject([{ op_id: opId }]);
  line.fault = () => null;
  await branch.node.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query(
      "UPDATE journal SET operation = json_set(operation, '$.changes[0].fields.name', 'Somebody else') WHERE op_id = ?",
      [opId],
    ),
  );
  await expect(settle(opId, "retry")).rejects.toMatchObject({ status: 503 });
  expect(await atHub(large)).toBeUndefined();
}, 120_000);
