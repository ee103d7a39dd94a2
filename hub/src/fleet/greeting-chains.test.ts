import { expect, test } from "vitest";
import {
  judgeGreeting,
  unknownChains,
  type GreetingChains,
  type GreetingJudgement,
} from "./greeting-chains.ts";

interface Greeted {
  readonly verdict: GreetingJudgement["verdict"];
  readonly next: string;
}

/** A hub that remembers, and numbers what it gives. */
function hub() {
  let chains: GreetingChains = unknownChains;
  let given = 0;
  return {
    greet: (shown: string | null): Greeted => {
      given += 1;
      const next = `n${given}`;
      const judged = judgeGreeting(chains, shown, next);
      chains = judged.chains;
      return { verdict: judged.verdict, next };
    },
    chains: () => chains,
  };
}

test("a machine whose answers come, or are lost any number of times, is always itself", () => {
  const { greet } = hub();
  let shown: string | null = null;
  for (let round = 0; round < 200; round += 1) {
    const { verdict, next } = greet(shown);
    expect(verdict).toBe("own");
    if (round % 7 < 3) shown = next;
  }
});

test("what is remembered of a machine that never gets an answer stays short, and its last answer counts", () => {
  const { greet, chains } = hub();
  for (let round = 0; round < 50; round += 1) greet(null);
  const { next } = greet(null);
  expect(chains().current.length).toBeLessThan(12);
  expect(greet(next).verdict).toBe("own");
});

test("a greeting that was long on its way is stale, and does no harm to the machine that has gone on", () => {
  const { greet } = hub();
  const first = greet(null).next;
  const second = greet(first).next;
  const third = greet(second).next;
  expect(greet(first).verdict).toBe("stale");
  expect(greet(first).verdict).toBe("stale");
  expect(greet(null).verdict).toBe("stale");
  const fourth = greet(third);
  expect(fourth.verdict).toBe("own");
  expect(greet(fourth.next).verdict).toBe("own");
});

test("a machine that was put back is told so once its state is older, and is the node from then on", () => {
  const { greet } = hub();
  const backup = greet(null).next;
  const later = greet(backup).next;
  greet(later);
  const told = greet(backup);
  expect(told.verdict).toBe("stale");
  // The answer was lost; then one came.
  const again = greet(backup);
  expect(again.verdict).toBe("stale");
  expect(greet(again.next).verdict).toBe("own");
});

test.each([["the one at work"], ["the copy"]])(
  "of two machines that are alike, the one that speaks after the other has taken over is a twin: %s",
  (who) => {
    const { greet } = hub();
    const shared = greet(null).next;
    const one = greet(shared).next;
    const other = greet(shared).next;
    // Both hold an answer to the same greeting: the first that shows its own is the node.
    const [first, second] = who === "the copy" ? [one, other] : [other, one];
    const goesOn = greet(first);
    expect(goesOn.verdict).toBe("own");
    const older = greet(second);
    expect(older.verdict).toBe("stale");
    expect(greet(older.next).verdict).toBe("own");
    expect(greet(goesOn.next).verdict).toBe("twin");
    expect(greet(first).verdict).toBe("twin");
  },
);
