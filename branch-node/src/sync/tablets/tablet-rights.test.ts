import { expect, test } from "vitest";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { refuseRights } from "./tablet-rights.ts";

function operationOn(table: string): Operation {
  return {
    op_id: "op_01jd7x2vry38gapbnk0v8yyk24",
    type: "patient.update",
    entity: "patients",
    entity_id: "pat_1",
    hlc: "0",
    at: "2026-11-23T03:00:00.000Z",
    branch_id: "brn_1",
    actor: { id: "stf_1", type: "staff", role: null },
    device_id: "dev_1",
    reason: null,
    schema: 2,
    changes: [{ table, id: "x_1", kind: "update", fields: {}, base: {}, version: 2 }],
    events: [],
  };
}

test.each(["staff", "staff_credentials", "devices", "print_templates", "tenants", "nowhere"])(
  "no role lets a device send a change of %s, whatever command it names",
  (table) => {
    const everyRole = ["branch_admin", "tenant_admin", "doctor", "front_desk", "platform"];
    expect(refuseRights(operationOn(table), everyRole)).toContain(table);
  },
);

test("what a role may change at the desk, its device may send", () => {
  expect(refuseRights(operationOn("patients"), ["front_desk"])).toBeNull();
});
