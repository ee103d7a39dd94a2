import { expect, test } from "vitest";
import type { PrinterTransport } from "@edgeward/devices/driver.ts";
import type { PageRaster } from "@edgeward/devices/page/page-raster.ts";
import { generic80mm } from "@edgeward/devices/printer/profile.ts";
import { identifyPrinter, printerAsFound } from "./printer-answers.ts";
import { mediumBy, type PrinterConfig } from "./printer-config.ts";

function pagePrinter(raster: PageRaster | null): PrinterConfig {
  const transport: PrinterTransport = {
    open: () => Promise.reject(new Error("nothing is printed by a question")),
    condition: () => Promise.resolve({ isPaperLow: false }),
    pageRaster: () => Promise.resolve(raster),
  };
  const rest = { id: "office", queues: [], profile: generic80mm, revision: "1" };
  return { ...rest, transport, medium: { kind: "page" } };
}

test.each([
  ["takes no PDF is given pictures of its pages", { format: "pwg", dpi: 600 } as const],
  ["takes PDF is given that", null],
])("a page printer that %s", async (_what, raster) => {
  const printer = pagePrinter(raster);
  const answers = await identifyPrinter(printer, { timeoutMs: 100, isBroken: false });
  if ("obstacle" in answers) throw new Error("it answered");
  const medium = raster === null ? { kind: "page" } : { kind: "page", raster };
  expect(printerAsFound(printer, answers).medium).toEqual(medium);
});

test("pages are drawn as the way to their printer takes them, and nothing else is", () => {
  const pagesAs = { format: "png", dpi: 300 } as const;
  expect(mediumBy({ pagesAs }, { kind: "page" })).toEqual({ kind: "page", raster: pagesAs });
  expect(mediumBy({}, { kind: "page" })).toEqual({ kind: "page" });
  const receipt = { kind: "receipt", profile: generic80mm } as const;
  expect(mediumBy({ pagesAs }, receipt)).toBe(receipt);
  expect(mediumBy({ pagesAs }, null)).toBeNull();
});
