import type * as z from "zod";
import { changeEncounter } from "#clinical/encounters/encounters.changes.ts";
import { encountersTable, type EncounterRow } from "#clinical/encounters/encounters.table.ts";
import { newestVitals } from "#clinical/encounters/encounters.vitals.ts";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import { nextState } from "#resource/state-machine.ts";
import {
  triageCrud,
  triageFields,
  triageStatuses,
  type triageContract,
} from "./triage.contract.ts";
import { emitTriage } from "./triage.events.ts";
import { openTriageOf } from "./triage.queries.ts";
import { requireForLevel, requireReasonToWait } from "./triage.rules.ts";
import { isOpenTriage, triageStates } from "./triage.states.ts";
import { triageTable, type TriageRow } from "./triage.table.ts";

type CreateBody = z.output<typeof triageContract.create.body>;
type UpdateBody = z.output<typeof triageContract.update.body>;

const mapping = recordMapping(triageFields);
const overStatuses: readonly string[] = ["completed", "cancelled", "no_show", "entered_in_error"];

async function visitToTriage(ctx: WriteContext, id: string): Promise<EncounterRow> {
  const refused = (message: string) =>
    fieldError({ path: "encounter_id", code: "invalid_reference", message });
  const visit = await ctx.write.load(encountersTable, id);
  if (visit === null || visit.branch_id !== ctx.branch.id || visit.encounter_type !== "emergency")
    throw refused("names no emergency visit of this branch");
  if (overStatuses.includes(visit.visit_status)) throw refused("names a visit that is over");
  // Somebody may have triaged the visit since: the record was loaded for change.
  if ((await openTriageOf(ctx, id)) === undefined) return visit;
  const message = "has a triage that is not over; change that one";
  throw fieldError({ path: "encounter_id", code: "duplicate_value", message });
}

/** The visit goes on to `triaged`, and what was measured stands in it. */
async function followTriage(ctx: WriteContext, visit: EncounterRow, row: TriageRow): Promise<void> {
  const isWaiting = visit.visit_status === "arrived";
  const changed = await changeEncounter(ctx, visit, {
    ...(isWaiting ? { visit_status: "triaged" } : {}),
    ...(row.vitals === null ? {} : { vitals: row.vitals }),
  });
  ctx.write.update(encountersTable, changed, { triage_id: row.id });
}

/**
 * Triages an emergency; its visit goes along. @throws AppError invalid_reference, patient_merged, duplicate_value,
 * conflicting_fields, validation_error
 */
export async function recordTriage(ctx: WriteContext, body: CreateBody): Promise<TriageRow> {
  const visit = await visitToTriage(ctx, body.encounter_id);
  const patient = await referencedPatient(ctx, "encounter_id", visit.patient_id);
  const { at } = ctx.write;
  const fields = {
    ...mapping.first(body),
    vitals: newestVitals(null, body.vitals ?? {}),
    branch_id: ctx.branch.id,
    patient_id: patient.id,
    triaged_by: ctx.caller.id,
    triaged_at: at,
    level_at: at,
    due_at: at,
    breached_at: null,
    retriages: [],
    status_history: [{ status: "waiting", at, by: ctx.caller.id, reason: null }],
  };
  requireForLevel(fields);
  const row = ctx.write.insert(triageTable, ctx.newId(triageCrud.prefix), fields);
  emitTriage(ctx, null, row);
  await followTriage(ctx, visit, row);
  return row;
}

function retriaged(ctx: WriteContext, row: TriageRow, body: UpdateBody) {
  const { level, retriage_reason: reason } = body;
  if (level === undefined || level === row.level) return {};
  if (!isOpenTriage(row.status)) {
    const message = "cannot be changed when the patient is seen or gone";
    throw fieldError({ path: "level", code: "validation_error", message });
  }
  requireReasonToWait(row.level, level, reason);
  const { at } = ctx.write;
  const entry = {
    from_level: row.level,
    to_level: level,
    at,
    by: ctx.caller.id,
    reason: reason ?? null,
  };
  return { level, level_at: at, retriages: [...row.retriages, entry] };
}

function restated(ctx: WriteContext, row: TriageRow, body: UpdateBody) {
  const from = enumValueOf(triageStatuses, row.status);
  const { status: wanted = from, status_reason: reason } = body;
  if (wanted === from) return {};
  const status = nextState(triageStates, from, wanted);
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason: reason ?? null };
  return { status, status_history: [...row.status_history, step] };
}

/** Triages again, begins treatment or ends it. @throws AppError invalid_transition, validation_error, conflicting_fields */
export async function changeTriage(
  ctx: WriteContext,
  row: TriageRow,
  body: UpdateBody,
): Promise<TriageRow> {
  const { level: _level, status: _status, vitals, ...rest } = body;
  const patch = {
    ...mapping.later(rest),
    ...(vitals === undefined ? {} : { vitals: vitals && newestVitals(row.vitals, vitals) }),
    ...retriaged(ctx, row, body),
    ...restated(ctx, row, body),
  };
  requireForLevel({ ...row, ...patch });
  const after = ctx.write.update(triageTable, row, patch);
  if (after === row) return row;
  emitTriage(ctx, row, after);
  if (!vitals) return after;
  const visit = await ctx.write.load(encountersTable, row.encounter_id);
  if (visit !== null && !overStatuses.includes(visit.visit_status))
    await changeEncounter(ctx, visit, { vitals });
  return after;
}
