import { createPrivateKey, X509Certificate } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** A private key and the certificates that lead from its own to the authority, as they lie in one file. */
export interface KeyedChain {
  readonly privateKeyPem: string;
  /** The key's own certificate first. */
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]];
}

/** A key and the certificates that go with it, as they are made. */
export interface UnsealedChain {
  readonly privateKeyPem: string;
  readonly certificatePems: readonly string[];
}

/** What a file of a key and its certificates turned out to be. */
export type KeyedFile = "missing" | "damaged" | KeyedChain;

const block = /-----BEGIN (?<kind>[A-Z ]+)-----[\s\S]+?-----END \k<kind>-----\n?/gu;

const cipher = "aes-256-cbc";

// In the clear only for as long as somebody works with it.
function openedKey(pem: string, secret: string): string {
  const key = createPrivateKey({ key: pem, passphrase: secret });
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function sealedKey(pem: string, secret: string): string {
  const form = { type: "pkcs8", format: "pem", cipher, passphrase: secret } as const;
  return createPrivateKey(pem).export(form).toString();
}

function parsed(text: string, secret: string): KeyedChain {
  const blocks = [...text.matchAll(block)];
  const ofKind = (kind: string) =>
    blocks.filter(({ groups }) => groups?.["kind"] === kind).map(([pem]) => pem);
  const [keyPem] = ofKind("ENCRYPTED PRIVATE KEY");
  const [own, ...others] = ofKind("CERTIFICATE").map((pem) => new X509Certificate(pem));
  if (keyPem === undefined || own === undefined) throw new Error("a part is missing");
  const privateKeyPem = openedKey(keyPem, secret);
  if (!own.checkPrivateKey(createPrivateKey(privateKeyPem))) throw new Error("a wrong key");
  return { privateKeyPem, certificates: [own, ...others] };
}

/**
 * Reads a key with its certificates. Never throws: a file that cannot be used is `damaged`. @param secret by which the key is
 * sealed
 */
export function readKeyedFile(file: string, secret: string): KeyedFile {
  if (!existsSync(file)) return "missing";
  try {
    return parsed(readFileSync(file, "utf8"), secret);
  } catch {
    return "damaged";
  }
}

/**
 * Keeps a key, sealed, with its certificates, readable by the node's user alone. Key and certificate are one file that is there
 * whole or not at all: after a power cut they belong together, or the ones from before do.
 */
export function keepKeyedFile(
  file: string,
  secret: string,
  { privateKeyPem, certificatePems }: UnsealedChain,
): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const opened = openSync(`${file}.new`, "w", 0o600);
  try {
    writeSync(opened, [sealedKey(privateKeyPem, secret), ...certificatePems].join(""));
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(`${file}.new`, file);
}
