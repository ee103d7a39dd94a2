import type { Logger } from "#log/log.ts";
import { AppError } from "#kernel/errors.ts";
import { chunkBytes } from "#clinical/files/files.contract.ts";
import { FileDamaged, type SealedReader } from "./sealed-file.ts";
import type { FileStore } from "./file-store.ts";

/** Bytes by their name. */
export interface BytesName {
  readonly tenantId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Gets bytes again that are damaged or not here. @returns whether they are here now */
export type Repair = (name: BytesName, isDamaged: boolean) => Promise<boolean>;

/** Files that can be read although the disk is not to be trusted. */
export interface StoredBytes {
  readonly files: FileStore;
  readonly repair: Repair;
  readonly log: Logger;
}

function notHere(): AppError {
  return new AppError("unavailable", "The file's bytes cannot be had at this moment.", {
    retry_after: 5,
  });
}

async function openWhole(stored: StoredBytes, name: BytesName): Promise<SealedReader | null> {
  const reader = await stored.files.open(name.tenantId, name.sha256);
  if (reader === null || reader.size === name.sizeBytes) return reader;
  await reader.close();
  throw new FileDamaged();
}

/**
 * Reads a file chunk by chunk. A chunk that is not what was written never leaves: the whole file is got again from the
 * other node and reading goes on with the same chunk.
 */
export class FileReading {
  readonly #stored: StoredBytes;
  readonly #name: BytesName;
  #reader: SealedReader | null = null;
  #hasRepaired = false;

  constructor(stored: StoredBytes, name: BytesName) {
    this.#stored = stored;
    this.#name = name;
  }

  /** One chunk. @throws AppError unavailable when the bytes are nowhere to be had */
  async chunk(index: number): Promise<Buffer> {
    try {
      this.#reader ??= await openWhole(this.#stored, this.#name);
      if (this.#reader !== null) return await this.#reader.chunk(index);
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      this.#stored.log.error("file_damaged", {}, error);
      await this.#again(true);
      return this.chunk(index);
    }
    await this.#again(false);
    return this.chunk(index);
  }

  async close(): Promise<void> {
    await this.#reader?.close();
    this.#reader = null;
  }

  async #again(isDamaged: boolean): Promise<void> {
    await this.close();
    const isHere = !this.#hasRepaired && (await this.#stored.repair(this.#name, isDamaged));
    this.#hasRepaired = true;
    if (!isHere) throw notHere();
  }
}

/** The bytes from `first` to `last`, both of them included. */
export async function* readBytes(
  reading: FileReading,
  first: number,
  last: number,
): AsyncGenerator<Buffer> {
  for (let index = Math.floor(first / chunkBytes); index * chunkBytes <= last; index += 1) {
    const chunk = await reading.chunk(index);
    const begin = index * chunkBytes;
    yield chunk.subarray(Math.max(0, first - begin), Math.min(chunk.length, last - begin + 1));
  }
}
