import { exportJWK, generateKeyPair, type JWK } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { HubKeys } from "@edgeward/branch-node/node-parts.ts";
import { endorse } from "@edgeward/shared/http/key-endorsement.ts";
import { send } from "#support/product-http.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { enrolBareNode, type BareNode } from "./bare-node.ts";

let product: Product;
let node: BareNode;
const keySetShape = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });
const tokenShape = z.object({ access_token: z.string() });

beforeAll(async () => {
  product = await startProduct();
  const [row] = await product.hubRows(
    "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 ORDER BY id LIMIT 1",
    [product.demo.tenant_id, product.demo.branch_id],
  );
  node = await enrolBareNode(product, String(row?.["id"]));
});

afterAll(async () => {
  await node?.stop();
  await product?.stop();
});

async function served() {
  return keySetShape.parse(
    (await send(`${product.hubUrl}/.well-known/jwks.json`, "GET", undefined, {})).body,
  ).keys;
}

/** The keys of a node whose line to the hub somebody else holds. */
function keysBehind(get: () => Promise<unknown>) {
  const told: unknown[] = [];
  const log = { warn: (name: string, fields?: unknown) => void told.push([name, fields]) };
  const { store, identity } = node;
  return { keys: new HubKeys({ store, hub: { get }, identity, log }), told };
}

async function strangersKey(kid: string): Promise<JWK> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: "EdDSA", use: "sig" };
  return Object.assign(jwk, { endorsement: await endorse(jwk, { kid, privateKey }) });
}

test("whoever stands between a node and its hub gives it no key", async () => {
  const [own] = await served();
  const kid = String(own?.kid);
  const forged = [await strangersKey("hub-forged"), await strangersKey(kid)];
  const { keys, told } = keysBehind(async () => ({ keys: forged }));
  await keys.recall();
  expect(keys.current.keys).toMatchObject([{ kid }]);
  await keys.refresh();
  expect(keys.current.keys).toMatchObject([{ kid, x: own?.["x"] }]);
  expect(told).toEqual([["hub_keys_not_trusted", { count: 2 }]]);

  const mixed = keysBehind(async () => ({ keys: [...forged, ...(await served())] }));
  await mixed.keys.recall();
  await mixed.keys.refresh();
  expect(mixed.keys.current.keys).toMatchObject([{ kid, x: own?.["x"] }]);
});

test("a hub's next key is followed by the word of the one before, and a key that was taken out of use is none any more", async () => {
  const [first] = await served();
  await product.killHub("SIGTERM");
  await product.hubRows("UPDATE signing_keys SET key_status = 'verifying'");
  await product.restartHub();
  const [next, earlier] = await served();
  expect([earlier?.kid === first?.kid, next?.kid === first?.kid]).toEqual([true, false]);

  // At a branch at work: a token that the new key has signed opens its doors.
  await product.killBranch("SIGTERM");
  await product.restartBranch();
  const grant = { grant_type: "client_credentials", ...product.demo.clinical };
  const { access_token: token } = tokenShape.parse(
    (await send(`${product.hubUrl}/auth/token`, "POST", grant, {})).body,
  );
  const given = { authorization: `Bearer ${token}` };
  await until("the branch knows the hub's next key", 20_000, async () => {
    const { status } = await product.call(
      "branch",
      "GET",
      "/v1/patients?limit=1",
      undefined,
      given,
    );
    return status === 200;
  });

  let line = await served();
  const { keys } = keysBehind(async () => ({ keys: line }));
  await keys.recall();
  await keys.refresh();
  expect(keys.current.keys.map(({ kid }) => kid)).toEqual([next?.kid, earlier?.kid]);
  line = line.slice(0, 1);
  await keys.refresh();
  line = earlier === undefined ? [] : [earlier];
  await keys.refresh();
  expect(keys.current.keys.map(({ kid }) => kid)).toEqual([next?.kid]);
});

test("a machine that is enrolled anew goes by the keys of that enrolment, not by those that it had kept", async () => {
  const own = await strangersKey("hub-own");
  const { store, identity } = node;
  const log = { warn: () => undefined };
  const hub = { get: async () => ({ keys: [own] }) };
  const anew = { ...identity, nodeId: "nod_anew", pinnedHubKeys: [own] };
  const keys = new HubKeys({ store, hub, identity: anew, log });
  await keys.recall();
  expect(keys.current.keys).toEqual([own]);
  await keys.refresh();
  expect(keys.current.keys).toEqual([own]);
});
