import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { answeredStatus } from "./prescriptions.queries.ts";
import { prescriptionsTable, type PrescriptionRow } from "./prescriptions.table.ts";

/** The prescription by which a medicine is given. @throws AppError invalid_reference for one of another branch, or that has expired */
export async function prescriptionToGive(
  ctx: WriteContext,
  path: string,
  id: string,
): Promise<PrescriptionRow> {
  const refused = (message: string) => fieldError({ path, code: "invalid_reference", message });
  const row = await ctx.write.load(prescriptionsTable, id);
  if (row === null || row.branch_id !== ctx.branch.id)
    throw refused("names no prescription of this branch");
  if (answeredStatus(row, ctx.write.at) !== "expired") return row;
  throw refused("names a prescription that is expired");
}
