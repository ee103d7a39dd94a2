import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { isoInstant } from "#kernel/clock.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeOrder, placeOrder } from "./lab-orders.commands.ts";
import {
  labOrderComputed,
  labOrderCrud,
  labOrderFields,
  labOrdersContract,
} from "./lab-orders.contract.ts";
import { labOrderEvents } from "./lab-orders.events.ts";
import { listedOrders, turnaroundOfEach } from "./lab-orders.queries.ts";
import { labOrdersTable } from "./lab-orders.table.ts";

const { created, collected, cancelled, updated } = labOrderEvents;

/** What doctors ask of the laboratory, from the order to the last answer. */
export const labOrders = defineRecord(labOrdersContract, labOrderFields, {
  crud: labOrderCrud,
  table: labOrdersTable,
  events: { updated },
  computed: turnaroundOfEach,
  // A label or a number is on paper already: it is given up by neither.
  rules: { release: () => null },
  writes: {
    "lab_order.create": [writesOf(labOrdersTable, { makes: true, events: [created, updated] })],
    "lab_order.update": [
      writesOf(labOrdersTable, {
        changes: [
          "priority",
          "work_order",
          "clinical_notes",
          "diagnosis_code",
          "external_lab",
          "specimens",
          "status",
          "status_history",
          "ordered_at",
          "due_at",
          "metadata",
        ],
        events: [created, collected, cancelled, updated],
      }),
    ],
  },
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const conditions = listedOrders(ctx.tenantId, query, isoInstant(ctx.now()));
      return records.list(ctx, await askedOfPerson(ctx, query), conditions);
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, labOrderComputed);
      const { specimens: _specimens, status: _status, ...given } = body;
      return records.present(ctx, await placeOrder(ctx, body, records.mapping.first(given)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const { status: _status, specimens: _specimens, ...rest } = body;
      return records.present(ctx, await changeOrder(ctx, row, records.mapping.later(rest), body));
    },
  }),
});
