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

/**
 * Gives back what only the start has needed: parsed sources, migrations, the demo. V8 would keep it until the heap has
 * grown again, which takes a quiet node days: 24 MB of a branch, 40 of a hub. Costs one pause of some 60 ms.
 * @param afterMs how long after the start, in milliseconds
 */
export function giveBackStartMemory(afterMs = startMemoryMs): void {
  setTimeout(collect, afterMs).unref();
}
