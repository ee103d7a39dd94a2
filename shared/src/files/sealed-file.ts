import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { chunkBytes } from "#clinical/files/files.contract.ts";

// A sealed file: four letters, a salt, the file's key, then chunks, each a cipher text and its tag. The key is this file's
// own and drawn for it, so the chunk's number serves as its nonce. It stands there wrapped: sealed by a key that is made
// from the node's and the salt. Where the wrapped key is overwritten nobody opens the file any more, whatever keys they
// have. Number and end are part of what a chunk's tag covers: one that was moved, left out or cut off is noticed like one
// that was changed. Files from before have no key in them: theirs was made from the node's key and the salt.
const mark = Buffer.from("EWF2");
const derivedMark = Buffer.from("EWF1");
const saltBytes = 32;
const tagBytes = 16;
const keyBytes = 32;
const wrappedBytes = keyBytes + tagBytes;
const derivedHeadBytes = mark.length + saltBytes;
const headBytes = derivedHeadBytes + wrappedBytes;
// Every salt makes another wrapping key, which seals one text.
const wrappingNonce = Buffer.alloc(12);

/** Bytes on the disk are not what was written there. */
export class FileDamaged extends Error {
  constructor() {
    super("a stored file is damaged");
    this.name = "FileDamaged";
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function fileKey(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "edgeward file", 32));
}

function wrappingKey(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "edgeward file key", keyBytes));
}

function wrapped(own: Uint8Array, key: Uint8Array, salt: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", wrappingKey(key, salt), wrappingNonce);
  return Buffer.concat([cipher.update(own), cipher.final(), cipher.getAuthTag()]);
}

/** A file's own key. @throws FileDamaged where it was erased, or wrapped by another node's */
function unwrapped(sealed: Buffer, key: Uint8Array, salt: Uint8Array): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", wrappingKey(key, salt), wrappingNonce);
  decipher.setAuthTag(sealed.subarray(keyBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, keyBytes)), decipher.final()]);
  } catch {
    throw new FileDamaged();
  }
}

/** What a file begins with: the key that opens its chunks, and where they begin. @throws FileDamaged */
function headOf(head: Buffer, key: Uint8Array): { readonly own: Buffer; readonly length: number } {
  const salt = head.subarray(mark.length, derivedHeadBytes);
  const letters = head.subarray(0, mark.length);
  if (letters.equals(derivedMark)) return { own: fileKey(key, salt), length: derivedHeadBytes };
  if (!letters.equals(mark)) throw new FileDamaged();
  return { own: unwrapped(head.subarray(derivedHeadBytes), key, salt), length: headBytes };
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

function placeOf(index: number, isLast: boolean): Buffer {
  const place = Buffer.alloc(5);
  place.writeUInt32BE(index, 0);
  place.writeUInt8(isLast ? 1 : 0, 4);
  return place;
}

/** Makes the names in a folder outlast a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a file that is safely on the disk to its place, so that the place holds all of it or nothing. */
export async function moveInto(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Writes a sealed file as its bytes come. */
export class SealedWriter {
  readonly #handle: FileHandle;
  readonly #key: Buffer;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #index = 0;

  private constructor(handle: FileHandle, key: Buffer) {
    this.#handle = handle;
    this.#key = key;
  }

  /** Begins a file that must not exist, under a key of its own. @param key 32 bytes of the node's, which wrap it */
  static async create(path: string, key: Uint8Array): Promise<SealedWriter> {
    const handle = await open(path, "wx", 0o600);
    const salt = randomBytes(saltBytes);
    const own = randomBytes(keyBytes);
    await handle.write(Buffer.concat([mark, salt, wrapped(own, key, salt)]));
    return new SealedWriter(handle, own);
  }

  /** Takes bytes; at least one is held back, because the last chunk is sealed as such. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(Buffer.from(bytes));
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes <= chunkBytes) return;
    let rest = Buffer.concat(this.#waiting.splice(0));
    for (; rest.length > chunkBytes; rest = rest.subarray(chunkBytes)) {
      await this.#seal(rest.subarray(0, chunkBytes), false);
    }
    this.#waiting.push(rest);
    this.#waitingBytes = rest.length;
  }

  /** Ends the file; afterwards it outlasts a power cut. */
  async finish(): Promise<void> {
    await this.#seal(Buffer.concat(this.#waiting.splice(0)), true);
    await this.#handle.sync();
    await this.#handle.close();
  }

  /** Gives up; the file is left to be removed. */
  close(): Promise<void> {
    return this.#handle.close();
  }

  async #seal(plain: Uint8Array, isLast: boolean): Promise<void> {
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonceOf(this.#index));
    cipher.setAAD(placeOf(this.#index, isLast));
    const body = cipher.update(plain);
    cipher.final();
    await this.#handle.write(Buffer.concat([body, cipher.getAuthTag()]));
    this.#index += 1;
  }
}

/** An open sealed file: any chunk of it can be read. */
export class SealedReader {
  readonly #handle: FileHandle;
  readonly #key: Buffer;
  readonly #bytes: number;
  readonly #headBytes: number;
  readonly chunkCount: number;

  private constructor(handle: FileHandle, head: ReturnType<typeof headOf>, bytes: number) {
    this.#handle = handle;
    this.#key = head.own;
    this.#headBytes = head.length;
    this.#bytes = bytes;
    this.chunkCount = Math.max(1, Math.ceil((bytes - head.length) / (chunkBytes + tagBytes)));
  }

  /** Opens a file, or gives null where there is none. @throws FileDamaged */
  static async open(path: string, key: Uint8Array): Promise<SealedReader | null> {
    let handle: FileHandle;
    try {
      handle = await open(path, "r");
    } catch (error) {
      if (isCode(error, "ENOENT")) return null;
      throw error;
    }
    try {
      const bytes = Buffer.alloc(headBytes);
      await handle.read(bytes, 0, headBytes, 0);
      const { size } = await handle.stat();
      const head = headOf(bytes, key);
      if (size < head.length + tagBytes) throw new FileDamaged();
      return new SealedReader(handle, head, size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** How many bytes the file holds. */
  get size(): number {
    return this.#bytes - this.#headBytes - this.chunkCount * tagBytes;
  }

  /** One chunk. @throws FileDamaged */
  async chunk(index: number): Promise<Buffer> {
    const from = this.#headBytes + index * (chunkBytes + tagBytes);
    const sealed = Buffer.alloc(Math.max(0, Math.min(chunkBytes + tagBytes, this.#bytes - from)));
    const { bytesRead } = await this.#handle.read(sealed, 0, sealed.length, from);
    if (bytesRead < sealed.length || sealed.length < tagBytes) throw new FileDamaged();
    const decipher = createDecipheriv("aes-256-gcm", this.#key, nonceOf(index));
    decipher.setAAD(placeOf(index, index === this.chunkCount - 1));
    decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
    try {
      const plain = decipher.update(sealed.subarray(0, sealed.length - tagBytes));
      decipher.final();
      return plain;
    } catch {
      throw new FileDamaged();
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Writes a few bytes as a sealed file that is there wholly or not at all. */
export async function writeSealed(
  path: string,
  temporary: string,
  key: Uint8Array,
  bytes: Uint8Array,
): Promise<void> {
  const writer = await SealedWriter.create(temporary, key);
  await writer.write(bytes);
  await writer.finish();
  await moveInto(temporary, path);
}

/**
 * Takes a file away so that nobody opens it, whatever keys they have: what its key is made of is overwritten first, as the
 * bytes themselves may stay on a disk for long. Does nothing where there is none.
 */
export async function eraseSealed(path: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(path, "r+");
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  try {
    await handle.write(randomBytes(headBytes - mark.length), 0, null, mark.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await removeAll(path);
  await syncFolder(dirname(path));
}

/** Whether there is a file. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw error;
  }
}

/** Removes a file or folder, or does nothing. */
export function removeAll(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}
