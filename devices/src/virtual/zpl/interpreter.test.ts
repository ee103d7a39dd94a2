import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graphicField, readGraphic } from "#printer/zpl/graphic.ts";
import { buildZpl } from "#printer/zpl/builder.ts";
import type { Label } from "#label/label.ts";
import { renderLabel, type LabelEvent } from "#virtual/label/label-printout.ts";
import { createZplInterpreter } from "./interpreter.ts";

function interpret(...chunks: readonly Uint8Array[]): readonly LabelEvent[] {
  const events: LabelEvent[] = [];
  const interpreter = createZplInterpreter((event) => events.push(event));
  for (const chunk of chunks) interpreter.push(chunk);
  return events;
}

const label: Label = {
  media: { widthMm: 50, heightMm: 30, dpi: 203, isTurned: false },
  items: [
    {
      kind: "texts",
      area: { leftMm: 1, topMm: 1, widthMm: 30, heightMm: 28 },
      texts: [{ text: "लक्ष्मी", sizeMm: 4 }],
    },
    {
      kind: "code",
      area: { leftMm: 32, topMm: 1, widthMm: 16, heightMm: 16 },
      symbol: { kind: "data_matrix", content: "EW1:P:1" },
      moduleMm: 0.5,
    },
  ],
};

describe("a picture as ZPL writes it", () => {
  test("is read back dot for dot, whatever it shows", () => {
    const bytes = fc.oneof(fc.constantFrom(0, 255, 0xf0, 0x0f), fc.nat(255));
    const picture = fc
      .tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 12 }))
      .chain(([widthBytes, height]) =>
        fc
          .uint8Array({ minLength: widthBytes * height, maxLength: widthBytes * height })
          .chain((noise) =>
            fc.tuple(fc.constant(noise), bytes, fc.boolean()).map(([random, fill, isPlain]) => ({
              widthBytes,
              height,
              data: isPlain ? new Uint8Array(widthBytes * height).fill(fill) : random,
            })),
          ),
      );
    fc.assert(
      fc.property(picture, (raster) => {
        const text = graphicField(raster).split(",").slice(4).join(",");
        expect(readGraphic(raster.widthBytes, raster.height, text)).toEqual(raster);
      }),
      { numRuns: 300 },
    );
  });

  test("takes a fiftieth of its dots where it is mostly white or black", () => {
    const raster = { widthBytes: 100, height: 200, data: new Uint8Array(20_000).fill(255) };
    expect(graphicField(raster).length).toBeLessThan(400);
  });
});

describe("the label printer of software", () => {
  test("prints the same labels of a stream whatever the chunks", () => {
    const zpl = buildZpl(label, { copies: 2 });
    const whole = interpret(zpl, zpl);
    expect(whole.map(({ kind }) => kind)).toEqual(["label", "label"]);
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 40 }), (sizes) => {
        const chunks: Uint8Array[] = [];
        let rest: Uint8Array = Buffer.concat([zpl, zpl]);
        for (const size of sizes) {
          chunks.push(rest.subarray(0, size));
          rest = rest.subarray(size);
        }
        expect(interpret(...chunks, rest)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test("knows the size and the copies that the label asks for", () => {
    const [event] = interpret(buildZpl(label, { copies: 3 }));
    expect(event).toMatchObject({
      kind: "label",
      label: { widthDots: 400, lengthDots: 240, copies: 3 },
    });
    const turned = { ...label, media: { ...label.media, isTurned: true } };
    expect(interpret(buildZpl(turned, { copies: 1 }))[0]).toMatchObject({
      label: { widthDots: 240, lengthDots: 400 },
    });
  });

  test("never throws on garbage, and draws whatever label it makes", async () => {
    const words = ["^XA", "^XZ", "^FO1,2", "^GFA,8,8,1,", "^FD", "^BXN,2,200", "^PW9999999", "~JR"];
    const noise = fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(noise, async (pieces) => {
        const events = interpret(Buffer.from(`${pieces.join("")}^XA^PW80^LL80^XZ`));
        for (const event of events) if (event.kind === "label") await renderLabel(event.label);
        expect(events.filter(({ kind }) => kind === "label").length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
    // Some of the labels are as wide as a printer allows, and drawing takes its time.
  }, 60_000);

  test("names a command that it does not know, and prints the rest", () => {
    const zpl = Buffer.from(buildZpl(label, { copies: 1 })).toString();
    const events = interpret(Buffer.from(zpl.replace("^CI28", "^CI28^WT12")));
    expect(events.map((event) => ("command" in event ? event.command : event.kind))).toEqual([
      "^WT",
      "label",
    ]);
  });
});

describe("what does not fit on a label", () => {
  const long = "Sri Venkata Subrahmanya Sastry Chaturvedi ".repeat(8);
  const withText = (text: Label["items"][number]): Label => ({ ...label, items: [text] });
  const area = { leftMm: 1, topMm: 1, widthMm: 30, heightMm: 10 };

  test("is refused rather than cut off where all of it must be read", () => {
    const item = { kind: "texts", area, texts: [{ text: long, sizeMm: 3 }] } as const;
    expect(() => buildZpl(withText(item), { copies: 1 })).toThrow(
      expect.objectContaining({ code: "does_not_fit" }),
    );
  });

  test("ends in an ellipsis where a limit of lines is set", () => {
    const item = { kind: "texts", area, texts: [{ text: long, sizeMm: 3, maxLines: 1 }] } as const;
    expect(buildZpl(withText(item), { copies: 1 }).length).toBeGreaterThan(100);
  });

  test("is refused where a code's modules would be too small to be read", () => {
    const symbol = { kind: "code128", content: "X".repeat(40) } as const;
    const item = { kind: "code", area, symbol, moduleMm: 0.25 } as const;
    expect(() => buildZpl(withText(item), { copies: 1 })).toThrow(
      expect.objectContaining({ code: "does_not_fit" }),
    );
  });
});
