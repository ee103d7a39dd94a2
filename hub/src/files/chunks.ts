import { createHash } from "node:crypto";
import { chunkBytes } from "@edgeward/shared/clinical/files/files.contract.ts";
import type { BlobRow } from "@edgeward/shared/clinical/files/files.table.ts";
import type { FileStore } from "@edgeward/shared/files/file-store.ts";
import { FileReading, type StoredBytes } from "@edgeward/shared/files/stored-bytes.ts";
import type { Express, RequestHandler } from "@edgeward/shared/http/express.ts";
import { toAppError } from "@edgeward/shared/http/problem.ts";
import { actingBranch, actingTenant, authenticate, header } from "@edgeward/shared/http/request.ts";
import type { Surface } from "@edgeward/shared/http/surface.ts";
import { AppError, fieldError } from "@edgeward/shared/kernel/errors.ts";
import { laneFile, onlyNodes } from "./lane.module.ts";

type Request = Parameters<RequestHandler>[0];

const address = "/v1/files/:sha256/chunks/:index";
const route = "/v1/files/{sha256}/chunks/{index}";

interface ChunkCall {
  readonly file: BlobRow;
  readonly index: number;
}

/** Which chunk a node asks about: one of a file of its own branch. */
async function chunkCall(request: Request, surface: Surface): Promise<ChunkCall> {
  const caller = await authenticate(request, surface.tokens);
  onlyNodes(caller);
  const tenantId = actingTenant(request, caller);
  const branch = await actingBranch(request, caller, surface.findBranch);
  const file = await surface.store.read({ tenantId }, (session) =>
    laneFile({ tenantId, branch, db: session.kysely }, String(request.params["sha256"])),
  );
  const text = String(request.params["index"]);
  const index = Number(text);
  if (!/^\d{1,4}$/.test(text) || index >= file.chunk_count) {
    throw new AppError("not_found", "The file has no such chunk.");
  }
  return { file, index };
}

function lengthOf({ file, index }: ChunkCall): number {
  return Math.min(chunkBytes, file.size_bytes - index * chunkBytes);
}

async function readChunk(request: Request, expected: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) throw new AppError("bad_request", "The chunk cannot be read.");
    bytes += part.length;
    if (bytes > expected) throw new AppError("payload_too_large", "The chunk is too long.");
    parts.push(part);
  }
  if (bytes < expected) throw new AppError("bad_request", "The chunk is too short.");
  return Buffer.concat(parts);
}

function refuseChanged(request: Request, bytes: Uint8Array): void {
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (header(request, "X-Chunk-Sha256") === hash) return;
  throw fieldError({
    path: "X-Chunk-Sha256",
    code: "validation_error",
    message: "is not the hash of the chunk that arrived",
  });
}

function counted(surface: Surface, handle: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const began = performance.now();
    const count = (status: number) => {
      const durationMs = performance.now() - began;
      surface.onRequest({ route, method: request.method, status, durationMs });
    };
    try {
      await handle(request, response, next);
      // Also when the answer is lost on its way: the chunk has been kept.
      count(response.statusCode);
    } catch (error) {
      count(toAppError(error).status);
      throw error;
    }
  };
}

function takeChunk(surface: Surface, files: FileStore): RequestHandler {
  return async (request, response) => {
    const call = await chunkCall(request, surface);
    const bytes = await readChunk(request, lengthOf(call));
    refuseChanged(request, bytes);
    const { tenant_id: tenantId, sha256 } = call.file;
    await files.keepChunk(tenantId, sha256, call.index, bytes);
    response.status(204).end();
  };
}

function giveChunk(surface: Surface, stored: StoredBytes): RequestHandler {
  return async (request, response) => {
    const { file, index } = await chunkCall(request, surface);
    const { tenant_id: tenantId, sha256, size_bytes: sizeBytes } = file;
    const reading = new FileReading(stored, { tenantId, sha256, sizeBytes });
    try {
      const bytes = await reading.chunk(index);
      response.setHeader("Content-Type", "application/octet-stream");
      response.setHeader("Cache-Control", "no-store");
      response.setHeader("X-Chunk-Sha256", createHash("sha256").update(bytes).digest("hex"));
      response.status(200).end(bytes);
    } finally {
      await reading.close();
    }
  };
}

/** Serves the chunks of files to nodes: PUT brings one, GET gets one. Bringing one twice changes nothing. */
export function mountChunks(app: Express, surface: Surface, stored: StoredBytes): void {
  app.put(address, counted(surface, takeChunk(surface, stored.files)));
  app.get(address, counted(surface, giveChunk(surface, stored)));
}
