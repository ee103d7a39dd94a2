import { describe, expect, test } from "vitest";
import { labelModels, labelPrinterOf } from "./label-models.ts";
import { printerModels } from "./printer-models.ts";

describe("the models of label printers", () => {
  test("have names of their own, also beside the receipt printers'", () => {
    const ids = [...labelModels, ...printerModels].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(labelModels)("$vendor $label is found by its name, and names a source", (model) => {
    const { language, dpi } = model;
    expect(labelPrinterOf(model.driverProfile, model.id)).toEqual({ language, dpi });
    expect(model.source).not.toBe("");
  });

  test("are of 203 dpi where nobody has said otherwise", () => {
    expect(labelPrinterOf("tspl", null)).toEqual({ language: "tspl", dpi: 203 });
    expect(labelPrinterOf("epl", "nobody_ever_made_this")).toEqual({ language: "epl", dpi: 203 });
    // A model of another language is no model of this one.
    expect(labelPrinterOf("epl", "tsc_te300")).toEqual({ language: "epl", dpi: 203 });
    expect(labelPrinterOf("zpl_300", null)).toEqual({ language: "zpl", dpi: 300 });
    expect(labelPrinterOf("escpos_80", null)).toBeNull();
  });
});
