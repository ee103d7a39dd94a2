import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { writtenState } from "#db/read.ts";
import { AppError } from "#kernel/errors.ts";
import { writesOf } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import { defineRecord } from "#resource/record.ts";
import { changeDocument } from "./documents.commands.ts";
import {
  documentCrud,
  documentFields,
  documentsContract,
  type Document,
} from "./documents.contract.ts";
import { documentEvents } from "./documents.events.ts";
import { changedGuard } from "./documents.guard.ts";
import {
  fileMembers,
  filesOf,
  listedDocuments,
  maySee,
  opened,
  withAddress,
} from "./documents.answers.ts";
import { documentsTable } from "./documents.table.ts";
import type { Uploaded } from "./documents.upload.ts";

const { updated } = documentEvents;

/** Documents: what is kept of patients as papers, pictures and films. */
export const documents = defineRecord(documentsContract, documentFields, {
  crud: documentCrud,
  table: documentsTable,
  events: { updated },
  refuseUnseen: (ctx, row) => {
    if (!maySee(ctx, row)) throw new AppError("not_found", "There is no such record.");
  },
  computed: filesOf,
  writes: {
    "document.update": [
      writesOf(documentsTable, {
        changes: [
          "title",
          "document_type",
          "document_date",
          "status",
          "replaced_by_id",
          "status_history",
          "metadata",
        ],
        events: [updated],
      }),
    ],
  },
  guards: { "document.update": changedGuard },
  handlers: (records) => ({
    list: async ({ query }, ctx) =>
      records.list(ctx, await askedOfPerson(ctx, query), listedDocuments(ctx, query)),
    get: async ({ params }, ctx) => withAddress(ctx, await records.get(ctx, params.id)),
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, await changeDocument(ctx, row, body));
    },
  }),
});

/** What whoever has uploaded a document is answered. */
export function presentUploaded(ctx: WriteContext, { row, file, copy }: Uploaded): Document {
  const state = writtenState(ctx.write, row.id);
  const members = { ...fileMembers(file), ...opened(ctx, row.status, file, copy) };
  return documents.records.mapping.present(row, state, members);
}
