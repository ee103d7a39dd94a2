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
  /** What it came of, which may be anything that was thrown. */
  readonly cause?: unknown;
}

// Of what comes of one another no more than this is told: causes may go round in a circle.
const mostCauses = 5;

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

function sentenceOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return firstLine(String(error));
  const name = "name" in error && typeof error.name === "string" ? error.name : "Error";
  const message = "message" in error ? String(error.message) : JSON.stringify(error);
  const code = "code" in error ? ` (${String(error.code)})` : "";
  return `${name}: ${firstLine(message)}${code}`;
}

/** An error with what it came of: a pool says that a worker failed, and only its cause says by what. */
function errorSentence(error: OutsideError): string {
  const sentences: string[] = [];
  let each: unknown = error;
  while (each !== undefined && each !== null && sentences.length <= mostCauses) {
    sentences.push(sentenceOf(each));
    each = typeof each === "object" && "cause" in each ? each.cause : undefined;
  }
  return sentences.join("; caused by ");
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
    ...errors.map((error) => `error outside a test: ${errorSentence(error)}`),
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
