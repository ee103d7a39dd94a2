import { expect, test } from "vitest";
import { tokenCode } from "./appointments.queue.ts";

test.each([
  ["GEN", 12, "GEN-012"],
  ["E", 1, "E-001"],
  ["GEN", 1234, "GEN-1234"],
])("in the queue of %s number %i is shown as %s", (prefix, number, token) => {
  expect(tokenCode(prefix, number)).toBe(token);
});
