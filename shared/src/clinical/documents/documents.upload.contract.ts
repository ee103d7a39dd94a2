import * as z from "zod";
import { fileCategories, uploadFields } from "#clinical/files/files.contract.ts";
import { writeEndpoint, noQuery } from "#contract/endpoint.ts";
import { code, date, enumOf, idOf, str } from "#contract/fields.ts";
import { documentCrud, documentShape } from "./documents.contract.ts";

/** What a form's fields and its file come to, once the file has been read. */
const uploadBody = z.strictObject({
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  category: enumOf(fileCategories),
  patient_id: idOf("pat").optional(),
  encounter_id: idOf("enc").optional(),
  title: str(1, 200).optional(),
  document_type: code.optional(),
  document_date: date.optional(),
  confidential: z.boolean().optional(),
  replaces_id: idOf("doc").optional(),
  filename: uploadFields.filename,
  content_type: uploadFields.content_type,
  sha256: uploadFields.sha256,
  size_bytes: uploadFields.size_bytes,
});

/** What the form's sender gives; the rest is seen of the file itself. */
const uploadForm = uploadBody
  .omit({ filename: true, content_type: true, size_bytes: true })
  .extend({ sha256: uploadFields.sha256.optional(), file: z.file() });

/** What is known of a document that has just been uploaded. */
export type DocumentUpload = z.output<typeof uploadBody>;

/** Uploading: the body comes as a form, `multipart/form-data`, with one part `file`. */
export const documentUploadContract = {
  upload: writeEndpoint({
    method: "POST",
    path: "/v1/documents/upload",
    summary:
      "Upload a document: one file of at most 50 MiB, whose type is read from its content; kept at the node that takes it",
    tag: "Documents",
    access: { resource: documentCrud.resource, action: "create" },
    operation: "document.upload",
    home: documentCrud.home,
    params: z.strictObject({}),
    query: noQuery,
    body: uploadBody,
    sent: { contentType: "multipart/form-data", schema: uploadForm },
    response: documentShape,
    status: 201,
    errors: [
      "payload_too_large",
      "unsupported_media_type",
      "content_type_mismatch",
      "image_too_large",
      "invalid_reference",
      "invalid_transition",
      "patient_merged",
      "conflicting_fields",
      "tenant_mismatch",
      "branch_mismatch",
    ],
  }),
} as const;
