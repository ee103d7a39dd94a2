import type { Reader } from "#db/session.ts";
import { fieldError } from "#kernel/errors.ts";
import type { PayerRow } from "./payers.table.ts";

/** A payer of the tenant that a body names. @throws AppError invalid_reference, for its path */
export async function referencedPayer(
  { db, tenantId }: { readonly db: Reader; readonly tenantId: string },
  path: string,
  id: string,
): Promise<PayerRow> {
  const row = await db
    .selectFrom("payers")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw fieldError({ path, code: "invalid_reference", message: "names no payer" });
}
