import { describe, expect, test } from "vitest";
import { createSchema } from "#db/schema.ts";
import { encountersTable } from "#clinical/encounters/encounters.table.ts";
import { patientsTable } from "#clinical/patients/patients.table.ts";
import { rolesFor } from "./conflicts.rules.ts";

const schema = createSchema([patientsTable, encountersTable]);

const phone = {
  entity: "patients",
  field: "phone",
  conflict_kind: "field",
  kept_value: "+911",
  other_value: "+912",
};

describe("who may resolve a conflict", () => {
  test("is whoever resolves conflicts at all, for what can be asked and put right", () => {
    expect(rolesFor(schema, phone)).toEqual([]);
    expect(rolesFor(schema, { ...phone, entity: "drafts", field: "form_state" })).toEqual([]);
  });

  test.each([
    ["patients", "is_deceased"],
    ["patients", "deceased_at"],
    ["patients", "allergies"],
    ["patients", "merged_into_id"],
    ["patients", "blood_group"],
    ["encounters", "diagnosis_code"],
    ["encounters", "vitals"],
  ])("is a doctor or an administrator for %s.%s", (entity, field) => {
    expect(rolesFor(schema, { ...phone, entity, field })).toEqual([
      "doctor",
      "branch_admin",
      "tenant_admin",
    ]);
  });

  test.each(["merged", "void", "cancelled", "completed", "entered_in_error"])(
    "is a doctor or an administrator where one side says %s",
    (state) => {
      const status = { ...phone, conflict_kind: "state", field: "status", kept_value: "active" };
      expect(rolesFor(schema, { ...status, other_value: state })).toContain("doctor");
      expect(rolesFor(schema, { ...status, kept_value: state, other_value: "active" })).toContain(
        "doctor",
      );
      expect(rolesFor(schema, { ...status, other_value: "inactive" })).toEqual([]);
    },
  );
});
