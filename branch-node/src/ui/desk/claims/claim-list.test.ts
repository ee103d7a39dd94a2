import { describe, expect, test } from "vitest";
import { claimStatuses } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { claimStates } from "@edgeward/shared/clinical/claims/claims.states.ts";
import { isOpen, plainSteps, stepsOf, timeToDecide } from "./claim-list.ts";
import { claimsSearch, newClaimSearch, newPreauthSearch } from "./claims-address.ts";

test.each(claimStatuses)("from %s the desk offers only what the states allow", (status) => {
  const plain = new Set<string>(plainSteps);
  // The last answer gives it back to the payer by itself.
  const allowed = status === "queried" ? [] : claimStates.transitions[status];
  expect(stepsOf(status)).toEqual(allowed.filter((one) => plain.has(one)));
});

test("a payer pays no more of what it has refused or paid, or what was withdrawn", () => {
  expect(claimStatuses.filter((status) => !isOpen({ status }))).toEqual([
    "rejected",
    "settled",
    "cancelled",
  ]);
});

describe("the payer's clock", () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 26, 10, minutes)).toISOString();
  const now = Date.UTC(2026, 10, 26, 10);

  test.each([
    [at(-5), null, "cancelled", null],
    [at(180), null, "submitted", { isOver: false, minutes: 180 }],
    [at(0), null, "under_review", { isOver: false, minutes: 0 }],
    [at(-5), null, "under_review", { isOver: true, minutes: 5 }],
    [at(-5), at(-10), "approved", null],
    [null, null, "draft", null],
  ])("due %s, decided %s and %s says %o", (due, decided, status, said) => {
    expect(timeToDecide({ status, sla_due_at: due, decided_at: decided }, now)).toEqual(said);
  });
});

test("an address that means no part is of none", () => {
  expect(claimsSearch({ part: "money" })).toEqual({ part: "money" });
  expect(claimsSearch({ part: "preauth" })).toEqual({ part: "preauth" });
  expect(claimsSearch({ part: "x" })).toEqual({ part: undefined });
  expect(newClaimSearch({ bill: "inv_1" })).toEqual({ bill: "inv_1" });
  expect(newClaimSearch({ bill: "pat_1" })).toEqual({ bill: undefined });
  expect(newPreauthSearch({ patient: "pat_1", parent: 7 })).toEqual({
    patient: "pat_1",
    parent: undefined,
  });
});
