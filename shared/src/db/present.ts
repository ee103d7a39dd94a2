import type { SyncState } from "#contract/record.ts";
import type { recordColumns, RowOfColumns } from "./table.ts";

/** The columns that every record answers, as the wire writes them. */
export function presentRecord(
  row: Omit<RowOfColumns<typeof recordColumns>, "branch_id" | "stamps" | "id">,
  syncState: SyncState,
) {
  return {
    tenant_id: row.tenant_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by: row.created_by,
    updated_by: row.updated_by,
    version: row.version,
    origin: row.origin === "hub" ? ("hub" as const) : ("branch" as const),
    origin_node_id: row.origin_node_id,
    hlc: row.hlc,
    sync_state: syncState,
    metadata: row.metadata,
  };
}
