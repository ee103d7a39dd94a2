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

/** Does it every minute, beginning some time after the start; returns the timer. @param failure what the log calls it that it failed */
export function everyMinute(
  options: OwnWork & { readonly log: Pick<Logger, "error"> },
  work: (options: OwnWork) => Promise<unknown>,
  failure: string,
): NodeJS.Timeout {
  const begun = performance.now();
  let running: Promise<unknown> | null = null;
  const look = () => {
    if (running !== null || performance.now() - begun < firstAfterMs) return;
    running = work(options)
      .catch((error: unknown) => options.log.error(failure, {}, error))
      .finally(() => {
        running = null;
      });
  };
  return setInterval(look, minuteMs);
}
