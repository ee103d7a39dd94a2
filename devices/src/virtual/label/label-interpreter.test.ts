import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildLabel, labelFillerAfterBreak } from "#label/build-label.ts";
import type { Label } from "#label/label.ts";
import { bitmapCommands } from "#printer/tspl/builder.ts";
import { createLabelInterpreter, type LabelSpeech } from "./label-interpreter.ts";
import { renderLabel, type LabelEvent, type PrintedLabel } from "./label-printout.ts";

const tspl = { language: "tspl", dpi: 203 } as const;
const epl = { language: "epl", dpi: 203 } as const;
const cpcl = { language: "cpcl", dpi: 203 } as const;
const speeches = [tspl, epl, cpcl, { ...tspl, dpi: 300 }, { ...epl, dpi: 300 }] as const;

function interpret(speech: LabelSpeech, ...chunks: readonly Uint8Array[]): readonly LabelEvent[] {
  const events: LabelEvent[] = [];
  const interpreter = createLabelInterpreter(speech, (event) => events.push(event));
  for (const chunk of chunks) interpreter.push(chunk);
  return events;
}

const labelsIn = (events: readonly LabelEvent[]): readonly PrintedLabel[] =>
  events.flatMap((event) => (event.kind === "label" ? [event.label] : []));

const unknownIn = (events: readonly LabelEvent[]): readonly string[] =>
  events.flatMap((event) => (event.kind === "unknown" ? [event.command] : []));

function labelOf(dpi: 203 | 300, isTurned = false): Label {
  const area = { leftMm: 1, topMm: 1, widthMm: 30, heightMm: 28 };
  return {
    media: { widthMm: 50, heightMm: 30, dpi, isTurned },
    items: [
      { kind: "texts", area, texts: [{ text: "लक्ष्मी Laxmi", sizeMm: 4 }] },
      {
        kind: "code",
        area: { leftMm: 32, topMm: 1, widthMm: 16, heightMm: 16 },
        symbol: { kind: "data_matrix", content: "EW1:P:1" },
        moduleMm: 0.5,
      },
    ],
  };
}

describe.each(speeches)("a label in $language at $dpi dpi", (speech) => {
  const { language, dpi } = speech;
  const bytes = buildLabel({ label: labelOf(dpi), language, copies: 2 });

  test.each([false, true])(
    "shows the very dots of the same label in ZPL (turned: %s)",
    async (isTurned) => {
      const label = labelOf(dpi, isTurned);
      const [ours, zpl] = [language, "zpl" as const].map((each) => {
        const written = buildLabel({ label, language: each, copies: 1 });
        const [printed, ...more] = labelsIn(interpret({ language: each, dpi }, written));
        expect(more).toEqual([]);
        return printed;
      });
      if (ours === undefined || zpl === undefined) throw new Error("no label");
      const sizeOf = ({ widthDots, lengthDots }: PrintedLabel) => [widthDots, lengthDots];
      expect(sizeOf(ours)).toEqual(sizeOf(zpl));
      expect((await renderLabel(ours)).equals(await renderLabel(zpl))).toBe(true);
    },
  );

  test("is read the same whatever the chunks, with its copies and nothing unknown", () => {
    const whole = interpret(speech, bytes, bytes);
    expect(labelsIn(whole).map(({ copies }) => copies)).toEqual([2, 2]);
    expect(unknownIn(whole)).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 40 }), (sizes) => {
        const chunks: Uint8Array[] = [];
        let rest: Uint8Array = Buffer.concat([bytes, bytes]);
        for (const size of sizes) {
          chunks.push(rest.subarray(0, size));
          rest = rest.subarray(size);
        }
        expect(interpret(speech, ...chunks, rest)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test("comes out whole after one that broke off anywhere, and the broken one does not", () => {
    const [whole] = labelsIn(interpret(speech, bytes));
    // Without its last line's end a label is not asked for yet; with it, it is whole and comes out.
    fc.assert(
      fc.property(fc.nat(bytes.length - 2), (cut) => {
        const broken = bytes.subarray(0, cut);
        const filler = labelFillerAfterBreak(language) ?? new Uint8Array();
        const events = interpret(speech, broken, filler, bytes);
        expect(labelsIn(events)).toEqual([whole]);
      }),
      { numRuns: 200 },
    );
  });

  test("would not come out whole after a broken one without what fills that up", () => {
    const [whole] = labelsIn(interpret(speech, bytes));
    const middle = bytes.subarray(0, bytes.length >> 1);
    const labels = labelsIn(interpret(speech, middle, bytes));
    expect(labels).not.toEqual([whole]);
  });

  test("never makes the printer throw, mixed with garbage", async () => {
    const words = [
      "SIZE 50 mm,30 mm\r\n",
      "SIZE 99999,9\n",
      "CLS\n",
      "BITMAP 0,0,1,4,0,",
      "BITMAP 9,9,9999,99999,0,",
      "PRINT 1,1\n",
      "PRINT 99999,9999\n",
      "\u001B!?",
      "N\nq400\nQ240,24\n",
      "GW1,1,1,4,",
      "GW0,0,9999,99999,",
      "P1\n",
      "^ee\n",
      "! 0 200 200 240 1\r\nPAGE-WIDTH 99999\r\n",
      "CG 1 4 0 0 ",
      "CG 9999 99999 0 0 ",
      "PRINT\r\n",
      "ABORT\r\n",
      "\r\n",
    ];
    const noise = fc.array(
      fc.oneof(
        fc.constantFrom(...words).map((word) => Buffer.from(word)),
        fc.uint8Array({ maxLength: 30 }),
      ),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(noise, async (pieces) => {
        const events = interpret(speech, ...pieces);
        // One picture of those there are is enough: drawing takes its time.
        const drawn = await Promise.all(labelsIn(events).slice(0, 1).map(renderLabel));
        expect(drawn.every((png) => png.subarray(1, 4).toString() === "PNG")).toBe(true);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe("a picture in TSPL", () => {
  test("holds no command that a printer obeys at once, and shows what it is to show", () => {
    const [widthBytes, height] = [9, 14];
    // What becomes ESC, an exclamation mark and the R of "restart" when it is sent.
    const orders = fc.constantFrom(0x1b ^ 0xff, 0x21 ^ 0xff, 0x52 ^ 0xff, 0);
    const length = widthBytes * height;
    fc.assert(
      fc.property(fc.array(orders, { minLength: length, maxLength: length }), (dots) => {
        const bytes = bitmapCommands({ widthBytes, height, data: Uint8Array.from(dots) });
        expect(Buffer.from(bytes).includes("\u001B!")).toBe(false);
        const [label] = labelsIn(interpret(tspl, bytes, Buffer.from("PRINT 1\n")));
        const shown = new Uint8Array(length);
        for (const { left, top, raster } of label?.pictures ?? []) {
          for (const [at, byte] of raster.data.entries()) {
            const row = top + Math.floor(at / raster.widthBytes);
            shown[row * widthBytes + left / 8 + (at % raster.widthBytes)] = byte;
          }
        }
        expect([...shown]).toEqual(dots);
      }),
    );
  });
});

describe("the TSPL printer of software", () => {
  const dots = Buffer.from([0x00, 0xff]);
  const written = (text: string) => labelsIn(interpret(tspl, Buffer.from(text)))[0];

  test.each([
    ["SIZE 50 mm,30 mm", 400, 240],
    ["SIZE 50 mm, 30 mm", 400, 240],
    ["SIZE 2,1", 406, 203],
    ["SIZE 320 dot,160 dot", 320, 160],
    ["size 12.5 mm,10 mm", 100, 80],
  ])("takes %s", (size, widthDots, lengthDots) => {
    expect(written(`${size}\nCLS\nPRINT 1\n`)).toMatchObject({ widthDots, lengthDots });
  });

  test("prints black where a bit is 0, from the reference point on, until it is cleared", () => {
    const picture = Buffer.concat([Buffer.from("REFERENCE 10,20\nBITMAP 1,2,1,2,0,"), dots]);
    const events = interpret(tspl, picture, Buffer.from("\nPRINT 2,3\nPRINT 1\nCLS\nPRINT 1\n"));
    const labels = labelsIn(events);
    expect(labels.map(({ copies, pictures }) => [copies, pictures.length])).toEqual([
      [6, 1],
      [1, 1],
      [1, 0],
    ]);
    expect(labels[0]?.pictures[0]).toMatchObject({ left: 11, top: 22 });
    expect([...(labels[0]?.pictures[0]?.raster.data ?? [])]).toEqual([0xff, 0x00]);
  });

  test("names what it does not know or cannot read, and prints the rest", () => {
    const text = 'TEXT 1,1,"3",0,1,1,"x"\nSIZE wide\nPRINT many\nBITMAP 0,0,1,1,1,x\nPRINT 1\n';
    const events = interpret(tspl, Buffer.from(text));
    expect(unknownIn(events)).toEqual(["TEXT", "SIZE", "PRINT", "BITMAP"]);
    expect(labelsIn(events)).toHaveLength(1);
  });
});

describe("the EPL printer of software", () => {
  test("reads a picture after a comma or a line's end, black where a bit is 0", () => {
    for (const end of [",", "\n", "\r\n"]) {
      const picture = Buffer.concat([Buffer.from(`N\nR8,16\nGW1,2,1,2${end}`), Buffer.of(0, 0xff)]);
      const [label] = labelsIn(interpret(epl, picture, Buffer.from("\nP2,3\n")));
      expect(label?.copies).toBe(6);
      expect(label?.pictures).toEqual([
        { left: 9, top: 18, raster: { widthBytes: 1, height: 2, data: Uint8Array.of(0xff, 0) } },
      ]);
    }
  });

  test("empties its picture when the label's size changes, as EPL printers do", () => {
    const picture = Buffer.concat([Buffer.from("N\nGW0,0,1,1,"), Buffer.of(0)]);
    const [label] = labelsIn(interpret(epl, picture, Buffer.from("q400\nQ240,24\nP1\n")));
    expect(label).toMatchObject({ widthDots: 400, lengthDots: 240, pictures: [] });
  });

  test("draws the box of Zebra's example where it says", () => {
    const inner = Array.from({ length: 14 }, () => [0x7f, 0xfe]).flat();
    const box = Buffer.from([0, 0, ...inner, 0, 0]);
    const [label] = labelsIn(
      interpret(epl, Buffer.from("N\r\nGW100,100,2,16,"), box, Buffer.from("P\r\n\r\nP1\r\n")),
    );
    const [picture] = label?.pictures ?? [];
    expect(picture).toMatchObject({ left: 100, top: 100 });
    expect([...(picture?.raster.data.subarray(0, 4) ?? [])]).toEqual([0xff, 0xff, 0x80, 0x01]);
  });

  test("answers how it is where it is asked among the commands, and not inside a picture", () => {
    const events = interpret(epl, Buffer.from("^ee\r\nGW0,0,5,1,^ee\r\nP1\r\nUS\r\n"));
    expect(events.map(({ kind }) => kind)).toEqual(["status_request", "label", "unknown"]);
  });
});
