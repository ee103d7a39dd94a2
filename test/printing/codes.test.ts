import { describe, expect, test } from "vitest";
import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { gs1Caption, gs1ElementString, groupSeparator } from "@edgeward/devices/code/gs1.ts";
import { makeSymbol, type SymbolSpec } from "@edgeward/devices/code/symbol.ts";
import { buildLabel } from "@edgeward/devices/label/build-label.ts";
import type { LabelPrinter } from "@edgeward/devices/model/label-models.ts";
import type { Label } from "@edgeward/devices/label/label.ts";
import { createEscposBuilder } from "@edgeward/devices/printer/escpos/builder.ts";
import {
  epson80mm,
  generic112mm,
  generic58mm,
  pins76mm,
  type PrinterProfile,
} from "@edgeward/devices/printer/profile.ts";
import { createReceiptBuilder } from "@edgeward/devices/printer/receipt-builder.ts";
import { SlipError } from "@edgeward/devices/text/slip-error.ts";
import { createInterpreter } from "@edgeward/devices/virtual/escpos/interpreter.ts";
import type { Printout } from "@edgeward/devices/virtual/printout.ts";
import { renderPrintout } from "@edgeward/devices/virtual/render.ts";
import { createLabelInterpreter } from "@edgeward/devices/virtual/label/label-interpreter.ts";
import { renderLabel, type PrintedLabel } from "@edgeward/devices/virtual/label/label-printout.ts";
import { createStarInterpreter } from "@edgeward/devices/virtual/star/interpreter.ts";
import { bitmapOf, inkDifference } from "./bitmap.ts";
import { bytesOf, goldenDocuments, picturesOf } from "./golden-documents.ts";
import { hasProgram, readWithDmtx, readWithZbar, readWithZxing } from "./read-codes.ts";
import { drawnByAnother } from "./zebra.ts";

const gsrn = [{ ai: "8018", value: "890123456789012340" }];
const medicine = [
  { ai: "01", value: "08901234567890" },
  { ai: "10", value: "AMX2611" },
  { ai: "17", value: "271231" },
];

interface Sample {
  readonly symbol: SymbolSpec;
  readonly text: string;
}

const samples: readonly Sample[] = [
  {
    symbol: { kind: "qr", content: "EW1:T:apt_01j00000000000000000000000" },
    text: "EW1:T:apt_01j00000000000000000000000",
  },
  { symbol: { kind: "qr", content: "नाम ^FS~_", correction: "H" }, text: "नाम ^FS~_" },
  { symbol: { kind: "data_matrix", content: "EW1:P:LKO-000123-P" }, text: "EW1:P:LKO-000123-P" },
  { symbol: { kind: "data_matrix", content: "a_b^c~d" }, text: "a_b^c~d" },
  { symbol: { kind: "code128", content: "L26-000417" }, text: "L26-000417" },
  { symbol: { kind: "code128", content: "{B}a~" }, text: "{B}a~" },
  { symbol: { kind: "ean13", content: "8901234567890" }, text: "8901234567890" },
  { symbol: { kind: "ean8", content: "96385074" }, text: "96385074" },
  { symbol: { kind: "gs1_128", elements: gsrn }, text: gs1ElementString(gsrn) },
  { symbol: { kind: "gs1_data_matrix", elements: gsrn }, text: gs1ElementString(gsrn) },
  { symbol: { kind: "gs1_data_matrix", elements: medicine }, text: gs1ElementString(medicine) },
];

const named = samples.map((sample) => ({
  ...sample,
  name: `${sample.symbol.kind} ${sample.text}`,
}));
const [hasZbar, hasDmtx] = [await hasProgram("zbarimg"), await hasProgram("dmtxread")];

// A QR symbol does not say in what encoding its bytes are, and `zbarimg` guesses.
const isAscii = (text: string) => /^[\u0020-\u007e]*$/u.test(text);

/** What a program of the machine reads where it is there and knows the code; null where not. */
async function readByProgram(png: Uint8Array, { symbol, text }: Sample): Promise<string | null> {
  if (symbol.kind === "data_matrix") return hasDmtx ? await readWithDmtx(png) : null;
  if (symbol.kind === "gs1_data_matrix") {
    // The function character at the beginning, by which a reader knows that GS1 is meant.
    return hasDmtx ? (await readWithDmtx(png)).replace(groupSeparator, "") : null;
  }
  if (!hasZbar || !isAscii(text)) return null;
  const [read = ""] = await readWithZbar(png);
  return read;
}

async function readByAll(png: Uint8Array, sample: Sample): Promise<void> {
  const [found] = await readWithZxing(png);
  expect(found?.text).toBe(sample.text);
  expect((await readByProgram(png, sample)) ?? sample.text).toBe(sample.text);
}

function labelsOf(
  bytes: Uint8Array,
  printer: LabelPrinter,
): { labels: PrintedLabel[]; unknown: string[] } {
  const labels: PrintedLabel[] = [];
  const unknown: string[] = [];
  createLabelInterpreter(printer, (event) => {
    if (event.kind === "label") labels.push(event.label);
    if (event.kind === "unknown") unknown.push(event.command);
  }).push(bytes);
  return { labels, unknown };
}

function only<T>(items: readonly T[]): T {
  const [item, ...more] = items;
  if (item === undefined || more.length > 0) throw new Error(`${items.length} in place of one`);
  return item;
}

test("zbarimg and dmtxread are there where every test has to run", () => {
  const isWhole = hasZbar && hasDmtx;
  if (!isWhole) console.warn("skipped two readers of codes: no zbarimg or dmtxread here");
  expect(isWhole || process.env["CI"] === undefined).toBe(true);
});

describe.each([203, 300] as const)("on a label of %d dpi", (dpi) => {
  describe.each([
    ["upright", false],
    ["turned", true],
  ] as const)("%s", (_how, isTurned) => {
    const media = { widthMm: 90, heightMm: 30, dpi, isTurned };
    const area = { leftMm: 2, topMm: 3, widthMm: 86, heightMm: 24 };
    const labelWith = (symbol: SymbolSpec): Label => ({
      media,
      items: [{ kind: "code", area, symbol, moduleMm: 0.5 }],
    });

    test.each(named)("$name is read back, drawn by us and by another", async (sample) => {
      const label = labelWith(sample.symbol);
      const zpl = buildLabel({ label, language: "zpl", copies: 1 });
      const { labels, unknown } = labelsOf(zpl, { language: "zpl", dpi });
      expect(unknown).toEqual([]);
      await readByAll(await renderLabel(only(labels)), sample);
      const size = isTurned
        ? { widthMm: 30, heightMm: 90, dpi }
        : { widthMm: 90, heightMm: 30, dpi };
      const [other] = await readWithZxing(await drawnByAnother(zpl, size));
      expect(other?.text).toBe(sample.text);
    });

    describe.each(["tspl", "epl", "cpcl"] as const)("in %s", (language) => {
      test.each(named)("$name is read back", async (sample) => {
        const bytes = buildLabel({ label: labelWith(sample.symbol), language, copies: 1 });
        const { labels, unknown } = labelsOf(bytes, { language, dpi });
        expect(unknown).toEqual([]);
        await readByAll(await renderLabel(only(labels)), sample);
      });
    });
  });
});

describe.each([
  ["a printer that draws codes by itself", epson80mm],
  ["a printer that is sent pictures of them", { ...epson80mm, codes: [] }],
  ["a narrow printer", generic58mm],
  ["a dot matrix printer", pins76mm],
  ["a wide printer", generic112mm],
] as const)("on a receipt of %s", (_whose, profile: PrinterProfile) => {
  test.each(named)("$name is read back", async (sample) => {
    const builder = createEscposBuilder(profile);
    builder.code(sample.symbol, { moduleDots: 5, barDots: 80 });
    builder.cut();
    const printouts: Printout[] = [];
    const unknown: Uint8Array[] = [];
    createInterpreter({
      widthDots: profile.widthDots,
      onEvent: (event) => {
        if (event.kind === "printout") printouts.push(event.printout);
        if (event.kind === "unknown") unknown.push(event.bytes);
      },
    }).push(builder.bytes());
    expect(unknown).toEqual([]);
    await readByAll(await renderPrintout(only(printouts), profile), sample);
  });

  test("a code that the paper is too narrow for is refused", () => {
    const builder = createEscposBuilder(profile);
    const wide = { kind: "code128", content: "x".repeat(60) } as const;
    expect(() => builder.code(wide, { moduleDots: 4, barDots: 80 })).toThrow(SlipError);
  });
});

describe("on a receipt of a Star printer in its own mode", () => {
  const profile: PrinterProfile = { ...epson80mm, language: "star", codes: [] };

  test.each(named)("$name is read back", async (sample) => {
    const builder = createReceiptBuilder(profile);
    builder.code(sample.symbol, { moduleDots: 5, barDots: 80 });
    builder.cut();
    const printouts: Printout[] = [];
    const unknown: Uint8Array[] = [];
    createStarInterpreter(profile.widthDots, (event) => {
      if (event.kind === "printout") printouts.push(event.printout);
      if (event.kind === "unknown") unknown.push(event.bytes);
    }).push(builder.bytes());
    expect(unknown).toEqual([]);
    await readByAll(await renderPrintout(only(printouts), profile), sample);
  });
});

describe("what a code cannot say", () => {
  test.each([
    [{ kind: "ean13", content: "8901234567891" }, "bad_code"],
    [{ kind: "ean8", content: "9638507x" }, "bad_code"],
    [{ kind: "code128", content: "लक्ष्मी" }, "bad_code"],
    [{ kind: "code128", content: "" }, "bad_code"],
    [
      { kind: "gs1_data_matrix", elements: [{ ai: "8018", value: "890123456789012341" }] },
      "bad_code",
    ],
    [{ kind: "gs1_128", elements: [{ ai: "9999", value: "1" }] }, "bad_code"],
    [{ kind: "qr", content: "x".repeat(2_332) }, "qr_too_long"],
  ] satisfies readonly (readonly [SymbolSpec, string])[])("%o is refused", (symbol, code) => {
    expect(() => makeSymbol(symbol)).toThrow(expect.objectContaining({ code }));
  });

  test("a GS1 string is written for people with its identifiers in brackets", () => {
    expect(gs1Caption(medicine)).toBe("(01)08901234567890(10)AMX2611(17)271231");
    expect(gs1ElementString(medicine)).toBe(`010890123456789010AMX2611${groupSeparator}17271231`);
  });
});

describe("the labels of documents", () => {
  const labels = goldenDocuments.filter(({ request }) => request.medium.kind === "label");
  const coarse = labels.filter(
    ({ request: { medium } }) => medium.kind === "label" && medium.dpi === 203,
  );

  const codesOf: Readonly<Record<string, readonly string[]>> = {
    "wristband-adult-203-en": ["8018890123456789012340"],
    "wristband-infant-300-hi": ["EW1:P:LKO-000125-L"],
    "medicine-label-203-hi-duplicate": ["01089012345678901727123110AMX2611"],
    "patient-label-203-en": ["EW1:P:LKO-000123-P"],
    "patient-label-300-hi": ["EW1:P:LKO-000124-N"],
    "lab-label-203-en": ["EW1:S:L26-000417", "L26-000417"],
    // Its bars are wider than the label.
    "lab-label-203-long-code": ["EW1:S:PUN1-L0000042-1"],
    "lab-label-300-hi": ["EW1:S:L26-000417", "L26-000417"],
  };

  test.each(labels)("$name: every code on it is read", async ({ name, request }) => {
    const [picture] = await picturesOf(request);
    if (picture === undefined) throw new Error("no picture");
    const read = await readWithZxing(picture);
    expect([...new Set(read.map(({ text }) => text))].toSorted()).toEqual(codesOf[name] ?? []);
  });

  describe.each(["tspl", "epl", "cpcl"] as const)("in %s", (language) => {
    // With the readers' tests of the pictures in ZPL, every code on them is read as well.
    test.each(labels)("$name shows the very dots that it shows in ZPL", async ({ request }) => {
      const { medium } = request;
      if (medium.kind !== "label") throw new Error("no label");
      const [zpl] = await picturesOf(request);
      const [ours, ...more] = await picturesOf({ ...request, medium: { ...medium, language } });
      expect(more).toEqual([]);
      expect(ours?.equals(zpl ?? Buffer.alloc(0))).toBe(true);
    });
  });

  const withSquares = labels.filter(({ name }) => (codesOf[name] ?? []).length > 0);

  test.runIf(hasDmtx).each(withSquares)("$name is read by dmtxread", async ({ name, request }) => {
    const [picture] = await picturesOf(request);
    if (picture === undefined) throw new Error("no picture");
    const read = (await readWithDmtx(picture)).replaceAll(groupSeparator, "");
    expect(codesOf[name]?.[0]).toBe(read);
  });

  const withBars = labels.filter(({ name }) => (codesOf[name] ?? []).includes("L26-000417"));

  test.runIf(hasZbar).each(withBars)("$name is read by zbarimg", async ({ request }) => {
    const [picture] = await picturesOf(request);
    if (picture === undefined) throw new Error("no picture");
    expect(await readWithZbar(picture)).toContain("L26-000417");
  });

  test.each(coarse)(
    "$name looks to another reader of ZPL as it does to ours",
    async ({ name, request }) => {
      const zpl = bytesOf(await renderDocument(request));
      const label = only(labelsOf(zpl, { language: "zpl", dpi: 203 }).labels);
      const size = {
        widthMm: label.widthDots / 8,
        heightMm: label.lengthDots / 8,
        dpi: 203,
      } as const;
      const drawn = await drawnByAnother(zpl, size);
      const read = await readWithZxing(drawn);
      expect([...new Set(read.map(({ text }) => text))].toSorted()).toEqual(codesOf[name] ?? []);
      // DataMatrix packs the same letters in several ways, and which is the printer's own affair.
      const isOneWay = !name.startsWith("patient-label") && !name.startsWith("lab-label");
      const difference = inkDifference(
        await bitmapOf(await renderLabel(label)),
        await bitmapOf(drawn),
      );
      expect(difference).toBeLessThan(isOneWay ? 0.01 : 0.25);
    },
  );
});
