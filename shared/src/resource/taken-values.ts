import { question } from "#db/question.ts";
import type { Reader } from "#db/session.ts";

interface Reading {
  readonly tenantId: string;
  readonly db: Reader;
}

interface Taken {
  readonly tenantId: string;
  readonly kind: string;
  readonly values: readonly string[];
}

const holders = question((db, { tenantId, kind, values }: Taken) =>
  db
    .selectFrom("claims")
    .select("entity_id")
    .distinct()
    .where("tenant_id", "=", tenantId)
    .where("claim_kind", "=", kind)
    .where("claim_value", "in", values)
    .orderBy("entity_id"),
);

/** The ids of the records that hold some values for themselves, as their table's `claims` declare, each once. */
export async function holdersOf(
  { tenantId, db }: Reading,
  kind: string,
  values: readonly string[],
): Promise<readonly string[]> {
  const rows = await holders(db, { tenantId, kind, values });
  return rows.map(({ entity_id: id }) => id);
}

/** The id of a record that holds one of some values for itself; null where none does. */
export async function holderOf(
  reading: Reading,
  kind: string,
  values: readonly string[],
): Promise<string | null> {
  const [first] = await holdersOf(reading, kind, values);
  return first ?? null;
}
