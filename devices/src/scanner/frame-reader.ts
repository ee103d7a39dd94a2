import { scanText } from "./scan-text.ts";

/** How a scanner's bytes are cut into scans. Times in milliseconds. */
export interface FrameOptions {
  /** A scan that no terminator ends is complete when nothing has come for so long. */
  readonly idleMs?: number;
  /** More bytes than this without an end are noise, and are thrown away up to the next end. */
  readonly longestFrame?: number;
}

/** Hears what is read. */
export interface FrameListener {
  readonly onScan: (text: string) => void;
  /** Something came that is no scan: how many bytes were thrown away. */
  readonly onNoise?: (bytes: number) => void;
}

const startOfText = 0x02;
const endOfText = 0x03;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const usualIdleMs = 120;
// A scanner takes milliseconds for a scan, and a busy machine up to seconds to read it.
const brokenOffMs = 2_000;
// The largest QR code holds 7,089 digits or 2,953 bytes.
const usualLongest = 8_192;

/**
 * Cuts a scanner's stream of bytes into scans: each ends with CR, LF or both, or stands between STX and ETX, or is
 * followed by silence. Silence ends no scan of a scanner that has ended one itself: where the machine was busy, half a
 * code came out. Bytes are joined before they are read as text, so a character may come in pieces.
 */
export class FrameReader {
  readonly #idleMs: number;
  readonly #longest: number;
  readonly #listener: FrameListener;
  readonly #bytes: Uint8Array;
  #length = 0;
  #isEnveloped = false;
  #thrownAway = 0;
  #endsItsScans = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: FrameListener, options: FrameOptions = {}) {
    this.#listener = listener;
    this.#idleMs = options.idleMs ?? usualIdleMs;
    this.#longest = options.longestFrame ?? usualLongest;
    this.#bytes = new Uint8Array(this.#longest);
  }

  /** Takes what has come. */
  push(chunk: Uint8Array): void {
    clearTimeout(this.#timer);
    for (const byte of chunk) this.#take(byte);
    if (this.#length === 0 && this.#thrownAway === 0) return;
    this.#timer = this.#endsItsScans
      ? setTimeout(() => this.#breakOff(), brokenOffMs)
      : setTimeout(() => this.#end(), this.#idleMs);
  }

  /** The line is gone: half a scan is no scan. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#dropUnfinished();
  }

  #take(byte: number): void {
    if (byte === startOfText) {
      this.#dropUnfinished();
      this.#isEnveloped = true;
    } else if (byte === endOfText && this.#isEnveloped) {
      this.#endByScanner();
    } else if ((byte === lineFeed || byte === carriageReturn) && !this.#isEnveloped) {
      this.#endByScanner();
    } else if (this.#length === this.#longest) {
      this.#thrownAway += this.#length + 1;
      this.#length = 0;
    } else if (this.#thrownAway > 0) {
      this.#thrownAway += 1;
    } else {
      this.#bytes[this.#length] = byte;
      this.#length += 1;
    }
  }

  #endByScanner(): void {
    if (this.#length > 0) this.#endsItsScans = true;
    this.#end();
  }

  /** Half a code is no code. If the scanner was set to end its scans no more, the next one is read. */
  #breakOff(): void {
    this.#endsItsScans = false;
    this.#dropUnfinished();
  }

  #dropUnfinished(): void {
    const lost = this.#length + this.#thrownAway;
    this.#clear();
    if (lost > 0) this.#listener.onNoise?.(lost);
  }

  #clear(): void {
    this.#length = 0;
    this.#thrownAway = 0;
    this.#isEnveloped = false;
  }

  #end(): void {
    const bytes = this.#bytes.slice(0, this.#length);
    const thrownAway = this.#thrownAway;
    this.#clear();
    if (thrownAway > 0) this.#listener.onNoise?.(thrownAway);
    else if (bytes.length > 0) this.#listener.onScan(scanText(bytes));
  }
}
