import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { KioskIdentity } from "./kiosk-branch.ts";
import { KioskKey } from "./kiosk-key.ts";

function readIdentity(text: string): KioskIdentity | null {
  const kept: unknown = JSON.parse(text);
  if (!Array.isArray(kept)) return null;
  const texts = kept.filter((part) => typeof part === "string");
  const [branchUrl, deviceId, audience, pem] = texts;
  if (branchUrl === undefined || deviceId === undefined) return null;
  if (audience === undefined || pem === undefined) return null;
  return { branchUrl, deviceId, audience, key: KioskKey.fromPem(pem) };
}

/** Who the kiosk of a file is; null where there is none, or nothing that can be read. */
export function recallKiosk(file: string | null): KioskIdentity | null {
  if (file === null || !existsSync(file)) return null;
  try {
    return readIdentity(readFileSync(file, "utf8"));
  } catch {
    // A kiosk whose storage is spoiled is one that has to be paired.
    return null;
  }
}

/** Keeps who the kiosk is, for its owner's eyes alone. */
export function keepKiosk(file: string | null, identity: KioskIdentity): void {
  if (file === null) return;
  const { branchUrl, deviceId, audience, key } = identity;
  const kept = JSON.stringify([branchUrl, deviceId, audience, key.pem]);
  writeFileSync(file, kept, { mode: 0o600 });
}

/** Forgets who the kiosk is. */
export function forgetKiosk(file: string | null): void {
  if (file !== null) rmSync(file, { force: true });
}
