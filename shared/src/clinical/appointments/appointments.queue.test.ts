import { expect, test } from "vitest";
import { queueCodeOf, tokenCode } from "./appointments.queue.ts";

test.each([
  ["Cardiology", "cardiology"],
  ["Ear, Nose & Throat", "ear-nose-throat"],
  [" general ", "general"],
  [null, "general"],
  ["हृदय रोग", "general"],
  ["x".repeat(80), "x".repeat(64)],
])("the department %j queues under %s", (department, code) => {
  expect(queueCodeOf(department)).toBe(code);
});

test.each([
  ["general", 12, "GEN-012"],
  ["ent", 1, "ENT-001"],
  ["x-ray", 7, "XRA-007"],
  ["2", 3, "QUE-003"],
  ["general", 1234, "GEN-1234"],
])("in the queue %s number %i is shown as %s", (code, number, token) => {
  expect(tokenCode(code, number)).toBe(token);
});
