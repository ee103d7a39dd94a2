import { invoiceEvents } from "#clinical/invoices/invoices.events.ts";
import { invoicesTable } from "#clinical/invoices/invoices.table.ts";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { recordPayment } from "./payments.commands.ts";
import {
  paymentComputed,
  paymentCrud,
  paymentFields,
  paymentsContract,
} from "./payments.contract.ts";
import { paymentEvents } from "./payments.events.ts";
import { paymentGuard, paymentJudgedBy } from "./payments.guard.ts";
import { paymentsTable } from "./payments.table.ts";

const { received, adjusted, refunded, voided } = paymentEvents;

/** What was paid, paid ahead, paid back and voided. */
export const payments = defineRecord(paymentsContract, paymentFields, {
  crud: paymentCrud,
  table: paymentsTable,
  // What was paid was paid, and its receipt is on paper: neither of two gives it up.
  rules: { release: () => null },
  writes: {
    "payment.create": [
      writesOf(paymentsTable, { makes: true, events: [received, adjusted, refunded, voided] }),
      writesOf(invoicesTable, {
        changes: ["paid_minor", "refunded_minor", "due_minor", "status", "status_history"],
        events: [invoiceEvents.paid, invoiceEvents.updated],
      }),
    ],
  },
  guards: { "payment.create": paymentGuard },
  judgedBy: { "payment.create": paymentJudgedBy },
  handlers: (records) => ({
    list: async ({ query }, ctx) => records.list(ctx, await askedOfPerson(ctx, query)),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, paymentComputed);
      return records.present(ctx, await recordPayment(ctx, body));
    },
  }),
});
