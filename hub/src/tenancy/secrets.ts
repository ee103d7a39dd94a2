import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createKeyedHash } from "@edgeward/shared/kernel/keyed-hash.ts";

/** What a stolen database must not give away is sealed or hashed with keys that come from one secret beside it. */
export interface Secrets {
  /** AES-256-GCM, as text. */
  seal(plain: string): string;
  /** @throws Error for what was not sealed with this secret */
  open(sealed: string): string;
  /** HMAC-SHA-256 in hex, with a key of its own for each purpose. */
  hash(purpose: string, text: string): string;
  /** 32 bytes for a purpose. */
  key(purpose: string): Buffer;
}

const secretBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The secret kept in a file of mode 0600, made when there is none. */
export function readOrMakeSecret(file: string): Buffer {
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(secretBytes).toString("hex")}\n`, {
      mode: 0o600,
      flag: "wx",
    });
  }
  const secret = Buffer.from(readFileSync(file, "utf8").trim(), "hex");
  if (secret.length !== secretBytes) throw new Error(`${file} does not hold a secret of 32 bytes`);
  return secret;
}

/** Keys of many purposes from one secret. */
export function createSecrets(secret: Uint8Array): Secrets {
  const keys = new Map<string, Buffer>();
  const hashes = new Map<string, (text: string) => string>();

  function key(purpose: string): Buffer {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const made = Buffer.from(hkdfSync("sha256", secret, "edgeward", purpose, secretBytes));
    keys.set(purpose, made);
    return made;
  }

  return {
    key,
    hash(purpose, text) {
      const hashed = hashes.get(purpose) ?? createKeyedHash(key(purpose));
      hashes.set(purpose, hashed);
      return hashed(text);
    },
    seal(plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key("seal"), nonce);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv("aes-256-gcm", key("seal"), nonce);
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = bytes.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
  };
}
