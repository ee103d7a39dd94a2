import * as z from "zod";
import { fileCategories, fileStates } from "#clinical/files/files.contract.ts";
import { crud, recordAnswer, updateEndpoint, type CrudOptions } from "#contract/crud.ts";
import { code, date, str } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { statusHistoryForm, statusHistoryShape } from "#contract/record.ts";

/** The states of a document; the ways between them stand in the state table beside this file. */
export const documentStates = ["uploaded", "available", "superseded", "entered_in_error"] as const;

/** One state of a document. */
export type DocumentState = (typeof documentStates)[number];

/** Whether a file was looked through for viruses: nothing does that yet, and nothing says that it was done. */
export const scanStatuses = ["not_scanned"] as const;

/** The fields of a document. */
export const documentFields = {
  /** Nobody only where it is an invoice: a supplier's, say. */
  patient_id: field.id("pat", { optional: true, given: "once", filter: true }),
  encounter_id: field.id("enc", { optional: true, given: "once", filter: true }),
  category: field.word(fileCategories, { given: "once", filter: true }),
  title: field.text(str(1, 200), { search: "words" }),
  document_type: field.text(code, { optional: true, filter: true }),
  /** The day that stands on the paper. */
  document_date: field.text(date, { optional: true }),
  /** Shown to whoever treats patients and to nobody else; lent to no branch. */
  confidential: field.bool({ given: "once", initial: false }),
  file_id: field.id("fil", { given: "never" }),
  status: field.word(documentStates, { given: "later", initial: "uploaded", filter: true }),
  replaces_id: field.id("doc", { optional: true, given: "once" }),
  /** Given with the state `superseded`. */
  replaced_by_id: field.id("doc", { optional: true, given: "later" }),
  status_history: field.json(statusHistoryForm(documentStates), statusHistoryShape, {
    given: "never",
  }),
  scan_status: field.computed(z.enum(scanStatuses)),
  filename: field.computed(z.string()),
  content_type: field.computed(z.string()),
  size_bytes: field.computed(z.int()),
  sha256: field.computed(z.string()),
  /** Where the bytes are, as the node asked knows it; null in lists. */
  file_state: field.computed(z.enum(fileStates).nullable()),
  /**
   * Relative to the node that was asked; opens this one file, by GET, until `access_expires_at`. Null in lists, for what was
   * entered in error, and at a hub that still waits for the bytes.
   */
  access_url: field.computed(z.string().nullable()),
  access_expires_at: field.computed(z.string().nullable()),
} as const;

/** Where documents are served, and to whom. */
export const documentCrud = {
  path: "/v1/documents",
  resource: "documents",
  noun: ["document", "documents"],
  prefix: "doc",
  home: "any",
} as const satisfies CrudOptions;

/** A document, as the wire writes it. */
export const documentShape = recordAnswer(documentFields, documentCrud);

/** A paper, picture or film that is kept of a patient. */
export type Document = z.output<typeof documentShape>;

const { list, get } = crud(documentFields, documentCrud);
const update = updateEndpoint(documentFields, documentCrud, {
  /** Kept in the history of states; what was entered in error needs one. */
  status_reason: str(10, 500).optional(),
});

/** The endpoints of documents that speak JSON both ways; how one is uploaded stands in `documents.upload.contract.ts`. */
export const documentsContract = {
  list: {
    ...list,
    summary: "List documents, those entered in error only where that state is asked for",
  },
  get: {
    ...get,
    summary: "Get one document, with an address of its file that opens for 300 seconds",
  },
  update: {
    ...update,
    summary: "Name a document anew, say what stands in its place, or that it was entered in error",
    errors: [...update.errors, "invalid_transition", "invalid_reference"],
  },
} as const;
