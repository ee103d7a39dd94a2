import { compactVerify, decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { DeviceKey } from "./device-sign-in.contract.ts";

function algorithmOf(key: DeviceKey): "EdDSA" | "ES256" {
  return key.crv === "Ed25519" ? "EdDSA" : "ES256";
}

/** Refuses a key that its sender does not hold: the code must have come signed with it. @throws AppError unauthorized */
export async function refuseForeignKey(key: DeviceKey, code: string, proof: string): Promise<void> {
  const algorithm = algorithmOf(key);
  try {
    const { payload } = await compactVerify(proof, await importJWK(key, algorithm), {
      algorithms: [algorithm],
    });
    if (new TextDecoder().decode(payload) === code) return;
  } catch {
    // Said below, in the same words.
  }
  throw new AppError("unauthorized", "The code is not signed with the key that came with it.");
}

/** What a device says of itself to get a token. */
export interface Assertion {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

const longestAssertionSeconds = 120;

/** Who a device claims to be, before anything has been checked; null for what is no assertion. */
export function claimedDevice(assertion: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(assertion);
    return typeof kid === "string" ? kid : null;
  } catch {
    return null;
  }
}

/**
 * Checks that a device has just signed, for this branch, that it wants a token.
 * @param now milliseconds since the epoch @throws AppError invalid_credentials
 */
export async function verifyAssertion(
  key: DeviceKey,
  deviceId: string,
  audience: string,
  assertion: string,
  now: number,
): Promise<Assertion> {
  const algorithm = algorithmOf(key);
  try {
    const { payload } = await jwtVerify(assertion, await importJWK(key, algorithm), {
      algorithms: [algorithm],
      issuer: deviceId,
      subject: deviceId,
      audience,
      currentDate: new Date(now),
      clockTolerance: 30,
      maxTokenAge: longestAssertionSeconds,
      requiredClaims: ["exp", "iat", "jti"],
    });
    const { jti, exp = Infinity, iat = 0 } = payload;
    // Each is remembered until it expires: one that is good for years would be remembered for years.
    const isShort = exp - iat <= longestAssertionSeconds;
    if (typeof jti === "string" && jti.length <= 64 && isShort) {
      return { id: jti, expiresAt: exp };
    }
  } catch {
    // Said below, in the same words.
  }
  throw new AppError("invalid_credentials", "The device's signature is not good here and now.");
}
