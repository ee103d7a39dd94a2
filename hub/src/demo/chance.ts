/** Chance that can be had again: the same seed gives the same people on every machine. */
export interface Chance {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from `first` to `last`, both included. */
  int(first: number, last: number): number;
  /** True in this share of cases, 0 to 1. */
  happens(share: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** One of a list, the heavier the likelier. */
  weighted<T extends { readonly weight: number }>(list: readonly T[]): T;
}

function element<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError("nothing to choose from");
  return found;
}

/** A generator of 32 bits: a counter with odd steps, its bits mixed by two multiplications. Not for secrets. */
export function createChance(seed: number): Chance {
  let counter = seed >>> 0;

  function next(): number {
    counter = (counter + 0x9e3779b9) >>> 0;
    let bits = counter;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  }

  const int = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
  return {
    next,
    int,
    happens: (share) => next() < share,
    pick: (list) => element(list, int(0, list.length - 1)),
    weighted: (list) => {
      let rest = next() * list.reduce((sum, entry) => sum + entry.weight, 0);
      const found = list.find((entry) => (rest -= entry.weight) < 0);
      return found ?? element(list, list.length - 1);
    },
  };
}
