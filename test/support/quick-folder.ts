import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const memoryDisk = "/dev/shm";
const namePrefix = "edgeward-tests-";
/** What a whole run writes at most, twice over. */
const neededBytes = 4 * 2 ** 30;
/** What the programs of a run need beside it. */
const neededMemoryBytes = neededBytes + 3 * 2 ** 30;

const keptVariable = "EDGEWARD_TEST_KEPT";

/** Where that goes which somebody looks at after the run, such as pictures of a page that failed. */
export function keptFolder(): string {
  return process.env[keptVariable] ?? tmpdir();
}

/** Whether programs and libraries may be loaded from the file system in memory, and a run finds room in it. */
function hasRoom(): boolean {
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    const line = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((each) => each.split(" ")[1] === memoryDisk);
    const options = line?.split(" ")[3]?.split(",") ?? ["noexec"];
    return (
      bavail * bsize >= neededBytes && freemem() >= neededMemoryBytes && !options.includes("noexec")
    );
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Frees the memory of runs that were killed: the name of each folder begins with its process. */
function removeAbandoned(): void {
  for (const name of readdirSync(memoryDisk)) {
    if (!name.startsWith(namePrefix)) continue;
    const pid = Number(name.slice(namePrefix.length).split("-")[0]);
    if (!isRunning(pid)) rmSync(join(memoryDisk, name), { recursive: true, force: true });
  }
}

/**
 * Lets a run put its temporary files into memory, where the machine has a file system there with room enough: the tests
 * make thousands of databases, and to have a disk keep each commit was a quarter of their processor time. What a program
 * asks of a disk is tested by what records it (`disk-recording.ts`) or refuses it, not by the disk beneath.
 * @returns what removes them again, or null where the run stays on the disk
 */
export function useQuickFolder(): (() => void) | null {
  if (!hasRoom()) return null;
  removeAbandoned();
  const folder = mkdtempSync(join(memoryDisk, `${namePrefix}${process.pid}-`));
  // The database runs as a user of its own where the tests are run by root.
  chmodSync(folder, 0o1777);
  process.env[keptVariable] = tmpdir();
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
