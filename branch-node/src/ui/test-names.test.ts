import { expect, test } from "vitest";
import { declaredTestNames } from "./declared-test-names.ts";
import { testNames } from "./test-names.ts";

test("the handles that the pages work out are those that are declared", () => {
  const names: Readonly<Record<string, string>> = testNames;
  for (const [name, handle] of Object.entries(declaredTestNames)) expect(names[name]).toBe(handle);
  const handles = Object.values(declaredTestNames);
  expect(handles.length).toBeGreaterThan(900);
});
