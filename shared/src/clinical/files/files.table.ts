import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";
import { fileForms } from "./files.forms.ts";

/** What is known of a file. Its bytes are kept under their SHA-256 and travel by a lane of their own. */
export const blobsTable = defineTable({
  name: "blobs",
  // Bytes never change under a hash: another file is another row.
  merge: "fact",
  audience: "branch",
  forms: fileForms,
  keptHome: { category: ["identity"] },
  keptWith: { type: "entity_type", id: "entity_id" },
  columns: {
    ...recordColumns,
    sha256: column.text(),
    size_bytes: column.int(),
    chunk_count: column.int(),
    content_type: column.text(),
    filename: column.text(),
    category: column.text(),
    entity_type: column.nullable.text(),
    entity_id: column.nullable.text(),
    patient_id: column.nullable.text(),
  },
  indexes: [
    { name: "blobs_by_hash", columns: ["tenant_id", "sha256"] },
    { name: "blobs_by_entity", columns: ["tenant_id", "entity_id", "created_at", "id"] },
  ],
});

/** The bytes that this node holds, and whether the other node still has to be sent them. */
export const fileCopiesTable = defineTable({
  name: "file_copies",
  merge: "local",
  stateFields: ["copy_state", "lane_state"],
  columns: {
    ...recordColumns,
    sha256: column.text(),
    size_bytes: column.int(),
    /** `here`, or `damaged` until the bytes have come again. */
    copy_state: column.text(),
    /** `to_send`, `sent`, or `none` where nobody is to be sent them. */
    lane_state: column.text(),
  },
  indexes: [
    { name: "file_copies_by_lane", columns: ["tenant_id", "lane_state", "created_at", "id"] },
    { name: "file_copies_by_state", columns: ["tenant_id", "copy_state", "created_at", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    blobs: RowOf<typeof blobsTable>;
    file_copies: RowOf<typeof fileCopiesTable>;
  }
}

/** One file's row. */
export type BlobRow = RowOf<typeof blobsTable>;

/** One copy's row. */
export type FileCopyRow = RowOf<typeof fileCopiesTable>;
