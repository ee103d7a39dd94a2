import { expect, test } from "vitest";
import { maskName } from "./mask-name.ts";

test.each([
  ["Savitri Phule", "S•••••• P••••"],
  ["  A.  Rao ", "A• R••"],
  ["सावित्री फुले", "सा••• फु•"],
  ["Ö", "Ö"],
])("shows of %s only how each word begins", (name, masked) => {
  expect(maskName(name).replaceAll(/•+/gu, "•")).toBe(masked.replaceAll(/•+/gu, "•"));
});
