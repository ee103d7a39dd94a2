import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";

const module = new URL("start-memory.ts", import.meta.url).href;

// Objects that have been kept long enough to count as old, and are not needed any more.
const program = `
  import { giveBackStartMemory } from ${JSON.stringify(module)};
  setInterval(() => {}, 1_000);
  let kept = Array.from({ length: 800_000 }, (_, at) => ({ at, text: "row " + at }));
  const before = process.memoryUsage().rss;
  const size = kept.length;
  kept = null;
  giveBackStartMemory(0);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const after = process.memoryUsage().rss;
  process.stdout.write(JSON.stringify({ size, before, after }));
  process.exit(0);
`;

test("what only the start has needed is given back to the system", () => {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", program];
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const said = execFileSync(process.execPath, args, { cwd, encoding: "utf8" });
  const { before, after } = z
    .object({ before: z.number(), after: z.number() })
    .parse(JSON.parse(said));
  expect(before - after).toBeGreaterThan(30_000_000);
});
