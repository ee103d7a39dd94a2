import type { Raster } from "#text/text-raster.ts";
import type { Printout, PrintoutItem } from "#virtual/printout.ts";

/** What comes of a stream in Star Line Mode besides ink. */
export type StarEvent =
  | { readonly kind: "printout"; readonly printout: Printout }
  /** `ETB`: everything before it is printed now. */
  | { readonly kind: "mark" }
  /** `ESC RS E`: the counter of marks begins anew. */
  | { readonly kind: "counter_clear" }
  /** `ESC RS a`: whether the status is sent by itself. */
  | { readonly kind: "status_switch"; readonly isOn: boolean }
  | { readonly kind: "drawer_kick"; readonly pin: 2 | 5 }
  /** Bytes that are no command we know, or one that we do not carry out. */
  | { readonly kind: "unknown"; readonly bytes: Uint8Array };

// 2.5 m of paper, and more than any row: what is beyond is noise.
const mostRows = 20_000;
const longestNumber = 12;
const [bell, substitute, mark, escape, nul, lineFeed] = [0x07, 0x1a, 0x17, 0x1b, 0x00, 0x0a];
const lineDots = 30;

interface Machine {
  readonly widthBytes: number;
  readonly emit: (event: StarEvent) => void;
  isRaster: boolean;
  rows: Uint8Array[];
  items: PrintoutItem[];
}

/** A command at the beginning of some bytes: how long it is, and what it does. */
interface Command {
  readonly length: number;
  readonly perform?: (machine: Machine) => void;
}

/** A Star printer just switched on: pictures in raster mode, its own letters are not carried out. Never throws. */
export function createStarInterpreter(
  widthDots: number,
  emit: (event: StarEvent) => void,
  pictures: "line" | "starprnt" = "line",
): { push(bytes: Uint8Array): void } {
  const widthBytes = widthDots >> 3;
  const machine: Machine = { widthBytes, emit, isRaster: false, rows: [], items: [] };
  let pending: Uint8Array = new Uint8Array();
  return {
    push: (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length > 0) {
        const command = firstCommand(pending, machine.isRaster, pictures);
        if (command === null) return;
        const whole = pending.subarray(0, command.length);
        if (command.perform === undefined) emit({ kind: "unknown", bytes: Uint8Array.from(whole) });
        else command.perform(machine);
        pending = pending.subarray(command.length);
      }
    },
  };
}

const nothing = () => undefined;

function firstCommand(
  bytes: Uint8Array,
  isRaster: boolean,
  pictures: "line" | "starprnt",
): Command | null {
  const [first] = bytes;
  if (first === nul) return { length: 1, perform: nothing };
  if (first === bell || first === substitute) {
    const pin = first === bell ? 2 : 5;
    return { length: 1, perform: ({ emit }) => emit({ kind: "drawer_kick", pin }) };
  }
  if (first === mark) return { length: 1, perform: ({ emit }) => emit({ kind: "mark" }) };
  if (first === lineFeed) return { length: 1, perform: (machine) => feed(machine, lineDots) };
  if (first === escape && bytes[1] === 0x1d) {
    return pictures === "starprnt" ? band(bytes) : { length: 2 };
  }
  if (first === escape) return escaped(bytes, pictures);
  if (first === 0x62 && isRaster) return rasterRow(bytes);
  return { length: 1 };
}

function rasterRow(bytes: Uint8Array): Command | null {
  const [, low = 0, high] = bytes;
  if (high === undefined) return null;
  const length = 3 + low + 256 * high;
  if (bytes.length < length) return null;
  const data = bytes.subarray(3, length);
  return { length, perform: (machine) => addRow(machine, data) };
}

/** `ESC GS S m xL xH yL yH n` and the dots. */
function band(bytes: Uint8Array): Command | null {
  const [, , third, , xLow = 0, xHigh = 0, yLow = 0, yHigh = 0, last] = bytes;
  if (third !== undefined && third !== 0x53) return { length: 3 };
  if (last === undefined) return null;
  const [width, height] = [xLow + 256 * xHigh, yLow + 256 * yHigh];
  const length = 9 + width * height;
  if (bytes.length < length) return null;
  const perform = (machine: Machine) => {
    for (let y = 0; y < height; y += 1) {
      addRow(machine, bytes.subarray(9 + y * width, 9 + (y + 1) * width));
    }
  };
  return { length, perform };
}

function escaped(bytes: Uint8Array, pictures: "line" | "starprnt"): Command | null {
  const [, second, third, fourth] = bytes;
  if (second === undefined) return null;
  if (second === 0x40) return { length: 2, perform: nothing };
  if (third === undefined) return null;
  if (second === 0x64) return { length: 3, perform: (machine) => cut(machine, third) };
  // `ESC ACK` is obeyed as it arrives.
  if (second === 0x06) return { length: 3, perform: nothing };
  if (fourth === undefined) return null;
  if (second === 0x1e && third === 0x45) {
    return { length: 4, perform: ({ emit }) => emit({ kind: "counter_clear" }) };
  }
  if (second === 0x1e && third === 0x61) {
    const isOn = fourth % 48 !== 0;
    return { length: 4, perform: ({ emit }) => emit({ kind: "status_switch", isOn }) };
  }
  if (pictures === "line" && second === 0x2a && third === 0x72) return rasterCommand(bytes, fourth);
  return { length: 2 };
}

/** `ESC * r` and a letter; most are followed by a number in digits and a NUL. */
function rasterCommand(bytes: Uint8Array, letter: number): Command | null {
  const name = String.fromCharCode(letter);
  if (name === "A") return { length: 4, perform: (machine) => void (machine.isRaster = true) };
  if (name === "B") return { length: 4, perform: endRaster };
  if (!"PEY".includes(name)) return { length: 4 };
  const end = bytes.subarray(0, 4 + longestNumber).indexOf(nul, 4);
  if (end < 0) return bytes.length < 4 + longestNumber ? null : { length: 4 };
  const digits = Buffer.from(bytes.subarray(4, end)).toString("latin1");
  if (!/^\d+$/u.test(digits)) return { length: end + 1 };
  const perform = name === "Y" ? (machine: Machine) => feed(machine, Number(digits)) : nothing;
  return { length: end + 1, perform };
}

function addRow(machine: Machine, data: Uint8Array): void {
  if (machine.rows.length >= mostRows) return;
  const row = new Uint8Array(machine.widthBytes);
  // What is right of the paper is not printed.
  row.set(data.subarray(0, machine.widthBytes));
  machine.rows.push(row);
}

function feed(machine: Machine, dots: number): void {
  const count = Math.min(dots, mostRows - machine.rows.length);
  for (let row = 0; row < count; row += 1) machine.rows.push(new Uint8Array(machine.widthBytes));
}

function endRaster(machine: Machine): void {
  machine.isRaster = false;
  if (machine.rows.length === 0) return;
  const { widthBytes, rows } = machine;
  const raster: Raster = { widthBytes, height: rows.length, data: Buffer.concat(rows) };
  const scales = { widthScale: 1, heightScale: 1 };
  machine.items.push({ kind: "raster", align: "left", raster, ...scales });
  machine.rows = [];
}

function cut(machine: Machine, mode: number): void {
  endRaster(machine);
  const kind = mode % 2 === 0 ? "full" : "partial";
  machine.emit({ kind: "printout", printout: { items: machine.items, cut: kind } });
  machine.items = [];
}
