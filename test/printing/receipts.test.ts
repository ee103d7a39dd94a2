import { describe, expect, test } from "vitest";
import { renderDocument } from "@edgeward/branch-node/printing/documents/render-document.ts";
import { printerModels } from "@edgeward/devices/model/printer-models.ts";
import {
  generic58mm,
  generic80mm,
  type PrinterProfile,
} from "@edgeward/devices/printer/profile.ts";
import {
  createInterpreter,
  type InterpreterEvent,
} from "@edgeward/devices/virtual/escpos/interpreter.ts";
import { advanceDots, printoutText, type Printout } from "@edgeward/devices/virtual/printout.ts";
import {
  createStarInterpreter,
  type StarEvent,
} from "@edgeward/devices/virtual/star/interpreter.ts";
import { bytesOf, goldenDocuments } from "./golden-documents.ts";

// One printer of each language and width: what else models differ in is not on the paper.
const profiles = [
  ...new Map(
    [generic80mm, generic58mm, ...printerModels].map((profile) => [
      [profile.language, profile.widthDots, profile.columns].join(),
      profile,
    ]),
  ).values(),
];
const types = new Set([
  "prescription",
  "certificate",
  "bill",
  "receipt",
  "discharge",
  "appointment_slip",
  "report",
]);
const printouts = goldenDocuments.filter(({ request }) => types.has(request.documentType));

function read(bytes: Uint8Array, { widthDots, language, starPictures, cut }: PrinterProfile) {
  const printed: Printout[] = [];
  const unknown: Uint8Array[] = [];
  const onEvent = (event: InterpreterEvent | StarEvent) => {
    if (event.kind === "printout") printed.push(event.printout);
    if (event.kind === "unknown") unknown.push(event.bytes);
  };
  if (language === "star") {
    createStarInterpreter(widthDots, onEvent, starPictures).push(bytes);
    return { printed, unknown };
  }
  const machine = createInterpreter({ widthDots, onEvent });
  machine.push(bytes);
  // Where there is no blade, somebody tears it off.
  const torn = cut?.mode === "none" ? machine.tearOff() : null;
  return { printed: torn === null ? printed : [...printed, torn], unknown };
}

/** Dots across of whatever on a document is widest. */
function widest(printout: Printout): number {
  const widths = printout.items.map((item) => {
    switch (item.kind) {
      case "line":
        return item.runs.reduce(
          (sum, { text, style }) => sum + Array.from(text).length * advanceDots(style),
          0,
        );
      case "raster":
        return item.raster.widthBytes * 8;
      case "bars":
        return item.grid.columns * item.moduleDots;
      case "qr":
      case "feed":
        return 0;
    }
  });
  return Math.max(...widths);
}

describe.each(profiles)("on a $name", (profile) => {
  test.each(printouts)(
    "$name is one paper of commands that printers know, within its width",
    async ({ request }) => {
      const rendered = await renderDocument({ ...request, medium: { kind: "receipt", profile } });
      const { printed, unknown } = read(bytesOf(rendered), profile);
      expect(unknown).toEqual([]);
      const [printout, ...more] = printed;
      expect(more).toEqual([]);
      if (printout === undefined) throw new Error("nothing was cut off");
      expect(widest(printout)).toBeLessThanOrEqual(profile.widthDots);
      // None of the samples asks anything: a question mark would stand for a character that was lost.
      expect(printoutText(printout)).not.toContain("?");
      expect(printoutText(printout)).not.toContain("\ufffd");
    },
  );
});

test("three copies are three printouts, of which only the last cut is the trailer's", async () => {
  const [printout] = printouts.filter(({ request }) => request.medium.kind === "receipt");
  if (printout === undefined) throw new Error("no receipt");
  const rendered = await renderDocument({ ...printout.request, copies: 3 });
  expect(read(rendered.parts.body, generic80mm).printed).toHaveLength(2);
  expect(read(bytesOf(rendered), generic80mm).printed).toHaveLength(3);
});
