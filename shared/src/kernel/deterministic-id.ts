import { createHash } from "node:crypto";
import { encodeUlidPart, type IdPrefix } from "./ids.ts";

/** The id that two nodes doing the same job arrive at: SHA-256 of the parts, cut into the ULID alphabet. */
export function deterministicId(prefix: IdPrefix, ...parts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
  return `${prefix}_${encodeUlidPart(BigInt(`0x${digest}`), 26)}`;
}
