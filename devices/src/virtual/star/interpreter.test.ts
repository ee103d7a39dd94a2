import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printerModels } from "#model/printer-models.ts";
import type { TextStyle } from "#printer/escpos/builder.ts";
import { epson80mm } from "#printer/profile.ts";
import {
  createStarBuilder,
  unfinishedStarFiller,
  unfinishedStarPrntFiller,
} from "#printer/star/builder.ts";
import { type Printout, printoutRasters } from "#virtual/printout.ts";
import { renderPrintout } from "#virtual/render.ts";
import { createStarInterpreter, type StarEvent } from "./interpreter.ts";

const profile = printerModels.find(({ id }) => id === "star_tsp654ii_line_mode") ?? {
  ...epson80mm,
  codes: [],
};
const line: TextStyle = { align: "center", isBold: false, scale: 1 };

function interpret(...chunks: readonly Uint8Array[]): readonly StarEvent[] {
  const events: StarEvent[] = [];
  const interpreter = createStarInterpreter(profile.widthDots, (event) => events.push(event));
  for (const chunk of chunks) interpreter.push(chunk);
  return events;
}

const printoutsIn = (events: readonly StarEvent[]): readonly Printout[] =>
  events.flatMap((event) => (event.kind === "printout" ? [event.printout] : []));

function receipt(text = "लक्ष्मी Laxmi 12"): Uint8Array {
  const builder = createStarBuilder(profile);
  builder.text(text, { ...line, scale: 2 });
  builder.rule();
  const cells = [
    { text: "Paracetamol", columns: 40, align: "left" },
    { text: "120.00", columns: 8, align: "right" },
  ] as const;
  builder.row(cells, { isBold: false });
  builder.feed(1);
  builder.code({ kind: "qr", content: "EW1:T:1" }, { moduleDots: 6, barDots: 0 });
  builder.cut();
  return builder.bytes();
}

describe("a receipt in Star Line Mode", () => {
  test("is one printout of the printer's width, with nothing unknown", () => {
    const events = interpret(receipt());
    expect(events.filter(({ kind }) => kind === "unknown")).toEqual([]);
    const [printout, ...more] = printoutsIn(events);
    expect(more).toEqual([]);
    expect(printout?.cut).toBe("partial");
    expect(printoutRasters(printout ?? { items: [], cut: "full" })[0]?.raster.widthBytes).toBe(72);
  });

  test("is read the same whatever the chunks", () => {
    const bytes = receipt();
    const whole = interpret(bytes, bytes);
    fc.assert(
      fc.property(fc.array(fc.nat(300), { maxLength: 60 }), (sizes) => {
        const chunks: Uint8Array[] = [];
        let rest: Uint8Array = Buffer.concat([bytes, bytes]);
        for (const size of sizes) {
          chunks.push(rest.subarray(0, size));
          rest = rest.subarray(size);
        }
        expect(interpret(...chunks, rest)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  test("comes out whole after one that broke off anywhere", async () => {
    const [bytes, broken] = [receipt(), receipt("Broken off")];
    const [whole] = printoutsIn(interpret(bytes));
    const shown = await renderPrintout(whole ?? { items: [], cut: "full" });
    await fc.assert(
      fc.asyncProperty(fc.nat(broken.length - 4), async (cut) => {
        const strip = createStarBuilder(profile);
        strip.cut();
        const stream = [broken.subarray(0, cut), unfinishedStarFiller, strip.bytes(), bytes];
        const printouts = printoutsIn(interpret(...stream));
        expect(printouts).toHaveLength(2);
        const last = await renderPrintout(printouts.at(-1) ?? { items: [], cut: "full" });
        expect(last.equals(shown)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("holds no command that restarts the printer, whatever a picture shows", () => {
    const rows = fc.array(fc.constantFrom(0x1b, 0x06, 0x18, 0), { minLength: 72, maxLength: 72 });
    fc.assert(
      fc.property(rows, (dots) => {
        const builder = createStarBuilder(profile);
        const data = Uint8Array.from(dots);
        builder.picture({ widthBytes: 72, height: 1, data }, "left");
        builder.cut();
        const sent = Buffer.from(builder.bytes());
        expect(sent.includes("\u001B\u0006\u0018")).toBe(false);
        const [printout] = printoutsIn(interpret(sent));
        const shown = printoutRasters(printout ?? { items: [], cut: "full" })[0]?.raster.data;
        // One dot more where the command stood, and no other difference.
        const wanted = Buffer.from(data.toString() === "" ? [] : data)
          .toString("latin1")
          .replaceAll("\u001B\u0006\u0018", "\u001B\u0006\u001C");
        expect(Buffer.from(shown ?? new Uint8Array(72)).toString("latin1")).toBe(wanted);
      }),
    );
  });
});

describe("the Star printer of software", () => {
  test("never throws on garbage, and draws any printout that it makes", async () => {
    const words = ["\u001B*rA", "\u001B*rB", "\u001B*rY9\u0000", "b\u0003\u0000abc", "\u001Bd2"];
    const noise = fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(noise, async (pieces) => {
        const stream = Buffer.from(pieces.join(""), "latin1");
        // More than any row of a picture can take that the noise has begun; then the picture is left, and cut off.
        const filler = new Uint8Array(65_536);
        const end = Buffer.from("\u001B*rB\u001Bd2", "latin1");
        const printouts = printoutsIn(interpret(stream, filler, end));
        const drawn = await Promise.all(
          printouts.slice(0, 2).map((printout) => renderPrintout(printout)),
        );
        expect(drawn.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  test("names what it does not know, and carries out the rest", () => {
    const events = interpret(Buffer.from("Hi\u001BX\u0017\u0007\u001B\u001EE\u0000", "latin1"));
    expect(events.map(({ kind }) => kind)).toEqual([
      "unknown",
      "unknown",
      "unknown",
      "mark",
      "drawer_kick",
      "counter_clear",
    ]);
  });
});

describe("a receipt in StarPRNT", () => {
  const prnt = printerModels.find(({ id }) => id === "star_mc_print3_starprnt") ?? profile;

  function receiptInPrnt(): Uint8Array {
    const builder = createStarBuilder(prnt);
    builder.text("लक्ष्मी Laxmi 12", { ...line, scale: 2 });
    builder.rule();
    builder.code({ kind: "qr", content: "EW1:T:1" }, { moduleDots: 6, barDots: 0 });
    builder.cut();
    return builder.bytes();
  }

  function readAs(pictures: "line" | "starprnt", ...chunks: readonly Uint8Array[]) {
    const events: StarEvent[] = [];
    const interpreter = createStarInterpreter(
      prnt.widthDots,
      (event) => events.push(event),
      pictures,
    );
    for (const chunk of chunks) interpreter.push(chunk);
    return events;
  }

  const inkOf = (printout: Printout | undefined) =>
    printout === undefined
      ? 0
      : printoutRasters(printout).reduce(
          (sum, { raster }) => sum + raster.data.filter((byte) => byte !== 0).length,
          0,
        );

  test("is one printout with ink and nothing unknown, whatever the chunks", () => {
    const bytes = receiptInPrnt();
    const events = readAs("starprnt", bytes);
    expect(events.filter(({ kind }) => kind === "unknown")).toEqual([]);
    const [printout, ...more] = printoutsIn(events);
    expect(more).toEqual([]);
    expect(inkOf(printout)).toBeGreaterThan(500);
    const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
    expect(readAs("starprnt", ...pieces)).toEqual(events);
  });

  test("comes out whole after one that broke off anywhere", () => {
    const bytes = receiptInPrnt();
    const [whole] = printoutsIn(readAs("starprnt", bytes));
    fc.assert(
      fc.property(fc.nat(bytes.length - 4), (cut) => {
        const broken = bytes.subarray(0, cut);
        const after = readAs(
          "starprnt",
          broken,
          unfinishedStarPrntFiller,
          Uint8Array.of(0x1b, 0x64, 3),
          bytes,
        );
        expect(printoutsIn(after).at(-1)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test("is not what a printer in Line Mode understands", () => {
    const events = readAs("line", receiptInPrnt());
    expect(events.some(({ kind }) => kind === "unknown")).toBe(true);
  });
});
