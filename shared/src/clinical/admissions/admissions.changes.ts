import type * as z from "zod";
import { leaveToClean } from "#clinical/beds/beds.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import { nextState } from "#resource/state-machine.ts";
import { followStay, readAttendant, refuseOtherDoctors, wantedPlace } from "./admissions.admit.ts";
import {
  admissionFields,
  admissionStatuses,
  isOpen,
  isStaying,
  type AdmissionStatus,
  type admissionsContract,
} from "./admissions.contract.ts";
import { emitChanged } from "./admissions.events.ts";
import { changedClearances, isWaived, requireForStay, uncleared } from "./admissions.rules.ts";
import { admissionStates } from "./admissions.states.ts";
import { admissionsTable, type AdmissionRow } from "./admissions.table.ts";

type UpdateBody = z.output<typeof admissionsContract.update.body>;

/** Fields by which an admission changes. */
type AdmissionPatch = Partial<
  Pick<AdmissionRow, Exclude<keyof AdmissionRow, "id" | "tenant_id" | "version" | "stamps">>
>;

const mapping = recordMapping(admissionFields);

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

/** What a body asks of the bed: nothing, or another one. @throws AppError validation_error */
function wantsOtherBed(row: AdmissionRow, body: UpdateBody): boolean {
  const { bed_id: wanted, transfer_reason: reason } = body;
  const isSame = wanted === undefined || wanted === row.bed_id;
  if (reason !== undefined && isSame)
    throw wrong("bed_id", "must be another bed than the patient has");
  if (isSame) return false;
  if (!isOpen(row.status)) throw wrong("bed_id", "cannot be changed after the stay");
  if (wanted === null) throw wrong("bed_id", "is given up by moving, discharging or cancelling");
  return true;
}

async function placed(
  ctx: WriteContext,
  row: AdmissionRow,
  body: UpdateBody,
): Promise<AdmissionPatch> {
  if (!wantsOtherBed(row, body)) {
    if (body.ward_id === undefined || body.ward_id === row.ward_id) return {};
    if (row.bed_id !== null) throw wrong("ward_id", "is the ward of the bed");
    const { ward_id: wished } = await wantedPlace(ctx, body);
    return { ward_id: wished };
  }
  const { bed_id, ward_id } = body;
  const place = await wantedPlace(ctx, { bed_id, ward_id });
  if (!isStaying(row.status)) return place;
  const move = {
    from_bed: row.bed_id,
    to_bed: place.bed_id ?? "",
    at: ctx.write.at,
    by: ctx.caller.id,
    reason: body.transfer_reason ?? null,
  };
  return { ...place, transfers: [...row.transfers, move] };
}

function wantedStatus(row: AdmissionRow, body: UpdateBody): AdmissionStatus {
  const from = enumValueOf(admissionStatuses, row.status);
  const hasBed = typeof body.bed_id === "string";
  return body.status ?? (from === "requested" && hasBed ? "bed_assigned" : from);
}

function restated(
  ctx: WriteContext,
  row: AdmissionRow,
  body: UpdateBody,
  wanted: AdmissionStatus,
): AdmissionPatch {
  const from = enumValueOf(admissionStatuses, row.status);
  if (wanted === from) return {};
  const status = nextState(admissionStates, from, wanted);
  const { at } = ctx.write;
  const step = { status, at, by: ctx.caller.id, reason: body.status_reason ?? null };
  const isOver = status === "discharged" || status === "transferred_out";
  return {
    status,
    status_history: [...row.status_history, step],
    ...(status === "admitted" && row.admitted_at === null ? { admitted_at: at } : {}),
    ...(isOver ? { discharged_at: body.discharge?.at ?? row.discharge?.at ?? at } : {}),
    // Who stays after all is cleared anew when the time has come.
    ...(status === "admitted" ? { discharge_clearances: uncleared } : {}),
  };
}

function cleared(ctx: WriteContext, row: AdmissionRow, body: UpdateBody): AdmissionPatch {
  const { discharge_clearances: given, status_reason: reason } = body;
  const changed = changedClearances(row.discharge_clearances, given);
  if (given === undefined || changed.length === 0) return {};
  if (row.status !== "discharge_initiated" && body.status !== "discharge_initiated")
    throw wrong("discharge_clearances", "are given when a discharge has been begun");
  const roles = ctx.role === null ? ctx.caller.roles : [ctx.role];
  const steps = changed.map((kind) => ({
    kind,
    is_cleared: given[kind] === true,
    is_waived: isWaived(kind, { roles, reason }),
    at: ctx.write.at,
    by: ctx.caller.id,
    reason: reason ?? null,
  }));
  const values = Object.fromEntries(changed.map((kind) => [kind, given[kind] === true]));
  return {
    discharge_clearances: { ...row.discharge_clearances, ...values },
    clearance_history: [...row.clearance_history, ...steps],
  };
}

function refuseDischarge(ctx: WriteContext, { discharge }: UpdateBody): void {
  const at = discharge?.at;
  if (at !== undefined && at > ctx.write.at) throw wrong("discharge.at", "is still to come");
}

async function freed(ctx: WriteContext, before: AdmissionRow, after: AdmissionRow): Promise<void> {
  const isLeft = before.bed_id !== after.bed_id || !isOpen(after.status);
  if (before.bed_id !== null && isLeft && isStaying(before.status))
    await leaveToClean(ctx, before.bed_id);
}

/**
 * Changes an admission; fields that are absent stay. A bed that the patient leaves is cleaned, and the visit goes along.
 * @throws AppError invalid_transition, bed_unavailable, invalid_reference, conflicting_fields, validation_error, forbidden
 */
export async function changeAdmission(
  ctx: WriteContext,
  row: AdmissionRow,
  body: UpdateBody,
): Promise<AdmissionRow> {
  await refuseOtherDoctors(ctx, body);
  refuseDischarge(ctx, body);
  const state = restated(ctx, row, body, wantedStatus(row, body));
  const place = await placed(ctx, row, body);
  const {
    attendant,
    ward_id: _w,
    bed_id: _b,
    discharge_clearances: _d,
    status: _s,
    ...rest
  } = body;
  const patch: AdmissionPatch = {
    ...mapping.later(rest),
    ...(attendant === undefined ? {} : { attendant: readAttendant(ctx, attendant) }),
    ...place,
    ...cleared(ctx, row, body),
    ...state,
  };
  requireForStay({ ...row, ...patch });
  const after = ctx.write.update(admissionsTable, row, patch);
  if (after === row) return row;
  emitChanged(ctx, row, after);
  await freed(ctx, row, after);
  if (after.status !== row.status) await followStay(ctx, after);
  return after;
}
