import { expect, test } from "vitest";
import { roles } from "@edgeward/shared/contract/access.ts";
import { waysOf } from "#ui/desk/shell/ways.ts";
import { workOf, works } from "./work-counts.ts";

test.each(roles)("asks %s for no work whose page the navigation does not offer them", (role) => {
  const offered = new Set<string>(waysOf([role]).map(({ to }) => to));
  const missing = workOf([role]).filter((kind) => !offered.has(works[kind].way.to));
  expect(missing).toEqual([]);
});

test("asks those who treat for critical values, and those who keep goods for what has expired", () => {
  expect(workOf(["doctor"])).toEqual(["criticals", "findings", "overdue"]);
  expect(workOf(["stores"])).toEqual(["expired", "usedUp"]);
  expect(workOf(["billing"])).toEqual([]);
});
