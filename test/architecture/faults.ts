// One fault for each kind that the checks promise to find: the files that commit it, and what the report must name.

/** A fault to plant, and the words that one line of the check's report must hold together. */
export interface Fault {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly reported: readonly string[];
}

const CLINICAL = "shared/src/clinical/planted";

function lintFault(title: string, rule: string, name: string, content: string): Fault {
  const file = name.includes("/") ? name : `${CLINICAL}/${name}`;
  return { title, files: { [file]: content }, reported: [file, rule] };
}

const manyLines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `  process.stdout.write("${index}");`).join("\n");

/** What the type checker refuses. */
export const typeFaults: readonly Fault[] = [
  {
    title: "an enum",
    files: { [`${CLINICAL}/enum.ts`]: "/** A. */\nexport enum Colour {\n  Red,\n}\n" },
    reported: [`${CLINICAL}/enum.ts`, "TS1294"],
  },
  {
    title: "an item of a list taken for granted",
    files: {
      [`${CLINICAL}/unchecked.ts`]:
        "/** A. */\nexport function first(list: string[]): string {\n  return list[0];\n}\n",
    },
    reported: [`${CLINICAL}/unchecked.ts`, "TS2322"],
  },
];

/** What the linter refuses. */
export const lintFaults: readonly Fault[] = [
  lintFault("any", "no-explicit-any", "any.ts", "export const value: any = 1;\n"),
  lintFault(
    "a type assertion",
    "consistent-type-assertions",
    "assertion.ts",
    "export const value = JSON.parse('1') as number;\n",
  ),
  lintFault(
    "a non-null assertion",
    "no-non-null-assertion",
    "non-null.ts",
    "export const first = (list: string[]): string => list[0]!;\n",
  ),
  lintFault("a default export", "no-default-export", "default.ts", "export default 1;\n"),
  lintFault(
    "console in a module",
    "no-console",
    "console.ts",
    "export const say = (): void => console.log(1);\n",
  ),
  lintFault(
    "a promise left alone",
    "no-floating-promises",
    "floating.ts",
    "export function start(): void {\n  Promise.resolve(1);\n}\n",
  ),
  lintFault(
    "a function of 51 lines",
    "max-lines-per-function",
    "long-function.ts",
    `export function long(): void {\n${manyLines(49)}\n}\n`,
  ),
  lintFault(
    "a file of 351 lines",
    "max-lines)",
    "long-file.ts",
    Array.from({ length: 351 }, (_, index) => `export const n${index} = ${index};\n`).join(""),
  ),
  lintFault(
    "an import two folders up",
    "no-restricted-imports",
    "upward.ts",
    'import { codes } from "../../kernel/codes.ts";\n\nexport const { not_found: code } = codes;\n',
  ),
  lintFault("a barrel", "no-barrel-file", "barrel.ts", 'export * from "./any.ts";\n'),
  lintFault(
    "a built-in without its prefix",
    "prefer-node-protocol",
    "builtin.ts",
    'export { join } from "path";\n',
  ),
  lintFault("a file name in camel case", "filename-case", "camelCase.ts", "export const n = 1;\n"),
  lintFault(
    "the machine's clock in a module",
    "no-restricted-properties",
    "clock.ts",
    "export const now = (): number => Date.now();\n",
  ),
  lintFault(
    "the environment in a module",
    "no-process-env",
    "environment.ts",
    'export const home = process.env["HOME"];\n',
  ),
  lintFault(
    "a suppression that suppresses nothing",
    "Unused oxlint-disable directive",
    "suppression.ts",
    "// oxlint-disable-next-line typescript/no-explicit-any -- left behind\nexport const n = 1;\n",
  ),
  lintFault(
    "a suppression without a rule",
    "no-abusive-eslint-disable",
    "blanket.ts",
    "// oxlint-disable\nexport const value: any = 1;\n",
  ),
  lintFault(
    "a switch that forgets a case",
    "switch-exhaustiveness-check",
    "switch.ts",
    'export function act(kind: "a" | "b"): void {\n  switch (kind) {\n    case "a":\n      process.exit(1);\n  }\n}\n',
  ),
  lintFault(
    "a note to do something later",
    "no-warning-comments",
    "later.ts",
    "// FIXME: later\nexport const n = 1;\n",
  ),
  lintFault(
    "a test that runs alone",
    "no-focused-tests",
    `${CLINICAL}/focused.test.ts`,
    'import { expect, test } from "vitest";\n\ntest.only("is true", () => {\n  expect(1).toBe(1);\n});\n',
  ),
  lintFault(
    "a test that expects nothing",
    "expect-expect",
    `${CLINICAL}/idle.test.ts`,
    'import { test } from "vitest";\n\ntest("does nothing", () => {});\n',
  ),
];

function importFault(rule: string, from: string, specifier: string, to?: string): Fault {
  const files = { [from]: `import "${specifier}";\n` };
  return {
    title: `${from} importing ${specifier}`,
    files,
    reported: [`${rule}:`, from, to ?? specifier.replace(/^[#.]*\/?/, "")],
  };
}

const HUB = "@edgeward/hub/main.ts";
const BRANCH = "@edgeward/branch-node/main.ts";
const VISIT = "#clinical/visit/visit.module.ts";
const FIELDS = "#contract/fields.ts";

/** What the import graph refuses. */
export const importFaults: readonly Fault[] = [
  {
    title: "folders-form-layers: two folders that import each other by different files",
    files: {
      "hub/src/left/above.ts": 'import "#right/below.ts";\n',
      "hub/src/left/below.ts": "export {};\n",
      "hub/src/right/above.ts": 'import "#left/below.ts";\n',
      "hub/src/right/below.ts": "export {};\n",
    },
    reported: ["folders-form-layers", "hub/src/left/above.ts", "hub/src/right/above.ts"],
  },
  importFault("kernel-imports-downhill", "shared/src/kernel/up.ts", FIELDS),
  importFault("kernel-needs-only-node", "shared/src/kernel/zod.ts", "zod"),
  importFault("contract-imports-downhill", "shared/src/contract/up.ts", "#db/own.ts"),
  importFault("db-imports-downhill", "shared/src/db/up.ts", VISIT),
  importFault("audit-imports-downhill", "shared/src/audit/up.ts", VISIT),
  importFault("write-imports-downhill", "shared/src/write/up.ts", VISIT),
  importFault("resource-imports-downhill", "shared/src/resource/up.ts", VISIT),
  importFault("clinical-imports-downhill", `${CLINICAL}/http.ts`, "#http/own.ts"),
  importFault("pipeline-imports-downhill", "shared/src/pipeline/up.ts", "#http/own.ts"),
  importFault("http-imports-downhill", "shared/src/http/up.ts", VISIT),
  importFault("log-imports-downhill", "shared/src/log/up.ts", FIELDS),
  importFault("sync-imports-downhill", "shared/src/sync/up.ts", VISIT),
  importFault("contract-sees-shapes-only", `${CLINICAL}/shapes.contract.ts`, "#db/own.ts"),
  importFault("contract-needs-only-zod", `${CLINICAL}/libraries.contract.ts`, "libphonenumber-js"),
  importFault("contract-layer-needs-only-zod", "shared/src/contract/jose.ts", "jose"),
  importFault("contract-runs-in-a-browser", "shared/src/contract/node.ts", "node:fs", "fs"),
  importFault(
    "module-reaches-others-by-commands",
    `${CLINICAL}/planted.module.ts`,
    "#clinical/patient/patient.queries.ts",
  ),
  importFault("module-reaches-others-by-commands", `${CLINICAL}/planted.commands.ts`, VISIT),
  importFault(
    "module-reaches-others-by-commands",
    "hub/src/booking/holds/holds.module.ts",
    "#booking/rooms/rooms.queries.ts",
  ),
  importFault("table-refers-to-tables", `${CLINICAL}/planted.table.ts`, VISIT),
  importFault("queries-read-other-tables", `${CLINICAL}/planted.queries.ts`, VISIT),
  importFault("shared-imports-its-rooms", `${CLINICAL}/hub.ts`, HUB, "hub/src/main.ts"),
  importFault("devices-imports-its-rooms", "devices/src/up.ts", BRANCH, "branch-node/src/main.ts"),
  importFault("hub-imports-its-rooms", "hub/src/across.ts", BRANCH, "branch-node/src/main.ts"),
  importFault("branch-node-imports-its-rooms", "branch-node/src/across.ts", HUB, "hub/src/main.ts"),
  importFault(
    "devices-see-the-kernel-only",
    "devices/src/fields.ts",
    "@edgeward/shared/contract/fields.ts",
    "shared/src/contract/fields.ts",
  ),
  importFault("nobody-imports-tests", `${CLINICAL}/test.ts`, "#kernel/codes.test.ts"),
  importFault("pg-only-where-it-belongs", "branch-node/src/pg.ts", "pg"),
  importFault("better-sqlite3-only-where-it-belongs", "hub/src/sqlite.ts", "better-sqlite3"),
  {
    title: "a contract that needs Node.js three files away",
    files: {
      [`${CLINICAL}/far.contract.ts`]: 'import "#kernel/far.ts";\n',
      "shared/src/kernel/far.ts": 'import "node:crypto";\n',
    },
    reported: [
      "contract-runs-in-a-browser:",
      `${CLINICAL}/far.contract.ts`,
      "kernel/far.ts → crypto",
    ],
  },
  {
    title: "a page that needs Node.js",
    files: { "branch-node/src/ui/kiosk/main.tsx": 'import "node:crypto";\n' },
    reported: ["pages-run-in-a-browser:", "branch-node/src/ui/kiosk/main.tsx", "crypto"],
  },
  {
    title: "a board that brings zod two files away",
    files: {
      "branch-node/src/ui/display/main.tsx": 'import "#ui/wire/heavy.ts";\n',
      "branch-node/src/ui/wire/heavy.ts": 'import "zod";\n',
    },
    reported: ["floor-pages-are-light:", "branch-node/src/ui/display/main.tsx", "zod"],
  },
  {
    title: "a kiosk that brings a contract",
    files: {
      "branch-node/src/ui/kiosk/calls.ts": 'import "#kiosk/planted.contract.ts";\n',
      "branch-node/src/kiosk/planted.contract.ts": 'process.stdout.write("contract");\n',
    },
    reported: [
      "floor-pages-are-light:",
      "branch-node/src/ui/kiosk/calls.ts",
      "planted.contract.ts",
    ],
  },
  {
    title: "a kiosk that says what only the whole catalog has",
    files: {
      "branch-node/src/ui/kiosk/says.ts": 'import "#ui/i18n/en/en.ts";\n',
      "branch-node/src/ui/i18n/en/en.ts": 'process.stdout.write("en");\n',
    },
    reported: [
      "floor-pages-say-their-own-sentences:",
      "branch-node/src/ui/kiosk/says.ts",
      "i18n/en/en.ts",
    ],
  },
  importFault("express-only-where-it-belongs", `${CLINICAL}/express.ts`, "express"),
  importFault("aria-only-where-it-belongs", "branch-node/src/ui/a.tsx", "react-aria-components"),
  importFault("pino-only-where-it-belongs", `${CLINICAL}/pino.ts`, "pino"),
  importFault("electron-only-where-it-belongs", "branch-node/src/electron.ts", "electron"),
  importFault("nothing-unresolved", `${CLINICAL}/nowhere.ts`, "#clinical/nowhere/at-all.ts"),
  {
    title: "two files that import each other",
    files: {
      [`${CLINICAL}/egg.ts`]: 'import "./hen.ts";\n',
      [`${CLINICAL}/hen.ts`]: 'import "./egg.ts";\n',
    },
    reported: ["no-cycles:", "egg.ts", "hen.ts"],
  },
  {
    title: "two files whose types name each other",
    files: {
      [`${CLINICAL}/cup.ts`]:
        'import type { Saucer } from "./saucer.ts";\nexport interface Cup {\n  on: Saucer;\n}\n',
      [`${CLINICAL}/saucer.ts`]:
        'import type { Cup } from "./cup.ts";\nexport interface Saucer {\n  under: Cup;\n}\n',
    },
    reported: ["no-cycles:", "cup.ts", "saucer.ts"],
  },
  {
    title: "a file that nothing leads to",
    files: { [`${CLINICAL}/dead.ts`]: 'process.stdout.write("dead");\n' },
    reported: ["nothing-dead:", `${CLINICAL}/dead.ts`],
  },
  // Its other files are what some of the faults above reach for.
  {
    title: "express in a room that has an app.ts for it",
    files: {
      "hub/src/express.ts": 'import "express";\n',
      "hub/src/booking/rooms/rooms.queries.ts": 'process.stdout.write("rooms");\n',
      "shared/src/db/own.ts": 'process.stdout.write("db");\n',
      "shared/src/http/own.ts": 'process.stdout.write("http");\n',
    },
    reported: ["express-only-where-it-belongs:", "hub/src/express.ts"],
  },
];

/** What the check for unused code refuses. */
export const unusedFaults: readonly Fault[] = [
  {
    title: "an export that nobody imports",
    files: { [`${CLINICAL}/lonely.ts`]: "export const lonely = 1;\n" },
    reported: ["lonely", `${CLINICAL}/lonely.ts`],
  },
  {
    title: "an exported type that nobody names",
    files: { [`${CLINICAL}/shape.ts`]: "export interface Lonely {\n  a: 1;\n}\n" },
    reported: ["Lonely", `${CLINICAL}/shape.ts`],
  },
  {
    title: "a test helper that no test imports",
    files: { "test/support/unused-helper.ts": 'process.stdout.write("help");\n' },
    reported: ["test/support/unused-helper.ts"],
  },
  {
    title: "a dependency that nobody imports",
    files: {
      "devices/package.json": `${JSON.stringify({
        name: "@edgeward/devices",
        type: "module",
        exports: { "./*.ts": "./src/*.ts" },
        dependencies: { "@edgeward/shared": "*", "node-thermal-printer": "*" },
      })}\n`,
    },
    reported: ["node-thermal-printer", "devices/package.json"],
  },
  {
    title: "a package that the manifest does not name",
    files: { "hub/src/unlisted.ts": 'import "zod";\n' },
    reported: ["zod", "hub/src/unlisted.ts"],
  },
];

/** What the formatter refuses. */
export const formatFaults: readonly Fault[] = [
  {
    title: "single quotes and no semicolon",
    files: { [`${CLINICAL}/quotes.ts`]: "export const quote = 'a'\n" },
    reported: [`${CLINICAL}/quotes.ts`],
  },
  {
    title: "a line of more than 100 characters",
    files: { [`${CLINICAL}/wide.ts`]: `export const wide = [${"1000, ".repeat(20)}1];\n` },
    reported: [`${CLINICAL}/wide.ts`],
  },
];
