import { setTimeout as delay } from "node:timers/promises";
import type { Child } from "./children.ts";

/** A process of the product that is started again when it ends by itself. */
export interface KeptChild {
  /** The process that is at work now, or was the last. */
  readonly child: Child;
  /** Ends it for good. */
  stop(): Promise<void>;
}

/** What keeping a process needs. */
export interface KeepOptions {
  readonly start: () => Promise<Child>;
  /** Hears a sentence about each end and each start that failed. */
  readonly notify: (line: string) => void;
  /** Hears that another process has taken its place. */
  readonly onRestart: (child: Child) => void;
  /** Between an end and the next start, at first; twice as long after each start that does not last. */
  readonly restMs?: number;
}

const longestRestMs = 30_000;
const lastingMs = 60_000;

function ended(child: Child): Promise<string> {
  const { process } = child;
  return new Promise((resolve) => {
    if (process.exitCode !== null || process.signalCode !== null)
      resolve(String(process.exitCode ?? process.signalCode));
    else process.once("exit", (code, signal) => resolve(String(code ?? signal)));
  });
}

/** Starts a process and keeps it: the other processes of the product go on meanwhile. @throws what the first start throws */
export async function keepChild(options: KeepOptions): Promise<KeptChild> {
  const { start, notify, onRestart, restMs = 1_000 } = options;
  const stopping = new AbortController();
  let child = await start();

  async function startAgain(rest: number): Promise<void> {
    await delay(rest, undefined, { signal: stopping.signal });
    child = await start();
    onRestart(child);
  }

  async function keep(): Promise<void> {
    let rest = restMs;
    let since = performance.now();
    while (!stopping.signal.aborted) {
      const code = await ended(child);
      if (stopping.signal.aborted) return;
      rest = performance.now() - since > lastingMs ? restMs : Math.min(rest * 2, longestRestMs);
      notify(`${child.name} ended by itself (${code}) and is started again`);
      since = performance.now();
      await startAgain(rest).catch((error: unknown) => {
        if (!stopping.signal.aborted)
          notify(error instanceof Error ? error.message : String(error));
      });
    }
  }

  const keeping = keep();
  return {
    get child() {
      return child;
    },
    async stop() {
      stopping.abort();
      await child.stop();
      // One that was being started has come by now, or will not.
      await keeping;
      await child.stop();
    },
  };
}
