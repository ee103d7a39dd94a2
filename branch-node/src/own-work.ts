import type { Store } from "@edgeward/shared/db/session.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { WriteRuntime, WrittenUnit } from "@edgeward/shared/write/model.ts";
import type { NodeIdentity } from "#node/identity.ts";

const minuteMs = 60_000;
// A branch that was put back to a backup hears first what has come of it meanwhile.
const firstAfterMs = 10 * minuteMs;

/** A branch that does something by itself, and who is notified after each commit. */
export interface OwnWork {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly identity: Pick<NodeIdentity, "tenantId" | "branchId">;
  readonly onWritten: (unit: WrittenUnit) => void;
}

/** What is done again and again until it is stopped. */
export interface Recurring {
  /** Begins no other turn; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Does it now and again, one turn at a time. @param turn never rejects */
export function recurring(turn: () => Promise<unknown>, everyMs: number): Recurring {
  let isUnderWay = false;
  let running: Promise<unknown> = Promise.resolve();
  const begin = () => {
    if (isUnderWay) return;
    isUnderWay = true;
    running = turn().finally(() => {
      isUnderWay = false;
    });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Does it every minute, beginning some time after the start. @param failure what the log calls it that it failed */
export function everyMinute(
  options: OwnWork & { readonly log: Pick<Logger, "error"> },
  work: (options: OwnWork) => Promise<unknown>,
  failure: string,
): Recurring {
  const begun = performance.now();
  const look = async () => {
    if (performance.now() - begun < firstAfterMs) return;
    try {
      await work(options);
    } catch (error) {
      options.log.error(failure, {}, error);
    }
  };
  return recurring(look, minuteMs);
}
