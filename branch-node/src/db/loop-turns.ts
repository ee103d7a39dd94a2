import { setImmediate as nextTurn } from "node:timers/promises";

/** So long, in milliseconds, other requests wait for work that is done in many pieces. */
const turnMs = 10;

/**
 * For work of many pieces on the thread that answers: the function is awaited between two pieces, and lets the event loop
 * turn where its last turn was more than 10 ms ago. What is asked meanwhile is read on other connections, or waits its turn to
 * write.
 */
export function loopTurns(): () => Promise<void> | undefined {
  let turnedAt = performance.now();
  return () => {
    if (performance.now() - turnedAt < turnMs) return undefined;
    return nextTurn().then(() => {
      turnedAt = performance.now();
    });
  };
}
