import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod";
import { readIdentity } from "@edgeward/branch-node/node/identity.ts";
import { send } from "#support/product-http.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

test("a program that is suspended at the hub is out there within a second, and at the branch within five", async () => {
  const atHub = `Bearer ${await product.token("hub")}`;
  const atBranch = `Bearer ${await product.token("branch")}`;
  const reads = async (node: "hub" | "branch", authorization: string) =>
    (await product.call(node, "GET", "/v1/patients", undefined, { authorization })).status;
  expect([await reads("hub", atHub), await reads("branch", atBranch)]).toEqual([200, 200]);
  expect(await reads("branch", atHub)).toBe(200);
  const { client_id } = product.demo.clinical;
  const began = performance.now();
  const { status } = await product.operator("POST", "/operator/clients/suspend", { client_id });
  expect(status).toBe(204);
  expect(await reads("hub", atHub)).toBe(401);
  expect(performance.now() - began).toBeLessThan(1_000);
  await until("the branch knows", 5_000, async () => (await reads("branch", atBranch)) === 401);
  expect(await reads("branch", atHub)).toBe(401);
  await product.killHub("SIGKILL");
  await product.restartHub();
  expect(await reads("hub", atHub)).toBe(401);
  const grant = { grant_type: "client_credentials", ...product.demo.clinical };
  for (const url of [product.hubUrl, product.branchUrl]) {
    const again = await send(`${url}/auth/token`, "POST", grant, {});
    expect([again.status, again.body["error"]]).toEqual([401, "invalid_client"]);
  }
});

const tokenShape = z.object({ access_token: z.string() });

async function askAsNode() {
  const identity = await readIdentity(join(product.folder, "branch"));
  if (identity === null) throw new Error("the branch has no identity");
  const { nodeId, privateKey } = identity;
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: "EdDSA", kid: nodeId })
    .setIssuer(nodeId)
    .setSubject(nodeId)
    .setAudience("edgeward-hub")
    .setIssuedAt()
    .setExpirationTime("60 seconds")
    .setJti(randomUUID())
    .sign(privateKey);
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
  return send(`${product.hubUrl}/auth/token`, "POST", grant, {});
}

async function linkReason(): Promise<string> {
  const { username, password } = product.demo.branch_staff;
  const credentials = { username, password };
  const signedIn = await send(`${product.branchUrl}/auth/staff/login`, "POST", credentials, {});
  const authorization = `Bearer ${tokenShape.parse(signedIn.body).access_token}`;
  const { body } = await product.call("branch", "GET", "/v1/sync/status", undefined, {
    authorization,
  });
  return `${String(body["state"])}: ${String(body["reason"])}`;
}

const revoke = (node_id: string) => product.operator("POST", "/operator/nodes/revoke", { node_id });

test("a node that is revoked is out within a second, its live connection too, and the branch says so plainly", async () => {
  const { access_token } = tokenShape.parse((await askAsNode()).body);
  const headers = { authorization: `Bearer ${access_token}` };
  const feed = () => product.call("hub", "GET", "/v1/sync/feed?limit=1", undefined, headers);
  const url = `${product.hubUrl.replace(/^http/u, "ws")}/v1/sync/doorbell`;
  const socket = new WebSocket(url, { headers });
  await new Promise((resolve) => socket.once("open", resolve));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  expect((await feed()).status).toBe(200);

  expect((await revoke("nod_01m7ytsqhj53yqck2mvbg45kbz")).status).toBe(404);
  const began = performance.now();
  const { status, body } = await revoke(product.nodeId);
  expect([status, body["was"]]).toEqual([200, "active"]);
  expect((await feed()).status).toBe(401);
  expect(await closed).toBe(4401);
  expect(performance.now() - began).toBeLessThan(1_000);

  expect((await revoke(product.nodeId)).body["was"]).toBe("revoked");
  const again = await askAsNode();
  expect(again).toMatchObject({
    status: 400,
    body: { error: "invalid_grant", reason: "node_revoked" },
  });
  await until("the branch is told", 5_000, async () =>
    (await linkReason()).startsWith("blocked: this machine was turned off at the hub"),
  );
  const audited = await product.hubRows(
    "SELECT actor_id FROM audit_events WHERE entity_id = $1 AND action = 'revoke'",
    [product.nodeId],
  );
  expect(audited).toHaveLength(1);
  await product.killHub("SIGKILL");
  await product.restartHub();
  expect((await feed()).status).toBe(401);
  expect((await askAsNode()).status).toBe(400);
});
