import { expect, test } from "vitest";
import { BranchClock } from "./branch-clock.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A machine whose clock is off, can be set, and can sleep. */
function machine(off: number) {
  let elapsed = 0;
  let device = Date.UTC(2026, 10, 23) + off;
  return {
    now: () => device,
    elapsed: () => elapsed,
    pass: (milliseconds: number) => {
      elapsed += milliseconds;
      device += milliseconds;
    },
    set: (milliseconds: number) => {
      device += milliseconds;
    },
  };
}

function truth(passed = 0): number {
  return Date.UTC(2026, 10, 23) + passed;
}

test.each([-10 * day, -day, -6_000, 6_000, hour, 10 * day])(
  "a clock that is %i ms off reports the hub's time once it has heard it, and by how much it is off",
  (off) => {
    const here = machine(off);
    const clock = new BranchClock(here);
    clock.learn(truth(), here.now());
    expect(clock.now()).toBe(truth());
    expect(clock.skewMs).toBe(-off);
    here.pass(hour);
    expect(clock.now()).toBe(truth(hour));
    expect(clock.deviceNow()).toBe(truth(hour) + off);
  },
);

test("a difference that may be the line's corrects nothing", () => {
  const here = machine(1_200);
  const clock = new BranchClock(here);
  clock.learn(truth(), here.now());
  expect(clock.now()).toBe(here.now());
  expect(clock.skewMs).toBe(-1_200);
});

test("somebody who sets a wrong clock right, without the hub, does not make it wrong", () => {
  const here = machine(-3 * day);
  const clock = new BranchClock(here);
  clock.learn(truth(), here.now());
  here.set(3 * day);
  expect(clock.now()).toBe(truth());
  here.pass(hour);
  here.set(-5 * hour);
  expect(clock.now()).toBe(truth(hour));
});

test("a machine that has slept is not taken for one whose clock was set", () => {
  const here = machine(-hour);
  const clock = new BranchClock(here);
  clock.learn(truth(), here.now());
  here.set(9 * hour);
  expect(clock.now()).toBe(truth(9 * hour));
});

test("an answer's date is enough to ask for a token, and too rough for a clock that is nearly right", () => {
  const here = machine(-40 * day);
  const clock = new BranchClock(here);
  clock.hearDate(truth());
  expect(clock.now()).toBe(truth());
  const near = machine(-4_000);
  const other = new BranchClock(near);
  other.hearDate(truth());
  expect(other.now()).toBe(near.now());
});

test("a machine without a battery goes on where it was", () => {
  const here = machine(-400 * day);
  const clock = new BranchClock(here);
  clock.recall(hour, truth() - hour);
  expect(clock.now()).toBe(truth());
});
