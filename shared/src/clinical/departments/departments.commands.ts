import type { Viewer } from "#db/read.ts";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { DepartmentRow } from "./departments.table.ts";

// Far more than a hospital has.
const most = 500;

/** The departments that the tenant has set up, by their codes; empty for a tenant that has set up none. */
export async function knownDepartments({
  db,
  tenantId,
}: Viewer): Promise<ReadonlyMap<string, DepartmentRow>> {
  const rows = await db
    .selectFrom("departments")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .orderBy("code")
    .limit(most)
    .execute();
  return new Map(rows.map((row) => [row.code, row]));
}

/** Refuses the code of a department that the tenant has not set up. @throws AppError invalid_reference */
export async function refuseUnknownDepartment(ctx: WriteContext, given: unknown): Promise<void> {
  if (typeof given !== "string") return;
  const row = await ctx.db
    .selectFrom("departments")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("code", "=", given)
    .executeTakeFirst();
  if (row !== undefined) return;
  throw fieldError({
    path: "department",
    code: "invalid_reference",
    message: "names no department of the tenant",
  });
}
