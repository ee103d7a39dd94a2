import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DevicePresence } from "./device-presence.ts";

let changes: string[];
let presence: DevicePresence;

beforeEach(() => {
  vi.useFakeTimers();
  changes = [];
  presence = new DevicePresence({
    now: () => Date.now(),
    onChange: (id, isThere) => changes.push(`${id} ${isThere ? "came" : "went"}`),
  });
});

afterEach(() => {
  presence.stop();
  vi.useRealTimers();
});

describe("a device's presence", () => {
  test("is notified once when it comes, however often it is heard", () => {
    for (const id of ["a", "a", "b", "a"]) presence.heard(id);
    expect(changes).toEqual(["a came", "b came"]);
  });

  test("ends within ten seconds of silence, and not within seven", () => {
    presence.heard("a");
    vi.advanceTimersByTime(7_000);
    expect(changes).toEqual(["a came"]);
    vi.advanceTimersByTime(3_000);
    expect(changes).toEqual(["a came", "a went"]);
    presence.heard("a");
    expect(changes.at(-1)).toBe("a came");
  });

  test("outlasts a page that is loaded again, and not one that is closed", () => {
    presence.heard("a");
    presence.left("a");
    vi.advanceTimersByTime(1_000);
    presence.heard("a");
    vi.advanceTimersByTime(5_000);
    expect(changes).toEqual(["a came"]);
    presence.left("a");
    vi.advanceTimersByTime(2_600);
    expect(changes).toEqual(["a came", "a went"]);
  });

  test("of one that was there when the node ended is over if it does not come back", () => {
    presence.expect("a");
    vi.advanceTimersByTime(10_000);
    expect(changes).toEqual(["a went"]);
  });
});
