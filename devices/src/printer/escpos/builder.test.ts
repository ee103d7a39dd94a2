import { describe, expect, test } from "vitest";
import { createInterpreter, type InterpreterEvent } from "#virtual/escpos/interpreter.ts";
import { printoutRasters, printoutText, type Printout } from "#virtual/printout.ts";
import { generic80mm, pins76mm, type PaperCut, type PrinterProfile } from "#printer/profile.ts";
import { createEscposBuilder, type TextStyle } from "./builder.ts";

const plain: TextStyle = { align: "left", isBold: false, scale: 1 };

interface Printed {
  readonly papers: readonly Printout[];
  readonly unknown: number;
  readonly left: Printout | null;
}

function printed(bytes: Uint8Array, options: { readonly hasNoBlade?: boolean } = {}): Printed {
  const papers: Printout[] = [];
  let unknown = 0;
  const onEvent = (event: InterpreterEvent) => {
    if (event.kind === "printout") papers.push(event.printout);
    if (event.kind === "unknown") unknown += 1;
  };
  const interpreter = createInterpreter({ widthDots: 400, ...options, onEvent });
  interpreter.push(bytes);
  return { papers, unknown, left: interpreter.tearOff() };
}

function slip(profile: PrinterProfile): Uint8Array {
  const builder = createEscposBuilder(profile);
  builder.text("Ravi Kumar", plain);
  builder.cut();
  return builder.bytes();
}

/** Dots that the paper moves after its last ink. */
function fedAfterInk({ items }: Printout): number {
  const last = items.findLastIndex((item) => item.kind !== "feed");
  return items
    .slice(last + 1)
    .reduce((sum, item) => sum + (item.kind === "feed" ? item.dots : 0), 0);
}

describe("the end of a slip", () => {
  test.each([
    ["cut through after its lines", undefined, "full"],
    ["cut but for a point, fed to the blade by the printer", { mode: "partial" }, "partial"],
    ["cut through, fed to the blade by the printer", { mode: "full" }, "full"],
    ["cut but for a point after its lines", { mode: "partial", feedLines: 6 }, "partial"],
  ] as const)("is %s, past the blade", (_how, cut: PaperCut | undefined, kind) => {
    const profile = cut === undefined ? generic80mm : { ...generic80mm, cut };
    const { papers, unknown, left } = printed(slip(profile));
    expect(papers.map((paper) => paper.cut)).toEqual([kind]);
    // 12 mm, which is how far the blade is from the head.
    expect(papers.map(fedAfterInk).every((dots) => dots >= 96)).toBe(true);
    expect([unknown, left]).toEqual([0, null]);
  });

  test("is fed past the edge and never cut where there is no blade", () => {
    const bytes = slip({ ...generic80mm, cut: { mode: "none", feedLines: 4 } });
    expect(Buffer.from(bytes).includes("\u001DV")).toBe(false);
    const { papers, left } = printed(bytes, { hasNoBlade: true });
    expect(papers).toEqual([]);
    expect(left === null ? "" : printoutText(left)).toBe("Ravi Kumar");
    expect(left === null ? 0 : fedAfterInk(left)).toBeGreaterThanOrEqual(96);
  });
});

describe("a dot matrix printer", () => {
  test("sets its own letters at twice their size at most, and takes no raster and no code", () => {
    const builder = createEscposBuilder(pins76mm);
    builder.text("TOKEN", { ...plain, scale: 4 });
    builder.text("Ravi Kumar", plain);
    builder.code({ kind: "qr", content: "EW1:T:1" }, { moduleDots: 8, barDots: 0 });
    builder.cut();
    const text = Buffer.from(builder.bytes()).toString("latin1");
    expect(["v", "!", "("].filter((name) => text.includes(`\u001D${name}`))).toEqual([]);
    const { papers, unknown } = printed(builder.bytes());
    expect(unknown).toBe(0);
    const [paper] = papers;
    if (paper === undefined) throw new Error("no paper");
    expect(printoutText(paper)).toContain("TOKEN\nRavi Kumar");
    const scales = paper.items.flatMap((item) =>
      item.kind === "line" ? item.runs.map(({ style }) => style.heightScale) : [],
    );
    expect(scales).toEqual([2, 1]);
  });

  test("draws what its own letters cannot, in bands that touch", () => {
    const builder = createEscposBuilder(pins76mm);
    builder.text("लक्ष्मी", plain);
    builder.cut();
    const { papers, unknown } = printed(builder.bytes());
    expect(unknown).toBe(0);
    const rasters = papers.flatMap(printoutRasters);
    expect(rasters.length).toBeGreaterThanOrEqual(2);
    expect(rasters.every(({ raster }) => raster.height === 8)).toBe(true);
    expect(rasters.some(({ raster }) => raster.data.some((byte) => byte !== 0))).toBe(true);
    const between = papers.flatMap(({ items }) => items.slice(0, rasters.length));
    expect(between.every(({ kind }) => kind === "raster")).toBe(true);
  });
});
