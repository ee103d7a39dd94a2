import { describe, expect, test } from "vitest";
import { rolesFor } from "./conflicts.rules.ts";

const phone = {
  entity: "patients",
  field: "phone",
  conflict_kind: "field",
  kept_value: "+911",
  other_value: "+912",
};

describe("who may resolve a conflict", () => {
  test("is whoever resolves conflicts at all, for what can be asked and put right", () => {
    expect(rolesFor(phone)).toEqual([]);
    expect(rolesFor({ ...phone, entity: "drafts", field: "form_state" })).toEqual([]);
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
    expect(rolesFor({ ...phone, entity, field })).toEqual([
      "doctor",
      "branch_admin",
      "tenant_admin",
    ]);
  });

  test.each(["merged", "void", "cancelled", "completed", "entered_in_error"])(
    "is a doctor or an administrator where one side says %s",
    (state) => {
      const status = { ...phone, conflict_kind: "state", field: "status", kept_value: "active" };
      expect(rolesFor({ ...status, other_value: state })).toContain("doctor");
      expect(rolesFor({ ...status, kept_value: state, other_value: "active" })).toContain("doctor");
      expect(rolesFor({ ...status, other_value: "inactive" })).toEqual([]);
    },
  );
});
