import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { declaredPlaces } from "./declared-places.ts";

// Plants each fault and runs the test that has to notice it, in a process of its own.

const root = fileURLToPath(new URL("../..", import.meta.url));
const config = fileURLToPath(new URL("declared.config.ts", import.meta.url));
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const reportShape = z.object({ numTotalTests: z.int(), numFailedTests: z.int() });

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** How many tests of a file ran and failed with a fault; none is planted for -1. */
async function failures(index: number, test: string): Promise<z.output<typeof reportShape>> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-declared-"));
  const report = join(folder, "report.json");
  try {
    const options = ["--config", config, "--reporter", "json", "--outputFile", report];
    const child = spawn(process.execPath, [vitest, "run", ...options, test], {
      cwd: root,
      env: { ...process.env, EDGEWARD_PLANT: String(index) },
      stdio: "ignore",
    });
    await new Promise((resolve) => child.on("close", resolve));
    return reportShape.parse(JSON.parse(readFileSync(report, "utf8")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const test of new Set(declaredPlaces.map((place) => place.test))) {
  const { numTotalTests: all, numFailedTests: failed } = await failures(-1, test);
  print(`${test}: no fault | ${failed} of ${all} tests failed`);
  if (failed > 0 || all === 0) process.exitCode = 1;
}
for (const [index, { file, why, test }] of declaredPlaces.entries()) {
  const { numTotalTests: all, numFailedTests: failed } = await failures(index, test);
  // Where everything fails the program is broken, and nothing is shown.
  const isNoticed = failed > 0 && failed < all;
  print(`${file}: ${why} | ${isNoticed ? "" : "NOT "}noticed, ${failed} of ${all} tests`);
  if (!isNoticed) process.exitCode = 1;
}
