import type { Logger } from "./log.ts";

/** What a process has to end in order. */
export interface Guarded {
  readonly log: () => Logger;
  /** Ends what the process does; what is under way may finish. */
  readonly drain: () => Promise<void>;
}

const drainWithinMs = 10_000;

/**
 * What is done with a fault that nobody has caught: it is a line of the log, what is under way may finish, and the
 * process ends with code 1, so that whoever keeps it starts it again. Nobody knows what such a fault has left undone;
 * a process that went on would serve from it.
 */
export function guardProcess({ log, drain }: Guarded): void {
  let isEnding = false;
  const end = async () => {
    const tooLong = setTimeout(() => process.exit(1), drainWithinMs);
    await drain().catch((error: unknown) => log().error("drain_failed", {}, error));
    clearTimeout(tooLong);
    process.exit(1);
  };
  // Promises that nobody waits for come here as well.
  process.on("uncaughtException", (error: unknown) => {
    log().error("uncaught_fault", {}, error);
    if (isEnding) return;
    isEnding = true;
    void end();
  });
}
