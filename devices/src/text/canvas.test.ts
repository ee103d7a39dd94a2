import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { GlobalFonts } from "./canvas.ts";
import { fontAddresses, loadFonts } from "./fonts.ts";

const sources = fileURLToPath(new URL("..", import.meta.url));
const door = join("text", "canvas.ts");

// In a process that has drawn nothing yet.
function familiesAtFirst(): unknown {
  const canvas = new URL("canvas.ts", import.meta.url).href;
  const program = `const { GlobalFonts } = await import(${JSON.stringify(canvas)});
    process.stdout.write(JSON.stringify(GlobalFonts.families));`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

test("the canvas knows no font of the machine, and those that are shipped once they are loaded", () => {
  expect(familiesAtFirst()).toEqual([]);
  loadFonts();
  const names = GlobalFonts.families.map(({ family }) => family);
  for (const { family } of fontAddresses()) expect(names).toContain(family);
});

test("everything that draws comes to the canvas by the module that keeps the machine's fonts out", () => {
  const direct = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter((file) => {
      const text = readFileSync(join(sources, file), "utf8");
      return /^(import|export) (?!type )[^;]*"@napi-rs\/canvas"/mu.test(text);
    });
  expect(direct).toEqual([door]);
});
