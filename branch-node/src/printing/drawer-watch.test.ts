import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DrawerWatch } from "./drawer-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([true, false])(
  "a drawer whose switch is %s when it is open is known by the first kick that opens it",
  (open) => {
    const drawer = new DrawerWatch();
    expect(drawer.isOpen(!open)).toBeNull();
    drawer.kicks();
    expect(drawer.isOpen(!open)).toBeNull();
    expect(drawer.isOpen(open)).toBe(true);
    expect(drawer.isOpen(!open)).toBe(false);
    expect(drawer.isOpen(open)).toBe(true);
  },
);

test("a drawer that somebody closes long after a kick that moved nothing teaches nothing", () => {
  const drawer = new DrawerWatch();
  drawer.isOpen(true);
  drawer.kicks();
  expect(drawer.isOpen(true)).toBeNull();
  vi.advanceTimersByTime(5_000);
  expect(drawer.isOpen(false)).toBeNull();
});

test("nothing is known of a drawer whose printer does not say, or that was never kicked", () => {
  const drawer = new DrawerWatch();
  drawer.kicks();
  expect(drawer.isOpen(null)).toBeNull();
  expect(drawer.isOpen(false)).toBeNull();
  expect(drawer.isOpen(true)).toBeNull();
});
