import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test.each([
  ["Savitri Phule", "SP"],
  ["savitri jotirao phule", "SP"],
  ["Indira", "I"],
  ["Dr. Asha Rao", "AR"],
  ["A. P. J. Abdul Kalam", "AK"],
  ["सावित्री फुले", "साफु"],
  ["श्रीमती ज्योति क्षीरसागर", "ज्योक्षी"],
  ["فاطمہ شیخ", "فش"],
  ["Unknown male 4", "UM"],
  ["4", ""],
])("writes %s as %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
