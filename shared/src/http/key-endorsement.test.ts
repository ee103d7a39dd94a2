import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from "jose";
import { expect, test } from "vitest";
import { endorse, trustedOf } from "./key-endorsement.ts";

interface Pair {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

async function makePair(kid: string, by: Pair | null = null): Promise<Pair> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: "EdDSA", use: "sig" };
  if (by !== null) Object.assign(jwk, { endorsement: await endorse(jwk, by) });
  return { kid, privateKey, jwk };
}

function kids(keys: readonly JWK[]): readonly (string | undefined)[] {
  return keys.map(({ kid }) => kid);
}

test("a key is trusted that is known, or that a trusted one has endorsed, through any number of them", async () => {
  const first = await makePair("one");
  const second = await makePair("two", first);
  const third = await makePair("three", second);
  const all = [third.jwk, first.jwk, second.jwk];
  expect(kids(await trustedOf([first.jwk], all))).toEqual(["three", "one", "two"]);
  expect(kids(await trustedOf([second.jwk], all))).toEqual(["three", "two"]);
});

test("a stranger's keys are not, under whatever name and with whatever signature", async () => {
  const own = await makePair("one");
  const stranger = await makePair("one");
  const byItself = await makePair("two", stranger);
  const stolen = await makePair("three", own);
  const moved = { ...stolen.jwk, x: stranger.jwk.x ?? "" };
  const odd = { ...stranger.jwk, kid: "four", endorsement: "a.b.c" };
  expect(await trustedOf([own.jwk], [stranger.jwk, byItself.jwk, moved, odd])).toEqual([]);
  expect(kids(await trustedOf([own.jwk], [own.jwk, byItself.jwk, moved]))).toEqual(["one"]);
});

test("a key that is not served any more vouches for nobody", async () => {
  const retired = await makePair("one");
  const forged = await makePair("two", retired);
  expect(await trustedOf([retired.jwk], [forged.jwk])).toEqual([]);
});
