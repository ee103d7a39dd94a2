import { exportJWK, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { createTokenVerifier, signAccessToken, type SigningKey } from "./tokens.ts";

const now = Date.UTC(2026, 10, 23, 4);

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "EdDSA" } };
}

const hub = await newKey("hub-1");
const branch = await newKey("nod_1");

const verifier = createTokenVerifier({
  keysOf: (issuer, audience) => {
    if (issuer === "edgeward-hub" && audience === "clinical") return { keys: [hub.jwk] };
    return issuer === "branch:nod_1" && audience === "branch:brn_1" ? { keys: [branch.jwk] } : null;
  },
  isRevoked: () => false,
  now: () => now,
});

function tokenOf(key: SigningKey, iss: string, aud: string): Promise<string> {
  const claims = { iss, aud, sub: "stf_1", tid: "ten_1", bids: "*", roles: ["doctor"] } as const;
  return signAccessToken(key, claims, 600, now, "ses_1");
}

test("takes what each issuer has signed with its own key", async () => {
  const byHub = await tokenOf(hub, "edgeward-hub", "clinical");
  const byBranch = await tokenOf(branch, "branch:nod_1", "branch:brn_1");
  expect(await verifier.verify(byHub)).toMatchObject({ id: "stf_1", tenantId: "ten_1" });
  expect(await verifier.verify(byBranch)).toMatchObject({ id: "stf_1" });
});

test.each([
  ["the branch's key in the hub's name", branch, "edgeward-hub", "clinical"],
  ["the hub's key in the branch's name", hub, "branch:nod_1", "branch:brn_1"],
  ["the branch's key for the hub's audience", branch, "branch:nod_1", "clinical"],
  ["a name that nobody has", hub, "branch:nod_2", "branch:brn_1"],
] as const)("refuses %s", async (_what, key, iss, aud) => {
  const token = await tokenOf(key, iss, aud);
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: "unauthorized" });
});

test("refuses what is no token at all", async () => {
  for (const token of ["", "a", "a.b.c", "....", "e30.e30.e30"])
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: "unauthorized" });
});
