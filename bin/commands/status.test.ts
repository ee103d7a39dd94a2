import { describe, expect, test } from "vitest";
import { detailFindings, nodeFinding, printerFindings, syncFinding, worstOf } from "./status.ts";
import { verdictLines } from "./audit.ts";

const ready = {
  status: "ready",
  version: "0.1.0",
  checks: {
    database: { ok: true },
    hub: { ok: true, detail: { link: "online" } },
    printers: {
      ok: true,
      detail: {
        states: [
          { id: "desk", state: "ok" },
          { id: "ward", state: "paper_out" },
        ],
      },
    },
  },
};

describe("a node", () => {
  test("that answers is well, one that is silent is broken", () => {
    expect(nodeFinding("hub", "http://h", ready).level).toBe("ok");
    expect(nodeFinding("hub", "http://h", null)).toEqual({
      part: "hub",
      level: "fail",
      detail: "http://h does not answer",
    });
  });

  test("that lacks something names it", () => {
    const broken = { ...ready, checks: { ...ready.checks, database: { ok: false } } };
    expect(nodeFinding("hub", "http://h", broken)).toMatchObject({
      level: "fail",
      detail: "http://h not ready: database",
    });
  });
});

describe("what a node that answers depends on", () => {
  const now = Date.parse("2026-11-24T22:00:00.000Z");

  test("is nothing to say while it is well", () => {
    expect(detailFindings("hub", null, now)).toEqual([]);
    const checks = {
      database: { ok: true, detail: { disk: "ok", disk_since: "2026-11-24T00:00:00.000Z" } },
      feed: { ok: true, detail: { state: "ok" } },
    };
    expect(detailFindings("branch", { ...ready, checks }, now)).toEqual([]);
  });

  test("is said with its age and what to do, where the feed is held back", () => {
    const sentence = "A transaction of process 71 has been open: end it.";
    const detail = { state: "stalled", since: "2026-11-24T21:48:00.000Z", sentence, pid: 71 };
    const checks = { ...ready.checks, feed: { ok: true, detail } };
    expect(detailFindings("hub", { ...ready, checks }, now)).toEqual([
      { part: "hub feed", level: "warn", detail: `stalled for 12 min: ${sentence}` },
    ]);
  });

  test.each([
    ["full", "warn"],
    ["damaged", "fail"],
  ] as const)("is said where the disk is %s, also while the branch is offline", (disk, level) => {
    const detail = { disk, disk_since: "2026-11-24T19:00:00.000Z" };
    const checks = {
      ...ready.checks,
      database: { ok: true, detail },
      hub: { ok: true, detail: { link: "offline" } },
    };
    expect(detailFindings("branch", { ...ready, checks }, now)).toMatchObject([
      { part: "branch disk", level, detail: expect.stringContaining(`${disk} for 3 h: `) },
    ]);
  });
});

describe("the link between branch and hub", () => {
  const sync = {
    state: "online",
    since: "2026-11-21T00:00:00.000Z",
    unsent: 3,
    oldest_unsent_at: null,
    rejected: 0,
    conflicts: 0,
    reason: null,
  };

  test("is stated with what waits", () => {
    expect(syncFinding(ready, { sync })).toMatchObject({
      level: "ok",
      detail: expect.stringContaining("3 waiting"),
    });
  });

  test.each([
    ["an outage", { state: "offline" }],
    ["a conflict", { conflicts: 1 }],
    ["a refused operation", { rejected: 1 }],
    ["a block", { state: "blocked", reason: "the clock is wrong" }],
  ])("%s wants a look", (_what, change) => {
    expect(syncFinding(ready, { sync: { ...sync, ...change } }).level).toBe("warn");
  });

  test("is known from the branch's readiness where it says no more", () => {
    expect(syncFinding(ready, null)).toEqual({ part: "sync", level: "ok", detail: "online" });
    expect(syncFinding(null, null)).toMatchObject({ level: "warn", detail: "unknown" });
  });
});

test("a printer that has run out of paper wants a look", () => {
  expect(printerFindings(ready)).toEqual([
    { part: "printer desk", level: "ok", detail: "ok" },
    { part: "printer ward", level: "warn", detail: "paper_out" },
  ]);
});

test("the whole is as bad as its worst part", () => {
  expect(worstOf([{ level: "ok" }, { level: "warn" }])).toBe("warn");
  expect(worstOf([{ level: "fail" }, { level: "warn" }])).toBe("fail");
  expect(worstOf([])).toBe("ok");
});

test("a broken audit stream is named with the first sequence that is wrong", () => {
  const stream = { tenant_id: "ten_a", stream: "hub/hub.1", events: 10, ok: true };
  expect(verdictLines("hub", { ok: true, streams: [stream, stream] })).toEqual([
    "hub: 20 events in 2 streams, unbroken",
  ]);
  const broken = { ...stream, ok: false, broken_at: 7, reason: "hash_differs" };
  expect(verdictLines("hub", { ok: false, streams: [stream, broken] })).toEqual([
    "hub: stream hub/hub.1 of ten_a is broken at sequence 7: hash_differs",
  ]);
});
