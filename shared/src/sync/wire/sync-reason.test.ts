import { describe, expect, test } from "vitest";
import { syncReason, type ReasonFacts } from "./sync-reason.ts";

const calm: ReasonFacts = {
  isBlocked: false,
  refusal: null,
  held: 0,
  rejected: 0,
  clockSkewMs: 0,
};

function reasonOf(facts: Partial<ReasonFacts>): string | null {
  return syncReason({ ...calm, ...facts });
}

describe("the reason that the state of sync gives", () => {
  test("is none while nothing needs anybody", () => {
    expect(reasonOf({})).toBeNull();
    expect(reasonOf({ clockSkewMs: null })).toBeNull();
    expect(reasonOf({ clockSkewMs: -299_000 })).toBeNull();
  });

  test("is what the hub said while it refuses the node, whatever else is wrong", () => {
    const all = { held: 1, rejected: 2, clockSkewMs: 3_600_000 };
    expect(reasonOf({ ...all, isBlocked: true, refusal: "The node was replaced." })).toBe(
      "The node was replaced.",
    );
    expect(reasonOf({ ...all, isBlocked: true })).toContain("administrator");
  });

  test("says by how much a clock is wrong, and to which side", () => {
    expect(reasonOf({ clockSkewMs: 420_000 })).toContain("7 minutes behind the hub's");
    expect(reasonOf({ clockSkewMs: -3_600_000 })).toContain("60 minutes ahead of the hub's");
  });

  test("counts what was refused before what waits for it", () => {
    expect(reasonOf({ rejected: 1, held: 4 })).toMatch(/^1 operation was refused/u);
    expect(reasonOf({ rejected: 2 })).toMatch(/^2 operations were refused/u);
    expect(reasonOf({ held: 1 })).toMatch(/^1 operation waits/u);
  });
});
