import type { PrinterConnection } from "#driver.ts";
import {
  createStatusParser,
  type PrinterCondition,
  type PrinterStatus,
  type RealtimeRequest,
} from "./status.ts";

/** Waits for particular answers among everything a printer sends on one connection. */
export interface StatusListener {
  /**
   * The first status from now on that matches, or undefined once the printer will say nothing more. To be asked
   * before the question is sent: a fast printer answers before the write has resolved.
   */
  first(matches: (status: PrinterStatus) => boolean): Promise<PrinterStatus | undefined>;
  /** Announces a `DLE EOT` that is about to be sent, and waits for its answer. */
  firstRealtime(request: RealtimeRequest): Promise<PrinterStatus | undefined>;
  /** The latest message of each kind. */
  readonly condition: () => PrinterCondition;
  stop(): void;
}

interface Waiter {
  readonly matches: (status: PrinterStatus) => boolean;
  readonly resolve: (status: PrinterStatus | undefined) => void;
}

/** Listens to a connection until stopped; `onStatus` hears every status as well. */
export function listenForStatus(
  connection: PrinterConnection,
  onStatus: (status: PrinterStatus) => void = () => undefined,
): StatusListener {
  const waiters = new Set<Waiter>();
  let hasEnded = false;
  let condition: PrinterCondition = {};
  const parser = createStatusParser((status) => {
    if ("condition" in status) condition = { ...condition, ...status.condition };
    onStatus(status);
    for (const waiter of waiters) {
      if (!waiter.matches(status)) continue;
      waiters.delete(waiter);
      waiter.resolve(status);
    }
  });
  const first: StatusListener["first"] = (matches) =>
    new Promise((resolve) => {
      if (hasEnded) resolve(undefined);
      else waiters.add({ matches, resolve });
    });
  void connection.inputEnded.then(() => {
    hasEnded = true;
    for (const waiter of waiters) waiter.resolve(undefined);
    waiters.clear();
  });
  return {
    first,
    firstRealtime: (request) => {
      parser.expectRealtime(request);
      return first((status) => status.kind === "realtime" && status.request === request);
    },
    condition: () => condition,
    stop: connection.onData((bytes) => parser.push(bytes)),
  };
}
