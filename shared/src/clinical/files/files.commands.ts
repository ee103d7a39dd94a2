import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { patientsTable } from "#clinical/patients/patients.table.ts";
import { patientOf } from "#db/table.ts";
import type { Write } from "#write/model.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { chunkBytes, type Upload } from "./files.contract.ts";
import { blobsTable, fileCopiesTable, type BlobRow, type FileCopyRow } from "./files.table.ts";

/** What is to change of a copy. */
export type CopyPatch = Partial<Pick<FileCopyRow, "copy_state" | "lane_state">>;

/** Notes that this node holds bytes, or what has become of them. The copy's id is their hash. */
export async function noteCopy(
  write: Write,
  branchId: string | null,
  bytes: Pick<BlobRow, "sha256" | "size_bytes">,
  patch: CopyPatch,
): Promise<FileCopyRow> {
  const known = await write.load(fileCopiesTable, bytes.sha256);
  if (known !== null) return write.update(fileCopiesTable, known, patch);
  return write.insert(fileCopiesTable, bytes.sha256, {
    branch_id: branchId,
    sha256: bytes.sha256,
    size_bytes: bytes.size_bytes,
    copy_state: "here",
    lane_state: "none",
    ...patch,
    metadata: {},
  });
}

function noSuch(): Error {
  return fieldError({
    path: "entity_id",
    code: "invalid_reference",
    message: "names no such record of this branch",
  });
}

/** Whose record a file belongs to. @throws AppError invalid_reference */
async function patientBehind(ctx: WriteContext, upload: Upload): Promise<string | null> {
  const { entity_type: type, entity_id: id } = upload;
  if (type === undefined && id === undefined) return null;
  if (type === undefined || id === undefined) {
    const path = type === undefined ? "entity_type" : "entity_id";
    throw fieldError({ path, code: "validation_error", message: "goes with the other one" });
  }
  if (type === patientsTable.name) return (await referencedPatient(ctx, "entity_id", id)).id;
  const table = ctx.session.schema.find(type);
  const row = table === null ? null : await ctx.write.load(table, id);
  if (table === null || row === null || row["branch_id"] !== ctx.branch.id) throw noSuch();
  return patientOf(table, row);
}

/**
 * Keeps what is known of a file whose bytes stand in this node's store already. At a branch they then wait to be sent
 * to the hub. @throws AppError invalid_reference
 */
export async function recordFile(
  ctx: WriteContext,
  upload: Upload,
  laneState: "to_send" | "none",
): Promise<{ readonly file: BlobRow; readonly copy: FileCopyRow }> {
  const patientId = await patientBehind(ctx, upload);
  const file = ctx.write.insert(blobsTable, ctx.newId("fil"), {
    branch_id: ctx.branch.id,
    sha256: upload.sha256,
    size_bytes: upload.size_bytes,
    chunk_count: Math.ceil(upload.size_bytes / chunkBytes),
    content_type: upload.content_type,
    filename: upload.filename,
    category: upload.category,
    entity_type: upload.entity_type ?? null,
    entity_id: upload.entity_id ?? null,
    patient_id: patientId,
    metadata: {},
  });
  const patch = { copy_state: "here", lane_state: laneState };
  return { file, copy: await noteCopy(ctx.write, ctx.branch.id, upload, patch) };
}
