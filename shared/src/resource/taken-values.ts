import type { Reader } from "#db/session.ts";
import { inList } from "#db/statements.ts";

interface Reading {
  readonly tenantId: string;
  readonly db: Reader;
}

/** The id of a record that holds one of some values for itself, as its table's `claims` declare; null where none does. */
export async function holderOf(
  { tenantId, db }: Reading,
  kind: string,
  values: readonly string[],
): Promise<string | null> {
  const row = await db
    .selectFrom("claims")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("claim_kind", "=", kind)
    .where("claim_value", "in", inList(values))
    .executeTakeFirst();
  return row?.entity_id ?? null;
}
