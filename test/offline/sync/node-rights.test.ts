import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enrolNode, type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { doorsOf } from "#support/openapi-doors.ts";
import { startProduct, type Product } from "#support/product.ts";
import { enrolHandNode, replyOf, type HandNode } from "./hand-node.ts";

const ofNodes = [
  "GET /fleet/bootstrap/{name}",
  "GET /v1/files/{sha256}/chunks/{index}",
  "GET /v1/files/{sha256}/state",
  "GET /v1/sync/audit-checkpoints",
  "GET /v1/sync/bootstrap",
  "GET /v1/sync/feed",
  "GET /v1/sync/operations",
  "GET /v1/sync/own-operations",
  "GET /v1/sync/status",
  "GET /v1/sync/wanted-files",
  "POST /v1/files/{sha256}/commit",
  "POST /v1/sync/hello",
  "POST /v1/sync/lost-rows",
  "POST /v1/sync/offline-batch",
  "PUT /v1/files/{sha256}/chunks/{index}",
  "PUT /v1/sync/operations/{op_id}",
];

let product: Product;
let identity: NodeIdentity;
let token = "";
let neighbour: HandNode;
const folder = mkdtempSync(join(tmpdir(), "edgeward-node-rights-"));

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  const [other] = await product.hubRows(
    "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 ORDER BY id LIMIT 1",
    [product.demo.tenant_id, product.demo.branch_id],
  );
  const code = await product.enrolmentCode(String(other?.["id"]));
  identity = await enrolNode(folder, product.hubUrl, code, "whose key was stolen");
  neighbour = await enrolHandNode(product, product.demo.branch_id);
  const client = new HubClient({ identity, now: Date.now });
  token = await client.token();
  await client.close();
});

afterAll(async () => {
  await neighbour?.stop();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function ask(method: string, path: string, branchId: string, body: string | null) {
  return fetch(`${product.hubUrl}${path}`, {
    method,
    body,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      "x-tenant-id": identity.tenantId,
      "x-branch-id": branchId,
    },
  });
}

test("a node reaches these with its own token and nothing else: no record, no list of people, no operator", async () => {
  const document: unknown = await (await fetch(`${product.hubUrl}/openapi.json`)).json();
  const byToken = doorsOf(document).filter(({ operation }) => operation.security === undefined);
  const reached: string[] = [];
  for (const { method, path } of byToken) {
    const address = path.replaceAll(/\{\w+\}/gu, identity.nodeId);
    const body = method === "GET" ? null : "{}";
    const { status } = await ask(method, address, identity.branchId, body);
    if (status !== 403 && status !== 401) reached.push(`${method} ${path}`);
  }
  expect(byToken.length).toBeGreaterThan(80);
  expect(reached.toSorted()).toEqual(ofNodes.toSorted());
});

test("a node neither speaks for another branch nor decides what becomes of another branch's operations", async () => {
  const aside = neighbour.register({ gender: 7 });
  const sent = await neighbour.send(neighbour.batch(1, [aside]));
  expect(replyOf(sent).results).toMatchObject([{ outcome: "rejected" }]);
  const path = `/v1/sync/operations/${aside.op_id}`;
  const decision = JSON.stringify({ action: "discard", note: "Not mine" });
  const { branch_id: elsewhere } = product.demo;
  expect((await ask("PUT", path, elsewhere, decision)).status).toBe(403);
  expect((await ask("PUT", path, identity.branchId, decision)).status).toBe(404);
  expect((await ask("GET", "/v1/sync/feed?limit=1", elsewhere, null)).status).toBe(403);
  const [kept] = await product.hubRows("SELECT result FROM received_operations WHERE op_id = $1", [
    aside.op_id,
  ]);
  expect(kept).toMatchObject({ result: { code: "invalid_field" } });
});
