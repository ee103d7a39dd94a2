import { cpus, loadavg } from "node:os";
import { cpuMsOf } from "./cpu.ts";

// The load of a machine before a run begins, and what others may have of its processors while it lasts.
const mostLoad = 3;
const mostCores = 0.3;

/** What else the machine did during a run. */
export interface OtherWork {
  readonly loadBefore: number;
  /** Processors that others had, in the mean; null where the system does not tell. */
  readonly cores: number | null;
}

/** Milliseconds of processor time so far, of the whole machine and of this run with its children, at a moment. */
export interface Moment {
  readonly at: number;
  readonly busyMs: number;
  readonly ownMs: number | null;
}

/** How many processors others had between two moments, in the mean; null where the system does not tell. */
export function coresOfOthers(begun: Moment, ended: Moment): number | null {
  if (begun.ownMs === null || ended.ownMs === null) return null;
  const othersMs = ended.busyMs - begun.busyMs - (ended.ownMs - begun.ownMs);
  return Math.max(0, othersMs) / (ended.at - begun.at);
}

function now(): Moment {
  const busyMs = cpus().reduce(
    (sum, { times }) => sum + times.user + times.nice + times.sys + times.irq,
    0,
  );
  return { at: performance.now(), busyMs, ownMs: cpuMsOf(process.pid) };
}

/** Begins to watch what others do; the function that comes back says it. */
export function watchOthers(): () => OtherWork {
  const [loadBefore = 0] = loadavg();
  const begun = now();
  return () => ({ loadBefore, cores: coresOfOthers(begun, now()) });
}

/** Why the figures of a run say more of the other work than of ours, in one sentence; null where they do not. */
export function disturbance({ loadBefore, cores }: OtherWork): string | null {
  if (loadBefore <= mostLoad && (cores ?? 0) <= mostCores) return null;
  const had = cores === null ? "" : `, and others had ${cores.toFixed(2)} of its processors`;
  return `The machine had other work: a load of ${loadBefore.toFixed(1)} before the run${had}. These figures are not recorded.`;
}
