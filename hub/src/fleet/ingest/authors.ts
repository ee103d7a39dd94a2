import { clientsTable } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Actor } from "@edgeward/shared/db/model.ts";
import type { Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import { nameOf } from "./current-rows.ts";
import type { IngestContext } from "./ingest-context.ts";

// Who is known here before any branch knows of them. Their rows stay when they leave.
const registers: ReadonlyMap<string, string> = new Map([
  ["staff", staffTable.name],
  ["client", clientsTable.name],
]);

/** The record of an author, or null for those who are in no register. */
export function authorName({ type, id }: Actor): string | null {
  const table = registers.get(type);
  return table === undefined ? null : nameOf({ table, id });
}

/** The authors of some operations, by their records. */
export interface Authors {
  readonly known: ReadonlySet<string>;
  /** Who is nobody of the tenant, or not yet: a hub that was put back to a backup knows nobody who came after it. */
  readonly strangers: ReadonlySet<string>;
}

/** Who of the authors of some operations is in the tenant's registers. */
export async function authorsOf(
  { session, tenantId, judge }: IngestContext,
  items: readonly Sequenced[],
): Promise<Authors> {
  const authors = new Map(
    items.flatMap(({ operation: { actor } }) => {
      const name = authorName(actor);
      return name === null ? [] : [[name, actor.id] as const];
    }),
  );
  if (authors.size === 0 || judge.names.size === 0) {
    return { known: new Set(), strangers: new Set() };
  }
  const selects = [...registers.values()].map(
    (table) =>
      `SELECT '${table}/' || id AS name FROM ${table} WHERE tenant_id = $1 AND id = ANY($2::text[])`,
  );
  const ids = [...new Set(authors.values())];
  const rows = await session.query(selects.join(" UNION ALL "), [tenantId, ids]);
  const known = new Set(rows.map((row) => String(row["name"])));
  const names = new Set(authors.keys());
  return { known: names.intersection(known), strangers: names.difference(known) };
}
