import { answeredOnOrder } from "#clinical/lab-orders/answered-orders.commands.ts";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { enterResult, nextVersion } from "./lab-results.commands.ts";
import {
  labResultComputed,
  labResultCrud,
  labResultFields,
  labResultsContract,
} from "./lab-results.contract.ts";
import { labResultEvents } from "./lab-results.events.ts";
import { enteredGuard, versionGuard } from "./lab-results.guard.ts";
import { listedResults, supersededByEach } from "./lab-results.queries.ts";
import { labResultsTable } from "./lab-results.table.ts";

const { ready, corrected, critical, updated } = labResultEvents;

/** What the laboratory has found: versions that are never changed. */
export const labResults = defineRecord(labResultsContract, labResultFields, {
  crud: labResultCrud,
  table: labResultsTable,
  computed: supersededByEach,
  writes: {
    "lab_result.create": [
      writesOf(labResultsTable, { makes: true, events: [updated, critical] }),
      answeredOnOrder,
    ],
    "lab_result.update": [
      writesOf(labResultsTable, { makes: true, events: [ready, corrected, critical, updated] }),
      answeredOnOrder,
    ],
  },
  guards: { "lab_result.create": enteredGuard, "lab_result.update": versionGuard },
  handlers: (records) => ({
    list: async ({ query }, ctx) =>
      records.list(ctx, await askedOfPerson(ctx, query), listedResults(ctx.tenantId, query)),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, labResultComputed);
      const { observations: _given, status: _status, critical_ack: _told, ...rest } = body;
      return records.present(ctx, await enterResult(ctx, body, records.mapping.first(rest)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, await nextVersion(ctx, row, body));
    },
  }),
});
