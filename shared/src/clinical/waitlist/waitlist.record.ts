import { sql, type SqlBool } from "kysely";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { bookedAppointment } from "#clinical/appointments/appointments.writes.ts";
import { defineRecord } from "#resource/record.ts";
import { addEntry, bookEntry, changeEntry } from "./waitlist.commands.ts";
import { waitlistContract, waitlistCrud, waitlistFields } from "./waitlist.contract.ts";
import { waitlistEvents } from "./waitlist.events.ts";
import { waitlistTable } from "./waitlist.table.ts";

const { created, offered, accepted, removed, updated } = waitlistEvents;
const isOpen = sql<SqlBool>`status IN ('waiting', 'offered')`;

/** Who waits for a time that is not free, until they are given one. */
export const waitlist = defineRecord(waitlistContract, waitlistFields, {
  crud: waitlistCrud,
  table: waitlistTable,
  events: { created, updated },
  writes: {
    "waitlist_entry.update": [
      writesOf(waitlistTable, {
        changes: [
          "provider_id",
          "department",
          "from_day",
          "to_day",
          "encounter_type",
          "note",
          "status",
          "status_history",
          "metadata",
        ],
        events: [offered, removed, updated],
      }),
    ],
    "waitlist_entry.book": [
      bookedAppointment,
      writesOf(waitlistTable, {
        changes: ["status", "status_history", "appointment_id"],
        events: [accepted],
      }),
    ],
  },
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const { date_from: from, date_to: to, open } = query;
      return records.list(ctx, await askedOfPerson(ctx, query), [
        ...(from === undefined ? [] : [sql<SqlBool>`to_day >= ${from}`]),
        ...(to === undefined ? [] : [sql<SqlBool>`from_day <= ${to}`]),
        ...(open === undefined ? [] : [isOpen]),
      ]);
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const row = await addEntry(ctx, { ...records.mapping.first(body), branch_id: ctx.branch.id });
      return records.present(ctx, row);
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const { status, status_reason: reason, ...rest } = body;
      const patch = records.mapping.later(rest);
      return records.present(ctx, await changeEntry(ctx, row, { patch, status, reason }));
    },
    book: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id);
      return records.present(ctx, await bookEntry(ctx, row, body));
    },
  }),
});
