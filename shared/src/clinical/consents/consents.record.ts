import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { isoInstant } from "#kernel/clock.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeConsent, makeConsent } from "./consents.commands.ts";
import { consentCrud, consentFields, consentsContract, type Consent } from "./consents.contract.ts";
import { consentEvents } from "./consents.events.ts";
import { askedGuard, decidedGuard, namedPapers } from "./consents.guard.ts";
import { isActive } from "./consents.queries.ts";
import { followedPatient } from "./consents.standing.ts";
import { consentsTable } from "./consents.table.ts";

const { updated, ...decided } = consentEvents;

/** An answer with what the clock makes of it. */
function clocked(ctx: { now(): number }, consent: Consent): Consent {
  return { ...consent, active: isActive(consent, isoInstant(ctx.now())) };
}

/** Consents: what patients have agreed to, who has said it and how, until it is withdrawn or over. */
export const consents = defineRecord(consentsContract, consentFields, {
  crud: consentCrud,
  table: consentsTable,
  events: { updated },
  computed: async () => () => ({ active: false }),
  writes: {
    "consent.create": [
      writesOf(consentsTable, { makes: true, events: Object.values(decided) }),
      followedPatient,
    ],
    "consent.update": [
      writesOf(consentsTable, {
        changes: [
          "status",
          "decision",
          "decided_at",
          "captured_by",
          "revoked_at",
          "revoke_reason",
          "status_history",
          "notice_version",
          "language",
          "captured_method",
          "given_by",
          "witness_id",
          "document_id",
          "metadata",
        ],
        events: Object.values(consentEvents),
      }),
      followedPatient,
    ],
  },
  guards: { "consent.create": askedGuard, "consent.update": decidedGuard },
  judgedBy: { "consent.create": namedPapers, "consent.update": namedPapers },
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const page = await records.list(ctx, await askedOfPerson(ctx, query));
      return { ...page, data: page.data.map((one) => clocked(ctx, one)) };
    },
    get: async ({ params }, ctx) => clocked(ctx, await records.get(ctx, params.id)),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return clocked(ctx, await records.present(ctx, await makeConsent(ctx, body)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return clocked(ctx, await records.present(ctx, await changeConsent(ctx, row, body)));
    },
  }),
});
