import { admitWithVisit } from "#clinical/admissions/admissions.commands.ts";
import { samePersons } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { foundInScope } from "#resource/branch-scope.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import { changeEncounter } from "./encounters.changes.ts";
import { listEncounters, openEncounter } from "./encounters.commands.ts";
import type { Vitals } from "./encounter-parts.contract.ts";
import { encountersContract, type LastVisit } from "./encounters.contract.ts";
import { encounterEvents } from "./encounters.events.ts";
import { encounters, findEncounter, lastPressures, lastVisits } from "./encounters.queries.ts";
import { encountersTable, type EncounterRow } from "./encounters.table.ts";
import { timelinePage } from "./encounters.timeline.ts";
import { vitalWarnings } from "./encounters.vitals.ts";
import { monthsBetween } from "./vital-ranges.contract.ts";
import { birthDateOf, today } from "#clinical/patients/patients.commands.ts";
import { encounterWrites } from "./encounters.writes.ts";

/** When each of some patients was last seen, under whichever of a person's records. */
async function lastVisitsOfPersons(
  ctx: ReadContext,
  patientIds: readonly string[],
  hasPressure: boolean,
): Promise<LastVisit[]> {
  const persons = await samePersons(ctx.db, ctx.tenantId, patientIds);
  const all = [...new Set([...persons.values()].flat())];
  const visits = await lastVisits(ctx, all);
  const pressures = hasPressure ? await lastPressures(ctx, all) : null;
  const last = new Map(visits.map((each) => [each.patient_id, each.started_at]));
  return [...persons].flatMap(([id, records]) => {
    const at = records
      .flatMap((record) => last.get(record) ?? [])
      .toSorted()
      .at(-1);
    if (at === undefined) return [];
    const seen = { patient_id: id, started_at: at };
    if (pressures === null) return [seen];
    const measured = records
      .flatMap((record) => pressures.get(record) ?? [])
      .toSorted((one, other) => one.at.localeCompare(other.at));
    return [{ ...seen, blood_pressure: measured.at(-1) ?? null }];
  });
}

async function encounterToRead(ctx: ReadContext, id: string): Promise<EncounterRow> {
  const row = foundInScope(ctx.caller, await findEncounter(ctx.db, ctx.tenantId, id));
  ctx.auditRead("encounters", row.id, row.patient_id);
  return row;
}

async function answer(ctx: WriteContext, row: EncounterRow, given: Vitals | null | undefined) {
  const encounter = await encounters.present(ctx, row);
  if (given === null || given === undefined) return { ...encounter, warnings: [] };
  const born = await birthDateOf(ctx, row.patient_id);
  const age = born === null ? null : monthsBetween(born, today(ctx));
  return { ...encounter, warnings: [...vitalWarnings(given, age)] };
}

/** Encounters: what was found, done and decided in a visit. */
export const encountersModule = defineModule(
  "encounters",
  encountersContract,
  {
    list: ({ query }, ctx) =>
      listEncounters(ctx, { ...query, branch_id: query.branch_id ?? ctx.branch.id }),

    latest: async ({ query }, ctx) => {
      const data = await lastVisitsOfPersons(
        ctx,
        query.patient_id,
        query.with === "blood_pressure",
      );
      for (const { patient_id: id } of data) ctx.auditRead("encounters", null, id);
      return { data };
    },

    get: ({ params }, ctx) => encounters.get(ctx, params.id),

    timeline: async ({ params, query }, ctx) =>
      timelinePage(ctx, await encounterToRead(ctx, params.id), query),

    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const open = body.workflow_event === "admit" ? admitWithVisit : openEncounter;
      return answer(ctx, await open(ctx, body), body.vitals);
    },

    update: async ({ params, body }, ctx) => {
      const row = await encounters.forChange(ctx, params.id);
      await encounters.refuseReadOnly(ctx, row, body);
      return answer(ctx, await changeEncounter(ctx, row, body), body.vitals);
    },
  },
  {
    writes: encounterWrites,
    rules: { table: encountersTable, updatedEvent: encounterEvents.updated, isSentByDevices: true },
  },
);
