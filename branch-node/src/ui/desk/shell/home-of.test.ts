import { expect, test } from "vitest";
import { homeOf } from "./home-of.ts";

test.each([
  [["front_desk"], "/today"],
  [["doctor"], "/my-patients"],
  [["nurse"], "/vitals"],
  [["branch_admin"], "/today"],
  [["doctor", "branch_admin"], "/my-patients"],
  [["nurse", "front_desk"], "/today"],
  [["billing"], "/billing"],
  [["billing", "front_desk"], "/today"],
  [["pharmacist"], "/pharmacy"],
  [["stores"], "/stores"],
  [["pharmacist", "front_desk"], "/today"],
  [["lab"], "/lab"],
  [["lab", "front_desk"], "/today"],
  [[], "/today"],
] as const)("whoever is %j begins at %s", (roles, home) => {
  expect(homeOf({ roles, department: null })).toBe(home);
});

test("whoever takes images begins at them, and nobody else by the department alone", () => {
  expect(homeOf({ roles: ["lab"], department: "radiology" })).toBe("/radiology");
  expect(homeOf({ roles: ["lab"], department: "pathology" })).toBe("/lab");
  expect(homeOf({ roles: ["doctor"], department: "radiology" })).toBe("/my-patients");
});
