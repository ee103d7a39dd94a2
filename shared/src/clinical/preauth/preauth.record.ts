import { sql, type SqlBool } from "kysely";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { isoInstant } from "#kernel/clock.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changePreauth, drawPreauth } from "./preauth.commands.ts";
import {
  preauthComputed,
  preauthContract,
  preauthCrud,
  preauthFields,
} from "./preauth.contract.ts";
import { preauthEvents } from "./preauth.events.ts";
import { preauthGuard } from "./preauth.guard.ts";
import { isBreached, missingPapers } from "./preauth.rules.ts";
import { waitingStatuses } from "./preauth.states.ts";
import { preauthTable } from "./preauth.table.ts";

const { submitted, queried, approved, rejected, updated } = preauthEvents;

// Literal, so that both engines may use the index of states.
const isOpen = sql.raw<SqlBool>(
  `status IN (${waitingStatuses.map((one) => `'${one}'`).join(", ")})`,
);

/** What payers are asked to authorise before somebody is treated, and as they go home. */
export const preauth = defineRecord(preauthContract, preauthFields, {
  crud: preauthCrud,
  table: preauthTable,
  events: { updated },
  computed: async ({ now }) => {
    const at = now === undefined ? "" : isoInstant(now());
    return (row) => ({
      sla_breached: isBreached(row, at),
      documents_missing: missingPapers(row.request_type, row.documents),
    });
  },
  writes: {
    "preauth.create": [writesOf(preauthTable, { makes: true, events: [submitted, updated] })],
    "preauth.update": [
      writesOf(preauthTable, {
        changes: [
          "policy",
          "planned_admission",
          "expected_days",
          "diagnosis_codes",
          "procedure_codes",
          "doctor_id",
          "estimate",
          "requested_minor",
          "approved_minor",
          "authorization_no",
          "valid_until",
          "remarks",
          "documents",
          "queries",
          "submitted_at",
          "sla_due_at",
          "decided_at",
          "status",
          "status_history",
          "metadata",
        ],
        events: [submitted, queried, approved, rejected, updated],
      }),
    ],
  },
  guards: { "preauth.create": preauthGuard, "preauth.update": preauthGuard },
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const { open, breached } = query;
      const now = isoInstant(ctx.now());
      return records.list(ctx, await askedOfPerson(ctx, query), [
        ...(open === undefined && breached === undefined ? [] : [isOpen]),
        ...(breached === undefined ? [] : [sql<SqlBool>`sla_due_at < ${now}`]),
      ]);
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, preauthComputed);
      return records.present(ctx, await drawPreauth(ctx, body, records.mapping.first(body)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, await changePreauth(ctx, row, records.mapping.later(body), body));
    },
  }),
});
