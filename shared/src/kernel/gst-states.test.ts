import { expect, test } from "vitest";
import { gstStateOf, isGstState } from "./gst-states.ts";

test.each([
  ["Maharashtra", "27"],
  ["  tamil nadu ", "33"],
  ["Jammu & Kashmir", "01"],
  ["Andaman and Nicobar Islands", "35"],
  ["Bavaria", null],
  ["", null],
])("%s has the code %s", (name, code) => {
  expect(gstStateOf(name)).toBe(code);
});

test.each([
  ["27", true],
  ["97", true],
  ["25", false],
  ["00", false],
  ["toString", false],
])("%s is a place of supply: %s", (code, isOne) => {
  expect(isGstState(code)).toBe(isOne);
});
