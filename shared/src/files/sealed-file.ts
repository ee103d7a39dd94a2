import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { chunkBytes } from "#clinical/files/files.contract.ts";

// A sealed file: four letters, a salt, then chunks, each a cipher text and its tag. The key is this file's own, made
// from the node's key and the salt, so the chunk's number serves as its nonce. Number and end are part of what the tag
// covers: a chunk that was moved, left out or cut off is noticed like one that was changed.
const mark = Buffer.from("EWF1");
const saltBytes = 32;
const tagBytes = 16;
const headBytes = mark.length + saltBytes;

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

  /** Begins a file that must not exist. @param key 32 bytes */
  static async create(path: string, key: Uint8Array): Promise<SealedWriter> {
    const handle = await open(path, "wx", 0o600);
    const salt = randomBytes(saltBytes);
    await handle.write(Buffer.concat([mark, salt]));
    return new SealedWriter(handle, fileKey(key, salt));
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
  readonly chunkCount: number;

  private constructor(handle: FileHandle, key: Buffer, bytes: number) {
    this.#handle = handle;
    this.#key = key;
    this.#bytes = bytes;
    this.chunkCount = Math.max(1, Math.ceil((bytes - headBytes) / (chunkBytes + tagBytes)));
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
    const head = Buffer.alloc(headBytes);
    await handle.read(head, 0, headBytes, 0);
    const { size } = await handle.stat();
    const isOurs = head.subarray(0, mark.length).equals(mark) && size >= headBytes + tagBytes;
    if (isOurs) return new SealedReader(handle, fileKey(key, head.subarray(mark.length)), size);
    await handle.close();
    throw new FileDamaged();
  }

  /** How many bytes the file holds. */
  get size(): number {
    return this.#bytes - headBytes - this.chunkCount * tagBytes;
  }

  /** One chunk. @throws FileDamaged */
  async chunk(index: number): Promise<Buffer> {
    const from = headBytes + index * (chunkBytes + tagBytes);
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
