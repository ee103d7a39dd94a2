import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  formatFaults,
  importFaults,
  lintFaults,
  typeFaults,
  unusedFaults,
  type Fault,
} from "./faults.ts";
import { buildHouse, type PlantedHouse, type Verdict } from "./planted-house.ts";

const FAULTS = [
  { script: "typecheck", args: [], faults: typeFaults },
  { script: "lint", args: ["--format=unix"], faults: lintFaults },
  { script: "format:check", args: [], faults: formatFaults },
  { script: "unused", args: [], faults: unusedFaults },
  { script: "imports", args: [], faults: importFaults },
];

/** A house of its own under the real configuration, laid out by the real formatter. */
function soundHouse(): PlantedHouse {
  const house = buildHouse();
  house.check("format");
  return house;
}

/** Whether one line of the report holds all the words. */
function isReported(verdict: Verdict, fault: Fault): boolean {
  return verdict.output
    .split("\n")
    .some((line) => fault.reported.every((word) => line.includes(word)));
}

describe("a sound house", () => {
  let house: PlantedHouse;
  beforeAll(() => {
    house = soundHouse();
  });
  afterAll(() => house.remove());

  test.each(FAULTS)("passes $script", ({ script }) => {
    const { passed, output } = house.check(script);
    expect(passed, output).toBe(true);
  });
});

describe.each(FAULTS)("$script", ({ script, args, faults }) => {
  let house: PlantedHouse;
  let verdict: Verdict;
  beforeAll(() => {
    house = soundHouse();
    for (const fault of faults) house.plant(fault.files);
    verdict = house.check(script, ...args);
  });
  afterAll(() => house.remove());

  test("fails a house with faults", () => {
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
    const house = buildHouse();
    const options = { exclude: { path: lost }, doNotFollow: { path: "node_modules" } };
    house.plant({
      ".dependency-cruiser.mjs": `export default ${JSON.stringify({ forbidden: [], options })};\n`,
    });
    const { passed, output } = house.check("imports");
    house.remove();
    expect(output).toContain(report);
    expect(passed).toBe(false);
  });
});
