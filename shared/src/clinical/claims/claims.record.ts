import { sql, type SqlBool } from "kysely";
import { invoiceEvents } from "#clinical/invoices/invoices.events.ts";
import { invoicesTable } from "#clinical/invoices/invoices.table.ts";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { paymentEvents } from "#clinical/payments/payments.events.ts";
import { paymentsTable } from "#clinical/payments/payments.table.ts";
import { preauthEvents } from "#clinical/preauth/preauth.events.ts";
import { preauthTable } from "#clinical/preauth/preauth.table.ts";
import { isoInstant } from "#kernel/clock.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeClaim, drawClaim } from "./claims.commands.ts";
import { claimComputed, claimCrud, claimFields, claimsContract } from "./claims.contract.ts";
import { claimEvents } from "./claims.events.ts";
import { claimGuard, claimJudgedBy } from "./claims.guard.ts";
import { isClaimLate, missingOfClaim } from "./claims.rules.ts";
import { openClaims, undecidedStatuses } from "./claims.states.ts";
import { claimsTable } from "./claims.table.ts";

const { submitted, queried, approved, rejected, settled, updated } = claimEvents;

// Literal, so that both engines may use the index of states.
function isOneOf(statuses: readonly string[]) {
  return sql.raw<SqlBool>(`status IN (${statuses.map((one) => `'${one}'`).join(", ")})`);
}
const isOpen = isOneOf(openClaims);
const isUndecided = isOneOf(undecidedStatuses);

// Submitted, a claim uses up what was authorised.
const usesAuthorisation = writesOf(preauthTable, {
  changes: ["status", "status_history"],
  events: [preauthEvents.updated],
});

/** What payers are to pay of bills: claimed once, asked about, decided and paid. */
export const claims = defineRecord(claimsContract, claimFields, {
  crud: claimCrud,
  table: claimsTable,
  events: { updated },
  // A number stands in the payer's letters, and what is claimed is claimed: neither of two gives it up.
  rules: { release: () => null },
  computed: async ({ now }) => {
    const at = now === undefined ? "" : isoInstant(now());
    return (row) => ({
      sla_breached: isClaimLate(row, at),
      documents_missing: missingOfClaim(row.documents),
    });
  },
  writes: {
    "claim.create": [
      writesOf(claimsTable, { makes: true, events: [submitted, updated] }),
      usesAuthorisation,
    ],
    "claim.update": [
      writesOf(claimsTable, {
        changes: [
          "invoice_ids",
          "preauth_id",
          "scheme",
          "policy",
          "diagnosis_codes",
          "procedure_codes",
          "package_codes",
          "claimed_minor",
          "payer_share_minor",
          "approved_minor",
          "deductions",
          "deducted_minor",
          "documents",
          "queries",
          "submitted_at",
          "sla_due_at",
          "due_date",
          "decided_at",
          "settlement",
          "settled_minor",
          "tds_minor",
          "settled_at",
          "remarks",
          "status",
          "status_history",
          "metadata",
        ],
        events: [submitted, queried, approved, rejected, settled, updated],
      }),
      usesAuthorisation,
      writesOf(paymentsTable, { makes: true, several: true, events: [paymentEvents.received] }),
      writesOf(invoicesTable, {
        several: true,
        changes: ["paid_minor", "refunded_minor", "due_minor", "status", "status_history"],
        events: [invoiceEvents.paid, invoiceEvents.updated],
      }),
    ],
  },
  guards: { "claim.create": claimGuard, "claim.update": claimGuard },
  judgedBy: { "claim.create": claimJudgedBy, "claim.update": claimJudgedBy },
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const { open, breached } = query;
      const now = isoInstant(ctx.now());
      return records.list(ctx, await askedOfPerson(ctx, query), [
        ...(open === undefined ? [] : [isOpen]),
        ...(breached === undefined ? [] : [isUndecided, sql<SqlBool>`sla_due_at < ${now}`]),
      ]);
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, claimComputed);
      return records.present(ctx, await drawClaim(ctx, body, records.mapping.first(body)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, await changeClaim(ctx, row, records.mapping.later(body), body));
    },
  }),
});
