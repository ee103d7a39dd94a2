import { expect, test } from "vitest";
import { wasUnderWay } from "./consents.timeline.ts";

const [first, second, third, fourth] = ["01", "02", "03", "04"].map(
  (day) => `2026-01-${day}T10:00:00.000Z`,
);

function step(status: string, at = "") {
  return { status, at, by: "stf_1", reason: null };
}

test.each([
  ["before somebody came", first, false],
  ["as they came", second, true],
  ["as they were seen off", third, true],
  ["after that", fourth, false],
])("a visit was under way %s: %s is %s", (_what, at = "", isWithin) => {
  const steps = [step("planned", first), step("arrived", second), step("completed", third)];
  expect(wasUnderWay({ status_history: steps })(at)).toBe(isWithin);
});

test("a visit that nobody ended goes on, and one that nobody has come to has not begun", () => {
  expect(wasUnderWay({ status_history: [step("arrived", second)] })(fourth ?? "")).toBe(true);
  expect(wasUnderWay({ status_history: [step("planned", first)] })(fourth ?? "")).toBe(false);
});
