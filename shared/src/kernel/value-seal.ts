import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { createKeyedHash } from "./keyed-hash.ts";
import { numberKey } from "./text.ts";

/**
 * Values of one tenant that no database holds in clear. One text under one key is always one and the same sealed text, so
 * that sets of them merge, what has not changed is seen not to have changed, and two nodes come to the same row.
 */
export interface ValueSeal {
  /** A text sealed; what this key has sealed already stays as it is. */
  seal(text: string): string;
  /** What was sealed; null for what this key has not sealed. */
  open(sealed: string): string | null;
  /** A text of JSON with all that was sealed in clear. */
  openIn(json: string): string;
  /** By what a printed number is found that is kept sealed, however it is written; empty for one without letters and digits. */
  indexOf(number: string): string;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const indexBytes = 16;

// A mark, by what the number is found, and nonce, tag and text. No text that a body may say of such a value is as long.
const sealedForm = /^~s1\.([\w-]{0,22})\.[\w-]{38,}$/u;
const sealedWithin = /~s1\.[\w-]{0,22}\.[\w-]{38,}/gu;
const mark = "~s1.";

/** Whether a text is in the form of a sealed one. */
export function isSealed(text: string): boolean {
  return sealedForm.test(text);
}

/** By what a number is found, as it is kept: sealed, or in clear by a program from before. */
export function keptIndex(kept: string): string {
  return sealedForm.exec(kept)?.[1] ?? numberKey(kept);
}

class KeyedSeal implements ValueSeal {
  readonly #cipherKey: Buffer;
  readonly #nonceOf: (text: string) => string;
  readonly #indexOf: (text: string) => string;

  constructor(key: Uint8Array) {
    const derived = (purpose: string) =>
      Buffer.from(hkdfSync("sha256", key, "edgeward", `sealed value ${purpose}`, keyBytes));
    this.#cipherKey = derived("text");
    this.#nonceOf = createKeyedHash(derived("nonce"), { remembers: false });
    this.#indexOf = createKeyedHash(derived("index"), { remembers: false });
  }

  seal(text: string): string {
    return isSealed(text) && this.open(text) !== null ? text : this.#sealed(text);
  }

  #sealed(text: string, index = this.indexOf(text)): string {
    // Of the text alone, so that it is never used for another one.
    const nonce = Buffer.from(this.#nonceOf(text), "hex").subarray(0, nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#cipherKey, nonce);
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    const bytes = Buffer.concat([nonce, cipher.getAuthTag(), body]);
    return `${mark}${index}.${bytes.toString("base64url")}`;
  }

  open(sealed: string): string | null {
    if (!isSealed(sealed)) return null;
    const text = this.#decrypted(
      Buffer.from(sealed.slice(sealed.lastIndexOf(".") + 1), "base64url"),
    );
    // What is found by another number than its own, or sealed otherwise than here, was put together by somebody.
    return text !== null && (this.#sealed(text) === sealed || this.#sealedBefore(text) === sealed)
      ? text
      : null;
  }

  // As by a program that found a number by its ASCII letters and digits alone.
  #sealedBefore(text: string): string {
    return this.#sealed(text, this.#indexUnder(text.toUpperCase().replaceAll(/[^0-9A-Z]/gu, "")));
  }

  #decrypted(bytes: Buffer): string | null {
    const decipher = createDecipheriv(
      "aes-256-gcm",
      this.#cipherKey,
      bytes.subarray(0, nonceBytes),
    );
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    try {
      const body = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([body, decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }

  openIn(json: string): string {
    if (!json.includes(mark)) return json;
    return json.replaceAll(sealedWithin, (sealed) => {
      const text = this.open(sealed);
      return text === null ? sealed : JSON.stringify(text).slice(1, -1);
    });
  }

  indexOf(number: string): string {
    return this.#indexUnder(numberKey(number));
  }

  #indexUnder(key: string): string {
    if (key === "") return "";
    return Buffer.from(this.#indexOf(key), "hex").subarray(0, indexBytes).toString("base64url");
  }
}

const seals = new WeakMap<Uint8Array, ValueSeal>();

/** The seal of a tenant's values. @param key which its nodes and the hub have */
export function valueSealOf(key: Uint8Array): ValueSeal {
  const known = seals.get(key);
  if (known !== undefined) return known;
  const made = new KeyedSeal(key);
  seals.set(key, made);
  return made;
}
