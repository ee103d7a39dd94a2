import { isKeptHome, type RecordRow, type TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { SimNode } from "./hub.ts";
import type { SimHub } from "./sim-hub.ts";

/** The hub's rows that a branch should have. */
export function inScope(
  hub: SimHub,
  node: SimNode,
  table: TableDeclaration,
  rows: readonly RecordRow[],
): readonly RecordRow[] {
  const granted = hub.grants.granted(node);
  return rows.filter(
    (row) =>
      table.audience === "tenant" ||
      row.branch_id === null ||
      row.branch_id === node.branchId ||
      (!isKeptHome(table, row) && granted.has(String(row["patient_id"]))),
  );
}
