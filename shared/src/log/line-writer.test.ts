import { spawnSync } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createLineWriter } from "./line-writer.ts";

test("lines of one turn are written in one piece, in order, and those of the next in another", async () => {
  const pieces: string[] = [];
  const write = createLineWriter((text) => pieces.push(text));
  write("one\n");
  write("two\n");
  expect(pieces).toEqual([]);
  await setImmediate();
  write("three\n");
  await setImmediate();
  expect(pieces).toEqual(["one\ntwo\n", "three\n"]);
});

test.each(["process.exit(3)", "throw new Error('fault')"])(
  "what waits is written when the process ends: %s",
  (end) => {
    const file = fileURLToPath(new URL("line-writer.ts", import.meta.url));
    const program = `import { createLineWriter } from ${JSON.stringify(file)};
      const write = createLineWriter((text) => process.stdout.write(text));
      write("the last words\\n");
      ${end};`;
    const { stdout } = spawnSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program],
      { encoding: "utf8" },
    );
    expect(stdout).toBe("the last words\n");
  },
);
