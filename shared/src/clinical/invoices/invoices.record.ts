import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { billingOf } from "./invoices.billing.ts";
import { openCharges } from "./invoices.charges.ts";
import { changeInvoice, drawInvoice } from "./invoices.commands.ts";
import {
  invoiceComputed,
  invoiceCrud,
  invoiceFields,
  invoicesContract,
} from "./invoices.contract.ts";
import { invoiceEvents } from "./invoices.events.ts";
import { invoiceGuard } from "./invoices.guard.ts";
import { listedInvoices } from "./invoices.queries.ts";
import { invoicesTable } from "./invoices.table.ts";

const { created, updated, paid, voided, written_off } = invoiceEvents;

/** Bills for what was done: drawn up, issued with a number of their own, and never changed since. */
export const invoices = defineRecord(invoicesContract, invoiceFields, {
  crud: invoiceCrud,
  table: invoicesTable,
  events: { updated },
  // A number is on paper, and so is what was charged: neither of two gives it up.
  rules: { release: () => null },
  writes: {
    "invoice.create": [writesOf(invoicesTable, { makes: true, events: [created, updated, paid] })],
    "invoice.update": [
      writesOf(invoicesTable, {
        changes: [
          "invoice_no",
          "invoice_type",
          "bill_to",
          "payer_id",
          "payer_split",
          "issue_date",
          "due_date",
          "place_of_supply",
          "seller_gstin",
          "buyer_gstin",
          "lines",
          "is_rounded",
          "subtotal_minor",
          "discount_total_minor",
          "tax_total_minor",
          "round_off_minor",
          "total_minor",
          "written_off_minor",
          "due_minor",
          "status",
          "status_history",
          "issued_at",
          "metadata",
        ],
        events: [created, updated, paid, voided, written_off],
      }),
    ],
  },
  guards: { "invoice.create": invoiceGuard, "invoice.update": invoiceGuard },
  handlers: (records) => ({
    list: async ({ query }, ctx) =>
      records.list(ctx, await askedOfPerson(ctx, query), listedInvoices(query)),
    charges: ({ params }, ctx) => openCharges(ctx, params.id),
    billing: ({ params, query }, ctx) => billingOf(ctx, params.id, query),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, invoiceComputed);
      const { lines: _lines, payer_split: _split, ...rest } = body;
      return records.present(ctx, await drawInvoice(ctx, body, records.mapping.first(rest)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const { status: _status, lines: _lines, payer_split: _split, ...rest } = body;
      return records.present(ctx, await changeInvoice(ctx, row, records.mapping.later(rest), body));
    },
  }),
});
