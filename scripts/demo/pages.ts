import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

function sourcesHash(root: string): string {
  const hash = createHash("sha256");
  const files = [
    ...globSync("branch-node/src/ui/**/*", { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
    ...globSync("shared/src/{contract,console,kernel,clinical,sync}/**/*.ts", { cwd: root }).map(
      (file) => join(root, file),
    ),
    // Contracts of the node itself, and what pages and node both know of codes and models.
    ...globSync("branch-node/src/*/*.contract.ts", { cwd: root }).map((file) => join(root, file)),
    ...globSync("devices/src/{scanner,model}/**/*.ts", { cwd: root }).map((file) =>
      join(root, file),
    ),
    // The smaller fonts are made of the whole ones, which the lock file names.
    ...globSync("branch-node/page-fonts/*.ts", { cwd: root }).map((file) => join(root, file)),
    join(root, "devices", "src", "text", "woff.ts"),
    join(root, "branch-node", "vite.config.ts"),
    join(root, "pnpm-lock.yaml"),
  ];
  for (const file of files.toSorted())
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}

/** Puts a whole folder at the place of another: nobody ever finds half of it there. */
function swapFolder(made: string, place: string): void {
  const old = `${made}-old`;
  try {
    if (existsSync(place)) renameSync(place, old);
    renameSync(made, place);
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/** Builds the branch's pages when their sources have changed since the last build. */
export async function buildPages(root: string): Promise<void> {
  const pages = join(root, "branch-node", "dist", "ui");
  const want = sourcesHash(root);
  const isCurrent = () => {
    const stamp = join(pages, ".built-from");
    return existsSync(stamp) && readFileSync(stamp, "utf8") === want;
  };
  if (isCurrent()) return;
  const cwd = join(root, "branch-node");
  const vite = join(cwd, "node_modules", ".bin", "vite");
  mkdirSync(dirname(pages), { recursive: true });
  const made = mkdtempSync(`${pages}-`);
  try {
    const build = (...more: readonly string[]) =>
      run(vite, ["build", "--logLevel", "error", "--emptyOutDir", ...more], {
        cwd,
        shell: process.platform === "win32",
        // A test that builds the pages wants what users get, and not React's larger one for its developers.
        env: { ...process.env, NODE_ENV: "production" },
      });
    await build("--outDir", made);
    // The hub's own, which it serves from there.
    await build("--mode", "console", "--outDir", join(made, "console"));
    writeFileSync(join(made, ".built-from"), want);
    swapFolder(made, pages);
  } catch (error) {
    // Another process has built the same meanwhile.
    if (!isCurrent()) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
