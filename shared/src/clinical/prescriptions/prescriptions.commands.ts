import type * as z from "zod";
import { visitToWriteIn } from "#clinical/encounters/encounters.commands.ts";
import { knownPatient, referencedPatient, today } from "#clinical/patients/patients.commands.ts";
import type { PatientRow } from "#clinical/patients/patients.table.ts";
import { referencedStaff, registeredDoctor } from "#clinical/staff/staff.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { isoInstant } from "#kernel/clock.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { addDays, instantOf } from "#kernel/zones.ts";
import { refuseReadOnly } from "#resource/body-checks.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { keptStatuses, type KeptStatus } from "./prescription-parts.contract.ts";
import { alertsOf, needsReason, type Allergy } from "./prescriptions.alerts.ts";
import { prescriptionCrud, type prescriptionsContract } from "./prescriptions.contract.ts";
import { currentMedicines } from "./prescriptions.current.ts";
import { prescriptionEvents } from "./prescriptions.events.ts";
import { prescribedItems } from "./prescriptions.items.ts";
import { dispensedStatuses, prescriptionStates } from "./prescriptions.states.ts";
import {
  formatRxNo,
  prescriptionsTable,
  rxCounter,
  type PrescriptionRow,
} from "./prescriptions.table.ts";

type RxFields = Fields<typeof prescriptionsTable.columns>;
type CreateBody = z.output<typeof prescriptionsContract.create.body>;
type UpdateBody = z.output<typeof prescriptionsContract.update.body>;
/** What a prescription says, before anything becomes of it. */
type Contents = Pick<
  RxFields,
  "items" | "weight_kg" | "allergies_checked" | "interaction_alerts" | "override"
>;

const childBelowYears = 12;
const validDays = 30;

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

// Payloads leave the node: ids, numbers and states, never what is prescribed.
function emit(ctx: WriteContext, name: keyof typeof prescriptionEvents, row: PrescriptionRow) {
  const { patient_id, encounter_id, prescriber_id, rx_no, status } = row;
  const thin = { patient_id, encounter_id, prescriber_id, rx_no, status };
  ctx.write.emit(prescriptionEvents[name], prescriptionsTable, row, thin);
}

/** Refuses to issue in the name of somebody else, or of somebody who may not prescribe now. @throws AppError forbidden, prescriber_unregistered, invalid_reference */
async function refusePrescriber(ctx: WriteContext, id: string): Promise<void> {
  await registeredDoctor(ctx, "prescriber_id", id);
  if (ctx.caller.type !== "staff" || ctx.caller.id === id) return;
  throw new AppError("forbidden", "A prescription is issued by its prescriber; leave a draft.");
}

function refuseUnweighed(ctx: WriteContext, patient: Pick<PatientRow, "dob">, weight: unknown) {
  const day = today(ctx);
  const eldest = `${Number(day.slice(0, 4)) - childBelowYears}${day.slice(4)}`;
  if (typeof weight === "number" || patient.dob === null || patient.dob <= eldest) return;
  throw wrong("weight_kg", "is required of a child below twelve");
}

type Said = Pick<UpdateBody, "items" | "weight_kg" | "allergies_checked" | "override">;

function allergiesOf({ allergies }: Pick<PatientRow, "allergies">): readonly Allergy[] {
  return allergies.flatMap(({ substance, criticality }) =>
    typeof substance === "string" ? [{ substance, criticality: String(criticality) }] : [],
  );
}

/** Why somebody prescribes in spite of what stands against it: as it is said now, or as it was. */
function overrideIn(ctx: WriteContext, { override }: Said, before: PrescriptionRow | null) {
  if (override === null) return null;
  if (override === undefined || override.by !== undefined) return before?.override ?? null;
  return { reason: override.reason, by: ctx.caller.id, at: ctx.write.at };
}

/** What a body makes of a prescription's contents. @throws AppError invalid_reference, validation_error */
async function contentsOf(
  ctx: WriteContext,
  patient: PatientRow,
  said: Said,
  before: PrescriptionRow | null,
  replacedId: string | null | undefined,
): Promise<Contents> {
  const weight = said.weight_kg === undefined ? (before?.weight_kg ?? null) : said.weight_kg;
  refuseUnweighed(ctx, patient, weight);
  const isRepeated = said.items === undefined || sameJson(said.items, before?.items);
  const items = isRepeated
    ? (before?.items ?? [])
    : await prescribedItems(ctx, said.items ?? [], {
        weightKg: weight,
        before: before?.items ?? [],
      });
  const besides = [before?.id, replacedId];
  const current = await currentMedicines(ctx, { patient, today: today(ctx), besides });
  const alerts = [...alertsOf(items, allergiesOf(patient), current)];
  // A reason that was given against other warnings says nothing about these.
  const isSameRisk = sameJson(alerts, before?.interaction_alerts ?? []);
  return {
    items,
    weight_kg: weight,
    allergies_checked: said.allergies_checked ?? before?.allergies_checked ?? false,
    interaction_alerts: alerts,
    override: overrideIn(ctx, said, isSameRisk ? before : null),
  };
}

/** Refuses to issue what was not looked at, or stands against an allergy or another medicine without a reason. @throws AppError validation_error, with the alerts */
function refuseUnsafe({
  allergies_checked: isChecked,
  interaction_alerts: alerts,
  override,
}: Contents) {
  if (!isChecked) throw wrong("allergies_checked", "must be true: the patient was asked");
  const serious = alerts.filter(needsReason);
  if (serious.length === 0 || override !== null) return;
  const message = "is required: why it is given in spite of what stands against it";
  const fields = [{ path: "override", code: "validation_error", message }];
  throw new AppError("validation_error", `override: ${message}`, { fields, alerts: serious });
}

function issuedOn(ctx: WriteContext) {
  const last = addDays(today(ctx), validDays);
  const end = instantOf(addDays(last, 1), "00:00", ctx.branch.timeZone);
  return { issued_at: ctx.write.at, valid_until: last, expires_at: isoInstant(end) };
}

function step(ctx: WriteContext, status: KeptStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

/** The prescription that a new one replaces, about to be stopped. @throws AppError invalid_reference, invalid_transition */
async function replacedBy(ctx: WriteContext, id: string, patientId: string) {
  const row = await ctx.write.load(prescriptionsTable, id);
  if (row === null || row.branch_id !== ctx.branch.id || row.patient_id !== patientId) {
    const message = "names no prescription of the patient at this branch";
    throw fieldError({ path: "replaces_id", code: "invalid_reference", message });
  }
  nextState(prescriptionStates, enumValueOf(keptStatuses, row.status), "stopped");
  return row;
}

function stopReplaced(ctx: WriteContext, row: PrescriptionRow, byNo: string): void {
  const stopped = ctx.write.update(prescriptionsTable, row, {
    status: "stopped",
    status_history: [...row.status_history, step(ctx, "stopped", `Replaced by ${byNo}`)],
  });
  emit(ctx, "stopped", stopped);
}

/**
 * Writes a prescription down, and issues it unless it is a draft; one that it replaces is stopped with it.
 * @throws AppError invalid_reference, patient_merged, prescriber_unregistered, forbidden, validation_error
 */
export async function prescribe(
  ctx: WriteContext,
  body: CreateBody,
  given: Omit<RxFields, "branch_id">,
): Promise<PrescriptionRow> {
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  await visitToWriteIn(ctx, "encounter_id", body.encounter_id, patient.id);
  const isDraft = body.draft === true;
  if (!isDraft) await refusePrescriber(ctx, body.prescriber_id);
  else await referencedStaff(ctx, "prescriber_id", body.prescriber_id, anyDoctor);
  const replaced =
    typeof body.replaces_id === "string"
      ? await replacedBy(ctx, body.replaces_id, patient.id)
      : null;
  const contents = await contentsOf(ctx, patient, body, null, body.replaces_id);
  if (!isDraft) refuseUnsafe(contents);
  const status = isDraft ? "draft" : "issued";
  const count = await ctx.write.next(rxCounter(ctx.branch.id));
  const row = ctx.write.insert(prescriptionsTable, ctx.newId(prescriptionCrud.prefix), {
    ...given,
    ...contents,
    branch_id: ctx.branch.id,
    rx_no: formatRxNo(ctx.branch.code, count),
    status,
    status_history: [step(ctx, status, null)],
    ...(isDraft ? { issued_at: null, valid_until: null, expires_at: null } : issuedOn(ctx)),
  });
  emit(ctx, isDraft ? "updated" : "created", row);
  if (replaced !== null && !isDraft) stopReplaced(ctx, replaced, row.rx_no);
  return row;
}

const anyDoctor = { roles: ["doctor"], statuses: ["active", "on_leave"] };

const shortestReasons: Readonly<Partial<Record<KeptStatus, number>>> = {
  stopped: 3,
  cancelled: 3,
  entered_in_error: 10,
};

async function stepTo(ctx: WriteContext, row: PrescriptionRow, to: KeptStatus, body: UpdateBody) {
  const status = nextState(prescriptionStates, enumValueOf(keptStatuses, row.status), to);
  if (dispensedStatuses.includes(status)) throw wrong("status", "follows from what is dispensed");
  const shortest = shortestReasons[status] ?? 0;
  const reason = body.status_reason ?? null;
  if ((reason ?? "").length < shortest)
    throw wrong("status_reason", `is required: at least ${shortest} characters`);
  const steps = { status, status_history: [...row.status_history, step(ctx, status, reason)] };
  if (status !== "issued") return steps;
  await refusePrescriber(ctx, row.prescriber_id);
  return { ...steps, ...issuedOn(ctx) };
}

const contentNames = ["items", "weight_kg", "allergies_checked", "override"] as const;
const eventsByStatus: Readonly<Partial<Record<KeptStatus, keyof typeof prescriptionEvents>>> = {
  issued: "created",
  stopped: "stopped",
  cancelled: "cancelled",
};

/** The state that a body asks for; null for the one that stands, also where that has expired meanwhile. */
function askedState(row: PrescriptionRow, body: UpdateBody, answered: string): KeptStatus | null {
  const { status } = body;
  if (status === undefined || status === row.status || status === answered) return null;
  if (status === "expired") throw wrong("status", "is reached by time alone");
  return status;
}

/**
 * Changes a draft, or what becomes of a prescription. @param answered the state that answers say
 * @throws AppError read_only_field for what was issued, invalid_transition, forbidden, validation_error
 */
export async function changePrescription(
  ctx: WriteContext,
  row: PrescriptionRow,
  body: UpdateBody,
  answered: string,
): Promise<PrescriptionRow> {
  const isDraft = row.status === "draft";
  if (!isDraft) refuseReadOnly(body, row, contentNames);
  const to = askedState(row, body, answered);
  const contents = isDraft
    ? await contentsOf(
        ctx,
        await knownPatient(ctx, "patient_id", row.patient_id),
        body,
        row,
        row.replaces_id,
      )
    : {};
  const steps = to === null ? {} : await stepTo(ctx, row, to, body);
  if (to === "issued") refuseUnsafe({ ...row, ...contents });
  const replaced =
    to === "issued" && row.replaces_id !== null
      ? await replacedBy(ctx, row.replaces_id, row.patient_id)
      : null;
  const metadata = body.metadata === undefined ? {} : { metadata: body.metadata };
  const after = ctx.write.update(prescriptionsTable, row, { ...contents, ...steps, ...metadata });
  if (after !== row) emit(ctx, eventsByStatus[to ?? "draft"] ?? "updated", after);
  if (replaced !== null) stopReplaced(ctx, replaced, row.rx_no);
  return after;
}
