import type { CallExpression } from "oxc-parser";
import { visit, type Source } from "./sources.ts";

/** Words that say nothing of what a file holds. */
const EMPTY_WORDS = new Set([
  "common",
  "helper",
  "helpers",
  "manager",
  "managers",
  "misc",
  "util",
  "utils",
]);

/** The words in a path that say nothing of what the file holds. */
export function emptyWords(path: string): string[] {
  return path.split(/[/.\-_]/).filter((word) => EMPTY_WORDS.has(word.toLowerCase()));
}

/** Words of a private idiom in names, each with the term of the field that stands for it. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  doorbell: "notification socket",
  bell: "notifier",
  hello: "handshake",
  greeting: "handshake",
  twin: "clone",
  twins: "clones",
  house: "tree, or system",
  held: "waiting, quarantined or locked",
  hold: "lock, or reserve",
  holding: "where",
  hopeful: "expecting new",
  careful: "tolerant",
  leavings: "pending effects",
  tell: "notify, or report",
  told: "notified",
  tells: "notifies",
  thing: "record, row or value",
  things: "records, rows or values",
  untold: "not reported",
  words: "labels, or texts",
};

function ownWordsIn(name: string): string[] {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.split(/[^a-z]+/).filter((word) => Object.hasOwn(OWN_WORDS, word));
}

/** The words of a private idiom in a file's own name. */
export function ownWordsOfFile(path: string): string[] {
  return ownWordsIn(path.split("/").at(-1) ?? path);
}

/** Exported names with such words, as `path:line name: use …`. */
export function ownWordsOfExports(source: Source): string[] {
  return source.program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || node.declaration === null) return [];
    const { declaration } = node;
    const variables = declaration.type === "VariableDeclaration" ? declaration.declarations : [];
    const own = "id" in declaration ? [declaration.id] : [];
    return [...variables.map(({ id }) => id), ...own].flatMap((id) => {
      if (id === null || id.type !== "Identifier") return [];
      const [word] = ownWordsIn(id.name);
      const place = `${source.path}:${source.lineAt(node.start)} ${id.name}`;
      return word === undefined ? [] : [`${place}: use ${OWN_WORDS[word] ?? ""}`];
    });
  });
}

interface Position {
  readonly start: number;
}

function hasDocBefore(source: Source, { start }: Position): boolean {
  return source.comments.some(
    (comment) =>
      comment.type === "Block" &&
      comment.value.startsWith("*") &&
      comment.end <= start &&
      /^\s*(\/\/[^\n]*\n\s*)*$/.test(source.text.slice(comment.end, start)),
  );
}

/** The exported declarations that lack a sentence of documentation, as `path:line`. */
export function undocumentedExports(source: Source): string[] {
  return source.program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || node.declaration === null) return [];
    return hasDocBefore(source, node) ? [] : [`${source.path}:${source.lineAt(node.start)}`];
  });
}

// The linter's own form is `rule -- reason`; the compiler's directive is followed by its reason at once.
const EXPLAINED = /disable-(next-)?line [\w/, -]+ -- \S.{9,}|@ts-expect-error[\s:-]+\S.{9,}/;

/** Suppressions of a check that give no reason, or silence more than one line, as `path:line`. */
export function unexplainedSuppressions(source: Source): string[] {
  return source.comments
    .filter(({ value }) => /(oxlint|eslint)-disable|@ts-(expect-error|ignore|nocheck)/.test(value))
    .filter(({ value }) => !EXPLAINED.test(value))
    .map(({ start }) => `${source.path}:${source.lineAt(start)}`);
}

/** Calls of `new Date()` without an instant, which read the machine's clock, as `path:line`. */
export function clockReads(source: Source): string[] {
  const found: string[] = [];
  visit(source, {
    NewExpression({ callee, arguments: args, start }) {
      if (callee.type !== "Identifier" || callee.name !== "Date" || args.length > 0) return;
      found.push(`${source.path}:${source.lineAt(start)}`);
    },
  });
  return found;
}

const PART_LOADERS: ReadonlySet<string> = new Set(["pagePart", "lazyPage", "partAhead"]);

/** Parts of the pages that are imported on demand and not by a loader that asks again, as `path:line`. */
export function unguardedParts(source: Source): string[] {
  const found: string[] = [];
  let loaders = 0;
  const isLoader = ({ callee }: CallExpression) =>
    callee.type === "Identifier" && PART_LOADERS.has(callee.name);
  visit(source, {
    CallExpression: (call) => void (loaders += isLoader(call) ? 1 : 0),
    "CallExpression:exit": (call) => void (loaders -= isLoader(call) ? 1 : 0),
    ImportExpression({ start }) {
      if (loaders === 0) found.push(`${source.path}:${source.lineAt(start)}`);
    },
  });
  return found;
}
