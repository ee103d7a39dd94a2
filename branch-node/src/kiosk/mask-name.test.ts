import { expect, test } from "vitest";
import { maskNames } from "./mask-name.ts";

test.each([
  ["Savitri Phule", "S•••••• P••••"],
  ["  Jyoti   Rao ", "J•••• R••"],
  ["सावित्री फुले", "सा•• फु•"],
])("shows of the name %s no more than %s", (name, masked) => {
  expect(maskNames([name])).toEqual([masked]);
});

test("shows of names on one telephone as many letters as tell them apart, and no more", () => {
  expect(maskNames(["Lakshmi Chavan", "Lalita Chavan", "Jyoti Chavan"])).toEqual([
    "Lak•••• Cha•••",
    "Lal••• Cha•••",
    "J•••• C•••••",
  ]);
});

test("shows no more of two records of one name, which no letter tells apart", () => {
  expect(maskNames(["Savitri Phule", "Savitri Phule"])).toEqual(["S•••••• P••••", "S•••••• P••••"]);
});
