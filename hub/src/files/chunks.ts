import { createHash } from "node:crypto";
import * as z from "zod";
import { chunkBytes, sha256Field } from "@edgeward/shared/clinical/files/files.contract.ts";
import type { BlobRow } from "@edgeward/shared/clinical/files/files.table.ts";
import {
  FileOutput,
  noQuery,
  readEndpoint,
  writeEndpoint,
} from "@edgeward/shared/contract/endpoint.ts";
import { FileReading, type StoredBytes } from "@edgeward/shared/files/stored-bytes.ts";
import type { BodyReader } from "@edgeward/shared/http/mount.ts";
import { AppError, fieldError } from "@edgeward/shared/kernel/errors.ts";
import { header } from "@edgeward/shared/pipeline/call.ts";
import { defineDetachedModule, type Module } from "@edgeward/shared/resource/module.ts";
import { givenFile, laneFile, onlyNodes } from "./lane.module.ts";

const address = {
  path: "/v1/files/{sha256}/chunks/{index}",
  tag: "Sync",
  params: z.strictObject({ sha256: sha256Field, index: z.string().regex(/^\d{1,4}$/) }),
  query: noQuery,
} as const;

const chunksContract = {
  give: readEndpoint({
    ...address,
    summary: "A chunk of a file",
    access: { resource: "sync", action: "read" },
    response: { contentTypes: ["application/octet-stream"] },
  }),
  take: writeEndpoint({
    ...address,
    method: "PUT",
    summary: "Bring a chunk of a file; bringing one twice changes nothing",
    access: { resource: "sync", action: "create" },
    operation: "file.take_chunk",
    home: "hub",
    body: z.instanceof(Uint8Array),
    sent: { contentType: "application/octet-stream", schema: null },
    response: null,
    status: 204,
    leavesNothing: true,
    errors: ["bad_request", "payload_too_large"],
  }),
} as const;

type ChunkParams = z.output<typeof address.params>;

interface ChunkCall {
  readonly file: BlobRow;
  readonly index: number;
}

/** Which chunk of a file a node asks about. */
function chunkCall(file: BlobRow, params: ChunkParams): ChunkCall {
  const index = Number(params.index);
  if (index >= file.chunk_count) throw new AppError("not_found", "The file has no such chunk.");
  return { file, index };
}

function refuseLength({ file, index }: ChunkCall, { length }: Uint8Array): void {
  const expected = Math.min(chunkBytes, file.size_bytes - index * chunkBytes);
  if (length > expected) throw new AppError("payload_too_large", "The chunk is too long.");
  if (length < expected) throw new AppError("bad_request", "The chunk is too short.");
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function refuseChanged(named: string | null, bytes: Uint8Array): void {
  if (named === hashOf(bytes)) return;
  throw fieldError({
    path: "X-Chunk-Sha256",
    code: "validation_error",
    message: "is not the hash of the chunk that arrived",
  });
}

/** Reads a chunk as it is. */
export const readChunk: BodyReader = async (request) => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) throw new AppError("bad_request", "The chunk cannot be read.");
    size += part.length;
    if (size > chunkBytes) throw new AppError("payload_too_large", "The chunk is too long.");
    parts.push(part);
  }
  const value = Buffer.concat(parts);
  refuseChanged(header(request, "X-Chunk-Sha256"), value);
  return { value };
};

/** The chunks of files, for nodes: PUT brings one, GET gets one. */
export function chunksModule(stored: StoredBytes): Module {
  return defineDetachedModule("file_chunks", chunksContract, {
    take: async ({ params, body }, ctx) => {
      onlyNodes(ctx.caller);
      const call = await ctx.read(async (reading) =>
        chunkCall(await laneFile(reading, params.sha256), params),
      );
      refuseLength(call, body);
      await stored.files.keepChunk(ctx.tenantId, call.file.sha256, call.index, body);
    },

    give: async ({ params }, ctx) => {
      onlyNodes(ctx.caller);
      const { file, index } = await ctx.read(async (reading) =>
        chunkCall(await givenFile(reading, params.sha256), params),
      );
      const { tenant_id: tenantId, sha256, size_bytes: sizeBytes } = file;
      const reading = new FileReading(stored, { tenantId, sha256, sizeBytes });
      try {
        const bytes = await reading.chunk(index);
        const headers = { "X-Chunk-Sha256": hashOf(bytes) };
        return new FileOutput("application/octet-stream", bytes, { headers });
      } finally {
        await reading.close();
      }
    },
  });
}
