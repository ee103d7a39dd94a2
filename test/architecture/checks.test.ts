import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  formatFaults,
  importFaults,
  lintFaults,
  typeFaults,
  unusedFaults,
  type Fault,
} from "./faults.ts";
import { buildTree, type PlantedTree, type Verdict } from "./planted-tree.ts";

const FAULTS = [
  { script: "typecheck", args: [], faults: typeFaults },
  { script: "lint", args: ["--format=unix"], faults: lintFaults },
  { script: "format:check", args: [], faults: formatFaults },
  { script: "unused", args: [], faults: unusedFaults },
  { script: "imports", args: [], faults: importFaults },
];

/** A tree of its own under the real configuration, laid out by the real formatter. */
function soundTree(): PlantedTree {
  const tree = buildTree();
  tree.check("format");
  return tree;
}

/** Whether one line of the report holds all the words. */
function isReported(verdict: Verdict, fault: Fault): boolean {
  return verdict.output
    .split("\n")
    .some((line) => fault.reported.every((word) => line.includes(word)));
}

describe("a sound tree", () => {
  let tree: PlantedTree;
  beforeAll(() => {
    tree = soundTree();
  });
  afterAll(() => tree.remove());

  test.each(FAULTS)("passes $script", ({ script }) => {
    const { passed, output } = tree.check(script);
    expect(passed, output).toBe(true);
  });
});

describe.each(FAULTS)("$script", ({ script, args, faults }) => {
  let tree: PlantedTree;
  let verdict: Verdict;
  beforeAll(() => {
    tree = soundTree();
    for (const fault of faults) tree.plant(fault.files);
    verdict = tree.check(script, ...args);
  });
  afterAll(() => tree.remove());

  test("fails a tree with faults", () => {
    expect(verdict.passed, verdict.output).toBe(false);
  });

  test.each(faults)("reports $title", (fault) => {
    expect(isReported(verdict, fault), `${fault.reported.join(" + ")} in\n${verdict.output}`).toBe(
      true,
    );
  });
});

describe("the import graph", () => {
  test.each([
    ["a file that it lost", "^devices/", "not-seen: devices/src/driver.ts"],
    [
      "that it sees nothing, as without a compiler it can use",
      "\\.ts$",
      "not-seen: hub/src/main.ts",
    ],
  ])("reports %s, where the tool itself finds no fault", (_what, lost, report) => {
    const tree = buildTree();
    const options = { exclude: { path: lost }, doNotFollow: { path: "node_modules" } };
    tree.plant({
      ".dependency-cruiser.mjs": `export default ${JSON.stringify({ forbidden: [], options })};\n`,
    });
    const { passed, output } = tree.check("imports");
    tree.remove();
    expect(output).toContain(report);
    expect(passed).toBe(false);
  });
});
