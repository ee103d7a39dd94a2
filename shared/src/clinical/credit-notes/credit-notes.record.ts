import { invoiceEvents } from "#clinical/invoices/invoices.events.ts";
import { invoicesTable } from "#clinical/invoices/invoices.table.ts";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { issueCreditNote } from "./credit-notes.commands.ts";
import {
  creditNoteComputed,
  creditNoteCrud,
  creditNoteFields,
  creditNotesContract,
} from "./credit-notes.contract.ts";
import { creditGuard, creditJudgedBy } from "./credit-notes.guard.ts";
import { creditNotesTable } from "./credit-notes.table.ts";

/** What was taken back of issued invoices. */
export const creditNotes = defineRecord(creditNotesContract, creditNoteFields, {
  crud: creditNoteCrud,
  table: creditNotesTable,
  // A number is on paper already: neither gives it up.
  rules: { release: () => null },
  writes: {
    "credit_note.create": [
      writesOf(creditNotesTable, { makes: true }),
      writesOf(invoicesTable, {
        changes: ["credited_minor", "due_minor", "status", "status_history"],
        events: [invoiceEvents.credited, invoiceEvents.paid],
      }),
    ],
  },
  guards: { "credit_note.create": creditGuard },
  judgedBy: { "credit_note.create": creditJudgedBy },
  handlers: (records) => ({
    list: async ({ query }, ctx) => records.list(ctx, await askedOfPerson(ctx, query)),
    create: async ({ params, body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, creditNoteComputed);
      return records.present(ctx, await issueCreditNote(ctx, params.id, body));
    },
  }),
});
