import { clientsTable } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import type { IngestContext } from "./ingest-context.ts";

// Who is known here before any branch knows of them. Their rows stay when they leave.
const registers: ReadonlyMap<string, string> = new Map([
  ["staff", staffTable.name],
  ["client", clientsTable.name],
]);

/** Authors of some operations who are nobody of the tenant. */
export async function strangersAmong(
  { session, tenantId, judge }: IngestContext,
  items: readonly Sequenced[],
): Promise<ReadonlySet<string>> {
  const authors = items.flatMap(({ operation: { actor } }) =>
    registers.has(actor.type) ? [actor.id] : [],
  );
  const ids = [...new Set(authors)];
  if (ids.length === 0 || judge.names.size === 0) return new Set();
  const known = [...registers].map(
    ([type, table]) =>
      `SELECT '${type}' AS type, id FROM ${table} WHERE tenant_id = $1 AND id = ANY($2::text[])`,
  );
  const rows = await session.query(known.join(" UNION ALL "), [tenantId, ids]);
  const found = new Set(rows.map((row) => `${String(row["type"])}/${String(row["id"])}`));
  const strangers = items.flatMap(({ operation: { actor } }) => {
    const name = `${actor.type}/${actor.id}`;
    return registers.has(actor.type) && !found.has(name) ? [name] : [];
  });
  return new Set(strangers);
}
