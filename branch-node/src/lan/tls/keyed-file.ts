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

/** What a file of a key and its certificates turned out to be. */
export type KeyedFile = "missing" | "damaged" | KeyedChain;

const block = /-----BEGIN (?<kind>[A-Z ]+)-----[\s\S]+?-----END \k<kind>-----\n?/gu;

function parsed(text: string): KeyedChain {
  const blocks = [...text.matchAll(block)];
  const ofKind = (kind: string) =>
    blocks.filter(({ groups }) => groups?.["kind"] === kind).map(([pem]) => pem);
  const [privateKeyPem] = ofKind("PRIVATE KEY");
  const [own, ...others] = ofKind("CERTIFICATE").map((pem) => new X509Certificate(pem));
  if (privateKeyPem === undefined || own === undefined) throw new Error("a part is missing");
  if (!own.checkPrivateKey(createPrivateKey(privateKeyPem))) throw new Error("a wrong key");
  return { privateKeyPem, certificates: [own, ...others] };
}

/** Reads a key with its certificates. Never throws: a file that cannot be used is `damaged`. */
export function readKeyedFile(file: string): KeyedFile {
  if (!existsSync(file)) return "missing";
  try {
    return parsed(readFileSync(file, "utf8"));
  } catch {
    return "damaged";
  }
}

/**
 * Keeps a key with its certificates, readable by the node's user alone. Key and certificate are one file that is there
 * whole or not at all: after a power cut they belong together, or the ones from before do.
 */
export function keepKeyedFile(
  file: string,
  privateKeyPem: string,
  certificatePems: readonly string[],
): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const opened = openSync(`${file}.new`, "w", 0o600);
  try {
    writeSync(opened, [privateKeyPem, ...certificatePems].join(""));
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(`${file}.new`, file);
}
