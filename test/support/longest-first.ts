import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longer than 20 seconds, with the seconds they take of a run beside each other on two cores. Each keeps
 * one worker at work for so long that, begun late, it would be the last one at work while a core has nothing to do.
 */
export const longFiles: ReadonlyMap<string, number> = new Map([
  ["test/e2e/front-desk.test.ts", 534],
  ["test/e2e/desk.test.ts", 252],
  ["test/e2e/every-page.test.ts", 224],
  ["test/e2e/chart.test.ts", 200],
  ["test/conformance/ladder-writes.test.ts", 100],
  ["test/conformance/ladder.test.ts", 98],
  ["test/e2e/drafts.test.ts", 82],
  ["test/e2e/reference.test.ts", 80],
  ["test/conformance/declared-records.test.ts", 65],
  ["test/networks/faulty-networks.test.ts", 63],
  ["test/offline/files/files.test.ts", 62],
  ["test/offline/faults/liveness.test.ts", 59],
  ["test/e2e/console.test.ts", 55],
  ["test/e2e/screens.test.ts", 54],
  ["test/offline/faults/random-kills.test.ts", 53],
  ["test/offline/raw-requests.test.ts", 53],
  ["test/printing/codes.test.ts", 48],
  ["test/offline/printing/printing-proof.test.ts", 47],
  ["test/offline/faults/message-faults.test.ts", 44],
  ["test/offline/faults/kills.test.ts", 43],
  ["test/conformance/lists.test.ts", 42],
  ["test/e2e/kit.test.ts", 42],
  ["test/e2e/templates.test.ts", 40],
  ["test/offline/devices/lan-tls.test.ts", 40],
  ["test/offline/printing/printing-slow-line.test.ts", 39],
  ["test/e2e/conflicts.test.ts", 37],
  ["test/chaos/more-histories.test.ts", 32],
  ["test/conformance/admissions.test.ts", 32],
  ["test/e2e/scan-windows.test.ts", 31],
  ["test/offline/sync/clock.test.ts", 30],
  ["test/offline/printing/printing-faults.test.ts", 29],
  ["test/conformance/call-limits.test.ts", 28],
  ["test/e2e/printing.test.ts", 28],
  ["test/offline/printing/star-printer.test.ts", 27],
  ["test/offline/sync/journal-mirror.test.ts", 27],
  ["test/chaos/histories.test.ts", 26],
  ["test/conformance/webhooks/trouble.test.ts", 25],
  ["test/offline/hub-together.test.ts", 25],
  ["test/offline/printing/label-printers.test.ts", 25],
  ["test/conformance/duplicates.test.ts", 24],
  ["test/offline/faults/power-loss.test.ts", 23],
  ["test/offline/printing/counter-printers.test.ts", 23],
  ["test/offline/faults/stories.test.ts", 22],
  ["test/offline/sync/bootstrap.test.ts", 22],
  ["test/conformance/sendable-operations.test.ts", 20],
]);

/** What any other file takes, in seconds: about. */
const usualSeconds = 5;
const inBrowser = "e2e";

/** What the order of files goes by. */
export interface OrderedFile {
  readonly group: number;
  readonly project: string;
  /** From the root of the tree. */
  readonly file: string;
}

function secondsOf({ file }: OrderedFile): number {
  return longFiles.get(file) ?? usualSeconds;
}

/** Project by project, and in each the long ones first; 0 where nothing is known. */
function compareFiles(one: OrderedFile, next: OrderedFile): number {
  if (one.project !== next.project) return one.project < next.project ? -1 : 1;
  return secondsOf(next) - secondsOf(one);
}

/** Files with the part of all their time that has gone by when each begins, from 0 to 1. */
function beginnings<File extends OrderedFile>(files: readonly File[]) {
  const ordered = files.toSorted(compareFiles);
  const whole = ordered.reduce((sum, file) => sum + secondsOf(file), 0);
  let gone = 0;
  return ordered.map((file) => {
    const begins = gone / whole;
    gone += secondsOf(file);
    return { file, begins };
  });
}

/**
 * The order in which files are begun: group by group, the browsers' files spread among the others. What is in a browser
 * computes all the time and the others mostly wait, for processes, deadlines and retries: side by side both are done sooner
 * than one after the other.
 */
export function orderFiles<File extends OrderedFile>(files: readonly File[]): readonly File[] {
  const groups = [...new Set(files.map(({ group }) => group))].toSorted((one, next) => one - next);
  return groups.flatMap((group) => {
    const own = files.filter((file) => file.group === group);
    return [
      ...beginnings(own.filter(({ project }) => project === inBrowser)),
      ...beginnings(own.filter(({ project }) => project !== inBrowser)),
    ]
      .toSorted((one, next) => one.begins - next.begins)
      .map(({ file }) => file);
  });
}

/** Begins the long files first, also where no earlier run has left its times; the others as Vitest by itself does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files);
    const { root } = this.ctx.config;
    const known = ordered.map((specification) => ({
      specification,
      group: specification.project.config.sequence.groupOrder,
      project: specification.project.name,
      file: specification.moduleId.slice(root.length + 1),
    }));
    return orderFiles(known).map(({ specification }) => specification);
  }
}
