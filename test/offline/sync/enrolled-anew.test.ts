import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startBranch, type BranchNode } from "@edgeward/branch-node/main.ts";
import { enrolAgain } from "@edgeward/branch-node/open-branch.ts";
import type { DurablePostgres } from "#support/durable-postgres.ts";
import { startDurableProduct } from "#support/durable-product.ts";
import type { Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { newPatient } from "#offline/front-desk.ts";

// A branch is enrolled after the hub's backup was made, and the backup is put back: the hub has never heard of it.

let postgres: DurablePostgres;
let product: Product;
let work = "";
let branchId = "";

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), "edgeward-anew-"));
  ({ product, postgres } = await startDurableProduct());
  const [row] = await product.hubRows("SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2", [
    product.demo.tenant_id,
    product.demo.branch_id,
  ]);
  branchId = String(row?.["id"]);
}, 120_000);

afterAll(async () => {
  await product?.stop();
  rmSync(work, { recursive: true, force: true });
});

function start(code: string | null): Promise<BranchNode> {
  const { lineUrl: hubUrl } = product;
  return startBranch({
    folder: join(work, "branch"),
    host: "127.0.0.1",
    port: 0,
    printers: [],
    hubUrl,
    operatorToken: null,
    enrolment: code === null ? null : { hubUrl, code, name: "second desk" },
  });
}

async function inStep(node: BranchNode): Promise<void> {
  await until("the second branch is in step with the hub", 60_000, async () => {
    const { state, unsent } = await node.syncStatus();
    return state === "online" && unsent === 0;
  });
}

async function post(url: string, body: unknown, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect([200, 201], text).toContain(answer.status);
  const said: unknown = JSON.parse(text);
  return said;
}

async function register(node: BranchNode, count: number): Promise<readonly string[]> {
  const grant = { grant_type: "client_credentials", ...product.demo.clinical };
  const { access_token: token } = z
    .object({ access_token: z.string() })
    .parse(await post(`${node.url}/auth/token`, grant, {}));
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const made = await post(`${node.url}/v1/patients`, newPatient(), {
      authorization: `Bearer ${token}`,
      "x-tenant-id": product.demo.tenant_id,
      "x-branch-id": branchId,
      "idempotency-key": randomUUID(),
    });
    ids.push(z.object({ id: z.string() }).parse(made).id);
  }
  return ids;
}

function atHub(ids: readonly string[]) {
  return product.hubRows(
    "SELECT id, name, uhid, version::int AS version, hlc FROM patients WHERE id = ANY($1) ORDER BY id",
    [ids],
  );
}

function atBranch(node: BranchNode, ids: readonly string[]) {
  const sql = `SELECT id, name, uhid, version, hlc FROM patients
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return node.store.read({ tenantId: product.demo.tenant_id }, (session) =>
    session.query(sql, [JSON.stringify(ids)]),
  );
}

test("a branch that the hub has never heard of is enrolled anew by one code, and all that it has done is at the hub once", async () => {
  await product.killHub("SIGTERM");
  await postgres.backUp(join(work, "hub"));
  await product.restartHub();
  let node = await start(await product.enrolmentCode(branchId));
  await inStep(node);
  const sent = await register(node, 4);
  await inStep(node);
  await product.killHub("SIGKILL");
  await postgres.putBack(join(work, "hub"));
  const unsent = await register(node, 3);
  await product.restartHub();
  const ids = [...sent, ...unsent];
  const before = await atBranch(node, ids);
  expect(await atHub(ids)).toEqual([]);
  await node.stop();

  const folder = join(work, "branch");
  const other = await product.enrolmentCode(product.demo.branch_id);
  await expect(enrolAgain(folder, null, other, "second desk")).rejects.toThrow(/another branch/u);
  const code = await product.enrolmentCode(branchId);
  const { nodeId } = await enrolAgain(folder, null, code, "second desk");
  node = await start(null);
  expect(node.identity.nodeId).toBe(nodeId);
  await inStep(node);
  expect(await atHub(ids)).toEqual(before);
  expect(await atBranch(node, ids)).toEqual(before);
  const received = "SELECT count(*)::int AS count FROM received_operations WHERE node_id = $1";
  expect(await product.hubRows(received, [nodeId])).toEqual([{ count: ids.length }]);

  // It is a node like any other from then on, also after the next start.
  await node.stop();
  node = await start(null);
  const later = await register(node, 2);
  await inStep(node);
  expect(await atHub(later)).toEqual(await atBranch(node, later));
  const uhids = new Set((await atHub([...ids, ...later])).map((row) => row["uhid"]));
  expect(uhids.size).toBe(ids.length + later.length);
  await node.stop();
}, 240_000);

test("a branch that is enrolled anew at a hub which knows its work has nothing taken twice", async () => {
  let node = await start(null);
  const ids = await register(node, 2);
  await inStep(node);
  await node.stop();
  const counts = `SELECT (SELECT count(*)::int FROM received_operations WHERE operation->>'entity_id' = ANY($1)) AS operations,
    (SELECT count(*)::int FROM domain_events WHERE entity_id = ANY($1)) AS events,
    (SELECT count(*)::int FROM audit_events WHERE entity_id = ANY($1) AND action = 'create') AS audited`;
  const before = await product.hubRows(counts, [ids]);
  const code = await product.enrolmentCode(branchId);
  await enrolAgain(join(work, "branch"), null, code, "second desk");
  node = await start(null);
  await inStep(node);
  expect(await product.hubRows(counts, [ids])).toEqual(before);
  await node.stop();
}, 120_000);
