import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { Readable, pipeline } from "node:stream";
import { pipeline as piped } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";

// Nonce, then what was packed and sealed, then the seal. A key seals one file only.
const cipherName = "aes-256-gcm";
const nonceBytes = 12;
const sealBytes = 16;
// Records of one table are much alike: a patient takes 53 bytes, and 669 in a database that is encrypted.
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
// Few large pieces come back from the thread that unpacks.
const plainChunkBytes = 262_144;

/** The form of bootstrap file that is packed. */
export const packedForm = 2;

/** A file that has been written. */
export interface PackedFile {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** Puts bytes behind each other into a file, and works out their hash. */
class HashedFile {
  readonly #file: FileHandle;
  readonly #hash = createHash("sha256");
  #size = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#size += bytes.length;
    await this.#file.write(bytes);
  }

  end(): PackedFile {
    return { sha256: this.#hash.digest("hex"), size: this.#size };
  }
}

/**
 * Writes a text into a new file, packed and then sealed, and syncs it. Packing runs in another thread.
 * @param key 32 bytes, never used for another file
 * @param texts pieces of some 100 kB
 */
export async function writePackedFile(
  path: string,
  key: Uint8Array,
  texts: AsyncIterable<string>,
): Promise<PackedFile> {
  const file = await open(path, "wx", 0o600);
  try {
    const hashed = new HashedFile(file);
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(cipherName, key, nonce);
    await hashed.add(nonce);
    await piped(
      Readable.from(texts),
      createZstdCompress(packing),
      cipher,
      async (sealed: AsyncIterable<Uint8Array>) => {
        for await (const bytes of sealed) await hashed.add(bytes);
      },
    );
    await hashed.add(cipher.getAuthTag());
    await file.sync();
    return hashed.end();
  } finally {
    await file.close();
  }
}

async function part(path: string, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const file = await open(path);
  try {
    await file.read(bytes, 0, length, start);
    return bytes;
  } finally {
    await file.close();
  }
}

async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  if (rest !== "") throw new Error("the file ends within a line");
}

/** The lines of a file that `writePackedFile` made, some at a time. @throws Error where it was made with another key or has been changed */
export async function* readPackedFile(
  path: string,
  key: Uint8Array,
): AsyncGenerator<readonly string[]> {
  const { size } = await stat(path);
  const nonce = await part(path, 0, nonceBytes);
  const decipher = createDecipheriv(cipherName, key, nonce);
  decipher.setAuthTag(await part(path, size - sealBytes, sealBytes));
  const sealed = createReadStream(path, {
    start: nonceBytes,
    end: size - sealBytes - 1,
    highWaterMark: 65_536,
  });
  const plain = createZstdDecompress({ chunkSize: plainChunkBytes });
  // A failure of any of them ends the last, and is thrown where that is read.
  pipeline(sealed, decipher, plain, () => undefined);
  yield* linesIn(plain);
}
