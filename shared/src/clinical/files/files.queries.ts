import { enumValueOf } from "#contract/enum-value.ts";
import { presentRecord, recordFinder, syncStatesOf } from "#db/read.ts";
import type { Schema } from "#db/schema.ts";
import type { Reader } from "#db/session.ts";
import { isoInstant } from "#kernel/clock.ts";
import type { Context } from "#resource/context.ts";
import { sealAddress } from "./files.address.ts";
import { fileCategories, type FileAnswer } from "./files.contract.ts";
import { blobsTable, type BlobRow, type FileCopyRow } from "./files.table.ts";

/** One file of the tenant, or undefined. */
export const findFile = recordFinder(blobsTable);

/** Whether a file belongs to a record whose own endpoint gives it out, and is nobody else's to give. */
export function isGivenByOwner(
  schema: Pick<Schema, "find">,
  { entity_type: owner }: Pick<BlobRow, "entity_type">,
): boolean {
  return owner !== null && schema.find(owner)?.keptFiles === "own";
}

/** A file of a branch with these bytes, or undefined. */
export function findFileByHash(
  db: Reader,
  tenantId: string,
  branchId: string,
  sha256: string,
): Promise<BlobRow | undefined> {
  return db
    .selectFrom("blobs")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("sha256", "=", sha256)
    .where("branch_id", "=", branchId)
    .limit(1)
    .executeTakeFirst();
}

// As many records as may name the same bytes: a form that is scanned once and filed with each of a family.
const mostNamed = 100;

/** Files of whichever branch with these bytes. */
export function filesByHash(
  db: Reader,
  tenantId: string,
  sha256: string,
): Promise<readonly BlobRow[]> {
  return db
    .selectFrom("blobs")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("sha256", "=", sha256)
    .orderBy("id")
    .limit(mostNamed)
    .execute();
}

/** This node's copy of some bytes, or undefined. */
export function findCopy(
  db: Reader,
  tenantId: string,
  sha256: string,
): Promise<FileCopyRow | undefined> {
  return db
    .selectFrom("file_copies")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", sha256)
    .executeTakeFirst();
}

/** The copies that the other node has to be sent, the oldest first. */
export function copiesToSend(
  db: Reader,
  tenantId: string,
  limit: number,
): Promise<readonly FileCopyRow[]> {
  return db
    .selectFrom("file_copies")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("lane_state", "=", "to_send")
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The hashes of a branch's files whose bytes are damaged here. */
export async function damagedHashes(
  db: Reader,
  tenantId: string,
  branchId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("file_copies")
    .innerJoin("blobs", (join) =>
      join
        .onRef("blobs.sha256", "=", "file_copies.sha256")
        .onRef("blobs.tenant_id", "=", "file_copies.tenant_id"),
    )
    .select("file_copies.sha256")
    .distinct()
    .where("file_copies.tenant_id", "=", tenantId)
    .where("file_copies.copy_state", "=", "damaged")
    .where("blobs.branch_id", "=", branchId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.sha256);
}

function stateOf(ctx: Pick<Context, "node">, copy: FileCopyRow | undefined): FileAnswer["state"] {
  if (copy?.copy_state === "here") return "here";
  return ctx.node.kind === "hub" ? "pending_upload" : "elsewhere";
}

type PresentContext = Pick<Context, "tenantId" | "node" | "cursors" | "caller" | "now"> & {
  readonly db: Reader;
};

/**
 * Where a file's bytes are and what opens them for whoever asks. What a branch does not hold it fetches when the address is
 * opened, so only a hub that still waits for the bytes gives none.
 */
export function openFile(
  ctx: Pick<Context, "tenantId" | "node" | "cursors" | "caller" | "now">,
  fileId: string,
  copy: FileCopyRow | undefined,
): Pick<FileAnswer, "state" | "access_url" | "access_expires_at"> {
  const state = stateOf(ctx, copy);
  const { tenantId, cursors, caller } = ctx;
  if (state === "pending_upload") return { state, access_url: null, access_expires_at: null };
  const { url, expiresAtMs } = sealAddress(cursors, tenantId, fileId, caller, ctx.now());
  return { state, access_url: url, access_expires_at: isoInstant(expiresAtMs) };
}

/** A file as the wire answers it. */
export function presentFile(
  ctx: PresentContext,
  row: BlobRow,
  copy: FileCopyRow | undefined,
  syncState: FileAnswer["sync_state"],
): FileAnswer {
  return {
    id: row.id,
    branch_id: row.branch_id,
    sha256: row.sha256,
    size_bytes: row.size_bytes,
    chunk_count: row.chunk_count,
    content_type: row.content_type,
    filename: row.filename,
    category: enumValueOf(fileCategories, row.category),
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    patient_id: row.patient_id,
    ...openFile(ctx, row.id, copy),
    ...presentRecord(row, syncState),
  };
}

/** A file with everything that its presentation has to be looked up for. */
export async function presentStoredFile(ctx: PresentContext, row: BlobRow): Promise<FileAnswer> {
  const copy = await findCopy(ctx.db, ctx.tenantId, row.sha256);
  const states = await syncStatesOf(ctx, [row.id]);
  return presentFile(ctx, row, copy, states(row.id));
}
