import { keepFile } from "#clinical/files/files.commands.ts";
import type { FileCopyRow, BlobRow } from "#clinical/files/files.table.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  counterpart,
  patientOfUpload,
  refuseComingDay,
  refuseForbidden,
  refuseForeignVisit,
  step,
  supersede,
} from "./documents.commands.ts";
import { emitDocument } from "./documents.events.ts";
import { documentsTable, type DocumentRow } from "./documents.table.ts";
import type { DocumentUpload } from "./documents.upload.contract.ts";

function stemOf(filename: string): string {
  return filename.replace(/\.[A-Za-z0-9]{1,10}$/u, "") || filename;
}

/** A document that was just uploaded. */
export interface Uploaded {
  readonly row: DocumentRow;
  readonly file: BlobRow;
  readonly copy: FileCopyRow;
}

/**
 * Keeps what is known of a document whose bytes have been looked at and stand in this node's store already; the one that it
 * replaces gives its place to it.
 * @throws AppError forbidden, invalid_reference, invalid_transition, patient_merged, validation_error
 */
export async function uploadDocument(
  ctx: WriteContext,
  body: DocumentUpload,
  laneState: "to_send" | "none",
): Promise<Uploaded> {
  refuseForeignScope(body, ctx);
  const { category, confidential = false, replaces_id: replaces } = body;
  refuseForbidden(ctx, { category, confidential });
  const patientId = await patientOfUpload(ctx, body);
  await refuseForeignVisit(ctx, patientId, body.encounter_id);
  refuseComingDay(ctx, body.document_date);
  const id = ctx.newId("doc");
  const fileId = ctx.newId("fil");
  const about = { id, patient_id: patientId, category, branch_id: ctx.branch.id };
  const old =
    replaces === undefined ? null : await counterpart(ctx, "replaces_id", replaces, about);
  const row = ctx.write.insert(documentsTable, id, {
    branch_id: ctx.branch.id,
    patient_id: patientId,
    encounter_id: body.encounter_id ?? null,
    category,
    title: body.title ?? stemOf(body.filename),
    document_type: body.document_type ?? null,
    document_date: body.document_date ?? null,
    confidential,
    file_id: fileId,
    status: "available",
    replaces_id: replaces ?? null,
    replaced_by_id: null,
    status_history: [step(ctx, "uploaded"), step(ctx, "available")],
    metadata: {},
  });
  const owner = { entity_type: documentsTable.name, entity_id: id, patient_id: patientId };
  const { file, copy } = await keepFile(ctx, { ...body, id: fileId, ...owner }, laneState);
  if (old !== null) supersede(ctx, old, id);
  emitDocument(ctx, "uploaded", row);
  return { row, file, copy };
}
