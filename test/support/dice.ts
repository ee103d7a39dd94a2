import { createChance, type Chance } from "@edgeward/hub/demo/chance.ts";

/** Chance for a test that draws its faults: the seed is said, and `EDGEWARD_SEED` makes it the same again. */
export function throwDice(what: string): Chance {
  const given = process.env["EDGEWARD_SEED"];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  console.info(`${what}: EDGEWARD_SEED=${seed}`);
  return createChance(seed);
}

/** A list in an order of chance. */
export function shuffled<T>(chance: Chance, list: readonly T[]): readonly T[] {
  return list
    .map((item) => ({ item, place: chance.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
