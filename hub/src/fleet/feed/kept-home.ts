import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { isKeptHome, type KeptHome } from "@edgeward/shared/db/kept-home.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";

// What goes to no other branch, also where its patient's records are lent: by what stands in a row, and by the record with
// which it goes. A file of a confidential document is known by its name as much as by its bytes.

function literal(value: string | boolean): string {
  return typeof value === "boolean" ? String(value) : `'${value}'`;
}

function withoutKept(keptHome: KeptHome, prefix: string): string {
  return Object.entries(keptHome)
    .map(([name, values = []]) => `AND ${prefix}${name} NOT IN (${values.map(literal).join(", ")})`)
    .join(" ");
}

/** The tables that own rows of others and keep some of their own at home. */
function guardedOwners({ tables }: Schema): readonly TableDeclaration[] {
  return tables.filter(
    ({ keptFiles, keptHome }) => keptFiles !== undefined && keptHome !== undefined,
  );
}

/** The further condition that leaves out what goes to no other branch: words of declarations alone. */
export function lentAlone(
  schema: Schema,
  { name, keptHome = {}, keptWith }: TableDeclaration,
): string {
  const owned = keptWith === undefined ? [] : guardedOwners(schema);
  const besides = owned.map(
    (owner) => `AND (${keptWith?.type} IS DISTINCT FROM '${owner.name}' OR EXISTS (
      SELECT 1 FROM ${owner.name} AS owner WHERE owner.tenant_id = ${name}.tenant_id
        AND owner.id = ${name}.${keptWith?.id} ${withoutKept(owner.keptHome ?? {}, "owner.")}))`,
  );
  return [withoutKept(keptHome, ""), ...besides].join(" ");
}

/** The owners of one table that some rows name and that may be lent: the others stay at home, or are not known here. */
async function lentOwners(
  session: Session,
  tenantId: string,
  owner: TableDeclaration,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await session.query(
    `SELECT id FROM ${owner.name} WHERE tenant_id = $1 AND id = ANY($2::text[])
      ${withoutKept(owner.keptHome ?? {}, "")}`,
    [tenantId, [...new Set(ids)]],
  );
  return rows.map(({ id }) => `${owner.name}/${String(id)}`);
}

/** Which of some rows of a table go to no other branch. */
export async function keptHomeOf(
  session: Session,
  tenantId: string,
  table: TableDeclaration,
  rows: readonly SqlRow[],
): Promise<(row: SqlRow) => boolean> {
  const { keptWith } = table;
  if (keptWith === undefined) return (row) => isKeptHome(table, row);
  const owners = guardedOwners(session.schema);
  const lent = new Set<string>();
  for (const owner of owners) {
    const owned = rows.filter((row) => row[keptWith.type] === owner.name);
    const ids = owned.map((row) => String(row[keptWith.id]));
    if (ids.length === 0) continue;
    for (const name of await lentOwners(session, tenantId, owner, ids)) lent.add(name);
  }
  const isOwned = (row: SqlRow) => owners.some(({ name }) => name === row[keptWith.type]);
  return (row) =>
    isKeptHome(table, row) ||
    (isOwned(row) && !lent.has(`${String(row[keptWith.type])}/${String(row[keptWith.id])}`));
}
