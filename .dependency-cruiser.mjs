import { builtinModules } from "node:module";

// Where code may import from. Imports go downhill:
//   kernel ← contract ← db ← audit ← write ← resource ← clinical     http → pipeline → resource and below
//   sync → resource and below     console → contract     log → kernel     pipeline, http → log
// scripts/check-imports.ts runs these rules, and makes sure that every source file was seen.

const TEST = "\\.test\\.tsx?$";
// What several tests of one folder share.
const SAMPLES = "-samples\\.ts$";
// The ways in: the processes, the pages, the command line, and the tests that cross rooms.
const ENTRIES =
  "^(hub|branch-node)/src/(main|process)\\.ts$|^(branch-node/src/ui|hub/src/console)/.*main\\.tsx$|" +
  "^branch-node/src/desktop/(main|preload)\\.ts$|^devices/src/transport/usb-child\\.ts$|^branch-node/src/db/(checkpoint|soundness)-worker\\.ts$|^branch-node/src/ui/scan/code-worker\\.ts$|^(scripts|bin|test)/";
// Laid before the first room that stands on them; a name goes from here when something uses it.
// (`merge-table` is the rules of merging as data, for their test and their page.)
const LAID_AHEAD = "^shared/src/(kernel/money|contract/code-fields|sync/merge/merge-table)\\.ts$";
// The graph names built-in modules without their `node:`.
const NODE_BUILT_IN = `^(node:)?(${builtinModules.join("|")})$`;
const ROOMS = "^(shared|hub|branch-node|devices)/";

/** A layer of shared/src may import itself and the layers named here, and no other source of ours. */
function layer(name, ...below) {
  return {
    name: `${name}-imports-downhill`,
    severity: "error",
    comment: `shared/src/${name} may import only ${[name, ...below].join(", ")}.`,
    from: { path: `^shared/src/${name}/`, pathNot: TEST },
    to: { path: ROOMS, pathNot: `^shared/src/(${[name, ...below].join("|")})/` },
  };
}

/** A room may import only itself and the rooms named here. */
function room(name, ...others) {
  const allowed = [name, ...others].join("|");
  return {
    name: `${name}-imports-its-rooms`,
    severity: "error",
    comment: `${name} may import only ${[name, ...others].join(", ")}.`,
    from: { path: `^${name}/` },
    to: { path: "^(shared|hub|branch-node|devices|test|scripts|bin)/", pathNot: `^(${allowed})/` },
  };
}

/** A package that only the named places may import. */
function packageOnlyIn(name, packagePattern, ...places) {
  return {
    name: `${name}-only-where-it-belongs`,
    severity: "error",
    comment: `${name} may be imported only from ${places.join(", ")}.`,
    from: { pathNot: `^node_modules/|${places.join("|")}` },
    to: { path: `(^|node_modules/)(@types/)?(${packagePattern})(/|$)` },
  };
}

/** What a role of a resource's folder may see of another resource. */
function acrossResources(name, roles, visible) {
  const folder = "^(shared/src/clinical|hub/src/(?:booking|account))/([^/]+)/";
  return {
    name,
    severity: "error",
    comment: `A .${roles}.ts file sees of another resource only its .${visible}.ts.`,
    from: { path: `${folder}.*\\.(?:${roles})\\.ts$` },
    to: { path: "^$1/[^/]+/", pathNot: `^$1/$2/|\\.(?:${visible})\\.ts$` },
  };
}

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Files that name each other, be it in types alone, can only be understood together.",
      from: {},
      to: { circular: true },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      comment: "An import that leads nowhere hides what it imports from every other rule.",
      from: {},
      // `?url` asks the pages' builder for a file's address; the builder itself fails when the file is not there.
      to: { couldNotResolve: true, pathNot: "\\.wasm\\?url$" },
    },

    {
      name: "nothing-dead",
      severity: "error",
      comment: "No way in leads to this file; its own test alone does not keep it alive.",
      from: { path: ENTRIES },
      to: {
        path: "^(shared|hub|branch-node|devices)/src/",
        pathNot: `${TEST}|${SAMPLES}|${ENTRIES}|${LAID_AHEAD}`,
        reachable: false,
      },
    },

    layer("kernel"),
    layer("contract", "kernel"),
    layer("db", "contract", "kernel"),
    layer("audit", "db", "contract", "kernel"),
    layer("write", "audit", "db", "contract", "kernel"),
    layer("resource", "write", "audit", "db", "contract", "kernel"),
    layer("clinical", "resource", "write", "audit", "db", "contract", "kernel"),
    layer("console", "contract", "kernel"),
    layer("log", "kernel"),
    layer("pipeline", "resource", "write", "audit", "db", "contract", "kernel", "log"),
    layer("http", "pipeline", "resource", "write", "audit", "db", "contract", "kernel", "log"),
    layer("sync", "resource", "write", "audit", "db", "contract", "kernel"),
    {
      name: "kernel-needs-only-node",
      severity: "error",
      comment: "temporal-polyfill stands in for what the next Node.js carries itself.",
      from: { path: "^shared/src/kernel/", pathNot: TEST },
      to: { path: "node_modules/", pathNot: "node_modules/(temporal-polyfill|@types/node)/" },
    },

    {
      name: "contract-sees-shapes-only",
      severity: "error",
      comment: "A contract is plain data: zod, kernel, contract and other contracts.",
      from: { path: "\\.contract\\.ts$" },
      to: { path: ROOMS, pathNot: "^shared/src/(kernel|contract)/|\\.contract\\.ts$" },
    },
    {
      name: "contract-needs-only-zod",
      severity: "error",
      from: { path: "\\.contract\\.ts$" },
      to: { path: "node_modules/", pathNot: "node_modules/zod/" },
    },
    {
      name: "contract-layer-needs-only-zod",
      severity: "error",
      comment:
        "The shared shapes also parse phone numbers and zoned times, with packages made for browsers.",
      from: { path: "^shared/src/contract/", pathNot: TEST },
      to: {
        path: "node_modules/",
        pathNot: "node_modules/(zod|libphonenumber-js|temporal-polyfill)/",
      },
    },
    {
      name: "contract-runs-in-a-browser",
      severity: "error",
      comment: "Pages and clients import contracts, so nothing below one may need Node.js.",
      from: { path: "\\.contract\\.ts$|^shared/src/contract/", pathNot: TEST },
      to: { path: NODE_BUILT_IN, reachable: true },
    },
    {
      name: "pages-run-in-a-browser",
      severity: "error",
      from: { path: "^(branch-node/src/ui|hub/src/console)/.+\\.tsx$", pathNot: TEST },
      to: { path: NODE_BUILT_IN, reachable: true },
    },
    {
      name: "floor-pages-are-light",
      severity: "error",
      comment:
        "Board and kiosk are fetched by small machines: they read what the branch says themselves, by ui/wire/read.ts.",
      from: { path: "^branch-node/src/ui/(display|kiosk|device)/", pathNot: TEST },
      to: {
        path: "node_modules/(zod|react-intl|react-aria-components)/|\\.contract\\.ts$|^shared/src/contract/",
        reachable: true,
      },
    },
    {
      name: "floor-pages-say-their-own-sentences",
      severity: "error",
      comment:
        "The kiosk has a catalog of its own: what it says is asked for by i18n/floor-text.ts.",
      from: {
        path: "^branch-node/src/ui/(display|kiosk|device)/",
        pathNot: `${TEST}|/kiosk-language\\.tsx$`,
      },
      to: {
        path: "^branch-node/src/ui/i18n/((text|language|desk-catalog|desk-sentences)\\.tsx?$|(en|hi|ur)/)",
      },
    },

    acrossResources(
      "module-reaches-others-by-commands",
      "module|commands",
      "commands|contract|table",
    ),
    acrossResources("queries-read-other-tables", "queries", "table|contract"),
    acrossResources("table-refers-to-tables", "table", "table|contract"),

    room("shared"),
    room("devices", "shared"),
    room("hub", "shared"),
    room("branch-node", "shared", "devices"),
    {
      name: "devices-see-the-kernel-only",
      severity: "error",
      from: { path: "^devices/" },
      to: { path: "^shared/", pathNot: "^shared/src/kernel/" },
    },
    {
      name: "nobody-imports-tests",
      severity: "error",
      from: { pathNot: `^test/|${TEST}` },
      to: { path: `^test/|${TEST}` },
    },

    packageOnlyIn("pg", "pg|pg-[^/]+", "^hub/", "^test/", "^scripts/"),
    packageOnlyIn(
      "better-sqlite3",
      "better-sqlite3(-multiple-ciphers)?",
      "^branch-node/",
      "^test/",
    ),
    packageOnlyIn(
      "express",
      "express|express-serve-static-core",
      "^shared/src/http/",
      "^(hub|branch-node)/src/app\\.ts$",
      "^test/",
    ),
    // Every other page takes a piece of the kit, which gives it one look and one name for tests.
    packageOnlyIn(
      "aria",
      "react-aria-components|react-aria|react-stately",
      "^branch-node/src/ui/kit/",
      "^branch-node/src/ui/i18n/language\\.tsx$",
    ),
    packageOnlyIn("pino", "pino", "^shared/src/log/"),
    packageOnlyIn("electron", "electron", "^branch-node/src/desktop/"),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Only what we build: many a package keeps what it exports in a dist folder of its own.
    exclude: { path: "^(shared|hub|branch-node|devices|test|scripts)/dist/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
    cache: false,
  },
};
