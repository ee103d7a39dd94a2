import { describe, expect, test } from "vitest";
import { printerModels, printerProfileOf } from "./printer-models.ts";

describe("the printer models", () => {
  test("have names of their own", () => {
    const ids = printerModels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(printerModels)(
    "$label prints its columns in its width, and names a source",
    (model) => {
      // Font A is 12 dots wide; what is left over is less than one more character.
      expect(model.widthDots - model.columns * 12).toBeGreaterThanOrEqual(0);
      expect(model.widthDots - model.columns * 12).toBeLessThan(12);
      expect(model.source).not.toBe("");
      expect(printerProfileOf(model.driverProfile, model.id)).toBe(model);
    },
  );

  test("are believed to acknowledge only where a status is stated as well", () => {
    const wrong = printerModels.filter((model) => model.hasProcessId && !model.hasRealtimeStatus);
    expect(wrong).toEqual([]);
  });

  test("leave an unknown model to what every printer of its profile can do", () => {
    expect(printerProfileOf("escpos_58", "nobody_ever_made_this")).toMatchObject({
      columns: 32,
      hasProcessId: false,
    });
    expect(printerProfileOf("escpos_80", null)).toMatchObject({ columns: 48, hasProcessId: false });
  });
});
