import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { prescriptionEvents } from "#clinical/prescriptions/prescriptions.events.ts";
import { prescriptionsTable } from "#clinical/prescriptions/prescriptions.table.ts";
import { stockEvents } from "#clinical/stock/stock.events.ts";
import { stockMovesTable, stockTable } from "#clinical/stock/stock.table.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeDispense, dispense } from "./dispenses.commands.ts";
import {
  dispenseComputed,
  dispenseCrud,
  dispenseFields,
  dispenseLater,
  dispensesContract,
} from "./dispenses.contract.ts";
import { dispenseEvents } from "./dispenses.events.ts";
import { dispensedBeyond, dispenseGuard, dispenseJudgedBy } from "./dispenses.guard.ts";
import { dispensesTable } from "./dispenses.table.ts";

const { created, updated, completed, cancelled, declined, returned } = dispenseEvents;

/** What is given out of stock: taken off the shelf, handed over, and taken back into quarantine. */
export const dispenses = defineRecord(dispensesContract, dispenseFields, {
  crud: dispenseCrud,
  table: dispensesTable,
  events: { updated },
  writes: {
    "dispense.create": [
      writesOf(dispensesTable, { makes: true, events: [created] }),
      writesOf(stockMovesTable, { makes: true, several: true, events: [stockEvents.low] }),
    ],
    "dispense.update": [
      writesOf(dispensesTable, {
        changes: [
          "counselling_done",
          "returns",
          "status",
          "status_history",
          "not_performed_reason",
          "completed_at",
          "metadata",
        ],
        events: [updated, completed, cancelled, declined, returned],
      }),
      writesOf(stockMovesTable, { makes: true, several: true }),
      writesOf(stockTable, { makes: true, several: true }),
      writesOf(prescriptionsTable, {
        changes: ["status", "status_history"],
        events: [prescriptionEvents.updated],
      }),
    ],
  },
  guards: { "dispense.create": dispenseGuard, "dispense.update": dispenseGuard },
  judgedBy: { "dispense.create": dispenseJudgedBy, "dispense.update": dispenseJudgedBy },
  excesses: { "dispense.create": dispensedBeyond },
  handlers: (records) => ({
    list: async ({ query }, ctx) => records.list(ctx, await askedOfPerson(ctx, query)),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, [...dispenseComputed, ...dispenseLater]);
      return records.present(ctx, await dispense(ctx, body));
    },
    update: async ({ params, body }, ctx) => {
      const { returns: _returns, ...rest } = body;
      const row = await records.forChange(ctx, params.id, rest);
      return records.present(ctx, await changeDispense(ctx, row, body));
    },
  }),
});
