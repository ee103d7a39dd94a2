import type * as z from "zod";
import { freeBed } from "#clinical/beds/beds.commands.ts";
import type { createEncounterBody } from "#clinical/encounters/encounters.contract.ts";
import { changeEncounter } from "#clinical/encounters/encounters.changes.ts";
import { openEncounter } from "#clinical/encounters/encounters.commands.ts";
import { waitingStatuses } from "#clinical/encounters/encounters.states.ts";
import { encountersTable, type EncounterRow } from "#clinical/encounters/encounters.table.ts";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { referencedStaff } from "#clinical/staff/staff.commands.ts";
import { referencedWard } from "#clinical/wards/wards.commands.ts";
import { phone } from "#contract/fields.ts";
import { inList } from "#db/statements.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import {
  admissionCrud,
  admissionFields,
  isStaying,
  openStatuses,
  type AdmissionStatus,
  type admissionsContract,
  type stayBody,
} from "./admissions.contract.ts";
import { emitOpened } from "./admissions.events.ts";
import { requireForStay, uncleared } from "./admissions.rules.ts";
import { admissionsTable, type AdmissionRow } from "./admissions.table.ts";

/** What a stay begins with. */
export type StayBody = z.output<typeof stayBody>;
type CreateBody = z.output<typeof admissionsContract.create.body>;
/** What the visit of a stay begins with. */
export type VisitBody = z.output<typeof createEncounterBody>;

const mapping = recordMapping(admissionFields);

/** Where in a body the fields of a stay stand: by themselves, or within another record's. */
export type FieldPath = (name: string) => string;

const asSent: FieldPath = (name) => name;

const doctorFields = ["admitting_doctor_id", "attending_doctor_id"] as const;

/** Refuses a doctor whom nobody of the branch is. @throws AppError invalid_reference */
export async function refuseOtherDoctors(
  ctx: WriteContext,
  body: Readonly<Partial<Record<(typeof doctorFields)[number], string | null | undefined>>>,
  path: FieldPath = asSent,
): Promise<void> {
  const wanted = { roles: ["doctor"], statuses: ["active"] };
  for (const name of doctorFields) {
    const id = body[name];
    if (typeof id === "string") await referencedStaff(ctx, path(name), id, wanted);
  }
}

/** Who stays with the patient, with a telephone number as it is kept. @throws AppError validation_error */
export function readAttendant(
  ctx: WriteContext,
  given: StayBody["attendant"],
  path: FieldPath = asSent,
) {
  if (typeof given?.phone !== "string") return given ?? null;
  const read = phone(ctx.branch.country).safeParse(given.phone);
  if (read.success) return { ...given, phone: read.data };
  const message = "must be a telephone number, national or +country";
  throw fieldError({ path: path("attendant.phone"), code: "validation_error", message });
}

/**
 * The bed that a body names, with its ward and room; without one the ward that is wished for.
 * @throws AppError invalid_reference, bed_unavailable, conflicting_fields
 */
export async function wantedPlace(
  ctx: WriteContext,
  { bed_id: id, ward_id: wardId }: Pick<StayBody, "bed_id" | "ward_id">,
  path: FieldPath = asSent,
) {
  if (typeof id !== "string") {
    if (typeof wardId === "string") await referencedWard(ctx, wardId, path("ward_id"));
    return { bed_id: null, room_id: null, ward_id: wardId ?? null };
  }
  const bed = await freeBed(ctx, path("bed_id"), id);
  if (typeof wardId === "string" && wardId !== bed.ward_id) {
    const message = "is not the ward of the bed";
    throw fieldError({ path: path("ward_id"), code: "conflicting_fields", message });
  }
  return { bed_id: bed.id, room_id: bed.room_id, ward_id: bed.ward_id };
}

/** The person has one open admission, under whichever of their records. @throws AppError already_admitted */
async function refuseSecondStay(
  { db, tenantId }: WriteContext,
  patientId: string,
  path: string,
): Promise<void> {
  const open = await db
    .selectFrom("admissions")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("patient_id", "in", inList(await samePerson(db, tenantId, patientId)))
    .where("status", "in", [...openStatuses])
    .limit(1)
    .executeTakeFirst();
  if (open === undefined) return;
  const message = "names a patient who has an admission that is not over";
  throw fieldError({ path, code: "already_admitted", message });
}

/** As what a stay begins: with a bed the patient is in it, unless the body says otherwise. */
export function openingStatus(body: StayBody): AdmissionStatus {
  return body.status ?? (typeof body.bed_id === "string" ? "admitted" : "requested");
}

interface Opening {
  readonly id: string;
  readonly patientId: string;
  readonly encounterId: string;
  readonly path: FieldPath;
}

/** Begins a stay. @throws AppError already_admitted, bed_unavailable, invalid_reference, conflicting_fields, validation_error */
export async function openStay(
  ctx: WriteContext,
  body: StayBody,
  opening: Opening,
): Promise<AdmissionRow> {
  const { id, patientId, encounterId, path } = opening;
  await refuseSecondStay(ctx, patientId, "patient_id");
  await refuseOtherDoctors(ctx, body, path);
  const status = openingStatus(body);
  const fields = {
    ...mapping.first(body),
    ...(await wantedPlace(ctx, body, path)),
    attendant: readAttendant(ctx, body.attendant, path),
    branch_id: ctx.branch.id,
    patient_id: patientId,
    encounter_id: encounterId,
    status,
    admitted_at: status === "admitted" ? ctx.write.at : null,
    transfers: [],
    discharge_clearances: uncleared,
    clearance_history: [],
    status_history: [{ status, at: ctx.write.at, by: ctx.caller.id, reason: null }],
  };
  requireForStay(fields, path);
  const row = ctx.write.insert(admissionsTable, id, fields);
  emitOpened(ctx, row);
  return row;
}

function visitFields(body: CreateBody): VisitBody {
  const { patient_id, attending_doctor_id: attending, admitting_doctor_id } = body;
  return { patient_id, encounter_type: "IPD", doctor_id: attending ?? admitting_doctor_id };
}

/** A visit is in care from the moment that its patient is admitted. */
export function visitIn(body: VisitBody, status: string): VisitBody {
  if (body.visit_status !== undefined || !isStaying(status)) return body;
  return { ...body, visit_status: "in_progress" };
}

/** Takes the visit to where its stay is: into care with the admission, and off with one that is called off. */
export async function followStay(ctx: WriteContext, stay: AdmissionRow): Promise<void> {
  const visit = await ctx.write.load(encountersTable, stay.encounter_id);
  if (visit === null || !waitingStatuses.includes(visit.visit_status)) return;
  const wanted = { admitted: "in_progress", cancelled: "cancelled" } as const;
  if (stay.status === "admitted" || stay.status === "cancelled")
    await changeEncounter(ctx, visit, { visit_status: wanted[stay.status] });
}

function refuseVisit(message: string): never {
  throw fieldError({ path: "encounter_id", code: "invalid_reference", message });
}

async function visitToStay(
  ctx: WriteContext,
  id: string,
  patientId: string,
): Promise<EncounterRow> {
  const visit = await ctx.write.load(encountersTable, id);
  if (visit === null || visit.branch_id !== ctx.branch.id || visit.encounter_type !== "IPD")
    return refuseVisit("names no inpatient visit of this branch");
  if (visit.patient_id !== patientId) return refuseVisit("names another patient's visit");
  const isOver = ![...waitingStatuses, "in_progress", "on_leave"].includes(visit.visit_status);
  return isOver ? refuseVisit("names a visit that is over") : visit;
}

/**
 * Admits a patient, keeps a bed or asks for one. Without a visit that is named, the visit is opened as well: both or neither.
 * @throws AppError invalid_reference, patient_merged, already_admitted, bed_unavailable, conflicting_fields
 */
export async function admit(ctx: WriteContext, body: CreateBody): Promise<AdmissionRow> {
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  const id = ctx.newId(admissionCrud.prefix);
  const opening = { id, patientId: patient.id, path: asSent };
  const { encounter_id: named } = body;
  if (named === undefined) {
    const encounterId = ctx.newId("enc");
    const stay = await openStay(ctx, body, { ...opening, encounterId });
    await openEncounter(ctx, visitIn(visitFields(body), stay.status), {
      id: encounterId,
      stayId: id,
    });
    return stay;
  }
  const visit = await visitToStay(ctx, named, patient.id);
  const stay = await openStay(ctx, body, { ...opening, encounterId: visit.id });
  ctx.write.update(encountersTable, visit, { admission_id: id });
  await followStay(ctx, stay);
  return stay;
}
