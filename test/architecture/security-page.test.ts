import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, textOf } from "./sources.ts";

const page = textOf("SECURITY.md");

/** The tests that a text names, by file and title, that are not there. */
function missingFrom(text: string): readonly string[] {
  return [...text.matchAll(/`([\w/.-]+\.test\.ts)`((?:(?:: |, )"[^"]+")*)/gu)].flatMap(
    ([, path = "", titles = ""]) => {
      if (!existsSync(join(root, path))) return [path];
      const source = textOf(path);
      const named = [...titles.matchAll(/"([^"]+)"/gu)].map(([, title = ""]) => title);
      return named
        .filter((title) => !source.includes(`"${title}"`))
        .map((title) => `${path}: ${title}`);
    },
  );
}

test("every test that SECURITY.md names is there, under its title", () => {
  expect(missingFrom(page)).toEqual([]);
});

test("each row of what a stolen key can still do has its reason and a test by title", () => {
  const [, chapter = ""] = page.split("## What a stolen key can still do");
  const rows = chapter.split("\n").filter((line) => /^\| (?!it can|---)/u.test(line));
  expect(rows.length).toBeGreaterThan(12);
  for (const row of rows) {
    const [can = "", why = "", by = ""] = row.slice(2, -2).split(" | ");
    expect(can.length, row).toBeGreaterThan(20);
    expect(why.length, row).toBeGreaterThan(20);
    expect(by, row).toMatch(/^`[\w/.-]+\.test\.ts`: "/u);
  }
});

test("a test that was renamed, and a file that is gone, would be found", () => {
  expect(missingFrom('`test/offline/nowhere.test.ts`: "a title"')).toHaveLength(1);
  const other = "test/architecture/layout.test.ts";
  const kept = "every test file belongs to a project of the test run";
  const text = `\`${other}\`: "${kept}", "a title that is not there"`;
  expect(missingFrom(text)).toEqual([`${other}: a title that is not there`]);
});
