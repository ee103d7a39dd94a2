/** What may go wrong on the wire, on every connection while it is set. Byte counts begin with the connection. */
export interface TcpFaults {
  /** Accepts the connection and never takes a byte. */
  readonly neverReads?: boolean;
  /** Takes so many bytes, then resets the connection; what it took is printed. */
  readonly resetAfterBytes?: number;
  /** Closes its own side after so many bytes, and reads on. */
  readonly endAfterBytes?: number;
  /** Prints and answers nothing. */
  readonly isMute?: boolean;
  /** Keeps a connection that was ended for so long, and others wait behind it instead of being turned away. */
  readonly letsGoAfterMs?: number;
}

/** What a printer leaves unanswered. One that does not acknowledge passes over `GS ( H`. */
export interface VirtualSilence {
  readonly realtime?: boolean;
  readonly identity?: boolean;
  readonly acknowledgement?: boolean;
}

/** What a test or a person can do to the printer; what is absent stays as it is. */
export interface VirtualPrinterChange {
  readonly paperOut?: boolean;
  readonly paperLow?: boolean;
  readonly coverOpen?: boolean;
  readonly offline?: boolean;
  readonly cutterJammed?: boolean;
  /** Somebody closes the drawer, or pulls it open. */
  readonly drawerOpen?: boolean;
  /** Milliseconds of printing for 1,024 bytes; 0 prints at once. */
  readonly slowMsPerKb?: number;
}

/** A cash drawer at a printer: at which pin it hangs, and which level of its switch means that it is open. */
export interface VirtualDrawer {
  readonly pin: 2 | 5;
  readonly openIsHigh: boolean;
}

/** How a virtual printer starts. */
export interface VirtualPrinterOptions {
  /** 0, or absent, lets the system choose. */
  readonly port?: number;
  readonly host?: string;
  readonly widthDots?: number;
  /** What it understands; ESC/POS when absent. */
  readonly language?: "star";
  /** How one of Star's takes pictures; as in Line Mode when absent. */
  readonly starPictures?: "starprnt";
  /** Maker and model, as it calls itself. */
  readonly identity?: readonly [maker: string, model: string];
  readonly silence?: VirtualSilence;
  /** Firmware for Chinese: two bytes above ASCII are one character, until `FS .`. */
  readonly readsTwoBytes?: boolean;
  /** Set for one without a blade: papers come off by {@link VirtualPrinter.tearOff}. */
  readonly hasNoBlade?: boolean;
  readonly drawer?: VirtualDrawer;
  readonly tcpFaults?: TcpFaults;
}
