import { enumValueOf } from "#contract/enum-value.ts";
import { refuseClosedQueue, refuseForeignQueue } from "#clinical/queues/queues.commands.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { refusedTransition } from "#resource/state-machine.ts";
import { appointmentStatuses } from "./appointments.contract.ts";
import { takeQueuePlace } from "./appointments.queue.ts";
import { appointmentStates } from "./appointments.states.ts";
import type { AppointmentRow } from "./appointments.table.ts";
import type { AppointmentPatch } from "./appointments.transitions.ts";

interface Token {
  readonly queue_no: number;
  readonly queue_code: string;
  readonly token_code: string;
  readonly business_date: string;
}

function tokenOf(row: AppointmentRow): Token | null {
  const { queue_no, queue_code, token_code, business_date } = row;
  if (queue_no === null || queue_code === null || token_code === null || business_date === null)
    return null;
  return { queue_no, queue_code, token_code, business_date };
}

function refuseUnlessWaiting(row: AppointmentRow): void {
  const status = enumValueOf(appointmentStatuses, row.status);
  if (status === "checked_in") return;
  const { subject, transitions } = appointmentStates;
  throw refusedTransition(subject, status, "another queue", transitions[status]);
}

/**
 * Another queue for an appointment. Who waits goes to the end of it with its next number; the token held before is kept
 * beside the new one, since its slip is still about, and is never given again. Nobody has called them there yet.
 * @param code as a body says it; left out, nothing changes
 * @throws AppError invalid_transition for who does not wait, invalid_reference for a queue that is not in use
 */
export async function requeued(
  ctx: WriteContext,
  row: AppointmentRow,
  code: string | null | undefined,
): Promise<AppointmentPatch> {
  if (code === undefined || code === row.queue_code) return {};
  const held = tokenOf(row);
  if (held === null) {
    if (code !== null) await refuseClosedQueue(ctx, code);
    return { queue_code: code };
  }
  if (code === null) {
    const message = "names the queue of the token that was given; name another one";
    throw fieldError({ path: "queue_code", code: "validation_error", message });
  }
  refuseUnlessWaiting(row);
  await refuseForeignQueue(ctx, code);
  const place = await takeQueuePlace(ctx, { code, department: null });
  const former = { ...held, at: ctx.write.at, by: ctx.caller.id };
  return {
    ...place,
    former_tokens: [...(row.former_tokens ?? []), former],
    called_at: null,
    set_aside_at: null,
  };
}
