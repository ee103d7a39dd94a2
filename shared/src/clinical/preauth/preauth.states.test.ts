import { describe, expect, test } from "vitest";
import { preauthStatuses } from "./preauth.contract.ts";
import { decidedStatuses, preauthStates, waitingStatuses } from "./preauth.states.ts";

const { transitions } = preauthStates;

describe("the states of an authorisation", () => {
  test("every one is reached from a draft", () => {
    const reached = new Set<string>(["draft"]);
    for (const state of reached)
      for (const [from, to] of Object.entries(transitions))
        if (from === state) for (const one of to) reached.add(one);
    expect([...reached].toSorted()).toEqual([...preauthStatuses].toSorted());
  });

  test.each(waitingStatuses)("one that is %s is not decided", (status) => {
    expect(decidedStatuses).not.toContain(status);
  });

  test.each(["rejected", "utilised", "cancelled"] as const)("one that is %s stays so", (status) => {
    expect(transitions[status]).toEqual([]);
  });

  test("what was decided is never decided anew", () => {
    const again = Object.entries(transitions).flatMap(([from, to]) =>
      decidedStatuses.includes(from) ? to.filter((one) => decidedStatuses.includes(one)) : [],
    );
    expect(again).toEqual([]);
  });
});
