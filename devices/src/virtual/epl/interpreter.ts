import { whiteSet } from "#label/picture-pieces.ts";
import { createLabelCanvas, type LabelCanvas } from "#virtual/label/label-canvas.ts";
import { createLabelLineReader, type LabelLine } from "#virtual/label/label-line-reader.ts";
import type { LabelEvent, LabelInterpreter } from "#virtual/label/label-printout.ts";

const picture = {
  head: /^GW(\d{1,5}),(\d{1,5}),(\d{1,4}),(\d{1,5})(?:,|\r*\n)/u,
  beginning: /^GW[\d,]*\r*$/u,
} as const;

// Known, and without an effect that a picture could show: darkness, speed, options, which end comes out first.
const harmless = /^(?:Z[TB]|D\d{1,2}|S\d|O.*|J[FB]|I.*)$/u;

/**
 * An EPL2 printer just switched on, in page mode: labels made of pictures. Its own letters and codes are not carried
 * out, and named as unknown.
 */
export function createEplInterpreter(onEvent: (event: LabelEvent) => void): LabelInterpreter {
  const reader = createLabelLineReader(picture);
  const canvas = createLabelCanvas();
  return {
    push: (bytes) => {
      for (const line of reader.push(bytes)) {
        const event = perform(canvas, line);
        if (event !== null) onEvent(event);
      }
    },
  };
}

function perform(canvas: LabelCanvas, { text, data }: LabelLine): LabelEvent | null {
  if (text === "^ee") return { kind: "status_request" };
  if (harmless.test(text)) return null;
  const [, name = "", parameters = ""] = /^(GW|[A-Za-z])([\d,]*)\r*\n?$/u.exec(text) ?? [];
  const numbers = parameters === "" ? [] : parameters.replace(/,$/u, "").split(",").map(Number);
  if (name === "P") {
    const [sets, copies = 1] = numbers;
    if (sets !== undefined) return { kind: "label", label: canvas.print(sets * copies) };
  } else if (data.length > 0 || name !== "GW") {
    const isDone = handlers.get(name)?.(canvas, numbers, data) ?? false;
    if (isDone) return null;
  }
  return { kind: "unknown", command: text.slice(0, 2) };
}

/** Carries a command out; false where its parameters are not what it takes. */
type Handler = (canvas: LabelCanvas, numbers: readonly number[], data: Uint8Array) => boolean;

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    "N",
    (canvas, numbers) => {
      canvas.clear();
      return numbers.length === 0;
    },
  ],
  [
    "q",
    (canvas, [width]) => {
      if (width === undefined) return false;
      canvas.setWidth(width);
      canvas.clear();
      return true;
    },
  ],
  [
    "Q",
    (canvas, [length, gap]) => {
      if (length === undefined || gap === undefined) return false;
      canvas.setLength(length);
      canvas.clear();
      return true;
    },
  ],
  [
    "R",
    (canvas, [left, top]) => {
      if (left === undefined || top === undefined) return false;
      canvas.setOrigin(left, top);
      return true;
    },
  ],
  [
    "GW",
    (canvas, [left = 0, top = 0, widthBytes = 0, height = 0], data) => {
      canvas.add({ left, top, raster: { widthBytes, height, data: whiteSet(data) } });
      return true;
    },
  ],
]);
