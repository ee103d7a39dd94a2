import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, the longest first. Each keeps one worker at work for so long that, begun late, it would
 * be the last one at work while a core has nothing to do. Seconds of a run beside each other on two cores.
 */
export const longFiles: readonly string[] = [
  // 40 to 90
  "test/offline/faults/networks.test.ts",
  "test/offline/raw-requests.test.ts",
  "test/offline/faults/random-kills.test.ts",
  "test/offline/files/files.test.ts",
  "test/offline/faults/liveness.test.ts",
  "test/offline/faults/message-faults.test.ts",
  "test/offline/faults/kills.test.ts",
  "test/offline/sync/journal-mirror.test.ts",
  "test/offline/sync/clock.test.ts",
  "test/offline/faults/power-loss.test.ts",
  "test/offline/devices/lan-tls.test.ts",
  "test/offline/printing/printing-slow-line.test.ts",
  "test/chaos/histories.test.ts",
  "test/chaos/more-histories.test.ts",
  // 20 to 40
  "test/offline/sync/hub-restored.test.ts",
  "test/offline/printing/printing-faults.test.ts",
  "test/offline/printing/printing-proof.test.ts",
  "test/offline/sync/restore.test.ts",
  "test/offline/sync/bootstrap.test.ts",
  "test/offline/faults/disk-errors.test.ts",
  "test/offline/sync/by-hand.test.ts",
  "test/offline/faults/stories.test.ts",
  "test/offline/printing/label-printers.test.ts",
  "test/offline/printing/counter-printers.test.ts",
  "test/printing/codes.test.ts",
  "test/offline/audit-exchange.test.ts",
  "test/offline/sign-in-limits.test.ts",
  "test/conformance/webhooks/trouble.test.ts",
  "test/conformance/call-limits.test.ts",
  "devices/src/printer/print.test.ts",
  "devices/src/printer/star/print.test.ts",
  // In a browser.
  "test/e2e/desk.test.ts",
  "test/e2e/front-desk.test.ts",
  "test/e2e/drafts.test.ts",
  "test/e2e/screens.test.ts",
  "test/e2e/chart.test.ts",
  "test/e2e/templates.test.ts",
];

/** What the order of files goes by. */
export interface OrderedFile {
  readonly group: number;
  readonly project: string;
  /** From the root of the tree. */
  readonly file: string;
}

/** Compares two files: by group, then project by project, and in each the long ones first; 0 where nothing is known. */
export function compareFiles(one: OrderedFile, next: OrderedFile): number {
  if (one.group !== next.group) return one.group - next.group;
  if (one.project !== next.project) return one.project < next.project ? -1 : 1;
  return placeOf(one.file) - placeOf(next.file);
}

function placeOf(file: string): number {
  const place = longFiles.indexOf(file);
  return place === -1 ? longFiles.length : place;
}

/** Begins the long files first, also where no earlier run has left its times; the others as Vitest by itself does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files);
    const { root } = this.ctx.config;
    const orderOf = ({ moduleId, project }: TestSpecification): OrderedFile => ({
      group: project.config.sequence.groupOrder,
      project: project.name,
      file: moduleId.slice(root.length + 1),
    });
    return ordered.toSorted((one, next) => compareFiles(orderOf(one), orderOf(next)));
  }
}
