import { readdirSync, readFileSync } from "node:fs";

// The kernel counts processor time in hundredths of a second on every Linux that Node.js runs on.
const tickMs = 10;

interface Stat {
  readonly parent: number;
  readonly cpuMs: number;
}

function statOf(pid: number | string): Stat | null {
  try {
    // The name stands in brackets and may hold blanks; what follows the last bracket is numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    return { parent: fields[1] ?? 0, cpuMs: ((fields[11] ?? 0) + (fields[12] ?? 0)) * tickMs };
  } catch {
    return null;
  }
}

/** Processor time of a process and its living children so far, milliseconds; null where the system does not report it. */
export function cpuMsOf(pid: number): number | null {
  const own = statOf(pid);
  if (own === null) return null;
  const others = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf);
  const children = others.filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.cpuMs ?? 0), own.cpuMs);
}
