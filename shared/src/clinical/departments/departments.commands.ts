import type { Viewer } from "#db/read.ts";
import { fieldError } from "#kernel/errors.ts";
import { localNamesOf } from "#kernel/local-names.ts";
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

/** A name on paper that speaks some languages: as the clinic writes it in each, divided by a slash. */
export function nameOnPaper(
  named: Parameters<typeof localNamesOf>[0],
  languages: readonly string[],
): string {
  const names: Readonly<Record<string, string | null>> = { ...localNamesOf(named) };
  return [...new Set(languages.map((each) => names[each] ?? named.name))].join(" / ");
}

/**
 * What a department is called on paper that speaks some languages: as the clinic calls it in each, divided by a slash; the
 * code as it is where the clinic has set up no such department.
 */
export async function departmentOnPaper(
  { db, tenantId }: Viewer,
  code: string,
  languages: readonly string[],
): Promise<string> {
  const known = await db
    .selectFrom("departments")
    .select(["name", "name_hi", "name_ur"])
    .where("tenant_id", "=", tenantId)
    .where("code", "=", code)
    .executeTakeFirst();
  return known === undefined ? code : nameOnPaper(known, languages);
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
