import { enumValueOf } from "#contract/enum-value.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import { keptStatuses, type KeptStatus } from "./prescription-parts.contract.ts";
import { prescriptionEvents } from "./prescriptions.events.ts";
import { answeredStatus } from "./prescriptions.queries.ts";
import { dispensableStatuses, prescriptionStates } from "./prescriptions.states.ts";
import { prescriptionsTable, type PrescriptionRow } from "./prescriptions.table.ts";

/**
 * The prescription of the acting branch for which medicines are given out, held until the end.
 * @param isReady whether they were taken off the shelf before it expired @throws AppError invalid_reference
 */
export async function prescriptionToFill(
  ctx: WriteContext,
  path: string,
  id: string,
  isReady = false,
): Promise<PrescriptionRow> {
  const refused = (message: string) => fieldError({ path, code: "invalid_reference", message });
  const row = await ctx.write.load(prescriptionsTable, id);
  if (row === null || row.branch_id !== ctx.branch.id)
    throw refused("names no prescription of this branch");
  const status = isReady ? row.status : answeredStatus(row, ctx.write.at);
  if (dispensableStatuses.some((one) => one === status)) return row;
  throw refused(`names a prescription that is ${status.replaceAll("_", " ")}`);
}

/** Says of a prescription how much of it was handed over. */
export function fillPrescription(
  ctx: WriteContext,
  row: PrescriptionRow,
  to: Extract<KeptStatus, "partially_dispensed" | "dispensed">,
): void {
  if (row.status === to) return;
  const status = nextState(prescriptionStates, enumValueOf(keptStatuses, row.status), to);
  const step = { status, at: ctx.write.at, by: ctx.caller.id, reason: null };
  const after = ctx.write.update(prescriptionsTable, row, {
    status,
    status_history: [...row.status_history, step],
  });
  const { patient_id, encounter_id, prescriber_id, rx_no } = after;
  const thin = { patient_id, encounter_id, prescriber_id, rx_no, status };
  ctx.write.emit(prescriptionEvents.updated, prescriptionsTable, after, thin);
}
