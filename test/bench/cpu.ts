import { readdirSync, readFileSync } from "node:fs";

// The kernel counts processor time in hundredths of a second on every Linux that Node.js runs on.
const tickMs = 10;

interface Stat {
  readonly parent: number;
  /** Of the process itself and of the children whose end it has been told. */
  readonly cpuMs: number;
}

function statOf(pid: number | string): Stat | null {
  try {
    // The name stands in brackets and may hold blanks; what follows the last bracket is numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, some) => sum + some, 0);
    return { parent: fields[1] ?? 0, cpuMs: ticks * tickMs };
  } catch {
    return null;
  }
}

function sumBelow(pid: number, children: ReadonlyMap<number, readonly number[]>): number {
  const below = children.get(pid) ?? [];
  return below.reduce((sum, child) => sum + sumBelow(child, children), statOf(pid)?.cpuMs ?? 0);
}

/**
 * Processor time so far of a process and of all below it, those that have ended among them: a database ends its helpers
 * and connections in the middle of a round. Milliseconds; null where the system does not tell.
 */
export function cpuMsOf(pid: number): number | null {
  if (statOf(pid) === null) return null;
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const parent = statOf(name)?.parent;
    if (parent === undefined) continue;
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return sumBelow(pid, children);
}
