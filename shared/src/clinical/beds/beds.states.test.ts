import { describe, expect, test } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { bedStatuses, ownBedStatuses, type BedStatus } from "./beds.contract.ts";
import { bedStates, ownBedStates, stateByHand } from "./beds.states.ts";

/** Every way of a bed that exists, written out by hand; the marked ones are an admission's. */
const ways = new Map<string, "by hand" | "by an admission">([
  ["vacant>reserved", "by an admission"],
  ["vacant>occupied", "by an admission"],
  ["vacant>cleaning", "by hand"],
  ["vacant>blocked", "by hand"],
  ["reserved>occupied", "by an admission"],
  ["reserved>vacant", "by an admission"],
  ["occupied>cleaning", "by an admission"],
  ["cleaning>vacant", "by hand"],
  ["cleaning>blocked", "by hand"],
  ["blocked>vacant", "by hand"],
  ["blocked>cleaning", "by hand"],
]);

function wayOf(from: BedStatus, to: BedStatus) {
  return ways.get(`${from}>${to}`) ?? "not at all";
}

const pairs = bedStatuses.flatMap((from) => bedStatuses.map((to) => ({ from, to })));

function refusalOf(from: BedStatus, to: BedStatus): unknown {
  try {
    return stateByHand(from, to);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

describe("a bed", () => {
  test.each(pairs)("leads from $from to $to as its table of states says", ({ from, to }) => {
    expect(bedStates.transitions[from].includes(to)).toBe(wayOf(from, to) !== "not at all");
  });

  test.each(pairs)("is taken from $from to $to by hand only where no admission is", (pair) => {
    const { from, to } = pair;
    const outcome = {
      "by hand": to,
      "by an admission": "validation_error",
      "not at all": "invalid_transition",
    }[wayOf(from, to)];
    expect(refusalOf(from, to)).toBe(outcome);
  });

  test("keeps by itself no state that an admission brings about", () => {
    const reached = Object.values(ownBedStates).flat();
    expect([...new Set(reached)].toSorted()).toEqual([...ownBedStatuses].toSorted());
  });
});
