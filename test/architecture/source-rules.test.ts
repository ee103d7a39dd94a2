import { describe, expect, test } from "vitest";
import {
  clockReads,
  emptyWords,
  ownWordsOfExports,
  ownWordsOfFile,
  undocumentedExports,
  unexplainedSuppressions,
  unguardedParts,
} from "./source-rules.ts";
import { filesMatching, parseSource, roomSources, textOf } from "./sources.ts";

const everySource = roomSources("shared", "hub", "branch-node", "devices");
const everyFile = filesMatching(
  "{shared,hub,branch-node,devices,test,scripts,bin}/**/*.{ts,tsx,mjs}",
);

test("the sources of the tree are found", () => {
  expect(everySource.map((source) => source.path)).toContain("shared/src/kernel/errors.ts");
  expect(everyFile).toContain("test/architecture/source-rules.test.ts");
});

describe("names", () => {
  test("no file or folder has a name that could hold anything", () => {
    expect(everyFile.filter((path) => emptyWords(path).length > 0)).toEqual([]);
  });

  test.each(["shared/src/kernel/utils.ts", "hub/src/common/a.ts", "devices/src/device-manager.ts"])(
    "%s would be found",
    (path) => {
      expect(emptyWords(path)).toHaveLength(1);
    },
  );

  test("files and exports are named by the field's terms", () => {
    expect(everyFile.filter((path) => ownWordsOfFile(path).length > 0)).toEqual([]);
    expect(everySource.flatMap(ownWordsOfExports)).toEqual([]);
  });

  test("a name of a private idiom would be found, and the field's term passes", () => {
    expect(ownWordsOfFile("hub/src/fleet/feed-bell.ts")).toEqual(["bell"]);
    expect(ownWordsOfFile("hub/src/fleet/feed-notifier.ts")).toEqual([]);
    const text = "export const heldRows = 1;\nexport function waitingRows() {}\n";
    expect(ownWordsOfExports(parseSource("a.ts", text))).toEqual([
      "a.ts:1 heldRows: use waiting, quarantined or locked",
    ]);
    const notices = "export function tellBranch() {}\nexport interface DateWords {}\n";
    expect(ownWordsOfExports(parseSource("a.ts", notices))).toEqual([
      "a.ts:1 tellBranch: use notify, or report",
      "a.ts:2 DateWords: use labels, or texts",
    ]);
  });

  test("every folder is named in kebab-case", () => {
    const folders = new Set(everyFile.flatMap((path) => path.split("/").slice(0, -1)));
    expect([...folders].filter((folder) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder))).toEqual([]);
  });
});

describe("documentation", () => {
  test("every exported symbol says in a sentence what it is", () => {
    expect(everySource.flatMap(undocumentedExports)).toEqual([]);
  });

  test("an export without a sentence would be found, and one with a sentence passes", () => {
    const source = parseSource(
      "a.ts",
      "/** One. */\nexport const one = 1;\n\n// Two.\nexport const two = 2;\n",
    );
    expect(undocumentedExports(source)).toEqual(["a.ts:5"]);
  });
});

describe("suppressions", () => {
  test("every suppression is of one line and carries its reason", () => {
    const sources = everyFile.map((path) => parseSource(path, textOf(path)));
    expect(sources.flatMap(unexplainedSuppressions).join("\n")).toBe("");
  });

  test.each([
    "// oxlint-disable-next-line no-console",
    "/* oxlint-disable no-console -- this file speaks to a person */",
    "// @ts-expect-error",
  ])("%s would be found", (comment) => {
    const source = parseSource("a.ts", `${comment}\nconsole.log(1);\n`);
    expect(unexplainedSuppressions(source)).toEqual(["a.ts:1"]);
  });
});

test.each([
  "// oxlint-disable-next-line typescript/no-explicit-any -- the bound of an inference position",
  "// @ts-expect-error A name has no field, so this does not compile.",
])("%s is a suppression with its reason", (comment) => {
  expect(unexplainedSuppressions(parseSource("a.ts", `${comment}\ncall();\n`))).toEqual([]);
});

describe("the clock", () => {
  test("nothing that both engines run reads the machine's clock", () => {
    const sources = roomSources("shared").filter(
      ({ path }) => !path.startsWith("shared/src/kernel/"),
    );
    expect(sources.flatMap(clockReads)).toEqual([]);
  });

  test("a date without an instant would be found, and one of an instant passes", () => {
    const source = parseSource("a.ts", "const a = new Date(0);\nconst b = new Date();\n");
    expect(clockReads(source)).toEqual(["a.ts:2"]);
  });
});

describe("parts of the pages that come on demand", () => {
  test("are asked for again when the network ends what is under way", () => {
    const pages = everySource.filter(({ path }) => path.startsWith("branch-node/src/ui/"));
    expect(pages.some(({ text }) => text.includes("pagePart("))).toBe(true);
    expect(pages.flatMap(unguardedParts)).toEqual([]);
  });

  test("one that is imported plainly would be found, and one by a loader passes", () => {
    const text = 'const a = pagePart(() => import("./a.ts"));\nconst b = () => import("./b.ts");\n';
    expect(unguardedParts(parseSource("c.ts", text))).toEqual(["c.ts:2"]);
  });
});
