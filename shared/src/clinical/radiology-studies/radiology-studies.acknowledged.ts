import type * as z from "zod";
import type {
  givenAcknowledgement,
  keptAcknowledgement,
} from "#clinical/lab-results/lab-result-parts.contract.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { RadiologyReport } from "./radiology-study-parts.contract.ts";
import type { RadiologyStudyRow } from "./radiology-studies.table.ts";

type Told = z.output<typeof keptAcknowledgement>;

function wrong(message: string) {
  return fieldError({ path: "critical_ack", code: "validation_error", message });
}

/**
 * Notes who was told of a critical finding and has read it back; one that comes with another report has to be told anew.
 * @param report the one that stands after the change @throws AppError validation_error
 */
export function acknowledgementIn(
  ctx: WriteContext,
  row: RadiologyStudyRow,
  report: RadiologyReport | null,
  said: z.output<typeof givenAcknowledgement> | null | undefined,
): { readonly critical_ack?: Told | null } {
  const isCritical = report?.critical === true;
  const isNewlyCritical = isCritical && row.report?.critical !== true;
  const known = isNewlyCritical ? null : row.critical_ack;
  if (said === undefined || said === null || sameJson(said, row.critical_ack)) {
    if (said === null && known !== null) throw wrong("was given, and stays");
    return isNewlyCritical && row.critical_ack !== null ? { critical_ack: null } : {};
  }
  if (!isCritical) throw wrong("is of a critical finding alone");
  if (known !== null) throw wrong("was given already");
  const { notified_to, read_back } = said;
  return { critical_ack: { notified_to, read_back, by: ctx.caller.id, at: ctx.write.at } };
}
