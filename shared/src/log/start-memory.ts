import { performance, type EventLoopUtilization } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as z from "zod";

type Collect = (how: { readonly type: "major"; readonly flavor: "last-resort" }) => void;

const collectShape = z.custom<Collect>((value) => typeof value === "function");

// V8 has no other way to ask for it while a program runs.
function collect(): void {
  setFlagsFromString("--expose-gc");
  const gc = collectShape.parse(runInNewContext("gc"));
  setFlagsFromString("--no-expose-gc");
  gc({ type: "major", flavor: "last-resort" });
}

/**
 * How long after its start a node gives back the memory that only the start has needed, in milliseconds: behind the first
 * answers, which somebody waits for, and behind the end of a node that does not run for long.
 */
export const startMemoryMs = 20_000;

/** Of the time between two looks, from which on somebody is at work here. */
const busyPart = 0.1;
const lookMs = 1_000;

/** When what the start has needed is given back. */
export interface GiveBack {
  /** How long after the start, in milliseconds; default 20,000. */
  readonly afterMs?: number;
  /** For how long nothing must have been at work, in milliseconds; default 1,000. */
  readonly restMs?: number;
}

/**
 * Gives back what only the start has needed: parsed sources, migrations, the demo. V8 would keep it until the heap has
 * grown again, which takes a quiet node days: 24 MB of a branch, 40 of a hub. Costs one pause of 60 to 130 ms, and so
 * waits for a second in which the event loop has rested: what a node at work frees, its work collects.
 */
export function giveBackStartMemory(when: GiveBack = {}): void {
  const { afterMs = startMemoryMs, restMs = lookMs } = when;
  const look = (since: EventLoopUtilization) => () => {
    if (performance.eventLoopUtilization(since).utilization < busyPart) return collect();
    setTimeout(look(performance.eventLoopUtilization()), restMs).unref();
  };
  const begin = () => setTimeout(look(performance.eventLoopUtilization()), restMs).unref();
  setTimeout(begin, afterMs).unref();
}
