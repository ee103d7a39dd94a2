import { availableParallelism } from "node:os";
import type { Reporter, TestModule } from "vitest/node";

/** For how long a project of the test run may keep its workers at work, in seconds on two cores. */
export type Budgets = Readonly<Record<string, number>>;

/** What one file of tests took in a worker. */
export interface FileTime {
  readonly project: string;
  readonly seconds: number;
}

/** A line for each project that ran, the longest first: what it took, what it may take, and whether that is too long. */
export function timeLines(times: readonly FileTime[], budgets: Budgets): readonly string[] {
  const byProject = Map.groupBy(times, ({ project }) => project);
  const sums = [...byProject].map(([project, files]) => ({
    project,
    files: files.length,
    seconds: Math.round(files.reduce((sum, { seconds }) => sum + seconds, 0)),
  }));
  return sums
    .toSorted((one, next) => next.seconds - one.seconds)
    .map(({ project, files, seconds }) => {
      const budget = budgets[project];
      const reported = `project ${project}: ${seconds} s of ${budget ?? "no"} s in ${files} files`;
      return budget === undefined || seconds <= budget ? reported : `${reported}, OVER ITS BUDGET`;
    });
}

function timeOf(module: TestModule): FileTime {
  const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const milliseconds = prepareDuration + collectDuration + setupDuration + duration;
  return { project: module.project.name, seconds: milliseconds / 1_000 };
}

/**
 * States at the end of a run what each project took beside its budget, so that whoever makes it slow sees it. It reports
 * and does not fail: how long something takes is also a matter of who else uses the machine.
 */
export class ProjectTimes implements Reporter {
  readonly #budgets: Budgets;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const cores = availableParallelism();
    const lines = timeLines(modules.map(timeOf), this.#budgets);
    process.stdout.write(
      `\nworkers' time by project (budgets are for 2 cores, here are ${cores}):\n`,
    );
    for (const line of lines) process.stdout.write(`${line}\n`);
  }
}
