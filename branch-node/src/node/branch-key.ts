import { createHash, createHmac, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import {
  KeyNotOpened,
  openKey,
  sealedKey,
  sealKey,
  type SealBy,
  type SealedKey,
} from "./key-seal.ts";

/** Names a file with the passphrase, which lies anywhere but in the branch's folder. */
export const passphraseFileVariable = "EDGEWARD_KEY_FILE";

function keyFile(folder: string): string {
  return join(folder, "database.key");
}

// A passphrase that somebody has typed for this process alone, and keys that have been opened: a program is not asked twice.
let typed: string | null = null;
const opened = new Map<string, { readonly text: string; readonly key: Buffer }>();

/** Gives this process the passphrase that somebody has typed. */
export function typePassphrase(passphrase: string): void {
  typed = passphrase;
}

/** The first line of a file that holds a passphrase. @throws KeyNotOpened */
export function passphraseIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new KeyNotOpened(
      `the passphrase cannot be read from ${file}: ${error instanceof Error ? error.message : ""}`,
    );
  }
  const [line = ""] = text.split(/\r?\n/u);
  if (line === "") throw new KeyNotOpened(`${file} holds no passphrase in its first line`);
  return line;
}

function passphraseFor(folder: string): string {
  const file = process.env[passphraseFileVariable];
  if (file !== undefined && file !== "") return passphraseIn(file);
  if (typed !== null) return typed;
  throw new KeyNotOpened(
    `${keyFile(folder)} is kept by a passphrase; name a file that holds it in ${passphraseFileVariable}`,
  );
}

/** What a key file holds: the key itself, or the key sealed. @throws KeyNotOpened for anything else */
function kept(file: string, text: string): Buffer | SealedKey {
  if (/^[0-9a-f]{64}\s*$/u.test(text)) return Buffer.from(text.trim(), "hex");
  try {
    return sealedKey.parse(JSON.parse(text));
  } catch {
    throw new KeyNotOpened(`${file} is damaged; put it back from a backup`);
  }
}

function unsealed(folder: string, text: string): Buffer {
  const file = keyFile(folder);
  const held = kept(file, text);
  if (Buffer.isBuffer(held)) return held;
  try {
    return openKey(held, () => passphraseFor(folder));
  } catch (error) {
    if (!(error instanceof KeyNotOpened)) throw error;
    throw new KeyNotOpened(
      `${file}, kept by ${held.kept}, was not opened: ${error.message}. Nothing was changed`,
    );
  }
}

/**
 * The database's key, by which everything in a branch's folder is sealed; made at the first start.
 * @throws Error where a database is there and its key is not: with a new one it would be taken for damaged
 * @throws KeyNotOpened where it is kept by something that does not open it now
 */
export function databaseKey(folder: string): Buffer {
  const file = keyFile(folder);
  if (!existsSync(file) && existsSync(join(folder, "branch.db")))
    throw new Error(`the key of the database is missing; put ${file} back from a backup`);
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  const text = readFileSync(file, "utf8");
  const name = resolve(file);
  const known = opened.get(name);
  if (known?.text === text) return known.key;
  const key = unsealed(folder, text);
  opened.set(name, { text, key });
  return key;
}

/** A key of this node for one purpose, from the database key. */
export function purposeKey(folder: string, purpose: string): Buffer {
  return createHmac("sha256", databaseKey(folder)).update(purpose).digest();
}

/** How a branch's key is kept. */
export type KeptBy = "file" | SealedKey["kept"];

/** How the key in a folder is kept, and a mark by which two keys are told apart; null where there is none yet. */
export function keptBy(folder: string): KeptBy | null {
  const file = keyFile(folder);
  if (!existsSync(file)) return null;
  const held = kept(file, readFileSync(file, "utf8"));
  return Buffer.isBuffer(held) ? "file" : held.kept;
}

/** A mark by which two keys are told apart, and nothing else. */
export function keyMark(folder: string): string {
  return createHash("sha256").update(databaseKey(folder)).digest("hex").slice(0, 12);
}

/**
 * Keeps the key of a folder in another way, the key itself being the same. What was there stays until the other stands
 * whole on the disk and has been opened again. A node that runs goes on. @throws KeyNotOpened
 */
export function keepKey(folder: string, by: SealBy | { readonly kept: "file" }): void {
  const file = keyFile(folder);
  const key = databaseKey(folder);
  const sealed = by.kept === "file" ? null : sealKey(key, by);
  const again =
    sealed === null ? key : openKey(sealed, () => (by.kept === "passphrase" ? by.passphrase : ""));
  if (!again.equals(key)) throw new KeyNotOpened("what was sealed opens to another key");
  const text = sealed === null ? key.toString("hex") : `${JSON.stringify(sealed, null, 2)}\n`;
  const fresh = openSync(`${file}.new`, "w", 0o600);
  try {
    writeSync(fresh, text);
    fsyncSync(fresh);
  } finally {
    closeSync(fresh);
  }
  renameSync(`${file}.new`, file);
  // It is known here, whatever asks for a passphrase from now on.
  opened.set(resolve(file), { text, key });
}
