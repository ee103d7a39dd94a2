import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./until.ts";

/** Names the folder that all processes of a test run share. */
export const runFolderVariable = "EDGEWARD_TEST_RUN";

let ownFolder: string | null = null;

/** The folder of this run; outside a run of the tests, one of this process. */
function runFolder(): string {
  const given = process.env[runFolderVariable];
  if (given !== undefined) return given;
  if (ownFolder === null) {
    const made = mkdtempSync(join(tmpdir(), "edgeward-run-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    ownFolder = made;
  }
  return ownFolder;
}

/** Copies a folder with owner and modes: PostgreSQL reads no file of another user. */
export function copyFolder(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}

function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

// A bound that only a failure comes to.
const madeWithinMs = 300_000;

/**
 * A folder with what the whole run needs only once; whoever comes first makes it, and others wait for that. What is in
 * it is copied and never changed.
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const done = join(runFolder(), name);
  const making = `${done}.making`;
  let isMine = false;
  await until(`${name} has been made`, madeWithinMs, async () => {
    isMine = !existsSync(done) && claimed(making);
    return isMine || existsSync(done);
  });
  if (!isMine) return done;
  try {
    await make(making);
    renameSync(making, done);
    return done;
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
}
