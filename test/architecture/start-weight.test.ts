// What a program reads before it is ready stays in its memory for as long as it runs.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** From here on a library is one that a start has to have a reason for. */
const bigBytes = 250_000;
/** Libraries that each request, or the very first one, needs. */
const needed = new Set(["zod", "kysely", "undici", "libphonenumber-js"]);

// Counts the sources of each package as they are read.
const counting = `
  import { registerHooks } from "node:module";
  const bytes = {};
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(url)?.[1];
      if (name !== undefined) bytes[name] = (bytes[name] ?? 0) + (loaded.source?.length ?? 0);
      return loaded;
    },
  });
  await import(process.argv[1]);
  process.stdout.write(JSON.stringify(bytes));
  process.exit(0);
`;

/** The bytes that each package has read when a file and all that it imports are there. */
function packagesOf(file: string): ReadonlyMap<string, number> {
  const entry = pathToFileURL(join(root, file)).href;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", counting];
  const said = execFileSync(process.execPath, [...args, entry], { cwd: root, encoding: "utf8" });
  return new Map(Object.entries(z.record(z.string(), z.number()).parse(JSON.parse(said))));
}

function bigOnes(packages: ReadonlyMap<string, number>): readonly string[] {
  return [...packages]
    .filter(([name, bytes]) => bytes >= bigBytes && !needed.has(name))
    .map(([name, bytes]) => `${name}: ${Math.round(bytes / 1_000)} kB`);
}

test.each(["branch-node/src/main.ts", "hub/src/main.ts"])(
  "%s starts without a big library that only some of its work needs",
  (file) => {
    const packages = packagesOf(file);
    expect(packages.has("zod")).toBe(true);
    expect(bigOnes(packages)).toEqual([]);
  },
);

test("a library that draws codes is seen where something loads it", () => {
  expect(bigOnes(packagesOf("devices/src/code/symbol.ts")).join()).toContain("bwip-js");
});
