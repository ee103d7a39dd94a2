// Checks the directions of imports, that folders form layers, and that the check itself saw every source file: a tool that cannot
// read TypeScript finds no module, and then no fault either.
//   node scripts/run.mjs scripts/check-imports.ts
import { existsSync, globSync } from "node:fs";
import { cruise, type ICruiseResult, type IViolation } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { folderRounds } from "./folder-layers.ts";

const FOLDERS = ["shared", "hub", "branch-node", "devices", "test", "scripts", "bin"];
const SKIPPED = new Set(["node_modules", "dist", "coverage", "var"]);

/** The source files on disk, as paths from the current folder. */
function sourceFiles(): string[] {
  const patterns = FOLDERS.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`]);
  const files = globSync(patterns, { exclude: (path) => path.split(/[\\/]/).some(isSkipped) });
  return files.map((file) => file.replaceAll("\\", "/"));
}

function isSkipped(segment: string): boolean {
  return SKIPPED.has(segment);
}

async function importGraph(): Promise<ICruiseResult> {
  const options = await extractOptions("./.dependency-cruiser.mjs");
  const { output } = await cruise(FOLDERS.filter(existsSync), options);
  if (typeof output === "string") throw new Error("dependency-cruiser answered with a text");
  return output;
}

function describeViolation({ rule, from, to, cycle, via }: IViolation): string {
  const path = cycle ?? via ?? (to === from ? [] : [{ name: to }]);
  return `${rule.name}: ${[from, ...path.map((step) => step.name)].join(" → ")}`;
}

function describeRounds({ modules }: ICruiseResult): readonly string[] {
  const rounds = folderRounds(
    modules
      .filter(({ source }) => !/\.test\.tsx?$/u.test(source))
      .flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
      ),
  );
  return rounds.map((round) => {
    const steps = round.map(({ from, to }) => `${from} → ${to}`);
    return `folders-form-layers: ${steps.join(", ")}`;
  });
}

async function main(): Promise<void> {
  const graph = await importGraph();
  const { modules, summary } = graph;
  const seen = new Set(modules.map((module) => module.source));
  const files = sourceFiles();
  const missed = files.filter((file) => !seen.has(file));
  const faults = [
    ...summary.violations.map(describeViolation),
    ...describeRounds(graph),
    ...missed.map((file) => `not-seen: ${file} is missing from the import graph`),
    ...(files.length === 0 ? ["not-seen: there is no source file here at all"] : []),
  ];
  for (const fault of faults) console.error(fault);
  console.log(
    `${files.length} source files, ${summary.totalDependenciesCruised} imports, ${faults.length} faults`,
  );
  if (faults.length > 0) process.exitCode = 1;
}

await main();
