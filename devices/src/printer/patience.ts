import {
  obstacleIn,
  within,
  type PrintFailure,
  type PrintJobOptions,
  type PrintTimeouts,
} from "./print-job.ts";
import type { PrinterCondition } from "#printer/escpos/status.ts";

// How soon it is seen that a printer waits for paper, and that it has some again.
const lookMs = 500;
// Also where little time is given: what is asked must be answered before it is over.
const looksAtLeast = 3;
const usualHeldMs = 1_800_000;

/** How long a job is waited for: time in which its printer waits for paper, or for its cover, does not count. */
export interface Patience {
  /** Whether the printer waits for a person, who has not taken too long. */
  readonly isHeld: () => boolean;
  /** What is heard within so many milliseconds of printing, or why it is not waited for any longer. */
  hear<T>(answer: Promise<T>, timeoutMs: number): Promise<T | { readonly gaveUp: PrintFailure }>;
}

/** What a job's printer is looked at by. */
export interface PatienceOptions {
  readonly condition: () => PrinterCondition;
  /** Asks the printer how it is; the answer shows in its condition. */
  readonly ask: () => void;
  readonly timeouts: PrintTimeouts;
  readonly job: Pick<PrintJobOptions, "onHeld" | "signal">;
}

/** Begins to wait for a job. */
export function createPatience(options: PatienceOptions): Patience {
  const { condition, ask, timeouts, job } = options;
  const { heldMs = usualHeldMs } = timeouts;
  let heldSince: number | null = null;
  const obstacle = () => {
    const found = obstacleIn(condition()) ?? null;
    if ((found === null) !== (heldSince === null)) job.onHeld?.(found);
    heldSince = found === null ? null : (heldSince ?? performance.now());
    return found;
  };
  const isOver = () =>
    job.signal?.aborted === true || (heldSince !== null && performance.now() - heldSince >= heldMs);
  return {
    isHeld: () => obstacle() !== null && !isOver(),
    hear: async (answer, timeoutMs) => {
      const look = Math.min(lookMs, timeoutMs / looksAtLeast);
      for (let left = timeoutMs; left > 0;) {
        const heard = await within(answer, look);
        if (heard !== "too_late") {
          if (heldSince !== null) job.onHeld?.(null);
          heldSince = null;
          return heard;
        }
        ask();
        const found = obstacle();
        if (found !== null && isOver()) return { gaveUp: found };
        left = found === null ? left - look : timeoutMs;
      }
      return { gaveUp: "no_acknowledgement" };
    },
  };
}
