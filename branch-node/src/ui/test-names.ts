import type { declaredTestNames } from "./declared-test-names.ts";

type TestNames = typeof declaredTestNames;

/** Those that are called otherwise than in code. */
const otherwise: Readonly<Record<string, string>> = {
  orderFormBox: "order-form",
  tasks: "bedside-tasks",
  task: "bedside-task",
  studyFormBox: "study-form",
  studyPartField: "study-part",
  acquiredField: "acquired",
  rxFormBox: "rx-form",
  partField: "part",
  bookHere: "book-in-calendar",
  listRow: "appointment-row",
  draftsButton: "open-drafts",
  syncButton: "open-sync",
  overtaken: "conflict-overtaken",
  printingButton: "open-printing",
  devicesButton: "open-devices",
  previewButton: "open-preview",
  templatesButton: "open-templates",
  cameraButton: "open-camera",
  screensButton: "open-screens",
};

function handleOf(name: string): string {
  return otherwise[name] ?? name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The handles by which tests find elements of the pages, whatever the language. People find them by their labels;
 * in English those are the accessible names (see `i18n/en.ts`). Worked out from their names, for written out they would be
 * 6,700 compressed bytes of each page's first load.
 */
// oxlint-disable-next-line typescript/consistent-type-assertions -- every member is worked out as it is asked for
export const testNames = new Proxy({} as TestNames, {
  get: (_target, name) => (typeof name === "string" ? handleOf(name) : undefined),
});
