import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLogger } from "@edgeward/shared/log/log.ts";
import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { StatusAnnouncer } from "./status-announcer.ts";

let reads: PromiseWithResolvers<SyncStatus>[];
let reported: number;
let lines: string[];
let announcer: StatusAnnouncer;

beforeEach(() => {
  vi.useFakeTimers();
  reads = [];
  lines = [];
  reported = 0;
  announcer = new StatusAnnouncer({
    read: () => {
      const reading = Promise.withResolvers<SyncStatus>();
      reads.push(reading);
      return reading.promise;
    },
    notify: () => (reported += 1),
    log: createLogger((line) => lines.push(line), {}, Date.now),
  });
});

afterEach(() => vi.useRealTimers());

test("reads once for many changes of one moment", () => {
  for (let change = 0; change < 10; change += 1) announcer.announce();
  vi.advanceTimersByTime(1_000);
  expect(reads).toHaveLength(1);
});

test("reads nothing once it is stopped, neither what was due nor what comes later", async () => {
  announcer.announce();
  await announcer.stop();
  announcer.announce();
  vi.advanceTimersByTime(1_000);
  expect(reads).toEqual([]);
});

test("is stopped only when the read under way has ended", async () => {
  announcer.announce();
  vi.advanceTimersByTime(1_000);
  let isStopped = false;
  const stopping = announcer.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStopped).toBe(false);
  reads[0]?.reject(new Error("closed"));
  await stopping;
  expect(reported).toBe(0);
  expect(lines.join()).toContain("status_failed");
});
