import type { Align } from "#printer/escpos/builder.ts";
import { barsOfCommand, initialBars, type BarState } from "./bar-codes.ts";
import { createCommandReader, type Token } from "./command-reader.ts";
import type { Printout, PrintedQr } from "#virtual/printout.ts";
import { createTypeSetter, type TypeSetter } from "./type-setter.ts";

/** What comes of an ESC/POS stream besides ink: printouts, and questions that a printer must answer. */
export type InterpreterEvent =
  | { readonly kind: "printout"; readonly printout: Printout }
  /** `GS ( H`: answer now, everything before it is printed. */
  | { readonly kind: "process_id_request"; readonly id: string }
  /** `DLE EOT n`. A printer answers it when it arrives; by now that is the past. */
  | { readonly kind: "realtime_request"; readonly request: number }
  /** `GS a`: which changes the printer reports by itself; 0 is none. */
  | { readonly kind: "automatic_status"; readonly mask: number }
  /** `GS r n`: 1 is the paper sensor, 2 the drawer. */
  | { readonly kind: "sensor_request"; readonly sensor: number }
  /** `GS I n`: 66 asks for the maker, 67 for the model. */
  | { readonly kind: "identity_request"; readonly part: number }
  /** `GS g 2`: a maintenance counter. */
  | { readonly kind: "counter_request"; readonly counter: number }
  | { readonly kind: "drawer_kick"; readonly pin: 2 | 5 }
  /** Bytes that are no command we know, or one that we do not carry out. */
  | { readonly kind: "unknown"; readonly bytes: Uint8Array };

/** An ESC/POS printer without paper or ink. */
export interface Interpreter {
  /** Takes bytes in any chunking; never throws, whatever they are. */
  push(bytes: Uint8Array): void;
  /** Somebody tears off what hangs out; null where nothing does. */
  tearOff(): Printout | null;
}

/** What is asked of an interpreter. */
export interface InterpreterOptions {
  /** Printable width; 576 when absent. */
  readonly widthDots?: number;
  /** Firmware for Chinese: two bytes above ASCII are one character, until `FS .`. */
  readonly readsTwoBytes?: boolean;
  /** Set for one without a blade, which passes over the commands that cut. */
  readonly hasNoBlade?: boolean;
  readonly onEvent: (event: InterpreterEvent) => void;
}

interface QrState {
  content: string;
  moduleDots: number;
  correction: PrintedQr["correction"];
}

interface Machine {
  readonly setter: TypeSetter;
  readonly qr: QrState;
  readonly bars: BarState;
  readonly isTwoByteFirmware: boolean;
  readonly hasNoBlade: boolean;
  isTwoByte: boolean;
  readonly emit: (event: InterpreterEvent) => void;
}

type Handler = (machine: Machine, parameters: Uint8Array) => void;

/** A printer just switched on. */
export function createInterpreter(options: InterpreterOptions): Interpreter {
  const reader = createCommandReader();
  const machine: Machine = {
    setter: createTypeSetter(options.widthDots ?? 576),
    qr: { ...initialQr },
    bars: { ...initialBars },
    isTwoByteFirmware: options.readsTwoBytes ?? false,
    hasNoBlade: options.hasNoBlade ?? false,
    isTwoByte: options.readsTwoBytes ?? false,
    emit: options.onEvent,
  };
  return {
    push: (bytes) => {
      for (const token of reader.push(bytes)) perform(machine, token);
    },
    tearOff: () => {
      const items = machine.setter.takeItems();
      return items.length === 0 ? null : { items, cut: "torn" };
    },
  };
}

// How far the blade is from the head on most models.
const headToBladeDots = 96;
const initialQr: QrState = { content: "", moduleDots: 3, correction: "L" };
const aligns: readonly Align[] = ["left", "center", "right"];
const corrections = ["L", "M", "Q", "H"] as const;

function perform(machine: Machine, token: Token): void {
  if (token.kind === "text") return printText(machine, token.bytes);
  if (token.kind === "unknown") return machine.emit({ kind: "unknown", bytes: token.bytes });
  const handler = handlers[token.name];
  if (handler !== undefined) return handler(machine, token.parameters);
  if (harmless.has(token.name)) return;
  const bytes = Buffer.concat([Buffer.from(token.name, "latin1"), token.parameters]);
  machine.emit({ kind: "unknown", bytes });
}

// Known commands without an effect that a printout could show here: density, positions, buzzers, sensors' switches.
const harmless: ReadonlySet<string> = new Set(
  "CR,CAN,ESC {,ESC R,ESC =,ESC c,ESC B,ESC U,ESC r,ESC S,GS |,GS H,GS f,GS L,GS P".split(","),
);

const styleHandlers: Readonly<Record<string, Handler>> = {
  "ESC !": ({ setter }, [mode = 0]) => {
    setter.style = {
      ...setter.style,
      font: (mode & 1) === 0 ? "A" : "B",
      isBold: (mode & 0x08) !== 0,
      heightScale: (mode & 0x10) === 0 ? 1 : 2,
      widthScale: (mode & 0x20) === 0 ? 1 : 2,
      isUnderlined: (mode & 0x80) !== 0,
    };
  },
  "GS !": ({ setter }, [size = 0]) => {
    const scales = { widthScale: ((size >> 4) & 7) + 1, heightScale: (size & 7) + 1 };
    setter.style = { ...setter.style, ...scales };
  },
  "ESC E": ({ setter }, [on = 0]) => {
    setter.style = { ...setter.style, isBold: (on & 1) === 1 };
  },
  "ESC G": ({ setter }, [on = 0]) => {
    setter.style = { ...setter.style, isBold: (on & 1) === 1 };
  },
  "ESC -": ({ setter }, [on = 0]) => {
    setter.style = { ...setter.style, isUnderlined: on % 48 !== 0 };
  },
  "ESC M": ({ setter }, [font = 0]) => {
    setter.style = { ...setter.style, font: font % 48 === 0 ? "A" : "B" };
  },
  "GS B": ({ setter }, [on = 0]) => {
    setter.style = { ...setter.style, isInverted: (on & 1) === 1 };
  },
  "ESC a": ({ setter }, [align = 0]) => {
    setter.align = aligns[align % 48] ?? setter.align;
  },
  "ESC t": ({ setter }, [page = 0]) => {
    setter.codePageNumber = page;
  },
  "ESC 2": ({ setter }) => {
    setter.lineSpacingDots = 30;
  },
  "ESC 3": ({ setter }, [dots = 30]) => {
    setter.lineSpacingDots = dots;
  },
};

const paperHandlers: Readonly<Record<string, Handler>> = {
  "FS .": (machine) => {
    machine.isTwoByte = false;
  },
  "FS &": (machine) => {
    machine.isTwoByte = machine.isTwoByteFirmware;
  },
  "ESC @": (machine) => {
    const { setter, qr, bars, emit } = machine;
    setter.initialize();
    machine.isTwoByte = machine.isTwoByteFirmware;
    emit({ kind: "automatic_status", mask: 0 });
    Object.assign(qr, initialQr);
    Object.assign(bars, initialBars);
  },
  LF: ({ setter }) => setter.newLine(),
  FF: ({ setter }) => setter.newLine(),
  HT: ({ setter }) => setter.tab(),
  "ESC d": ({ setter }, [lines = 0]) => {
    setter.place({ kind: "feed", dots: lines * setter.lineSpacingDots });
  },
  "ESC J": ({ setter }, [dots = 0]) => setter.place({ kind: "feed", dots }),
  "GS V": (machine, [mode = 0, dots = 0]) => {
    // From 65 on it is fed to the blade first, and so much further.
    if (mode >= 65 && !machine.hasNoBlade) {
      machine.setter.place({ kind: "feed", dots: headToBladeDots + dots });
    }
    cutPrintout(machine, [1, 49, 66, 98, 104].includes(mode));
  },
  "ESC i": (machine) => cutPrintout(machine, false),
  "ESC m": (machine) => cutPrintout(machine, true),
  "GS v": printRaster,
  "ESC *": printColumns,
  "GS ( k": handleSymbol,
  "GS h": ({ bars }, [dots = 0]) => {
    bars.heightDots = Math.max(1, dots);
  },
  "GS w": ({ bars }, [dots = 0]) => {
    bars.moduleDots = Math.min(6, Math.max(1, dots));
  },
  "GS k": printBars,
};

const questionHandlers: Readonly<Record<string, Handler>> = {
  "GS ( H": ({ emit }, [fn = 0, , ...id]) => {
    if (fn === 48) emit({ kind: "process_id_request", id: String.fromCharCode(...id.slice(0, 4)) });
  },
  "DLE EOT": ({ emit }, [request = 0]) => emit({ kind: "realtime_request", request }),
  "GS a": ({ emit }, [mask = 0]) => emit({ kind: "automatic_status", mask }),
  "GS r": ({ emit }, [sensor = 0]) => emit({ kind: "sensor_request", sensor: sensor % 48 }),
  "GS I": ({ emit }, [part = 0]) => emit({ kind: "identity_request", part }),
  "GS g": ({ emit }, [fn = 0, , low = 0, high = 0]) => {
    if (fn === 0x32) emit({ kind: "counter_request", counter: low + 256 * high });
  },
  "ESC p": ({ emit }, [pin = 0]) => emit({ kind: "drawer_kick", pin: pin % 48 === 0 ? 2 : 5 }),
};

const handlers: Readonly<Record<string, Handler>> = {
  ...styleHandlers,
  ...paperHandlers,
  ...questionHandlers,
};

// What stands for a character of the printer's own tables, of which it does not matter here which it is.
const geta = Uint8Array.of(0x3f);

function printText({ setter, isTwoByte }: Machine, bytes: Uint8Array): void {
  if (!isTwoByte) return setter.print(bytes);
  for (let at = 0; at < bytes.length; at += 1) {
    const isPair = (bytes[at] ?? 0) >= 0x80;
    setter.print(isPair ? geta : bytes.subarray(at, at + 1));
    if (isPair) at += 1;
  }
}

function cutPrintout({ setter, emit, hasNoBlade }: Machine, isPartial: boolean): void {
  if (hasNoBlade) return;
  const items = setter.takeItems();
  emit({ kind: "printout", printout: { items, cut: isPartial ? "partial" : "full" } });
}

function printRaster({ setter }: Machine, parameters: Uint8Array): void {
  const [, mode = 0, xLow = 0, xHigh = 0, yLow = 0, yHigh = 0] = parameters;
  // Without a width there is no picture, however high it claims to be.
  if (xLow + xHigh === 0) return;
  setter.place({
    kind: "raster",
    align: setter.align,
    raster: {
      widthBytes: xLow + 256 * xHigh,
      height: yLow + 256 * yHigh,
      data: Uint8Array.from(parameters.subarray(6)),
    },
    widthScale: (mode & 1) + 1,
    heightScale: ((mode >> 1) & 1) + 1,
  });
}

/** `ESC *`: a picture that stands in the line, in columns of 8 or 24 dots, the topmost in the highest bit. */
function printColumns({ setter }: Machine, [mode = 0, low = 0, high = 0, ...data]: Uint8Array) {
  const width = low + 256 * high;
  const perColumn = mode >= 32 ? 3 : 1;
  const widthBytes = Math.ceil(width / 8);
  const raster = new Uint8Array(widthBytes * perColumn * 8);
  for (const [at, byte] of data.entries()) {
    const x = Math.floor(at / perColumn);
    for (let dot = 0; dot < 8; dot += 1) {
      if ((byte & (0x80 >> dot)) === 0) continue;
      const place = ((at % perColumn) * 8 + dot) * widthBytes + (x >> 3);
      raster[place] = (raster[place] ?? 0) | (0x80 >> (x & 7));
    }
  }
  // Of eight dots are those of pins, which stand twice as far apart as they are struck across.
  const scales = { widthScale: mode % 2 === 0 ? 2 : 1, heightScale: perColumn === 1 ? 2 : 1 };
  setter.placeInLine({ raster: { widthBytes, height: perColumn * 8, data: raster }, ...scales });
}

function printBars({ setter, bars, emit }: Machine, parameters: Uint8Array): void {
  const grid = barsOfCommand(parameters);
  if (grid === undefined) return emit({ kind: "unknown", bytes: parameters });
  setter.place({ kind: "bars", align: setter.align, grid, ...bars });
}

function handleSymbol(machine: Machine, parameters: Uint8Array): void {
  const { setter, qr, emit } = machine;
  const [symbol = 0, fn = 0, value = 0] = parameters;
  if (symbol !== 0x31) return emit({ kind: "unknown", bytes: parameters });
  if (fn === 0x43) qr.moduleDots = Math.min(16, Math.max(1, value));
  if (fn === 0x45) qr.correction = corrections[value - 48] ?? "L";
  if (fn === 0x50) qr.content = new TextDecoder().decode(parameters.subarray(3));
  if (fn === 0x51) setter.place({ kind: "qr", align: setter.align, ...qr });
}
