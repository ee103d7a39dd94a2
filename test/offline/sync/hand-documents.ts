import type { BatchOperation } from "./hand-node.ts";
import { insert, type Actor, type Change, type Fields, type HandWriting } from "./hand-writing.ts";

/** A document with its file, as its upload makes them. */
export interface Pair {
  readonly document: Change;
  readonly file: Change;
}

/** Makes documents of the patients of a branch. */
export function documentPairs({ branchId }: Pick<HandWriting, "branchId">) {
  return (patient: BatchOperation, by: Actor, more: Fields = {}, ofFile: Fields = {}): Pair => {
    const at = new Date().toISOString();
    const shared = { branch_id: branchId, patient_id: patient.entity_id, metadata: {} };
    const file = insert("blobs", "fil", {
      ...shared,
      sha256: "0".repeat(64),
      size_bytes: 100,
      chunk_count: 1,
      content_type: "application/pdf",
      filename: "letter.pdf",
      category: "patient",
      entity_type: "documents",
    });
    const document = insert("documents", "doc", {
      ...shared,
      encounter_id: null,
      category: "patient",
      title: "Letter",
      document_type: null,
      document_date: null,
      confidential: false,
      file_id: file.id,
      status: "available",
      replaces_id: null,
      replaced_by_id: null,
      status_history: [{ status: "uploaded", at, by: by.id, reason: null }],
      ...more,
    });
    const fields = { ...file.fields, entity_id: document.id, ...ofFile };
    return { document, file: { ...file, fields } };
  };
}
