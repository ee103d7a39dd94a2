import { expect, test } from "vitest";
import {
  judgeHandshake,
  unknownChains,
  type HandshakeChains,
  type HandshakeJudgement,
} from "./clone-detection.ts";

interface HandshakeDone {
  readonly verdict: HandshakeJudgement["verdict"];
  readonly next: string;
}

/** A hub that remembers, and numbers what it gives. */
function hub() {
  let chains: HandshakeChains = unknownChains;
  let given = 0;
  return {
    handshake: (shown: string | null): HandshakeDone => {
      given += 1;
      const next = `n${given}`;
      const judged = judgeHandshake(chains, shown, next);
      chains = judged.chains;
      return { verdict: judged.verdict, next };
    },
    chains: () => chains,
  };
}

test("a machine whose answers come, or are lost any number of times, is always itself", () => {
  const { handshake } = hub();
  let shown: string | null = null;
  for (let round = 0; round < 200; round += 1) {
    const { verdict, next } = handshake(shown);
    expect(verdict).toBe("own");
    if (round % 7 < 3) shown = next;
  }
});

test("what is remembered of a machine that never gets an answer stays short, and its last answer counts", () => {
  const { handshake, chains } = hub();
  for (let round = 0; round < 50; round += 1) handshake(null);
  const { next } = handshake(null);
  expect(chains().current.length).toBeLessThan(12);
  expect(handshake(next).verdict).toBe("own");
});

test("a handshake that was long on its way is stale, and does no harm to the machine that has gone on", () => {
  const { handshake } = hub();
  const first = handshake(null).next;
  const second = handshake(first).next;
  const third = handshake(second).next;
  expect(handshake(first).verdict).toBe("stale");
  expect(handshake(first).verdict).toBe("stale");
  expect(handshake(null).verdict).toBe("stale");
  const fourth = handshake(third);
  expect(fourth.verdict).toBe("own");
  expect(handshake(fourth.next).verdict).toBe("own");
});

test("a machine that was put back is notified once its state is older, and is the node from then on", () => {
  const { handshake } = hub();
  const backup = handshake(null).next;
  const later = handshake(backup).next;
  handshake(later);
  const reported = handshake(backup);
  expect(reported.verdict).toBe("stale");
  // The answer was lost; then one came.
  const again = handshake(backup);
  expect(again.verdict).toBe("stale");
  expect(handshake(again.next).verdict).toBe("own");
});

test.each([["the one at work"], ["the copy"]])(
  "of two machines that are alike, the one that speaks after the other has taken over is a clone: %s",
  (who) => {
    const { handshake } = hub();
    const shared = handshake(null).next;
    const one = handshake(shared).next;
    const other = handshake(shared).next;
    // Both hold an answer to the same handshake: the first that shows its own is the node.
    const [first, second] = who === "the copy" ? [one, other] : [other, one];
    const goesOn = handshake(first);
    expect(goesOn.verdict).toBe("own");
    const older = handshake(second);
    expect(older.verdict).toBe("stale");
    expect(handshake(older.next).verdict).toBe("own");
    expect(handshake(goesOn.next).verdict).toBe("clone");
    expect(handshake(first).verdict).toBe("clone");
  },
);
