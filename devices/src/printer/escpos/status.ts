/** What `DLE EOT n` asks: 1 the printer, 2 why it is offline, 3 its error, 4 its paper. */
export type RealtimeRequest = 1 | 2 | 3 | 4;

/** The state that a status byte, or four of them, reports. A field is absent when that status does not speak of it. */
export interface PrinterCondition {
  readonly isOffline?: boolean;
  readonly isCoverOpen?: boolean;
  readonly isPaperOut?: boolean;
  readonly isPaperLow?: boolean;
  readonly hasCutterError?: boolean;
  readonly hasUnrecoverableError?: boolean;
  /** The signal at pin 3 of the drawer's socket; which of the two means open depends on the drawer. */
  readonly isDrawerHigh?: boolean;
}

/** One message of a printer. */
export type PrinterStatus =
  /** Everything sent before the request with this id is on paper. */
  | { readonly kind: "process_id"; readonly id: string }
  /** The answer to `DLE EOT`; `request` is null when nobody asked. */
  | {
      readonly kind: "realtime";
      readonly request: RealtimeRequest | null;
      readonly condition: PrinterCondition;
    }
  /** Sent by the printer itself when something changes (`GS a`). */
  | { readonly kind: "automatic"; readonly condition: PrinterCondition }
  /** The answer to `GS r 1`. */
  | { readonly kind: "paper"; readonly condition: PrinterCondition }
  /** The answer to `GS g 2`: a maintenance counter. */
  | { readonly kind: "counter"; readonly value: number }
  /** Another block of text, such as the answer to `GS I`. */
  | { readonly kind: "information"; readonly text: string }
  /** Bytes that no known status begins with. */
  | { readonly kind: "unknown"; readonly bytes: Uint8Array };

/** Reads a printer's answers from chunks of any size. */
export interface StatusParser {
  push(bytes: Uint8Array): void;
  /** Announces a `DLE EOT` that was sent: its answer is one byte that does not say which question it answers. */
  expectRealtime(request: RealtimeRequest): void;
}

const processIdPattern = /^[\u0020-\u007e]{4}$/;

/** `GS ( H` function 48: the printer sends the four characters back when everything before is printed. */
export function requestProcessId(id: string): Uint8Array {
  if (!processIdPattern.test(id)) throw new RangeError("a process id is four ASCII characters");
  return Uint8Array.from([0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30, ...Buffer.from(id, "latin1")]);
}

/** `DLE EOT n`, answered at once even by a printer that is offline or busy. */
export function requestRealtimeStatus(request: RealtimeRequest): Uint8Array {
  return Uint8Array.from([0x10, 0x04, request]);
}

/** `GS I`: the printer says who made it, or what model it is. */
export function requestIdentity(part: "maker" | "model"): Uint8Array {
  return Uint8Array.of(0x1d, 0x49, part === "maker" ? 66 : 67);
}

/** `GS g 2`, counter 178: how often the printer's blade has cut in its life. */
export function requestCutCounter(): Uint8Array {
  return Uint8Array.from([0x1d, 0x67, 0x32, 0, 178, 0]);
}

/** `GS a`: from now on the printer reports drawer, online, error and paper changes by itself. */
export function enableAutomaticStatus(): Uint8Array {
  return Uint8Array.from([0x1d, 0x61, 0x0f]);
}

// Longer than any block a printer sends (GS I answers stay below 80 bytes): a header byte of line noise must not
// swallow the stream for ever.
const longestBlock = 128;

type Parsed = { readonly status: PrinterStatus; readonly length: number } | "incomplete";

/** A parser that calls back once for every status, in the order the printer sent them. */
export function createStatusParser(onStatus: (status: PrinterStatus) => void): StatusParser {
  const asked: RealtimeRequest[] = [];
  let pending: Uint8Array = new Uint8Array();
  return {
    expectRealtime: (request) => void asked.push(request),
    push: (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length > 0) {
        const parsed = parseOne(pending, asked);
        if (parsed === "incomplete") return;
        pending = pending.subarray(parsed.length);
        onStatus(parsed.status);
      }
    },
  };
}

// What fixed bits distinguish the kinds: Epson's table of transmission data identification.
function parseOne(bytes: Uint8Array, asked: RealtimeRequest[]): Parsed {
  const first = bytes[0] ?? 0;
  if (first === 0x37) return parseProcessId(bytes);
  if (first === 0x5f) return parseBlock(bytes);
  if ((first & 0b1001_0011) === 0b0001_0010) return parseRealtime(first, asked);
  if ((first & 0b1001_0011) === 0b0001_0000) return parseAutomatic(bytes);
  if ((first & 0b1001_0000) === 0) {
    return { status: { kind: "paper", condition: paperOfSensors(first) }, length: 1 };
  }
  return unknown(bytes, 1);
}

function parseProcessId(bytes: Uint8Array): Parsed {
  const frame = [0x37, 0x22, null, null, null, null, 0x00];
  const isBroken = frame.some((want, at) => want !== null && (bytes[at] ?? want) !== want);
  if (isBroken) return unknown(bytes, 1);
  if (bytes.length < frame.length) return "incomplete";
  const id = Buffer.from(bytes.subarray(2, 6)).toString("latin1");
  return { status: { kind: "process_id", id }, length: frame.length };
}

function parseBlock(bytes: Uint8Array): Parsed {
  const end = bytes.subarray(0, longestBlock).indexOf(0);
  if (end < 0) return bytes.length < longestBlock ? "incomplete" : unknown(bytes, 1);
  const text = Buffer.from(bytes.subarray(1, end)).toString("latin1");
  const status: PrinterStatus = /^\d{1,15}$/.test(text)
    ? { kind: "counter", value: Number(text) }
    : { kind: "information", text };
  return { status, length: end + 1 };
}

function parseRealtime(byte: number, asked: RealtimeRequest[]): Parsed {
  const request = asked.shift() ?? null;
  const condition = request === null ? {} : realtimeCondition(request, byte);
  return { status: { kind: "realtime", request, condition }, length: 1 };
}

function realtimeCondition(request: RealtimeRequest, byte: number): PrinterCondition {
  const has = (mask: number) => (byte & mask) !== 0;
  switch (request) {
    case 1:
      return { isOffline: has(0x08), isDrawerHigh: has(0x04) };
    case 2:
      return { isCoverOpen: has(0x04), isPaperOut: has(0x20) };
    case 3:
      return { hasCutterError: has(0x08), hasUnrecoverableError: has(0x20) };
    case 4:
      return { isPaperLow: has(0x0c), isPaperOut: has(0x60) };
  }
}

function parseAutomatic(bytes: Uint8Array): Parsed {
  const rest = bytes.subarray(1, 4);
  if (rest.some((byte) => (byte & 0b1001_0000) !== 0)) return unknown(bytes, 1);
  if (bytes.length < 4) return "incomplete";
  const [first = 0, second = 0, third = 0] = bytes;
  const condition: PrinterCondition = {
    isOffline: (first & 0x08) !== 0,
    isCoverOpen: (first & 0x20) !== 0,
    isDrawerHigh: (first & 0x04) !== 0,
    hasCutterError: (second & 0x08) !== 0,
    hasUnrecoverableError: (second & 0x20) !== 0,
    ...paperOfSensors(third),
  };
  return { status: { kind: "automatic", condition }, length: 4 };
}

function paperOfSensors(byte: number): PrinterCondition {
  return { isPaperLow: (byte & 0x03) !== 0, isPaperOut: (byte & 0x0c) !== 0 };
}

function unknown(bytes: Uint8Array, length: number): Parsed {
  return { status: { kind: "unknown", bytes: Uint8Array.from(bytes.subarray(0, length)) }, length };
}
