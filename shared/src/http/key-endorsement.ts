import { CompactSign, compactVerify, importJWK, type CryptoKey, type JWK } from "jose";

// A key is endorsed as a key: nothing else that its signer signs, such as a token, can be taken for it.
const kind = "key-endorsement";
const algorithm = "EdDSA";

function contentOf({ kid, kty, crv, x }: JWK): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([kid, kty, crv, x]));
}

/** What a key signs of the one that follows it, so that whoever trusts it trusts the next as well. */
export async function endorse(
  next: JWK,
  by: { readonly kid: string; readonly privateKey: CryptoKey },
): Promise<string> {
  return new CompactSign(contentOf(next))
    .setProtectedHeader({ alg: algorithm, kid: by.kid, typ: kind })
    .sign(by.privateKey);
}

async function isEndorsed(key: JWK, by: JWK): Promise<boolean> {
  const endorsement: unknown = "endorsement" in key ? key.endorsement : undefined;
  if (typeof endorsement !== "string") return false;
  try {
    const options = { algorithms: [algorithm] };
    const { payload, protectedHeader } = await compactVerify(
      endorsement,
      await importJWK(by, algorithm),
      options,
    );
    return protectedHeader.typ === kind && Buffer.from(payload).equals(contentOf(key));
  } catch {
    return false;
  }
}

function isSameKey(one: JWK, other: JWK): boolean {
  return one.kid === other.kid && Buffer.from(contentOf(one)).equals(contentOf(other));
}

/**
 * Of the keys that are served those that may be trusted: known ones, and those that one of the trusted has endorsed, however
 * many stand between.
 */
export async function trustedOf(
  known: readonly JWK[],
  served: readonly JWK[],
): Promise<readonly JWK[]> {
  const trusted = served.filter((key) => known.some((one) => isSameKey(one, key)));
  // A key that is not served any more endorses nothing new: it was taken out of use, or stolen.
  for (let left = served.filter((key) => !trusted.includes(key)); left.length > 0;) {
    const fresh: JWK[] = [];
    for (const key of left) {
      const signers = await Promise.all(trusted.map((by) => isEndorsed(key, by)));
      if (signers.includes(true)) fresh.push(key);
    }
    if (fresh.length === 0) break;
    trusted.push(...fresh);
    left = left.filter((key) => !fresh.includes(key));
  }
  return served.filter((key) => trusted.includes(key));
}
