import { appointmentEvents } from "@edgeward/shared/clinical/appointments/appointments.events.ts";
import { queueTokenSlip } from "@edgeward/shared/clinical/print-jobs/print-jobs.commands.ts";
import type { Reactor } from "@edgeward/shared/write/model.ts";

const placed: ReadonlySet<string> = new Set([
  appointmentEvents.checked_in.type,
  appointmentEvents.queue_changed.type,
]);

/**
 * Queues the slip of a place in the queue in the transaction that gives the place: there is never a token without its
 * slip, nor a slip without its token. Who is seen by video or telephone stands in no queue at the desk.
 */
export const tokenReactor: Reactor = async (event, write) => {
  if (!placed.has(event.type) || write.runtime.kind !== "branch") return;
  if (event.payload["channel"] !== "in_person") return;
  await queueTokenSlip(write, event.entity_id);
};
