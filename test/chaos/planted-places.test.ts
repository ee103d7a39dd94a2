import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { declaredPlaces } from "#mutation/declared-places.ts";
import { places } from "#mutation/places.ts";

const fewestPlaces = 40;

test("every place of a planted fault stands in the product once, as the list says", () => {
  const lost = [...places, ...declaredPlaces].filter(({ file, original }) => {
    const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");
    return original === "" || text.split(original).length !== 2;
  });
  expect(lost.map(({ file, original }) => `${file}: ${original}`)).toEqual([]);
});

test("there are enough places, each another one, with a fault and its reason", () => {
  expect(places.length).toBeGreaterThanOrEqual(fewestPlaces);
  const names = places.map(({ file, original }) => `${file}: ${original}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { original, replacement, why, unseen = "-" } of places) {
    expect(replacement).not.toBe(original);
    expect(why).not.toBe("");
    expect(unseen).not.toBe("");
  }
});
