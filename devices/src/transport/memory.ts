import {
  TransportError,
  type CloseReason,
  type PrinterConnection,
  type PrinterTransport,
} from "#driver.ts";

/** A place where bytes go that no printer is to see. */
export interface MemoryTransport extends PrinterTransport {
  /** Everything that was written, connection after connection. */
  bytes(): Uint8Array;
}

/** Keeps what is written, for previews and for what is written to a file. */
export function createMemoryTransport(): MemoryTransport {
  const parts: Uint8Array[] = [];
  return {
    isOneWay: true,
    bytes: () => Uint8Array.from(Buffer.concat(parts)),
    open: () => Promise.resolve(memoryConnection(parts)),
  };
}

function memoryConnection(parts: Uint8Array[]): PrinterConnection {
  const ended = Promise.withResolvers<CloseReason>();
  let isOpen = true;
  return {
    write: (bytes) => {
      if (!isOpen) return Promise.reject(new TransportError("closed", 0));
      parts.push(Uint8Array.from(bytes));
      return Promise.resolve();
    },
    onData: () => () => undefined,
    close: () => {
      isOpen = false;
      ended.resolve({ kind: "by_us" });
      return Promise.resolve();
    },
    inputEnded: ended.promise.then(() => undefined),
    closed: ended.promise,
  };
}
