import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enrolNode, type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { send } from "#support/product-http.ts";

let hub: TestHub;
let node: NodeIdentity;
const folder = mkdtempSync(join(tmpdir(), "edgeward-assertions-"));

beforeAll(async () => {
  hub = await startTestHub();
  const code = await hub.enrolmentCode(hub.tenant.remoteBranchId);
  node = await enrolNode(folder, hub.url, code, "a node that asks for tokens");
});
afterAll(async () => {
  await hub?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const now = () => Math.floor(hub.clock.now() / 1000);

interface Claims {
  readonly iat?: number;
  readonly exp?: number;
  readonly jti?: string;
}

function assertionOf(claims: Claims): Promise<string> {
  const { nodeId, privateKey } = node;
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "EdDSA", kid: nodeId })
    .setIssuer(nodeId)
    .setSubject(nodeId)
    .setAudience("edgeward-hub")
    .sign(privateKey);
}

async function statusOf(assertion: string): Promise<number> {
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
  return (await send(`${hub.url}/auth/token`, "POST", grant, {})).status;
}

const fresh = (): Required<Claims> => ({ iat: now(), exp: now() + 60, jti: randomUUID() });

test("an assertion gives a token once, also when it comes ten times at the same moment", async () => {
  const assertion = await assertionOf(fresh());
  const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(assertion)));
  const sorted = statuses.toSorted((one, other) => one - other);
  expect(sorted).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  expect(await statusOf(assertion)).toBe(400);
});

test.each([
  ["without an end", () => ({ iat: now(), jti: randomUUID() })],
  ["without a name of its own", () => ({ iat: now(), exp: now() + 60 })],
  ["without its time", () => ({ exp: now() + 60, jti: randomUUID() })],
  ["that expired two days ago", () => ({ ...fresh(), iat: now() - 172_800, exp: now() - 172_740 })],
  ["of the day after tomorrow", () => ({ ...fresh(), iat: now() + 172_800, exp: now() + 172_860 })],
  ["that is good for a year", () => ({ ...fresh(), iat: now() - 600, exp: now() + 31_536_000 })],
])("an assertion %s is refused", async (_what, claimsOf) => {
  expect(await statusOf(await assertionOf(claimsOf()))).toBe(400);
});

test("a node whose clock is a day off learns the time from the refusal, and is let in", async () => {
  let clock = hub.clock.now() - 86_400_000;
  const client = new HubClient({
    identity: node,
    now: () => clock,
    onDate: (date) => {
      clock = date;
    },
  });
  expect(await client.token()).toEqual(expect.any(String));
  await client.close();
});
