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

// Those that declare it, but for the ones whose own endpoint takes their files.
function ownersIn(ctx: WriteContext): readonly string[] {
  return ctx.session.schema.tables
    .filter(({ keptFiles }) => keptFiles === "any")
    .map(({ name }) => name);
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
  const owners = ownersIn(ctx);
  if (!owners.includes(type)) {
    const message = `must be one of ${owners.join(", ")}`;
    throw fieldError({ path: "entity_type", code: "invalid_enum", message });
  }
  if (type === patientsTable.name) return (await referencedPatient(ctx, "entity_id", id)).id;
  const table = ctx.session.schema.find(type);
  const row = table === null ? null : await ctx.write.load(table, id);
  if (table === null || row === null || row["branch_id"] !== ctx.branch.id) throw noSuch();
  return patientOf(table, row);
}

/** What is known of bytes, with the record that they belong to. */
export type OwnedFile = Pick<
  BlobRow,
  | "id"
  | "sha256"
  | "size_bytes"
  | "content_type"
  | "filename"
  | "category"
  | "entity_type"
  | "entity_id"
  | "patient_id"
>;

/** What is known of a file that was kept, and this node's copy of its bytes. */
export interface KeptFile {
  readonly file: BlobRow;
  readonly copy: FileCopyRow;
}

/**
 * Keeps what is known of a record's file whose bytes stand in this node's store already. At a branch they then wait to be
 * sent to the hub.
 */
export async function keepFile(
  ctx: WriteContext,
  upload: OwnedFile,
  laneState: "to_send" | "none",
): Promise<KeptFile> {
  const file = ctx.write.insert(blobsTable, upload.id, {
    branch_id: ctx.branch.id,
    sha256: upload.sha256,
    size_bytes: upload.size_bytes,
    chunk_count: Math.ceil(upload.size_bytes / chunkBytes),
    content_type: upload.content_type,
    filename: upload.filename,
    category: upload.category,
    entity_type: upload.entity_type,
    entity_id: upload.entity_id,
    patient_id: upload.patient_id,
    metadata: {},
  });
  const patch = { copy_state: "here", lane_state: laneState };
  return { file, copy: await noteCopy(ctx.write, ctx.branch.id, upload, patch) };
}

/** Keeps what is known of a file that was uploaded by itself. @throws AppError invalid_reference, invalid_enum */
export async function recordFile(
  ctx: WriteContext,
  upload: Upload,
  laneState: "to_send" | "none",
): Promise<KeptFile> {
  const { entity_type: type = null, entity_id: id = null } = upload;
  const owner = { entity_type: type, entity_id: id, patient_id: await patientBehind(ctx, upload) };
  return keepFile(ctx, { ...upload, ...owner, id: ctx.newId("fil") }, laneState);
}
