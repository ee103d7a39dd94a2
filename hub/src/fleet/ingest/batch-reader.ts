import { promisify } from "node:util";
import { constants, zstdDecompress } from "node:zlib";
import type { BodyReader } from "@edgeward/shared/http/mount.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { ReceivedBody } from "@edgeward/shared/pipeline/call.ts";

type Request = Parameters<BodyReader>[0];
type Response = Parameters<BodyReader>[1];

const decompress = promisify(zstdDecompress);

async function received(request: Request, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("a body that is not bytes");
    size += chunk.length;
    if (size > limit) throw new AppError("payload_too_large", "The body is larger than is taken.");
    chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
  }
  return Buffer.concat(chunks);
}

async function plainText(packed: Buffer, limit: number): Promise<string> {
  try {
    const options = { maxOutputLength: limit, params: { [constants.ZSTD_d_windowLogMax]: 23 } };
    return (await decompress(packed, options)).toString("utf8");
  } catch (error) {
    const isLarge =
      typeof error === "object" &&
      error !== null &&
      "code" in error &&
      error.code === "ERR_BUFFER_TOO_LARGE";
    if (isLarge) throw new AppError("payload_too_large", "The body is larger than is taken.");
    throw new AppError("malformed_json", "The body is not what its encoding says.");
  }
}

async function readZstd(request: Request, limit: number): Promise<ReceivedBody> {
  const text = await plainText(await received(request, limit), limit);
  try {
    const value: unknown = JSON.parse(text);
    return { value, text };
  } catch {
    throw new AppError("malformed_json", "The body is not valid JSON.");
  }
}

function whenAnswered(response: Response): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", () => resolve());
  });
}

/**
 * Reads the bodies of writes: JSON, plain or compressed, also by zstd, which makes a batch smaller than gzip in a third of
 * the time. Batches that come over one connection without waiting for each other are run in the order in which they
 * came: each is read while the one before it is at work, and begins when that one has been answered.
 * @param json reads what is not packed by zstd
 * @param limit most bytes of a body, compressed or not
 */
export function batchReader(json: BodyReader, limit: number): BodyReader {
  const answered = new WeakMap<object, Promise<void>>();
  return async (request, response) => {
    const isBatch = request.path === "/v1/sync/offline-batch";
    const before = isBatch ? answered.get(request.socket) : undefined;
    if (isBatch) answered.set(request.socket, whenAnswered(response));
    try {
      if (request.headers["content-encoding"] !== "zstd") return await json(request, response);
      const { value, text } = await readZstd(request, limit);
      return isBatch && text !== undefined ? { value, text } : { value };
    } finally {
      await before;
    }
  };
}
