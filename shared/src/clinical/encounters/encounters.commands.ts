import type * as z from "zod";
import {
  appointmentForVisit,
  takeAppointmentAlong,
} from "#clinical/appointments/appointments.commands.ts";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { askedOfPerson, samePerson } from "#clinical/patients/same-person.commands.ts";
import { referencedStaff } from "#clinical/staff/staff.commands.ts";
import type { pageQuery, Page } from "#contract/paging.ts";
import { fieldError } from "#kernel/errors.ts";
import { localDate } from "#kernel/zones.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import type { createEncounterBody, Encounter, encounterFilters } from "./encounters.contract.ts";
import { diagnosedBy, undiagnosed } from "./encounters.diagnoses.ts";
import { emitOpened } from "./encounters.events.ts";
import { encounters, findEncounter, hasEncounter, listedEncounters } from "./encounters.queries.ts";
import { openingStatus, requireForStatus, requireTriage, timesIn } from "./encounters.rules.ts";
import { encountersTable, type EncounterRow } from "./encounters.table.ts";
import { newestVitals } from "./encounters.vitals.ts";

type CreateBody = z.output<typeof createEncounterBody>;

/** What a list of encounters can be asked for. */
export type EncounterQuery = z.output<typeof encounterFilters> & {
  readonly limit?: z.output<typeof pageQuery.limit>;
  readonly cursor?: z.output<typeof pageQuery.cursor>;
  readonly sort?: "created_at" | "-created_at" | undefined;
};

/** A page of encounters, newest first: of one branch where the query names it, else of all that the caller may see. */
export async function listEncounters(
  ctx: ReadContext,
  query: EncounterQuery,
): Promise<Page<Encounter>> {
  return encounters.list(ctx, await askedOfPerson(ctx, query), listedEncounters(query));
}

/** The doctor who is responsible, or null. @throws AppError invalid_reference */
export async function responsibleDoctor(
  ctx: WriteContext,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  const wanted = { roles: ["doctor"], statuses: ["active"] };
  return (await referencedStaff(ctx, "doctor_id", id, wanted)).id;
}

/** Refuses a day for the next visit that has gone by. @throws AppError validation_error */
export function refusePastFollowUp(ctx: WriteContext, date: string | null | undefined): void {
  if (date === null || date === undefined) return;
  if (date >= localDate(ctx.now(), ctx.branch.timeZone)) return;
  throw fieldError({ path: "follow_up_date", code: "validation_error", message: "is in the past" });
}

/** Takes the appointment to where its visit is. */
export async function followVisit(ctx: WriteContext, visit: EncounterRow): Promise<void> {
  const { appointment_id: id, visit_status: status } = visit;
  if (id === null) return;
  if (status === "arrived" || status === "triaged")
    await takeAppointmentAlong(ctx, id, "checked_in");
  if (status === "in_progress") await takeAppointmentAlong(ctx, id, "in_consultation");
  if (status === "completed") await takeAppointmentAlong(ctx, id, "completed");
}

async function visitedAppointment(ctx: WriteContext, body: CreateBody): Promise<string | null> {
  const id = body.appointment_id ?? null;
  if (id === null) return null;
  // Loaded for change first: two visits cannot both find the appointment without one.
  await appointmentForVisit(ctx, "appointment_id", id, body.patient_id);
  if (!(await hasEncounter(ctx.db, ctx.tenantId, id))) return id;
  throw fieldError({
    path: "appointment_id",
    code: "invalid_reference",
    message: "names an appointment that has its visit already",
  });
}

/** The ids of a visit that is opened for a stay, and of the stay. */
interface WithStay {
  readonly id: string;
  readonly stayId: string;
}

function refuseStayAlone(body: CreateBody, stay: WithStay | null): void {
  const wrong = (path: string, message: string) =>
    fieldError({ path, code: "validation_error", message });
  if (stay !== null) return;
  if (body.encounter_type === "IPD")
    throw wrong("workflow_event", "must be admit: an inpatient visit begins with its admission");
  if (body.admission !== undefined) throw wrong("admission", "belongs to the workflow event admit");
}

function openingFields(ctx: WriteContext, body: CreateBody) {
  const now = ctx.write.at;
  const times = { started_at: body.started_at ?? null, ended_at: body.ended_at ?? null };
  const status = openingStatus(body.visit_status, times.started_at, now);
  const vitals = newestVitals(null, body.vitals ?? {});
  return {
    ...encounters.mapping.first(body),
    ...diagnosedBy(undiagnosed, body),
    ...timesIn(status, times, now),
    visit_status: status,
    vitals,
    vitals_history: vitals === null ? [] : [{ at: now, by: ctx.caller.id, values: vitals }],
    status_history: [{ status, at: now, by: ctx.caller.id, reason: null }],
    addenda: [],
    triage_id: null,
    metadata: body.metadata ?? {},
  };
}

/**
 * Opens an encounter; its appointment goes along. @param stay of an inpatient visit, which is never opened without one
 * @throws AppError invalid_reference, validation_error
 */
export async function openEncounter(
  ctx: WriteContext,
  body: CreateBody,
  stay: WithStay | null = null,
): Promise<EncounterRow> {
  refuseStayAlone(body, stay);
  refusePastFollowUp(ctx, body.follow_up_date);
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  const fields = {
    ...openingFields(ctx, body),
    branch_id: ctx.branch.id,
    patient_id: patient.id,
    doctor_id: await responsibleDoctor(ctx, body.doctor_id ?? null),
    appointment_id: await visitedAppointment(ctx, body),
    admission_id: stay?.stayId ?? null,
  };
  requireForStatus(fields);
  requireTriage(fields, "arrived");
  const encounter = ctx.write.insert(encountersTable, stay?.id ?? ctx.newId("enc"), fields);
  emitOpened(ctx, encounter);
  await followVisit(ctx, encounter);
  return encounter;
}

/**
 * A visit of the acting branch that another record may point to, of the same person.
 * @throws AppError invalid_reference
 */
export async function referencedVisit(
  ctx: WriteContext,
  path: string,
  id: string,
  patientId: string,
): Promise<EncounterRow> {
  const visit = await findEncounter(ctx.db, ctx.tenantId, id);
  const isHere = visit !== undefined && visit.branch_id === ctx.branch.id;
  const isOfPerson =
    isHere && (await samePerson(ctx.db, ctx.tenantId, patientId)).includes(visit.patient_id);
  if (isOfPerson && visit.visit_status !== "entered_in_error") return visit;
  throw fieldError({ path, code: "invalid_reference", message: "names no visit of the patient" });
}

const unattended: readonly string[] = ["cancelled", "no_show", "planned"];
const writtenAfterMs = 72 * 3_600_000;

/**
 * A visit in which a doctor prescribes or certifies: somebody has come, and it is under way or not over for long.
 * @throws AppError invalid_reference, validation_error
 */
export async function visitToWriteIn(
  ctx: WriteContext,
  path: string,
  id: string,
  patientId: string,
): Promise<EncounterRow> {
  const visit = await referencedVisit(ctx, path, id, patientId);
  const { visit_status: status, ended_at: ended } = visit;
  const wrong = (message: string) => fieldError({ path, code: "validation_error", message });
  if (unattended.includes(status)) throw wrong(`names a visit that is ${status}`);
  const isOver = status === "completed" && ended !== null;
  if (isOver && Date.parse(ended) < ctx.now() - writtenAfterMs)
    throw wrong("names a visit that was completed more than 72 hours ago");
  return visit;
}
