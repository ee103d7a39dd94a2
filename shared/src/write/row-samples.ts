import type { RecordRow } from "#db/table.ts";

/** A record of a branch for the tests of this folder, with these values of its own fields and whatever else is to be otherwise. */
export function sampleRow(values: Readonly<Record<string, unknown>>): RecordRow {
  return {
    id: "rec_1",
    branch_id: "brn_a",
    metadata: {},
    ...values,
    tenant_id: "ten_1",
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    created_by: "stf_1",
    updated_by: "stf_1",
    version: 2,
    origin: "branch",
    origin_node_id: "nod_a",
    hlc: "20",
    unknown_fields: {},
    stamps: { "*": "10" },
  };
}
