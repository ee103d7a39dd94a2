import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isSoak } from "#offline/load.ts";
import { printByCups, printByLibrary, type BaselineVerdict } from "./printing-baselines.ts";

const jobs = isSoak ? 300 : 12;
const tenMinutes = 600_000;

function notify(who: string, verdict: BaselineVerdict): void {
  process.stderr.write(isSoak ? `${who}: ${JSON.stringify(verdict)}\n` : "");
}

// What others make of the same line: were nothing lost here, the line would do no harm and our own proof would prove
// nothing.
test(
  "a library that calls a slip printed when its bytes are handed over loses slips on this line",
  async () => {
    const verdict = await printByLibrary({ jobs, seed: 20_261_121 });
    notify(`node-thermal-printer, ${jobs} slips`, verdict);
    expect(verdict.faults).toBeGreaterThan(jobs / 3);
    expect(verdict.reported).toBeGreaterThan(jobs / 2);
    expect(verdict.lost).toBeGreaterThan(0);
  },
  tenMinutes,
);

test.runIf(isSoak)(
  "so does a raw queue of CUPS",
  async (context) => {
    const hasCups =
      spawnSync("which", ["cupsd", "lpadmin", "lp"], { stdio: "ignore" }).status === 0;
    const isAble = hasCups && process.getuid?.() === 0;
    if (!isAble && process.env["CI"] !== "true") context.skip("needs root and cups (Debian: cups)");
    const verdict = await printByCups({ jobs, seed: 20_261_121 });
    notify(`CUPS, ${jobs} slips`, verdict);
    expect(verdict.reported).toBe(jobs);
    expect(verdict.lost).toBeGreaterThan(0);
  },
  tenMinutes,
);
