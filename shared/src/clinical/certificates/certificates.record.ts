import { sql, type SqlBool } from "kysely";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeCertificate, issueCertificate } from "./certificates.commands.ts";
import {
  certificateComputed,
  certificateCrud,
  certificateFields,
  certificatesContract,
} from "./certificates.contract.ts";
import { certificateEvents } from "./certificates.events.ts";
import { issuedGuard } from "./certificates.guard.ts";
import { certificatesTable } from "./certificates.table.ts";

const { issued, cancelled, updated } = certificateEvents;

/** What doctors write for somebody elsewhere: issued once, never changed, and called off with a reason. */
export const certificates = defineRecord(certificatesContract, certificateFields, {
  crud: certificateCrud,
  table: certificatesTable,
  events: { updated },
  // A number is on paper already: neither gives it up.
  rules: { release: () => null },
  writes: {
    "certificate.create": [writesOf(certificatesTable, { makes: true, events: [issued] })],
    "certificate.update": [
      writesOf(certificatesTable, {
        changes: ["status", "status_history", "metadata"],
        events: [cancelled, updated],
      }),
    ],
  },
  guards: { "certificate.create": issuedGuard },
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const { status, certificate_no: number } = query;
      const conditions = [
        ...(status === undefined ? [sql<SqlBool>`status <> 'entered_in_error'`] : []),
        ...(number === undefined ? [] : [sql<SqlBool>`certificate_no = ${number}`]),
      ];
      return records.list(ctx, await askedOfPerson(ctx, query), conditions);
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, certificateComputed);
      return records.present(ctx, await issueCertificate(ctx, body, records.mapping.first(body)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, changeCertificate(ctx, row, body));
    },
  }),
});
