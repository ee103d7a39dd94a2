import * as z from "zod";
import { openAddress } from "#clinical/files/files.address.ts";
import { findFile } from "#clinical/files/files.queries.ts";
import type { BlobRow } from "#clinical/files/files.table.ts";
import { FileOutput, readEndpoint, type RangedBytes } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";
import { addressRules } from "#contract/surface-rules.ts";
import type { Express } from "#http/express.ts";
import { mountSurface } from "#http/mount.ts";
import { AppError } from "#kernel/errors.ts";
import type { Call } from "#pipeline/call.ts";
import { limitByAddress } from "#pipeline/open-surface.ts";
import type { Surface } from "#pipeline/surface.ts";
import type { Caller, TenantScope } from "#resource/context.ts";
import { defineTenantModule, type Module } from "#resource/module.ts";
import { found } from "#write/write.ts";
import { FileReading, readBytes, type StoredBytes } from "./stored-bytes.ts";

const contentContract = {
  download: readEndpoint({
    path: "/v1/files/{id}/content",
    summary: "The bytes of a file, by an address of them",
    tag: "Files",
    access: null,
    params: z.strictObject({ id: idOf("fil") }),
    query: z.looseObject({ tenant: z.string().optional(), key: z.string().optional() }),
    response: { contentTypes: ["*/*"] },
  }),
} as const;

const addressShape = z.object({
  params: z.object({ id: idOf("fil") }),
  query: z.object({ tenant: idOf("ten"), key: z.string().catch("") }),
});

// Whoever was given the address is answerable for its use.
function holderOf(call: Call, { cursors, runtime }: Surface): Caller {
  const parsed = addressShape.safeParse(call);
  if (!parsed.success) throw new AppError("not_found", "There is no such file.");
  const { params, query } = parsed.data;
  const holder = openAddress(cursors, query.tenant, params.id, query.key, runtime.now());
  return {
    ...holder,
    tenantId: query.tenant,
    branchIds: "*",
    roles: [],
    scopes: null,
    clientId: null,
    sessionId: null,
    deviceId: null,
    expiresAt: 0,
  };
}

/** The surface of those who have an address: it says for which file, and that they may. */
function addressSurface(surface: Surface): Surface<TenantScope> {
  return {
    ...surface,
    policy: {
      ...addressRules,
      authenticate: async (call) => holderOf(call, surface),
      enter: async () => ({ scope: {}, branch: null }),
      takeLimit: limitByAddress(addressRules.limit, surface.runtime.now),
      authorise: () => undefined,
    },
  };
}

async function* bytesOf(stored: StoredBytes, file: BlobRow, first: number, last: number) {
  const { tenant_id: tenantId, sha256, size_bytes: sizeBytes } = file;
  const reading = new FileReading(stored, { tenantId, sha256, sizeBytes });
  try {
    yield* readBytes(reading, first, last);
  } finally {
    await reading.close();
  }
}

/** A file's bytes as any part of them is sent. */
export function fileBytes(stored: StoredBytes, file: BlobRow): RangedBytes {
  const { size_bytes: size, sha256: etag } = file;
  return { size, etag, read: (first, last) => bytesOf(stored, file, first, last) };
}

function downloadModule(stored: StoredBytes): Module<TenantScope> {
  return defineTenantModule("file_contents", contentContract, {
    download: async ({ params }, ctx) => {
      const file = found(await findFile(ctx.db, ctx.tenantId, params.id));
      ctx.auditRead("blobs", file.id, file.patient_id);
      const headers = { "Cache-Control": "private, no-store" };
      const { content_type: type, filename } = file;
      return new FileOutput(type, fileBytes(stored, file), { filename, headers });
    },
  });
}

/** Serves a file's bytes to whoever has an address of them: whole or a range, never a byte that is not the file's. */
export function mountDownloads(app: Express, surface: Surface, stored: StoredBytes): void {
  mountSurface(app, addressSurface(surface), [downloadModule(stored)]);
}
