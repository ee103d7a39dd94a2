import { createLabelCanvas, type LabelCanvas } from "#virtual/label/label-canvas.ts";
import { createLabelLineReader, type LabelLine } from "#virtual/label/label-line-reader.ts";
import type { LabelEvent, LabelInterpreter } from "#virtual/label/label-printout.ts";

// The bytes stand behind the place of the picture, whose size stands before it.
const picture = {
  head: /^CG (\d{1,4}) (\d{1,5}) \d{1,5} \d{1,5} /u,
  beginning: /^CG?(?: [\d ]*)?$/u,
} as const;

// Known, and without an effect that a picture could show.
const harmless = /^(?:FORM|SPEED|TONE|CONTRAST|DENSITY|GAP-SENSE|BAR-SENSE|LEFT|ENCODING|;).*$/u;

interface Session {
  readonly canvas: LabelCanvas;
  copies: number | null;
}

/**
 * A CPCL printer just switched on: labels made of pictures. What it is sent outside a session, it would print as lines of
 * its own letters; that is named as unknown, like all else that is not carried out.
 */
export function createCpclInterpreter(onEvent: (event: LabelEvent) => void): LabelInterpreter {
  const reader = createLabelLineReader(picture);
  const session: Session = { canvas: createLabelCanvas(), copies: null };
  return {
    push: (bytes) => {
      for (const line of reader.push(bytes)) {
        const event = perform(session, line);
        if (event !== null) onEvent(event);
      }
    },
  };
}

function perform(session: Session, { text, data }: LabelLine): LabelEvent | null {
  // The question for its state was answered as it arrived.
  const words = text.replaceAll("\u0000", "").replaceAll("\u001Bh", "").trim().split(/\s+/u);
  const [name = "", ...rest] = words;
  const numbers = rest.map(Number);
  if (name === "") return null;
  if (session.copies === null) {
    const [, , , length, copies] = numbers;
    if (name !== "!" || length === undefined || copies === undefined) return unknown(name);
    session.canvas.clear();
    session.canvas.setLength(length);
    session.copies = copies;
    return null;
  }
  return inSession(session, { name, numbers, data });
}

interface Command {
  readonly name: string;
  readonly numbers: readonly number[];
  readonly data: Uint8Array;
}

function inSession(session: Session, { name, numbers, data }: Command): LabelEvent | null {
  const { canvas, copies } = session;
  const [first = 0, second = 0, left = 0, top = 0] = numbers;
  switch (name) {
    case "PAGE-WIDTH":
      canvas.setWidth(first);
      return null;
    case "CG":
      if (data.length === 0) return unknown(name);
      canvas.add({ left, top, raster: { widthBytes: first, height: second, data } });
      return null;
    case "PRINT":
      session.copies = null;
      return { kind: "label", label: canvas.print(copies ?? 1) };
    case "ABORT":
    case "END":
      session.copies = null;
      return null;
    default:
      return harmless.test(name) ? null : unknown(name);
  }
}

function unknown(command: string): LabelEvent {
  return { kind: "unknown", command: command.slice(0, 20) };
}
