import { expect, test } from "vitest";
import { applyChange } from "#sync/merge/merge.ts";
import type { Change, Operation } from "#db/model.ts";
import { staffTable } from "./staff.table.ts";

const change: Change = {
  table: "staff",
  id: "stf_1",
  kind: "update",
  fields: { roles: ["tenant_admin"] },
  base: { roles: "1" },
  version: 2,
};

const operation: Operation = {
  op_id: "op_1",
  type: "patient.update",
  entity: "staff",
  entity_id: "stf_1",
  hlc: "2",
  at: "2026-11-23T03:00:00.000Z",
  branch_id: "brn_1",
  actor: { id: "stf_2", type: "staff", role: "branch_admin" },
  device_id: null,
  reason: null,
  schema: 2,
  changes: [change],
  events: [],
};

test("who may do what is never changed by an operation of a branch", () => {
  const origin = { tenantId: "ten_1", nodeId: "nod_1", kind: "branch", branchId: "brn_1" } as const;
  expect(applyChange(staffTable, null, operation, change, origin)).toMatchObject({
    outcome: "rejected",
    code: "hub_only",
  });
});
