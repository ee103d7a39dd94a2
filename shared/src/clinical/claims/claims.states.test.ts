import { describe, expect, test } from "vitest";
import { claimStatuses } from "./claims.contract.ts";
import { claimStates, decidedClaims, openClaims, undecidedStatuses } from "./claims.states.ts";
import { claimedBills } from "./claims.table.ts";

const { transitions } = claimStates;

describe("the states of a claim", () => {
  test("every one is reached from a draft", () => {
    const reached = new Set<string>(["draft"]);
    for (const state of reached)
      for (const [from, to] of Object.entries(transitions))
        if (from === state) for (const one of to) reached.add(one);
    expect([...reached].toSorted()).toEqual([...claimStatuses].toSorted());
  });

  test.each(undecidedStatuses)("one that is %s is not decided", (status) => {
    expect(decidedClaims).not.toContain(status);
  });

  test("only what was approved is settled, and what was settled stays so", () => {
    const ways = Object.entries(transitions).filter(([, to]) =>
      to.some((one) => one === "settled"),
    );
    expect(ways.map(([from]) => from)).toEqual(["approved", "partially_approved"]);
    expect(transitions.settled).toEqual([]);
  });

  test("nothing is to be done with one that is paid, refused or called off", () => {
    const rest = claimStatuses.filter((status) => !openClaims.includes(status));
    expect(rest).toEqual(["rejected", "settled", "cancelled"]);
  });

  test.each([
    ["draft", true],
    ["submitted", true],
    ["appealed", true],
    ["settled", true],
    ["rejected", false],
    ["cancelled", false],
  ])("one that is %s holds its bills: %s", (status, holds) => {
    expect(claimedBills({ status, invoice_ids: ["inv_1"] })).toEqual(holds ? ["inv_1"] : []);
  });
});
