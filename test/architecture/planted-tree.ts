import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { treeFiles, manifests } from "./tree-files.ts";
import { filesMatching, root } from "./sources.ts";

const CONFIGURATION = [
  ".oxlintrc.json",
  ".oxfmtrc.jsonc",
  ".dependency-cruiser.mjs",
  "knip.json",
  "tsconfig.json",
  "tsconfig.base.json",
  ...filesMatching("{shared,hub,branch-node,devices,test,scripts}/**/tsconfig.json"),
];

/** What a check said, and whether it let the tree pass. */
export interface Verdict {
  readonly passed: boolean;
  readonly output: string;
}

/** A small tree of its own, under the real configuration, in which a fault can be planted. */
export interface PlantedTree {
  /** Runs one of the repository's npm scripts there. */
  check(script: string, ...more: readonly string[]): Verdict;
  /** Adds files, faulty ones as a rule. */
  plant(files: Readonly<Record<string, string>>): void;
  remove(): void;
}

function write(home: string, path: string, content: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}

/** Links every installed package, except that our own rooms lead to the rooms of the planted tree. */
function linkPackages(from: string, to: string, home: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === "@edgeward") {
      mkdirSync(join(to, name), { recursive: true });
      for (const room of readdirSync(join(from, name))) {
        symlinkSync(join(home, room), join(to, name, room));
      }
    } else if (name.startsWith("@")) {
      linkPackages(join(from, name), join(to, name), home);
    } else {
      symlinkSync(realpathSync(join(from, name)), join(to, name));
    }
  }
}

/** The command behind an npm script, without the bootstrap that starts it. */
function commandOf(script: string): readonly string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const pattern = new RegExp(`"${script}":"node scripts/run\\.mjs ([^"]+)"`);
  const command = pattern.exec(JSON.stringify(manifest))?.[1];
  if (command === undefined) throw new Error(`package.json has no script ${script}`);
  const [first = "", ...rest] = command.split(" ");
  if (first !== "--bin") return [process.execPath, join(root, first), ...rest];
  const [tool = "", ...args] = rest;
  return [join(root, "node_modules", ".bin", tool), ...args];
}

function run(home: string, script: string, more: readonly string[]): Verdict {
  const [command = "", ...args] = commandOf(script);
  const result = spawnSync(command, [...args, ...more], {
    cwd: home,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      NO_COLOR: "1",
      FORCE_COLOR: "0",
      PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env["PATH"] ?? ""}`,
    },
  });
  if (result.error) throw result.error;
  return { passed: result.status === 0, output: `${result.stdout}\n${result.stderr}` };
}

function writeAll(home: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) write(home, path, content);
}

/** Builds a sound tree in a temporary folder. */
export function buildTree(): PlantedTree {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "edgeward-tree-")));
  for (const path of CONFIGURATION) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    cpSync(join(root, path), join(home, path));
  }
  writeAll(home, manifests);
  writeAll(home, treeFiles);
  for (const room of ["", "shared", "hub", "branch-node", "devices", "test"]) {
    const installed = join(root, room, "node_modules");
    if (existsSync(installed)) linkPackages(installed, join(home, room, "node_modules"), home);
  }
  return {
    check: (script, ...more) => run(home, script, more),
    plant: (files) => writeAll(home, files),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
