import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const SKIPPED = new Set(["node_modules", "dist", "coverage", "var"]);

/** Files of the repository that match a pattern, as paths from its top with forward slashes, sorted. */
export function filesMatching(...patterns: readonly string[]): string[] {
  return globSync(patterns, {
    cwd: root,
    exclude: (path) => path.split(/[\\/]/).some((segment) => SKIPPED.has(segment)),
  })
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted();
}

/** The text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
