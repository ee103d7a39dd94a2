import { readFileSync } from "node:fs";

// A line that is a comment to any engine, so that the file can also be read and run by hand.
const separator = "\n-- next statement\n";

/** The statements of a migration's file, in order. */
export function readStatements(file: URL): readonly string[] {
  return readFileSync(file, "utf8")
    .split(separator)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
