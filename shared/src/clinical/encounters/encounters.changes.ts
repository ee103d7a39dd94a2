import type * as z from "zod";
import { isOpen } from "#clinical/admissions/admissions.contract.ts";
import { admissionsTable } from "#clinical/admissions/admissions.table.ts";
import { isOpenTriage } from "#clinical/triage/triage.states.ts";
import { triageTable } from "#clinical/triage/triage.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import { followVisit, refusePastFollowUp, responsibleDoctor } from "./encounters.commands.ts";
import { diagnosisSystems } from "./encounter-parts.contract.ts";
import { addendumText, visitStatuses, type updateEncounterBody } from "./encounters.contract.ts";
import { diagnosedBy } from "./encounters.diagnoses.ts";
import { emitChanged } from "./encounters.events.ts";
import { requireForStatus, requireTriage, timesIn } from "./encounters.rules.ts";
import { encounterStates } from "./encounters.states.ts";
import { encountersTable, type EncounterRow } from "./encounters.table.ts";
import { areSameVitals, newestVitals } from "./encounters.vitals.ts";

type UpdateBody = z.output<typeof updateEncounterBody>;

/** Fields by which an encounter changes. */
type EncounterPatch = Partial<
  Pick<EncounterRow, Exclude<keyof EncounterRow, "id" | "tenant_id" | "version" | "stamps">>
>;

const shortestReason = 10;

function requireReason(reason: string | undefined): void {
  if (reason !== undefined && reason.length >= shortestReason) return;
  throw fieldError({
    path: "reason",
    code: "validation_error",
    message: `of at least ${shortestReason} characters is required for what was entered in error`,
  });
}

function restated(ctx: WriteContext, row: EncounterRow, body: UpdateBody): EncounterPatch {
  const from = enumValueOf(visitStatuses, row.visit_status);
  const wanted = body.visit_status ?? from;
  if (wanted === from) return {};
  const status = nextState(encounterStates(row.encounter_type), from, wanted);
  if (status === "entered_in_error") requireReason(body.reason);
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason: body.reason ?? null };
  return { visit_status: status, status_history: [...row.status_history, step] };
}

function timed(row: EncounterRow, body: UpdateBody, status: string, now: string): EncounterPatch {
  const given = {
    started_at: body.started_at === undefined ? row.started_at : body.started_at,
    ended_at: body.ended_at === undefined ? row.ended_at : body.ended_at,
  };
  return timesIn(status, given, now);
}

/** After completion the notes stand; what is said later is added, with who said it and when. */
function noted(ctx: WriteContext, row: EncounterRow, body: UpdateBody): EncounterPatch {
  const { notes } = body;
  if (notes === undefined || notes === row.notes) return {};
  if (row.visit_status !== "completed") return { notes };
  const before = row.notes ?? "";
  const added = (notes ?? "").startsWith(before)
    ? (notes ?? "").slice(before.length)
    : (notes ?? "");
  if (added.trim() === "") {
    const message = "cannot be taken back after completion; what is sent is added to them";
    throw fieldError({ path: "notes", code: "validation_error", message });
  }
  const text = addendumText.safeParse(added);
  if (!text.success) {
    const message = text.error.issues[0]?.message ?? "is no text";
    throw fieldError({ path: "notes", code: "validation_error", message });
  }
  const addendum = { text: text.data, by: ctx.caller.id, at: ctx.write.at };
  return { addenda: [...row.addenda, addendum] };
}

function measured(ctx: WriteContext, row: EncounterRow, body: UpdateBody): EncounterPatch {
  const { vitals: given } = body;
  if (given === undefined) return {};
  const vitals = given === null ? null : newestVitals(row.vitals, given);
  if (areSameVitals(vitals, row.vitals)) return {};
  if (given === null) return { vitals };
  const set = { at: ctx.write.at, by: ctx.caller.id, values: given };
  return { vitals, vitals_history: [...row.vitals_history, set] };
}

function diagnosed(row: EncounterRow, body: UpdateBody): EncounterPatch {
  const { diagnosis_code, diagnoses } = row;
  const diagnosis_system = enumValueOf(diagnosisSystems, row.diagnosis_system);
  return diagnosedBy({ diagnosis_code, diagnosis_system, diagnoses }, body);
}

function details(row: EncounterRow, body: UpdateBody): EncounterPatch {
  const stored: Readonly<Record<string, unknown>> = row;
  const given = {
    care_stage: body.care_stage,
    disposition: body.disposition,
    triage_waived_reason: body.triage_waived_reason,
    chief_complaint: body.chief_complaint,
    advice: body.advice,
    department: body.department,
    location: body.location,
    follow_up_date: body.follow_up_date,
    telehealth: body.telehealth,
    metadata: body.metadata,
  };
  // PostgreSQL gives the members of a JSON value in an order of its own: another order is no change.
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && canonicalJson(value) !== canonicalJson(stored[name]),
  );
  return Object.fromEntries(changed);
}

async function attended(
  ctx: WriteContext,
  row: EncounterRow,
  body: UpdateBody,
): Promise<EncounterPatch> {
  const { doctor_id: id } = body;
  if (id === undefined || id === row.doctor_id) return {};
  return { doctor_id: await responsibleDoctor(ctx, id) };
}

const endStatuses: readonly string[] = ["completed", "cancelled", "no_show", "entered_in_error"];

/** A visit is not complete while its triage says that the patient waits or is treated. @throws AppError validation_error */
async function refuseEndInTriage(ctx: WriteContext, row: EncounterRow, status: string) {
  const { triage_id: id } = row;
  if (id === null || status === row.visit_status || status !== "completed") return;
  const triage = await ctx.write.load(triageTable, id);
  if (triage === null || !isOpenTriage(triage.status)) return;
  const message = "cannot be completed before the triage is";
  throw fieldError({ path: "visit_status", code: "validation_error", message });
}

/** An inpatient visit ends with its stay, not before it. @throws AppError validation_error */
async function refuseEndBeforeStay(ctx: WriteContext, row: EncounterRow, status: string) {
  const { admission_id: id } = row;
  if (id === null || status === row.visit_status || !endStatuses.includes(status)) return;
  const stay = await ctx.write.load(admissionsTable, id);
  if (stay === null || !isOpen(stay.status)) return;
  const message = "cannot end before the patient is discharged or the admission cancelled";
  throw fieldError({ path: "visit_status", code: "validation_error", message });
}

/**
 * Changes an encounter; fields that are absent stay. Its appointment goes along with its state.
 * @throws AppError invalid_transition, invalid_reference, conflicting_fields, validation_error
 */
export async function changeEncounter(
  ctx: WriteContext,
  row: EncounterRow,
  body: UpdateBody,
): Promise<EncounterRow> {
  if (body.follow_up_date !== row.follow_up_date) refusePastFollowUp(ctx, body.follow_up_date);
  const state = restated(ctx, row, body);
  const status = state.visit_status ?? row.visit_status;
  await refuseEndBeforeStay(ctx, row, status);
  await refuseEndInTriage(ctx, row, status);
  const patch: EncounterPatch = {
    ...details(row, body),
    ...diagnosed(row, body),
    ...measured(ctx, row, body),
    ...noted(ctx, row, body),
    ...(await attended(ctx, row, body)),
    ...timed(row, body, status, ctx.write.at),
    ...state,
  };
  const wanted = { ...row, ...patch };
  // What was entered in error need not be complete to be struck out.
  if (status !== "entered_in_error") requireForStatus(wanted);
  if (status !== row.visit_status) requireTriage(wanted, row.visit_status);
  const changed = ctx.write.update(encountersTable, row, patch);
  if (changed === row) return row;
  emitChanged(ctx, row, changed);
  if (status !== row.visit_status) await followVisit(ctx, changed);
  return changed;
}
