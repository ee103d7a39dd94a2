import { spawnSync } from "node:child_process";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { hashRawSync } from "@node-rs/argon2";
import * as z from "zod";

const base64 = z.string().regex(/^[A-Za-z0-9+/=\s]+$/u);

/** What a sealed key is kept as. `open` of a command is the program and its arguments; the sealed bytes go to its input. */
export const sealedKey = z.discriminatedUnion("kept", [
  z.strictObject({
    kept: z.literal("passphrase"),
    salt: base64,
    memory_kib: z.int().min(8_192).max(4_194_304),
    passes: z.int().min(1).max(100),
    sealed: base64,
  }),
  z.strictObject({ kept: z.literal("system"), by: z.enum(["systemd", "dpapi"]), sealed: base64 }),
  z.strictObject({
    kept: z.literal("command"),
    open: z.array(z.string().min(1)).min(1),
    sealed: base64,
  }),
]);
/** A key that something has to open. */
export type SealedKey = z.output<typeof sealedKey>;

/** A key that is there and cannot be opened: nothing is wrong with what it opens. */
export class KeyNotOpened extends Error {
  constructor(message: string) {
    super(message);
    this.name = "KeyNotOpened";
  }
}

const cipherName = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const purpose = Buffer.from("edgeward branch key");

/** Seals bytes by a key of 32 bytes: nonce, ciphertext and tag as base64. */
export function sealBytes(key: Uint8Array, plain: Uint8Array): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, key, nonce).setAAD(purpose);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64");
}

/** Opens what `sealBytes` has sealed; null where the key is another. */
export function openBytes(key: Uint8Array, sealed: string): Buffer | null {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(cipherName, key, bytes.subarray(0, nonceBytes)).setAAD(purpose);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const body = bytes.subarray(nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return null;
  }
}

// A quarter of a second and 128 MB once at a start; as much for each guess.
const memoryKib = 131_072;
const passes = 3;

function fromPassphrase(passphrase: string, salt: Buffer, memory: number, count: number): Buffer {
  return hashRawSync(passphrase.normalize("NFKC"), {
    salt,
    memoryCost: memory,
    timeCost: count,
    parallelism: 1,
    outputLen: 32,
  });
}

const patienceMs = 60_000;

/** Runs a program with bytes on its input and returns its output. @throws KeyNotOpened with what it said */
function piped(command: readonly string[], input: Uint8Array): Buffer {
  const [program = "", ...options] = command;
  // No shell: what a file says is never more than a program and its arguments.
  const ran = spawnSync(program, options, {
    input,
    timeout: patienceMs,
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  if (ran.error !== undefined)
    throw new KeyNotOpened(`${program} could not be run: ${ran.error.message}`);
  if (ran.status === 0) return ran.stdout;
  const said = ran.stderr.toString("utf8").trim().slice(0, 500);
  throw new KeyNotOpened(`${program} ended with ${String(ran.status ?? ran.signal)}: ${said}`);
}

const dpapi = (verb: "Protect" | "Unprotect") => [
  "powershell.exe",
  "-NoProfile",
  "-NonInteractive",
  "-Command",
  `Add-Type -AssemblyName System.Security;
$given = [Convert]::FromBase64String([Console]::In.ReadToEnd());
$made = [Security.Cryptography.ProtectedData]::${verb}($given, $null, 'CurrentUser');
[Console]::Out.Write([Convert]::ToBase64String($made))`,
];

interface SystemSeal {
  readonly seal: (plain: Buffer) => string;
  readonly open: (sealed: string) => Buffer;
}

const credential = "--name=edgeward-branch-key";

const systems: Readonly<Record<"systemd" | "dpapi", SystemSeal>> = {
  // With the machine's TPM where it has one, and otherwise with a key of the machine's own.
  systemd: {
    seal: (plain) =>
      piped(["systemd-creds", "encrypt", credential, "-", "-"], plain).toString("utf8"),
    open: (sealed) =>
      piped(["systemd-creds", "decrypt", credential, "-", "-"], Buffer.from(sealed)),
  },
  // For the user that runs the node.
  dpapi: {
    seal: (plain) =>
      piped(dpapi("Protect"), Buffer.from(plain.toString("base64"))).toString("utf8"),
    open: (sealed) =>
      Buffer.from(piped(dpapi("Unprotect"), Buffer.from(sealed)).toString("utf8"), "base64"),
  },
};

/** How a key is to be kept. */
export type SealBy =
  | { readonly kept: "passphrase"; readonly passphrase: string }
  | { readonly kept: "system" }
  | {
      readonly kept: "command";
      readonly seal: readonly string[];
      readonly open: readonly string[];
    };

/** Seals a key. @throws KeyNotOpened where a program that it needs fails */
export function sealKey(key: Buffer, by: SealBy): SealedKey {
  if (by.kept === "passphrase") {
    const salt = randomBytes(16);
    const sealing = fromPassphrase(by.passphrase, salt, memoryKib, passes);
    const kdf = { salt: salt.toString("base64"), memory_kib: memoryKib, passes };
    return { kept: "passphrase", ...kdf, sealed: sealBytes(sealing, key) };
  }
  if (by.kept === "system") {
    const name = process.platform === "win32" ? "dpapi" : "systemd";
    return { kept: "system", by: name, sealed: systems[name].seal(key) };
  }
  const sealed = piped(by.seal, key).toString("base64");
  return { kept: "command", open: [...by.open], sealed };
}

function requireKey(key: Buffer | null, why: string): Buffer {
  if (key?.length === 32) return key;
  throw new KeyNotOpened(why);
}

/** Opens a sealed key. @param passphrase asked for only where the key is kept by one @throws KeyNotOpened */
export function openKey(sealed: SealedKey, passphrase: () => string): Buffer {
  if (sealed.kept === "passphrase") {
    const salt = Buffer.from(sealed.salt, "base64");
    const sealing = fromPassphrase(passphrase(), salt, sealed.memory_kib, sealed.passes);
    return requireKey(openBytes(sealing, sealed.sealed), "the passphrase is another one");
  }
  const opened =
    sealed.kept === "system"
      ? systems[sealed.by].open(sealed.sealed)
      : piped(sealed.open, Buffer.from(sealed.sealed, "base64"));
  return requireKey(opened, "what was opened is no key of a branch");
}
