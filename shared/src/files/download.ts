import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openAddress, type AddressHolder } from "#clinical/files/files.address.ts";
import { findFile } from "#clinical/files/files.queries.ts";
import type { BlobRow } from "#clinical/files/files.table.ts";
import { idOf } from "#contract/fields.ts";
import type { WriteOrigin } from "#db/model.ts";
import type { Express, RequestHandler } from "#http/express.ts";
import { requestIdOf } from "#http/problem.ts";
import { header } from "#http/request.ts";
import type { Surface } from "#http/surface.ts";
import { AppError } from "#kernel/errors.ts";
import { byteRange, type ByteRange } from "./ranges.ts";
import { FileReading, readBytes, type StoredBytes } from "./stored-bytes.ts";

type Request = Parameters<RequestHandler>[0];
type Response = Parameters<RequestHandler>[1];

const route = "/v1/files/{id}/content";

function noSuchFile(): AppError {
  return new AppError("not_found", "There is no such file.");
}

function parameter(request: Request, name: string): string {
  const value = request.query[name];
  return typeof value === "string" ? value : "";
}

/** The file that an address opens, and who was given the address. */
async function addressed(
  request: Request,
  surface: Surface,
): Promise<{ readonly file: BlobRow; readonly holder: AddressHolder }> {
  const id = String(request.params["id"]);
  const tenantId = parameter(request, "tenant");
  if (!idOf("fil").safeParse(id).success || !idOf("ten").safeParse(tenantId).success) {
    throw noSuchFile();
  }
  const key = parameter(request, "key");
  const holder = openAddress(surface.cursors, tenantId, id, key, surface.runtime.now());
  const file = await surface.store.read({ tenantId }, (session) =>
    findFile(session.kysely, tenantId, id),
  );
  if (file === undefined) throw noSuchFile();
  return { file, holder };
}

// Whoever was given the address is answerable for its use.
function auditDownload(
  request: Request,
  response: Response,
  surface: Surface,
  { file, holder }: { readonly file: BlobRow; readonly holder: AddressHolder },
): void {
  const origin: WriteOrigin = {
    tenantId: file.tenant_id,
    branchId: file.branch_id,
    actor: { ...holder, role: null },
    clientId: null,
    sessionId: null,
    deviceId: null,
    requestId: requestIdOf(response),
    ip: request.ip ?? null,
    reason: null,
    trust: surface.runtime.kind === "hub" ? "online" : "offline",
  };
  surface.readAudit.record(origin, {
    module: "documents",
    action: "download",
    outcome: "success",
    entity_type: "blobs",
    entity_id: file.id,
    patient_id: file.patient_id,
    changes: [],
  });
}

function disposition(filename: string): string {
  const plain = filename.replace(/[^\w.\- ]/g, "_");
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

// Whatever a file says of itself, a browser stores it and runs nothing of it.
function setHeaders(response: Response, file: BlobRow): void {
  response.setHeader("ETag", `"${file.sha256}"`);
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("Cache-Control", "private, no-store");
  response.setHeader("Content-Type", file.content_type);
  response.setHeader("Content-Disposition", disposition(file.filename));
  response.setHeader("Content-Security-Policy", "sandbox; default-src 'none'");
  response.setHeader("X-Content-Type-Options", "nosniff");
}

function refuseRange(response: Response, size: number): void {
  response.removeHeader("Content-Type");
  response.removeHeader("Content-Disposition");
  response.setHeader("Content-Range", `bytes */${size}`);
  response.status(416).end();
}

async function sendRange(
  response: Response,
  reading: FileReading,
  file: BlobRow,
  range: Exclude<ByteRange, { readonly kind: "unsatisfiable" }>,
): Promise<void> {
  const { first, last } = range;
  const bytes = readBytes(reading, first, last);
  // The first piece is read before anything is said, so that bytes that cannot be had are an answer, not a torn one.
  const opening = await bytes.next();
  setHeaders(response, file);
  response.status(range.kind === "part" ? 206 : 200);
  if (range.kind === "part") {
    response.setHeader("Content-Range", `bytes ${first}-${last}/${file.size_bytes}`);
  }
  response.setHeader("Content-Length", String(last - first + 1));
  if (opening.done !== true) response.write(opening.value);
  await pipeline(Readable.from(bytes), response);
}

/** Whether the stream ended because the caller went away. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

async function download(
  request: Request,
  response: Response,
  surface: Surface,
  stored: StoredBytes,
): Promise<void> {
  const found = await addressed(request, surface);
  const { file } = found;
  const etag = `"${file.sha256}"`;
  const asked = header(request, "Range");
  const range = byteRange(asked, header(request, "If-Range"), etag, file.size_bytes);
  if (header(request, "If-None-Match") === etag) {
    response.setHeader("ETag", etag);
    response.status(304).end();
    return;
  }
  if (range.kind === "unsatisfiable") {
    refuseRange(response, file.size_bytes);
    return;
  }
  auditDownload(request, response, surface, found);
  const { tenant_id: tenantId, sha256, size_bytes: sizeBytes } = file;
  const reading = new FileReading(stored, { tenantId, sha256, sizeBytes });
  try {
    await sendRange(response, reading, file, range);
  } catch (error) {
    if (!isGone(error)) throw error;
  } finally {
    await reading.close();
  }
}

/** Serves a file's bytes to whoever has an address of them: whole or a range, never a byte that is not the file's. */
export function mountDownloads(app: Express, surface: Surface, stored: StoredBytes): void {
  app.get("/v1/files/:id/content", async (request, response) => {
    const began = performance.now();
    response.once("close", () => {
      const { statusCode: status } = response;
      const durationMs = performance.now() - began;
      surface.onRequest({ route, method: request.method, status, durationMs });
    });
    if (request.method !== "GET") {
      response.setHeader("Allow", "GET");
      throw new AppError("method_not_allowed", "This address answers to GET.");
    }
    await download(request, response, surface, stored);
  });
}
