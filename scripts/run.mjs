// Runs a part of the workspace on the Node.js it was built for, on a machine that may hold an older one.
// Plain JavaScript that Node.js 20 understands: it installs what is missing, then hands over.
//   node scripts/run.mjs FILE [args]         run a TypeScript file; options of Node.js before it: --node=--OPTION
//   node scripts/run.mjs --bin NAME [args]   run a tool of the workspace
//   node scripts/run.mjs --test [args]       run every test
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PNPM = "pnpm@12.21.0";
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".edgeward-installed");
const nodeBinary = join(
  root,
  "node_modules",
  ".bin",
  process.platform === "win32" ? "node.cmd" : "node",
);

function fail(message) {
  process.stderr.write(`edgeward: ${message}\n`);
  process.exit(1);
}

/** What an installation depends on: the lock file and every manifest. */
function fingerprint() {
  const hash = createHash("sha256");
  const manifests = [
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "package.json",
    ...["shared", "hub", "branch-node", "devices", "test"].map((room) =>
      join(room, "package.json"),
    ),
  ];
  for (const manifest of manifests) {
    hash.update(manifest).update(readFileSync(join(root, manifest)));
  }
  return hash.digest("hex");
}

function install() {
  const want = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === want && existsSync(nodeBinary)) return;
  if (process.stderr.isTTY) process.stderr.write("Installing what is missing (once) …\n");
  const result = spawnSync("npx", ["--yes", PNPM, "install", "--frozen-lockfile"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
    env: { ...process.env, CI: "true", npm_config_loglevel: "error" },
  });
  if (result.error) fail(`npx could not be started: ${result.error.message}`);
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}\n${result.stderr}\n`);
    fail("the packages could not be installed; the lines above say why");
  }
  // A copy of the workspace may share the file by a hard link: what is installed here is not installed there.
  rmSync(stamp, { force: true });
  writeFileSync(stamp, want);
}

function commandFor(args) {
  const [first, ...rest] = args;
  if (first === undefined) fail("usage: node scripts/run.mjs FILE|--bin NAME|--test [args]");
  if (first === "--bin") {
    const [name, ...toolArgs] = rest;
    return [join(root, "node_modules", ".bin", name), toolArgs];
  }
  if (first === "--test") {
    return [join(root, "node_modules", ".bin", "vitest"), ["run", ...rest]];
  }
  if (first.startsWith("--node=")) {
    const [command, others] = commandFor(rest);
    return [command, [first.slice("--node=".length), ...others]];
  }
  return [nodeBinary, ["--disable-warning=ExperimentalWarning", join(root, first), ...rest]];
}

if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Node.js 20 or newer is needed, this is ${process.versions.node}`);
}
install();
const [command, args] = commandFor(process.argv.slice(2));
const child = spawn(command, args, {
  stdio: "inherit",
  shell: process.platform === "win32",
  env: {
    ...process.env,
    PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`,
  },
});
// Ctrl-C reaches the whole process group; a SIGTERM reaches only this process and is handed on.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
