import { randomBytes } from "node:crypto";

/** Crockford's base 32: no letter that can be taken for a digit or another letter. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/** How long a code can be used, in milliseconds. */
export const pairingCodeMs = 10 * 60_000;

/** A one-time code of 40 random bits. */
export function newPairingCode(): string {
  return Array.from(randomBytes(length), (byte) => alphabet.charAt(byte & 31)).join("");
}

/** A code as a person types it, in the one form; null for what cannot be one. */
export function readPairingCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/gu, "1");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/u.test(code) ? code : null;
}
