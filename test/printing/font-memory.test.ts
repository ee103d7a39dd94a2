import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const program = fileURLToPath(new URL("print-page.ts", import.meta.url));

// With glibc each block of memory then has pages of its own: whoever reads beyond its end dies of it, and not now and then.
const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: "4096", MALLOC_TRIM_THRESHOLD_: "0" };

test.each([0, 3, 8])(
  "a page with fonts of all scripts is drawn without a look beyond the end of their memory, %i blocks beside it",
  async (blocks) => {
    const { stdout } = await run(process.execPath, [program, String(blocks)], { env });
    expect(stdout).toContain(`bytes of PDF beside ${blocks} blocks`);
  },
);
