import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { Request, Response } from "express";

const compress = promisify(zstdCompress);
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
// Below this an answer fits into a few packets as it is, and waiting for another thread costs more than it saves.
const leastLength = 32_768;

function accepts(request: Request): boolean {
  return /\bzstd\b/.test(request.headers["accept-encoding"] ?? "");
}

/** A long answer packed for a caller that understands zstd: a page of the feed takes a tenth of the line. */
export async function packed(
  request: Request,
  response: Response,
  body: string,
): Promise<string | Buffer> {
  if (body.length < leastLength || !accepts(request)) return body;
  response.setHeader("Content-Encoding", "zstd");
  response.vary("Accept-Encoding");
  return compress(body, fast);
}
