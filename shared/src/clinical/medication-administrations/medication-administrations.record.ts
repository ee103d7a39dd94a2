import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope, refuseReadOnly } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import { defineRecord } from "#resource/record.ts";
import {
  correctAdministration,
  noteAdministration,
} from "./medication-administrations.commands.ts";
import {
  administrationComputed,
  administrationCrud,
  administrationFields,
  administrationsContract,
} from "./medication-administrations.contract.ts";
import { dueDoses } from "./medication-administrations.due.ts";
import { administrationEvents } from "./medication-administrations.events.ts";
import { correctedGuard, judgedBy, notedGuard } from "./medication-administrations.guard.ts";
import { listedAdministrations, supersededByEach } from "./medication-administrations.queries.ts";
import { administrationsTable } from "./medication-administrations.table.ts";

const { given, refused, held, corrected } = administrationEvents;

/** What became of the doses that are prescribed: versions that are never changed. */
export const medicationAdministrations = defineRecord(
  administrationsContract,
  administrationFields,
  {
    crud: administrationCrud,
    table: administrationsTable,
    // What was done to somebody is given up by neither of two.
    rules: { release: () => null, isSentByDevices: true },
    computed: supersededByEach,
    writes: {
      "medication_administration.create": [
        writesOf(administrationsTable, { makes: true, events: [given, refused, held] }),
      ],
      "medication_administration.update": [
        writesOf(administrationsTable, { makes: true, events: [corrected] }),
      ],
    },
    guards: {
      "medication_administration.create": notedGuard,
      "medication_administration.update": correctedGuard,
    },
    judgedBy: {
      "medication_administration.create": judgedBy,
      "medication_administration.update": judgedBy,
    },
    handlers: (records) => ({
      list: async ({ query }, ctx) =>
        records.list(ctx, await askedOfPerson(ctx, query), listedAdministrations(query)),
      due: ({ query }, ctx) =>
        dueDoses(ctx, query, (row, state) =>
          records.mapping.present(row, state, { superseded_by_id: null }),
        ),
      create: async ({ body }, ctx) => {
        refuseForeignScope(body, ctx);
        refuseReadOnly(body, {}, administrationComputed);
        return records.present(ctx, await noteAdministration(ctx, body));
      },
      update: async ({ params, body }, ctx) => {
        const row = await records.forChange(ctx, params.id, body);
        return records.present(ctx, await correctAdministration(ctx, row, body));
      },
    }),
  },
);
