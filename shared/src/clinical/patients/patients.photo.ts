import { findFile, isGivenByOwner } from "#clinical/files/files.queries.ts";
import type { BlobRow } from "#clinical/files/files.table.ts";
import type { ErrorCode } from "#kernel/errors.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { maximumPhotoBytes, photoTypes } from "./patients.photo.contract.ts";
import type { PatientRow } from "./patients.table.ts";

type Pictured = Pick<PatientRow, "id" | "photo_document_id">;

function unfit(code: ErrorCode, message: string) {
  return fieldError({ path: "photo_document_id", code, message });
}

function isPhotoType(type: string): boolean {
  return photoTypes.some((known) => known === type);
}

function refusePicture({ content_type: type, size_bytes: size }: BlobRow): void {
  if (!isPhotoType(type)) throw unfit("validation_error", "is no picture in JPEG, PNG or WebP");
  if (size > maximumPhotoBytes)
    throw unfit("validation_error", `has more than ${maximumPhotoBytes} bytes`);
}

/**
 * Refuses a photo that is none of the acting branch's files, belongs to somebody else or is no picture; what stands already
 * may be said again. @param current null where the patient is only being registered @throws AppError
 */
export async function refuseUnfitPhoto(
  ctx: WriteContext,
  fileId: string | null | undefined,
  current: Pictured | null,
): Promise<void> {
  if (typeof fileId !== "string" || fileId === current?.photo_document_id) return;
  const file = await findFile(ctx.db, ctx.tenantId, fileId);
  if (file === undefined || file.branch_id !== ctx.branch.id)
    throw unfit("invalid_reference", "names no file of this branch");
  if (file.patient_id !== null && file.patient_id !== current?.id)
    throw unfit("invalid_reference", "belongs to another patient");
  // What a document's own endpoint gives out to few is no picture for everybody who sees the patient.
  if (isGivenByOwner(ctx.session.schema, file))
    throw unfit("invalid_reference", "is the file of a document");
  refusePicture(file);
}
