import type { PageRaster } from "#page/page-raster.ts";

/** What can go wrong between us and a device, as machine codes with a sentence for a person. */
export const transportErrors = {
  refused: "The device refused the connection",
  unreachable: "The device cannot be reached on the network",
  name_not_found: "The device's host name is not known",
  connect_timeout: "The device did not accept the connection in time",
  reset: "The device broke the connection",
  write_timeout: "The device did not take the bytes in time",
  closed: "The connection is closed",
  not_accepting: "The print server takes no jobs for the device",
  aborted: "The device gave the document up",
  untrusted: "The device showed another certificate than before",
  io: "The connection failed",
} as const;

/** One of the machine codes of a transport. */
export type TransportErrorCode = keyof typeof transportErrors;

/** A transport failed. `bytesWritten` counts the bytes of this write that certainly left; more may have. */
export class TransportError extends Error {
  readonly code: TransportErrorCode;
  readonly bytesWritten: number;

  constructor(code: TransportErrorCode, bytesWritten: number, cause?: unknown) {
    super(transportErrors[code], cause === undefined ? {} : { cause });
    this.name = "TransportError";
    this.code = code;
    this.bytesWritten = bytesWritten;
  }
}

/** How one write is limited. */
export interface WriteOptions {
  /** Milliseconds for the whole write, drain included. */
  readonly timeoutMs: number;
  /** Asked when they are over: while it answers true, they begin anew. */
  readonly mayWait?: () => boolean;
}

/** How a connection is closed. */
export interface CloseOptions {
  /** Milliseconds to wait for the peer to finish reading and close its side; the transport's own figure when absent. */
  readonly lingerMs?: number;
  /**
   * Nothing that was written is on its way any more, or worth waiting for: a peer that does not close its side in time is
   * notified that ours is gone. A printer with one connection would serve nobody until it finds out by itself.
   */
  readonly mayReset?: boolean;
}

/** Why a connection ended: we closed it, the peer did, or it failed. */
export type CloseReason =
  | { readonly kind: "by_us" }
  | { readonly kind: "by_peer" }
  /** `isUntouched` where it is certain that nothing of what was written has gone any further. */
  | { readonly kind: "failed"; readonly code: TransportErrorCode; readonly isUntouched?: true };

/** One open connection to a printer. Everything the printer sends is read, whether or not somebody listens. */
export interface PrinterConnection {
  /**
   * Sends bytes, after those of earlier calls. Resolves when the operating system has taken the last one.
   * Rejects with a {@link TransportError}; after a `write_timeout` the connection is gone, so that nothing is delivered late.
   */
  write(bytes: Uint8Array, options: WriteOptions): Promise<void>;
  /** Listens to what the printer sends, in any chunking; the returned function stops listening. */
  onData(listener: (bytes: Uint8Array) => void): () => void;
  /** Closes our side and reads on until the peer closes its own, so that no reset overtakes bytes still on their way. */
  close(options?: CloseOptions): Promise<void>;
  /** Resolves when the printer will send nothing more, even if it still takes bytes. */
  readonly inputEnded: Promise<void>;
  /** Absent where there is none but the bytes. */
  readonly port?: PrinterPort;
  /** Resolves, never rejects, when the connection is gone. */
  readonly closed: Promise<CloseReason>;
}

/** How a printer is, as far as its way of being reached can say without printing. What is absent, nobody knows. */
export interface TransportCondition {
  readonly isOffline?: boolean;
  readonly isCoverOpen?: boolean;
  readonly isPaperOut?: boolean;
  readonly isPaperLow?: boolean;
}

/** What a printer's port says of it, whatever language it speaks. */
export interface PrinterPort {
  /** Maker and model, as it calls itself there; null for one that does not say. */
  readonly name: string | null;
  /** How the printer is; null where its port does not know, or has not shown yet that it does. */
  condition(): Promise<TransportCondition | null>;
}

/** A way to reach one printer. */
export interface PrinterTransport {
  /** Asks how the printer is, where the transport itself knows. Rejects with a {@link TransportError}. */
  condition?(): Promise<TransportCondition>;
  /** What the way to the device carries in a second at the least; a figure for slow printers when absent. */
  readonly bytesPerSecond?: number;
  /** Whether `open` is given how many copies to make; otherwise the bytes are to be written as often. */
  readonly takesCopies?: boolean;
  /** How pages are to be drawn for a printer that takes no PDF; null for one that does, or does not say. */
  pageRaster?(): Promise<PageRaster | null>;
  /** How pages are to be drawn for a way that takes no PDF to any printer. */
  readonly pagesAs?: PageRaster;
  /** Set where a connection has a {@link PrinterPort}. */
  readonly hasPort?: true;
  /** Has the printer forget what it holds of a print that broke off, as far as the way can. Never rejects. */
  reset?(): Promise<void>;
  /** Set for a way on which nothing is ever heard of the device. */
  readonly isOneWay?: boolean;
  /** Opens one connection, or rejects with a {@link TransportError} whose `bytesWritten` is 0. */
  open(job?: { readonly copies: number }): Promise<PrinterConnection>;
}
