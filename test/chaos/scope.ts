import { isKeptHome } from "@edgeward/shared/db/kept-home.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { SimNode } from "./hub.ts";
import type { SimHub } from "./sim-hub.ts";
import { simHubSchema } from "./tables.ts";

/** The ids of what goes to no other branch, of the tables whose records keep files. */
async function ownersAtHome(hub: SimHub): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const owner of simHubSchema.tables.filter(({ keptFiles }) => keptFiles === "own"))
    for (const row of await hub.rows(owner))
      if (isKeptHome(owner, row)) names.add(`${owner.name}/${row.id}`);
  return names;
}

/** The hub's rows that a branch should have. */
export async function inScope(
  hub: SimHub,
  node: SimNode,
  table: TableDeclaration,
  rows: readonly RecordRow[],
): Promise<readonly RecordRow[]> {
  const granted = hub.grants.granted(node);
  const { keptWith } = table;
  const atHome = keptWith === undefined ? null : await ownersAtHome(hub);
  const goesWithHome = (row: RecordRow) =>
    keptWith !== undefined &&
    atHome?.has(`${String(row[keptWith.type])}/${String(row[keptWith.id])}`) === true;
  return rows.filter(
    (row) =>
      table.audience === "tenant" ||
      row.branch_id === null ||
      row.branch_id === node.branchId ||
      (!isKeptHome(table, row) && !goesWithHome(row) && granted.has(String(row["patient_id"]))),
  );
}
