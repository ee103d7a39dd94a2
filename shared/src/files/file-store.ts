import { createHash, randomUUID, type Hash } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chunkBytes } from "#clinical/files/files.contract.ts";
import {
  eraseSealed,
  FileDamaged,
  isThere,
  moveInto,
  removeAll,
  SealedReader,
  SealedWriter,
  writeSealed,
} from "./sealed-file.ts";

/** Where a node keeps files, and the key that seals them. */
export interface FileStoreOptions {
  readonly folder: string;
  /** 32 bytes of this node's own. */
  readonly key: Uint8Array;
  /** Distinguishes processes that share the folder. */
  readonly instance: string;
}

/** What came of some bytes that were put down. */
export interface Staged {
  readonly sha256: string;
  readonly sizeBytes: number;
}

const hashPattern = /^[0-9a-f]{64}$/;
const tenantPattern = /^ten_[0-9a-z]+$/;

/** Reads bytes of a sealed file wherever they stand; what was opened last is at hand for the next. */
function readerAt(reader: SealedReader): (offset: number, length: number) => Promise<Buffer> {
  let last: { readonly index: number; readonly bytes: Buffer } | null = null;
  const chunk = async (index: number) => {
    if (last?.index !== index) last = { index, bytes: await reader.chunk(index) };
    return last.bytes;
  };
  return async (offset, length) => {
    const end = Math.min(offset + length, reader.size);
    const parts: Buffer[] = [];
    for (let index = Math.floor(offset / chunkBytes); index * chunkBytes < end; index += 1) {
      const begin = index * chunkBytes;
      parts.push((await chunk(index)).subarray(Math.max(0, offset - begin), end - begin));
    }
    return Buffer.concat(parts);
  };
}

/** Bytes on their way into the store: nobody sees them until they are kept. */
export class Staging {
  readonly #writer: SealedWriter;
  readonly #key: Uint8Array;
  readonly #hash: Hash = createHash("sha256");
  readonly path: string;
  #sizeBytes = 0;
  #isOpen = true;

  constructor(writer: SealedWriter, path: string, key: Uint8Array) {
    this.#writer = writer;
    this.path = path;
    this.#key = key;
  }

  /** How many bytes have come so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#sizeBytes += bytes.length;
    await this.#writer.write(bytes);
  }

  async finish(): Promise<Staged> {
    await this.#writer.finish();
    this.#isOpen = false;
    return { sha256: this.#hash.digest("hex"), sizeBytes: this.#sizeBytes };
  }

  /** Does something with the bytes that were put down, wherever they stand, once they are finished. */
  async reading<T>(
    work: (readAt: (offset: number, length: number) => Promise<Buffer>) => Promise<T>,
  ): Promise<T> {
    const reader = await SealedReader.open(this.path, this.#key);
    if (reader === null) throw new FileDamaged();
    try {
      return await work(readerAt(reader));
    } finally {
      await reader.close();
    }
  }

  /** Leaves nothing behind; after the bytes have been kept it does nothing. */
  async discard(): Promise<void> {
    if (this.#isOpen) await this.#writer.close();
    this.#isOpen = false;
    await removeAll(this.path);
  }
}

/**
 * A node's files, each under its tenant and the SHA-256 of its bytes, sealed chunk by chunk. What is written goes
 * beside first, is synced, and takes its place by a rename: a place holds all of a file or nothing.
 */
export class FileStore {
  readonly #folder: string;
  readonly #key: Uint8Array;
  readonly #staging: string;

  constructor(options: FileStoreOptions) {
    this.#folder = options.folder;
    this.#key = options.key;
    this.#staging = join(options.folder, "staging", options.instance);
    // What a crash left half written is nobody's.
    rmSync(this.#staging, { recursive: true, force: true });
    mkdirSync(this.#staging, { recursive: true, mode: 0o700 });
  }

  /** Begins to take bytes. */
  async stage(): Promise<Staging> {
    const path = this.#temporary();
    return new Staging(await SealedWriter.create(path, this.#key), path, this.#key);
  }

  /** Gives staged bytes their place. */
  async keep(tenantId: string, staging: Staging, sha256: string): Promise<void> {
    const place = this.#place(tenantId, sha256);
    await mkdir(join(place, ".."), { recursive: true, mode: 0o700 });
    await moveInto(staging.path, place);
  }

  /** The file with that hash, or null. Close it afterwards. @throws FileDamaged */
  open(tenantId: string, sha256: string): Promise<SealedReader | null> {
    return SealedReader.open(this.#place(tenantId, sha256), this.#key);
  }

  /** The numbers of the chunks that have arrived of a file that is not complete. */
  async arrived(tenantId: string, sha256: string): Promise<readonly number[]> {
    const folder = this.#partsFolder(tenantId, sha256);
    if (!(await isThere(folder))) return [];
    const names = await readdir(folder);
    return names.map(Number).toSorted((one, other) => one - other);
  }

  /** Keeps one chunk of a file that comes in pieces. */
  async keepChunk(
    tenantId: string,
    sha256: string,
    index: number,
    bytes: Uint8Array,
  ): Promise<void> {
    const folder = this.#partsFolder(tenantId, sha256);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeSealed(join(folder, String(index)), this.#temporary(), this.#key, bytes);
  }

  /** Forgets the chunks that have arrived. */
  forgetChunks(tenantId: string, sha256: string): Promise<void> {
    return removeAll(this.#partsFolder(tenantId, sha256));
  }

  /** Takes a file and its chunks away so that nobody opens them, whatever keys they have. */
  async erase(tenantId: string, sha256: string): Promise<void> {
    await eraseSealed(this.#place(tenantId, sha256));
    const folder = this.#partsFolder(tenantId, sha256);
    for (const index of await this.arrived(tenantId, sha256))
      await eraseSealed(join(folder, String(index)));
    await this.forgetChunks(tenantId, sha256);
  }

  /**
   * Makes a file of its chunks, when they are what the hash says; otherwise they are forgotten, to be sent again.
   * Returns whether the file is there now.
   */
  async assemble(tenantId: string, sha256: string, chunkCount: number): Promise<boolean> {
    const staging = await this.stage();
    try {
      for (let index = 0; index < chunkCount; index += 1) {
        await staging.write(await this.#part(tenantId, sha256, index));
      }
      const isWhole = (await staging.finish()).sha256 === sha256;
      if (isWhole) await this.keep(tenantId, staging, sha256);
      await this.forgetChunks(tenantId, sha256);
      return isWhole;
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      await this.forgetChunks(tenantId, sha256);
      return false;
    } finally {
      await staging.discard();
    }
  }

  async #part(tenantId: string, sha256: string, index: number): Promise<Buffer> {
    const path = join(this.#partsFolder(tenantId, sha256), String(index));
    const reader = await SealedReader.open(path, this.#key);
    if (reader === null) throw new FileDamaged();
    try {
      return await reader.chunk(0);
    } finally {
      await reader.close();
    }
  }

  #temporary(): string {
    return join(this.#staging, randomUUID());
  }

  // Both names become part of a path, so nothing but an id and a hash may pass.
  #names(tenantId: string, sha256: string): readonly [string, string, string] {
    if (!tenantPattern.test(tenantId) || !hashPattern.test(sha256)) {
      throw new Error("not a tenant's id and a hash");
    }
    return [tenantId, sha256.slice(0, 2), sha256];
  }

  #place(tenantId: string, sha256: string): string {
    return join(this.#folder, "kept", ...this.#names(tenantId, sha256));
  }

  #partsFolder(tenantId: string, sha256: string): string {
    return join(this.#folder, "parts", ...this.#names(tenantId, sha256));
  }
}
