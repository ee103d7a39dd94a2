import type { FoundConflict } from "@edgeward/hub/fleet/ingest/ingest-set.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { stockTable } from "./tables.ts";

type House = Pick<RecordRow, "updated_at" | "updated_by" | "origin" | "origin_node_id" | "hlc">;

interface About {
  readonly tenantId: string;
  /** RFC 3339. */
  readonly at: string;
  readonly house: House;
}

/** A conflict as the record that the hub makes of it. */
export function conflictRow(conflict: FoundConflict, { tenantId, at, house }: About): RecordRow {
  const none = Object.fromEntries(Object.keys(conflictsTable.columns).map((name) => [name, null]));
  const { operation, change } = conflict;
  return {
    ...none,
    ...house,
    id: conflict.id,
    tenant_id: tenantId,
    branch_id: conflict.branchId,
    created_at: at,
    created_by: "system",
    version: 1,
    stamps: { "*": house.hlc },
    unknown_fields: {},
    metadata: {},
    entity: change.table,
    entity_id: change.id,
    patient_id: typeof conflict.patientId === "string" ? conflict.patientId : null,
    op_id: operation.op_id,
    conflict_kind: conflict.kind,
    field: conflict.field,
    kept_value: conflict.keptValue,
    other_value: conflict.otherValue,
    base_stamp: conflict.baseStamp,
    kept_stamp: conflict.keptStamp,
    other_stamp: conflict.otherStamp,
    other_actor_id: operation.actor.id,
    conflict_status: "open",
  };
}

/** A balance that went below nothing, as the record that the hub makes of it. */
export function overdraftRow(
  id: string,
  fact: Readonly<Record<string, unknown>>,
  { tenantId, at, house }: About,
): RecordRow {
  const none = Object.fromEntries(Object.keys(conflictsTable.columns).map((name) => [name, null]));
  return {
    ...none,
    ...house,
    id,
    tenant_id: tenantId,
    branch_id: String(fact["branch_id"]),
    created_at: at,
    created_by: "system",
    version: 1,
    stamps: { "*": house.hlc },
    unknown_fields: {},
    metadata: {},
    entity: stockTable.name,
    entity_id: fact["id"],
    op_id: `op_of_${String(fact["id"])}`,
    kept_stamp: house.hlc,
    other_stamp: house.hlc,
    conflict_kind: "balance",
    field: "quantity",
    kept_value: fact["quantity"],
    conflict_status: "open",
  };
}
