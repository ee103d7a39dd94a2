import { expect, test, vi } from "vitest";
import { recurring } from "./own-work.ts";

const everyMs = 1_000;

test("what is done again and again has one turn at a time, and is over when the one under way has ended", async () => {
  vi.useFakeTimers();
  try {
    const turns: (() => void)[] = [];
    const work = recurring(() => new Promise<void>((resolve) => void turns.push(resolve)), everyMs);
    vi.advanceTimersByTime(3 * everyMs);
    expect(turns).toHaveLength(1);
    turns[0]?.();
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(turns).toHaveLength(2);
    let isOver = false;
    const stopped = work.stop().then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(5 * everyMs);
    expect([turns.length, isOver]).toEqual([2, false]);
    turns[1]?.();
    await stopped;
    await vi.advanceTimersByTimeAsync(5 * everyMs);
    expect(turns).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
