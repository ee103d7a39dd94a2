import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import { wardsTable, type WardRow } from "./wards.table.ts";

/** A ward of the acting branch that another record may name. @throws AppError invalid_reference */
export async function referencedWard(
  ctx: WriteContext,
  id: string,
  path = "ward_id",
): Promise<WardRow> {
  const ward = await ctx.write.load(wardsTable, id);
  if (ward?.branch_id === ctx.branch.id) return ward;
  const message = "names no ward of this branch";
  throw fieldError({ path, code: "invalid_reference", message });
}
