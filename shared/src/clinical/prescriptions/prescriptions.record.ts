import { isoInstant } from "#kernel/clock.ts";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changePrescription, prescribe } from "./prescriptions.commands.ts";
import {
  prescriptionComputed,
  prescriptionCrud,
  prescriptionFields,
  prescriptionsContract,
} from "./prescriptions.contract.ts";
import { prescriptionEvents } from "./prescriptions.events.ts";
import { answeredStatus, listedPrescriptions, statusOfEach } from "./prescriptions.queries.ts";
import { prescriptionsTable } from "./prescriptions.table.ts";

const { created, stopped, cancelled, updated } = prescriptionEvents;
const replaced = {
  several: true,
  changes: ["status", "status_history"],
  events: [stopped],
} as const;

/** What doctors prescribe: issued once, and never changed. */
export const prescriptions = defineRecord(prescriptionsContract, prescriptionFields, {
  crud: prescriptionCrud,
  table: prescriptionsTable,
  events: { updated },
  // A number is on paper already: neither gives it up.
  rules: { release: () => null },
  writes: {
    "prescription.create": [
      writesOf(prescriptionsTable, {
        ...replaced,
        makes: true,
        events: [created, updated, stopped],
      }),
    ],
    "prescription.update": [
      writesOf(prescriptionsTable, {
        several: true,
        changes: [
          "items",
          "weight_kg",
          "allergies_checked",
          "interaction_alerts",
          "override",
          "status",
          "status_history",
          "issued_at",
          "valid_until",
          "expires_at",
          "metadata",
        ],
        events: [created, stopped, cancelled, updated],
      }),
    ],
  },
  computed: statusOfEach,
  handlers: (records) => ({
    list: async ({ query }, ctx) =>
      records.list(
        ctx,
        await askedOfPerson(ctx, query),
        listedPrescriptions(query, isoInstant(ctx.now())),
      ),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      refuseReadOnly(body, {}, prescriptionComputed);
      const { status: _status, items: _items, override: _override, ...rest } = body;
      return records.present(ctx, await prescribe(ctx, body, records.mapping.first(rest)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const answered = answeredStatus(row, isoInstant(ctx.now()));
      return records.present(ctx, await changePrescription(ctx, row, body, answered));
    },
  }),
});
