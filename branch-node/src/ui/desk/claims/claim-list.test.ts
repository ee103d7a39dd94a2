import { describe, expect, test } from "vitest";
import { claimStatuses } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { claimStates } from "@edgeward/shared/clinical/claims/claims.states.ts";
import { plainSteps, stepsOf, timeToDecide } from "./claim-list.ts";
import { claimsSearch } from "./claims-address.ts";

test.each(claimStatuses)("from %s the desk offers only what the states allow", (status) => {
  const plain = new Set<string>(plainSteps);
  // The last answer gives it back to the payer by itself.
  const allowed = status === "queried" ? [] : claimStates.transitions[status];
  expect(stepsOf(status)).toEqual(allowed.filter((one) => plain.has(one)));
});

describe("the payer's clock", () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 26, 10, minutes)).toISOString();
  const now = Date.UTC(2026, 10, 26, 10);

  test.each([
    [at(180), null, { isOver: false, minutes: 180 }],
    [at(0), null, { isOver: false, minutes: 0 }],
    [at(-5), null, { isOver: true, minutes: 5 }],
    [at(-5), at(-10), null],
    [null, null, null],
  ])("due %s and decided %s says %o", (due, decided, said) => {
    expect(timeToDecide({ sla_due_at: due, decided_at: decided }, now)).toEqual(said);
  });
});

test("an address that means no part is of none", () => {
  expect(claimsSearch({ part: "money" })).toEqual({ part: "money" });
  expect(claimsSearch({ part: "x" })).toEqual({ part: undefined });
});
