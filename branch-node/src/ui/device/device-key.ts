import { readFields, readText, tryRead } from "#ui/wire/read.ts";

/** What a paired device keeps: its key, which cannot be read out of the browser, and its name at the branch. */
export interface DeviceIdentity {
  readonly deviceId: string;
  /** Whom its signatures are for. */
  readonly audience: string;
  readonly keys: CryptoKeyPair;
}

function readKept(value: unknown): DeviceIdentity | null {
  const kept = readFields(value);
  const { privateKey, publicKey } = readFields(kept["keys"]);
  if (!(privateKey instanceof CryptoKey && publicKey instanceof CryptoKey)) return null;
  return {
    deviceId: readText(kept["deviceId"]),
    audience: readText(kept["audience"]),
    keys: { privateKey, publicKey },
  };
}

const storeName = "identity";

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB failed")));
  });
}

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open("edgeward-device", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(storeName));
  const database = await done(opening);
  return database.transaction(storeName, mode).objectStore(storeName);
}

/** The identity of this device on this kind of page, or null. */
export async function loadIdentity(page: string): Promise<DeviceIdentity | null> {
  const kept: unknown = await done((await openStore("readonly")).get(page));
  return tryRead(kept, readKept);
}

/** Keeps an identity; the browser stores the key itself and shows it to nobody. */
export async function keepIdentity(page: string, identity: DeviceIdentity): Promise<void> {
  await done((await openStore("readwrite")).put({ ...identity }, page));
}

/** Forgets who this device is. */
export async function forgetIdentity(page: string): Promise<void> {
  await done((await openStore("readwrite")).delete(page));
}

async function makePair(algorithm: AlgorithmIdentifier | EcKeyGenParams): Promise<CryptoKeyPair> {
  const made = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  if ("privateKey" in made) return made;
  throw new Error("the browser made no pair of keys");
}

/** Makes a key that never leaves the browser: Ed25519, or P-256 where the browser is too old for it. */
export async function makeKeys(): Promise<CryptoKeyPair> {
  try {
    return await makePair({ name: "Ed25519" });
  } catch {
    return makePair({ name: "ECDSA", namedCurve: "P-256" });
  }
}

/** The public half, as the branch takes it. */
export async function publicKeyOf(keys: CryptoKeyPair): Promise<object> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", keys.publicKey);
  return { kty, crv, x, ...(y === undefined ? {} : { y }) };
}

function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A compact JWS of a text with the device's key. */
export async function signText(
  keys: CryptoKeyPair,
  text: string,
  header: Readonly<Record<string, string>> = {},
): Promise<string> {
  const encoder = new TextEncoder();
  const isEd = keys.privateKey.algorithm.name === "Ed25519";
  const protectedHeader = JSON.stringify({ alg: isEd ? "EdDSA" : "ES256", ...header });
  const signed = [protectedHeader, text].map((part) => base64url(encoder.encode(part))).join(".");
  const algorithm = isEd ? { name: "Ed25519" } : { name: "ECDSA", hash: "SHA-256" };
  const bytes = encoder.encode(signed);
  const signature = await crypto.subtle.sign(algorithm, keys.privateKey, bytes);
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}
