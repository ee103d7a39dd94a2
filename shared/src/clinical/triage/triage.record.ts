import { movedOnAppointment } from "#clinical/appointments/appointments.writes.ts";
import { encounterEvents } from "#clinical/encounters/encounters.events.ts";
import { encountersTable } from "#clinical/encounters/encounters.table.ts";
import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { isoInstant } from "#kernel/clock.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import { changeTriage, recordTriage } from "./triage.changes.ts";
import { triageContract, triageCrud, triageFields, type Triage } from "./triage.contract.ts";
import { triageEvents } from "./triage.events.ts";
import { listedTriage } from "./triage.queries.ts";
import { colourOf, isBreached, targetMinutes } from "./triage.rules.ts";
import { triageTable } from "./triage.table.ts";

const { recorded, updated } = triageEvents;

const followedVisit = writesOf(encountersTable, {
  changes: [
    "triage_id",
    "visit_status",
    "status_history",
    "vitals",
    "vitals_history",
    "started_at",
    "ended_at",
  ],
  events: [encounterEvents.updated],
});

/** An answer with what the clock makes of it. */
function clocked(ctx: { now(): number }, triage: Triage): Triage {
  return { ...triage, breached: isBreached(triage, isoInstant(ctx.now())) };
}

/** Triage: how urgent emergencies are, and until when each can wait. */
export const triage = defineRecord(triageContract, triageFields, {
  crud: triageCrud,
  table: triageTable,
  events: { updated },
  computed: async () => (row) => ({
    colour: colourOf(row.scale, row.level),
    target_minutes: targetMinutes(row.scale, row.level) ?? 0,
    breached: false,
  }),
  writes: {
    "triage.create": [
      writesOf(triageTable, { makes: true, events: [recorded] }),
      followedVisit,
      movedOnAppointment,
    ],
    "triage.update": [
      writesOf(triageTable, {
        changes: [
          "level",
          "level_at",
          "due_at",
          "retriages",
          "chief_complaint",
          "mode_of_arrival",
          "discriminators",
          "esi",
          "override_reason",
          "vitals",
          "gcs",
          "avpu",
          "pain",
          "pregnant",
          "infectious_flag",
          "mlc",
          "status",
          "status_history",
          "metadata",
        ],
        events: [recorded, updated],
      }),
      followedVisit,
    ],
  },
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const conditions = listedTriage(query, isoInstant(ctx.now()));
      const page = await records.list(ctx, await askedOfPerson(ctx, query), conditions);
      return { ...page, data: page.data.map((one) => clocked(ctx, one)) };
    },
    get: async ({ params }, ctx) => clocked(ctx, await records.get(ctx, params.id)),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return clocked(ctx, await records.present(ctx, await recordTriage(ctx, body)));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return clocked(ctx, await records.present(ctx, await changeTriage(ctx, row, body)));
    },
  }),
});
