import { fieldError } from "#kernel/errors.ts";
import { localDate } from "#kernel/zones.ts";
import type { WriteContext } from "#resource/context.ts";
import type { ClaimRow } from "./claims.table.ts";

type Covered = Pick<ClaimRow, "policy" | "admission_id" | "encounter_id">;

async function begunAt(ctx: WriteContext, { admission_id: stay, encounter_id: visit }: Covered) {
  if (stay !== null) {
    const row = await ctx.db
      .selectFrom("admissions")
      .select(["admitted_at", "created_at"])
      .where("tenant_id", "=", ctx.tenantId)
      .where("id", "=", stay)
      .executeTakeFirst();
    if (row !== undefined) return row.admitted_at ?? row.created_at;
  }
  if (visit === null) return null;
  const row = await ctx.db
    .selectFrom("encounters")
    .select("created_at")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", visit)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Refuses a policy that did not hold on the day on which the stay or the visit began. @throws AppError validation_error */
export async function refuseUncovered(ctx: WriteContext, row: Covered): Promise<void> {
  const { valid_from: from, valid_to: to } = row.policy;
  if (!from && !to) return;
  const at = await begunAt(ctx, row);
  if (at === null) return;
  const day = localDate(Date.parse(at), ctx.branch.timeZone);
  const wrong = (path: string, message: string) =>
    fieldError({ path: `policy.${path}`, code: "validation_error", message });
  if (from && day < from) throw wrong("valid_from", `is after the first day, ${day}`);
  if (to && day > to) throw wrong("valid_to", `is before the first day, ${day}`);
}
