import { departmentOf } from "#clinical/staff/staff.commands.ts";
import type { WriteContext } from "#resource/context.ts";
import type { AppointmentStatus } from "./appointments.contract.ts";
import { takeQueuePlace } from "./appointments.queue.ts";
import type { AppointmentRow } from "./appointments.table.ts";

/** Fields by which an appointment changes. */
export type AppointmentPatch = Partial<
  Pick<AppointmentRow, Exclude<keyof AppointmentRow, "id" | "tenant_id" | "version" | "stamps">>
>;

async function placeOf(ctx: WriteContext, row: AppointmentRow): Promise<AppointmentPatch> {
  if (row.queue_no !== null) return {};
  const department = await departmentOf(ctx, row.provider_id);
  return takeQueuePlace(ctx, { code: row.queue_code, department });
}

/** What passing through states changes: the last state, the history, and the place in the queue that a check-in gives. */
export async function passStates(
  ctx: WriteContext,
  row: AppointmentRow,
  states: readonly AppointmentStatus[],
  reason: string | null,
): Promise<AppointmentPatch> {
  const status = states.at(-1);
  if (status === undefined) return {};
  const steps = states.map((step) => ({
    status: step,
    at: ctx.write.at,
    by: ctx.caller.id,
    reason,
  }));
  return {
    ...(status === "checked_in" ? await placeOf(ctx, row) : {}),
    status,
    status_history: [...row.status_history, ...steps],
  };
}
