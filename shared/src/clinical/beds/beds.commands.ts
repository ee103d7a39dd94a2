import { wardsTable } from "#clinical/wards/wards.table.ts";
import { referencedRoom } from "#clinical/rooms/rooms.commands.ts";
import { referencedWard } from "#clinical/wards/wards.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { Fields } from "#write/model.ts";
import { bedCrud, bedStatuses, type BedStatus } from "./beds.contract.ts";
import { bedEvents } from "./beds.events.ts";
import { statusByStay, occupantsOf } from "./beds.queries.ts";
import { stateByHand } from "./beds.states.ts";
import { bedsTable, type BedRow } from "./beds.table.ts";

type BedFields = Fields<typeof bedsTable.columns>;

async function refuseOtherRoom(ctx: WriteContext, id: string | null | undefined): Promise<void> {
  if (id !== null && id !== undefined) await referencedRoom(ctx, "room_id", id);
}

/** Sets a bed up. @throws AppError invalid_reference, duplicate_value */
export async function addBed(ctx: WriteContext, fields: BedFields): Promise<BedRow> {
  await referencedWard(ctx, fields.ward_id);
  await refuseOtherRoom(ctx, fields.room_id);
  const row = ctx.write.insert(bedsTable, ctx.newId(bedCrud.prefix), {
    ...fields,
    status_history: [],
  });
  ctx.write.emit(bedEvents.created, bedsTable, row, {});
  return row;
}

/** A bed in another state, since when and why. */
function restated(ctx: WriteContext, row: BedRow, status: BedStatus, reason: string | null) {
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason };
  const history = [...row.status_history, step];
  return { status, status_reason: reason, status_since: ctx.write.at, status_history: history };
}

/** The state of a bed as people see it: an admission that holds it has the last word. */
async function shownStatus(ctx: WriteContext, row: BedRow): Promise<BedStatus> {
  const [holder] = (await occupantsOf(ctx, [row.id])).get(row.id) ?? [];
  return holder === undefined
    ? enumValueOf(bedStatuses, row.status)
    : statusByStay(holder.admission_status);
}

async function statePatch(
  ctx: WriteContext,
  row: BedRow,
  { status, status_reason: reason }: BedChange,
): Promise<Partial<BedFields>> {
  const from = await shownStatus(ctx, row);
  const isRestated = status !== undefined && status !== from;
  if (!isRestated) return reason === undefined ? {} : { status_reason: reason };
  return restated(ctx, row, stateByHand(from, status), reason ?? null);
}

/** What a body says of a bed's state. */
export interface BedChange {
  readonly status?: BedStatus | undefined;
  readonly status_reason?: string | null | undefined;
}

/** Changes a bed; a bed that is blocked says why. @throws AppError invalid_transition, invalid_reference, validation_error */
export async function changeBed(
  ctx: WriteContext,
  row: BedRow,
  patch: Partial<BedFields>,
  change: BedChange,
): Promise<BedRow> {
  await refuseOtherRoom(ctx, patch.room_id);
  const wanted = { ...patch, ...(await statePatch(ctx, row, change)) };
  const { status, status_reason: reason } = { ...row, ...wanted };
  if (status === "blocked" && reason === null) {
    const message = "is required for a bed that is blocked";
    throw fieldError({ path: "status_reason", code: "validation_error", message });
  }
  const after = ctx.write.update(bedsTable, row, wanted);
  if (after !== row) ctx.write.emit(bedEvents.updated, bedsTable, after, { status: after.status });
  return after;
}

function unavailable(path: string, message: string) {
  return fieldError({ path, code: "bed_unavailable", message });
}

const ownStates: Readonly<Record<string, string>> = {
  cleaning: "is being cleaned",
  blocked: "is blocked",
};

/**
 * A bed of the acting branch that somebody can be put into now. Loaded for change: whoever blocks it meanwhile waits.
 * @throws AppError invalid_reference, bed_unavailable
 */
export async function freeBed(ctx: WriteContext, path: string, id: string): Promise<BedRow> {
  const bed = await ctx.write.load(bedsTable, id);
  if (bed?.branch_id !== ctx.branch.id) {
    const message = "names no bed of this branch";
    throw fieldError({ path, code: "invalid_reference", message });
  }
  const [holder] = (await occupantsOf(ctx, [id])).get(id) ?? [];
  if (holder !== undefined)
    throw unavailable(path, `is ${statusByStay(holder.admission_status)} already`);
  const own = ownStates[bed.status];
  if (own !== undefined) throw unavailable(path, own);
  const ward = await ctx.write.load(wardsTable, bed.ward_id);
  if (ward?.status === "inactive") throw unavailable(path, "is in a ward that is not in use");
  return bed;
}

/** Leaves a bed behind, to be cleaned before somebody else gets it. */
export async function leaveToClean(ctx: WriteContext, id: string): Promise<void> {
  const bed = await ctx.write.load(bedsTable, id);
  if (bed === null || bed.status !== "vacant") return;
  const after = ctx.write.update(bedsTable, bed, restated(ctx, bed, "cleaning", null));
  ctx.write.emit(bedEvents.updated, bedsTable, after, { status: after.status });
}
