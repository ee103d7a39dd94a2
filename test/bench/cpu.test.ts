import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { cpuMsOf } from "./cpu.ts";

test.runIf(process.platform === "linux")(
  "counts the processor time that a process has used",
  () => {
    const before = cpuMsOf(process.pid) ?? 0;
    const until = process.cpuUsage().user + 60_000;
    while (process.cpuUsage().user < until) Math.hypot(before, until);
    expect((cpuMsOf(process.pid) ?? 0) - before).toBeGreaterThanOrEqual(40);
  },
);

test.runIf(process.platform === "linux")("counts children also when they have ended", () => {
  const before = cpuMsOf(process.pid) ?? 0;
  const work =
    "const until = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < until);";
  const own = process.cpuUsage();
  spawnSync(process.execPath, ["-e", work]);
  const ownMs = (process.cpuUsage(own).user + process.cpuUsage(own).system) / 1_000;
  expect((cpuMsOf(process.pid) ?? 0) - before - ownMs).toBeGreaterThanOrEqual(180);
});

test("says that it does not know a process that is not there", () => {
  expect(cpuMsOf(2 ** 30)).toBeNull();
});
