import * as z from "zod";
import { noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, int, str } from "#contract/fields.ts";
import { recordShape } from "#contract/record.ts";
import { patternField } from "#contract/text-field.ts";

/** The most bytes that one file may have: 50 MiB. */
export const maximumFileBytes = 52_428_800;

/** Bytes of a chunk, the unit in which files are sealed and sent. */
export const chunkBytes = 1_048_576;

/** What files are kept for. */
export const fileCategories = ["patient", "consent", "mrd", "invoice", "identity"] as const;

/** Where the bytes are, as the node asked knows it: `elsewhere` is the hub, `pending_upload` a branch that has yet to send. */
export const fileStates = ["here", "elsewhere", "pending_upload"] as const;

/** A SHA-256 in hex, which is also the name under which a file's bytes are kept. */
export const sha256Field = patternField(/^[0-9a-f]{64}$/u, "must be a SHA-256 in lower-case hex");

/** A file's particulars, and how to get at its bytes. */
export const fileShape = z.strictObject({
  id: idOf("fil"),
  branch_id: idOf("brn").nullable(),
  sha256: z.string(),
  size_bytes: z.int(),
  chunk_count: z.int(),
  content_type: z.string(),
  filename: z.string(),
  category: z.enum(fileCategories),
  /** The table of the record that owns it: one that declares that it keeps files. */
  entity_type: z.string().nullable(),
  entity_id: z.string().nullable(),
  patient_id: z.string().nullable(),
  state: z.enum(fileStates),
  /** Relative to the node that was asked; opens this one file, by GET, until `access_expires_at`. */
  access_url: z.string().nullable(),
  access_expires_at: z.string().nullable(),
  ...recordShape,
});

/** A file, as the wire writes it. */
export type FileAnswer = z.output<typeof fileShape>;

/** What is said of a file. */
export const uploadFields = {
  category: enumOf(fileCategories),
  entity_type: patternField(
    /^[a-z][a-z_]{0,62}$/u,
    "must be the name of records, such as patients",
  ),
  entity_id: str(1, 64),
  filename: str(1, 200),
  content_type: patternField(
    /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/u,
    "must be a media type, such as application/pdf",
  ),
  sha256: sha256Field,
  size_bytes: int(1, maximumFileBytes),
} as const;

/** What a form's fields and its file come to, once the file has been read. */
const uploadBody = z.strictObject({
  ...uploadFields,
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  entity_type: uploadFields.entity_type.optional(),
  entity_id: uploadFields.entity_id.optional(),
});

/** What the form's sender gives; the rest is seen of the file itself. */
const uploadForm = uploadBody
  .omit({ filename: true, content_type: true, size_bytes: true })
  .extend({ sha256: sha256Field.optional(), file: z.file() });

/** What is known of a file that has just been uploaded. */
export type Upload = z.output<typeof uploadBody>;

const tag = "Files";
const resource = "documents";

/** The endpoints of files that speak JSON both ways. */
export const filesContract = {
  get: readEndpoint({
    path: "/v1/files/{id}",
    summary:
      "Get a file's particulars, with a short-lived address of its bytes where they can be had",
    tag,
    access: { resource, action: "read" },
    params: z.strictObject({ id: idOf("fil") }),
    query: noQuery,
    response: fileShape,
  }),
} as const;

/** Uploading: the body comes as a form, `multipart/form-data`, with one part `file`. */
export const uploadContract = {
  create: writeEndpoint({
    method: "POST",
    path: "/v1/files",
    summary:
      "Upload a file of at most 50 MiB; it is kept at the node that takes it, and travels later",
    tag,
    access: { resource, action: "create" },
    operation: "file.create",
    home: "any",
    params: z.strictObject({}),
    query: noQuery,
    body: uploadBody,
    sent: { contentType: "multipart/form-data", schema: uploadForm },
    response: fileShape,
    status: 201,
    errors: [
      "payload_too_large",
      "unsupported_media_type",
      "invalid_reference",
      "invalid_enum",
      "tenant_mismatch",
      "branch_mismatch",
    ],
  }),
} as const;
