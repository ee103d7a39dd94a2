import type { Reporter, TestModule } from "vitest/node";

/** What the run knows of a file of tests when it ends. */
export interface FileEnd {
  readonly project: string;
  readonly file: string;
  readonly tests: number;
  readonly state: "failed" | "passed" | "pending" | "queued" | "skipped";
}

/** What went wrong where no test could catch it: a worker that ended, a promise that nobody waited for. */
export interface OutsideError {
  readonly name?: string;
  readonly message: string;
}

/**
 * A line for each thing that fails a run though no test failed, so that a summary which counts tests still says why: an
 * error outside the tests, and a file that came to no result, or to one without a single test.
 */
export function outsideLines(
  files: readonly FileEnd[],
  errors: readonly OutsideError[],
): readonly string[] {
  const lost = files.filter(
    ({ state, tests }) =>
      state === "pending" || state === "queued" || (state === "failed" && tests === 0),
  );
  return [
    ...errors.map(
      ({ name, message }) =>
        `error outside a test: ${name ?? "Error"}: ${message.split("\n")[0] ?? ""}`,
    ),
    ...lost.map(({ project, file }) => `no result: |${project}| ${file}`),
  ];
}

function endOf(module: TestModule): FileEnd {
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    tests: [...module.children.allTests()].length,
    state: module.state(),
  };
}

/** States at the end of a run what failed it outside its tests. */
export class OutsideTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly OutsideError[]): void {
    for (const line of outsideLines(modules.map(endOf), errors)) process.stdout.write(`${line}\n`);
  }
}
