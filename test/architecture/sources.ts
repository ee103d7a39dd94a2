import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor, type Comment, type Program, type VisitorObject } from "oxc-parser";

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

/** A source file, read and parsed. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** The line of a position, from 1. */
  lineAt(offset: number): number;
}

/** Parses a source. @throws Error where it is no TypeScript: a test must not pass over what it cannot read */
export function parseSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return {
    path,
    text,
    program,
    comments,
    lineAt: (offset) => text.slice(0, offset).split("\n").length,
  };
}

/** Walks a source. */
export function visit(source: Source, visitor: VisitorObject): void {
  new Visitor(visitor).visit(source.program);
}

/** The sources of the rooms, without their tests. */
export function roomSources(...rooms: readonly string[]): Source[] {
  return filesMatching(...rooms.map((room) => `${room}/src/**/*.{ts,tsx}`))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => parseSource(path, textOf(path)));
}
