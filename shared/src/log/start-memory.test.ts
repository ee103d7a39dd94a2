import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";

const module = new URL("start-memory.ts", import.meta.url).href;

// Objects that have been kept long enough to count as old, and are not needed any more; and work for as long as is asked.
const program = (busyMs: number) => `
  import { setTimeout as delay } from "node:timers/promises";
  import { giveBackStartMemory } from ${JSON.stringify(module)};
  setInterval(() => {}, 1_000);
  const rss = () => process.memoryUsage().rss;
  let kept = Array.from({ length: 800_000 }, (_, at) => ({ at, text: "row " + at }));
  const before = rss();
  const size = kept.length;
  kept = null;
  giveBackStartMemory({ afterMs: 0, restMs: 200 });
  const until = performance.now() + ${busyMs};
  while (performance.now() < until) {
    const pause = performance.now() + 20;
    while (performance.now() < pause);
    await delay(1);
  }
  const worked = rss();
  await delay(1_000);
  process.stdout.write(JSON.stringify({ size, before, worked, after: rss() }));
  process.exit(0);
`;

function memoryOf(busyMs: number) {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e"];
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const said = execFileSync(process.execPath, [...args, program(busyMs)], {
    cwd,
    encoding: "utf8",
  });
  return z
    .object({ before: z.number(), worked: z.number(), after: z.number() })
    .parse(JSON.parse(said));
}

test("what only the start has needed is given back to the system", () => {
  const { before, after } = memoryOf(0);
  expect(before - after).toBeGreaterThan(30_000_000);
});

test("and not while somebody is at work: nobody waits for it", () => {
  const { before, worked, after } = memoryOf(1_000);
  expect(before - worked).toBeLessThan(10_000_000);
  expect(before - after).toBeGreaterThan(30_000_000);
});
