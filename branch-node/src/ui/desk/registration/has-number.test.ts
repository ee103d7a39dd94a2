import { expect, test } from "vitest";
import { hasNumber } from "./has-number.ts";

const nobody = { phone: null, alternate_phone: null, emergency_contact: null };

test.each([
  ["98220 77777", { ...nobody, phone: "+919822077777" }, true],
  ["09822077777", { ...nobody, alternate_phone: "+919822077777" }, true],
  ["९८२२०७७७७७", { ...nobody, emergency_contact: { name: "A", phone: "9822077777" } }, true],
  ["9822077778", { ...nobody, phone: "+919822077777" }, false],
  ["9822077777", nobody, false],
])("%s is somebody's number, however it is written: %#", (number, patient, isTheirs) => {
  expect(hasNumber(patient, number)).toBe(isTheirs);
});
