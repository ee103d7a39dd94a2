import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { verifyAssertion } from "./device-proof.ts";
import { deviceKeyShape } from "./device-sign-in.contract.ts";

const now = Date.UTC(2026, 10, 23, 4);
const seconds = now / 1000;
const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
const { kty, crv, x } = await exportJWK(publicKey);
const key = deviceKeyShape.parse({ kty, crv, x });

async function verifyUntil(exp: number) {
  const assertion = await new SignJWT({ iat: seconds, exp, jti: "one" })
    .setProtectedHeader({ alg: "EdDSA" })
    .setIssuer("dev_1")
    .setSubject("dev_1")
    .setAudience("branch:brn_1")
    .sign(privateKey);
  return verifyAssertion(key, "dev_1", "branch:brn_1", assertion, now);
}

test("takes an assertion of two minutes", async () => {
  expect(await verifyUntil(seconds + 120)).toEqual({ id: "one", expiresAt: seconds + 120 });
});

test("refuses one that wants to be remembered for a year", async () => {
  await expect(verifyUntil(seconds + 31_536_000)).rejects.toMatchObject({
    code: "invalid_credentials",
  });
});
