import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type RunningProduct } from "./running-product.ts";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
});

/** Files that others than the user of the machine may read, by themselves and by every folder above them. */
function openFiles(under: string): readonly string[] {
  // What a folder keeps closed nobody reaches.
  if ((statSync(under).mode & 0o077) === 0) return [];
  return readdirSync(under).flatMap((name) => {
    const path = join(under, name);
    const found = statSync(path);
    if (found.isDirectory()) return openFiles(path);
    return found.isFile() && (found.mode & 0o077) !== 0 ? [path] : [];
  });
}

test("what the demo writes is readable by nobody but the user who started it", () => {
  expect(readdirSync(product.folder).length).toBeGreaterThan(3);
  expect(openFiles(product.folder)).toEqual([]);
  // Kept closed one by one as well, should somebody open the folder.
  for (const name of ["postgres-password", "credentials.json"])
    expect(statSync(join(product.folder, name)).mode & 0o077).toBe(0);
});

test.runIf(process.platform === "linux")(
  "no password stands in what everybody on the machine may read of its processes",
  () => {
    const password = readFileSync(join(product.folder, "postgres-password"), "utf8").trim();
    expect(password.length).toBeGreaterThan(20);
    const lines = readdirSync("/proc")
      .filter((name) => /^\d+$/u.test(name))
      .flatMap((name) => {
        try {
          return [readFileSync(join("/proc", name, "cmdline"), "utf8").replaceAll("\0", " ")];
        } catch {
          // It has ended meanwhile.
          return [];
        }
      });
    expect(lines.some((line) => line.includes("postgres"))).toBe(true);
    expect(lines.filter((line) => line.includes(password))).toEqual([]);
  },
);
