import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareHlc, createHlc, hlcInstant, latestHonest, parseHlc } from "./hlc.ts";

const day = 24 * 60 * 60 * 1000;
const start = 1_790_000_000_000;

/** A machine clock that a test turns. */
function turnable(now = start): { now: number } {
  return { now };
}

function clockAt(nodeTag: string, machine: { now: number }) {
  return createHlc({ now: () => machine.now, nodeTag });
}

describe("one node", () => {
  test("writes 13 digits of time, a counter and its tag", () => {
    const clock = clockAt("nod_a", turnable());
    expect(clock.last()).toBe("0000000000000-0000-nod_a");
    expect(clock.tick()).toBe("1790000000000-0000-nod_a");
    expect(clock.tick()).toBe("1790000000000-0001-nod_a");
    expect(clock.last()).toBe("1790000000000-0001-nod_a");
  });

  test("gives rising stamps whatever its machine's clock does", () => {
    const rising = fc.property(
      fc.array(fc.integer({ min: -2 * day, max: 2 * day }), { maxLength: 50 }),
      (turns) => {
        const machine = turnable();
        const clock = clockAt("a", machine);
        const stamps = turns.map((turn) => {
          machine.now += turn;
          return clock.tick();
        });
        return stamps.every((stamp, index) => index === 0 || (stamps[index - 1] ?? "") < stamp);
      },
    );
    expect(() => fc.assert(rising)).not.toThrow();
  });

  test("borrows the next millisecond when its counter is full", () => {
    const clock = clockAt("a", turnable());
    clock.restore("1790000000000-ffff-a");
    expect(clock.tick()).toBe("1790000000001-0000-a");
  });

  test("goes on after its own stored stamp when it starts again, even with a clock set back", () => {
    const clock = clockAt("a", turnable(start - 3 * day));
    clock.restore("1790000000000-0004-a");
    expect(clock.tick()).toBe("1790000000000-0005-a");
    clock.restore("1600000000000-0000-a");
    expect(clock.tick()).toBe("1790000000000-0006-a");
  });

  test.each(["", "Node", "a-b", "é", "a".repeat(41)])("refuses the tag %j", (nodeTag) => {
    expect(() => clockAt(nodeTag, turnable())).toThrow("not a hybrid clock stamp");
  });
});

describe("several nodes", () => {
  test("a stamp is later than every stamp its node has seen, over any exchange of messages", () => {
    const move = fc.record({
      node: fc.nat(2),
      turn: fc.integer({ min: -day / 10, max: day / 10 }),
      from: fc.option(fc.nat(2), { nil: undefined }),
    });
    const causal = fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      const machines = [turnable(), turnable(start - 1000), turnable(start + 1000)];
      const clocks = machines.map((machine, index) => clockAt(`n${index}`, machine));
      return moves.every(({ node, turn, from }) => {
        const clock = clocks[node];
        const machine = machines[node];
        const remote = from === undefined ? undefined : clocks[from];
        if (clock === undefined || machine === undefined) return false;
        // No machine may stray more than the limit from the others, or clamping is right.
        machine.now = Math.min(start + day / 3, Math.max(start - day / 3, machine.now + turn));
        const before = clock.last();
        const seen = remote?.last() ?? before;
        const stamp = remote === undefined ? clock.tick() : clock.receive(seen);
        return stamp > before && stamp > seen && !clock.drift();
      });
    });
    expect(() => fc.assert(causal)).not.toThrow();
  });

  test("two nodes never give the same stamp", () => {
    const machine = turnable();
    expect(clockAt("a", machine).tick()).not.toBe(clockAt("b", machine).tick());
  });

  test("counts a stamp from further ahead as 24 hours ahead, says so, and goes on", () => {
    const clock = clockAt("a", turnable());
    const ahead = `${start + 3 * day}-0007-b`;
    const stamp = clock.receive(ahead);
    expect(clock.drift()).toBe(true);
    expect(hlcInstant(stamp)).toBe(start + day);
    expect(stamp < ahead).toBe(true);
    expect(clock.tick() > stamp).toBe(true);
    clock.receive(`${start}-0000-b`);
    expect(clock.drift()).toBe(false);
  });

  test("follows a stamp that is exactly 24 hours ahead", () => {
    const clock = clockAt("a", turnable());
    expect(clock.receive(`${start + day}-0007-b`)).toBe(`${start + day}-0008-a`);
    expect(clock.drift()).toBe(false);
  });

  test("follows no further than it is told to", () => {
    const { now } = turnable();
    const clock = createHlc({ now: () => now, nodeTag: "a", mostAheadMs: 60_000 });
    expect(hlcInstant(clock.receive(`${now + day}-0007-b`))).toBe(now + 60_000);
    expect(latestHonest(now) > `${now + 60_000}-ffff-b`).toBe(true);
    expect(latestHonest(now) < `${now + day}-0000-b`).toBe(true);
  });

  test("refuses what is no stamp", () => {
    const clock = clockAt("a", turnable());
    expect(() => clock.receive("yesterday")).toThrow("not a hybrid clock stamp");
    expect(clock.last()).toBe("0000000000000-0000-a");
  });
});

describe("stamps as text", () => {
  const parts = fc.record({
    ms: fc.nat(9_999_999_999_999),
    counter: fc.nat(0xffff),
    nodeTag: fc.stringMatching(/^[0-9a-z_]{1,8}$/u),
  });

  test("plain comparison is the order of time, then counter, then tag", () => {
    const write = (stamp: { ms: number; counter: number; nodeTag: string }) =>
      `${String(stamp.ms).padStart(13, "0")}-${stamp.counter.toString(16).padStart(4, "0")}-${stamp.nodeTag}`;
    const ordered = fc.property(parts, parts, (left, right) => {
      const byParts =
        Math.sign(left.ms - right.ms) ||
        Math.sign(left.counter - right.counter) ||
        compareHlc(left.nodeTag, right.nodeTag);
      return compareHlc(write(left), write(right)) === byParts;
    });
    expect(() => fc.assert(ordered)).not.toThrow();
  });

  test("takes a stamp apart into what it was made of", () => {
    expect(parseHlc("1790000000000-00ff-nod_a")).toEqual({
      ms: start,
      counter: 255,
      nodeTag: "nod_a",
    });
  });

  test.each([
    "",
    "1790000000000-00FF-a",
    "179000000000-0000-a",
    "1790000000000-0000-",
    "1790000000000-0000-a ",
  ])("finds no stamp in %j", (text) => {
    expect(parseHlc(text)).toBeUndefined();
    expect(() => hlcInstant(text)).toThrow("not a hybrid clock stamp");
  });
});
