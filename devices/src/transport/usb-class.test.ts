import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conditionOfPort, nameInDeviceId } from "./usb-class.ts";

function answer(text: string, counted = text.length + 2): Uint8Array {
  return Uint8Array.from([counted >> 8, counted & 255, ...Buffer.from(text, "latin1")]);
}

describe("what a printer calls itself at its port", () => {
  test.each([
    ["with short keys", "MFG:EPSON;CMD:ESC/POS;MDL:TM-T82III;CLS:PRINTER;", "EPSON TM-T82III"],
    ["with long keys", "MANUFACTURER:Star;MODEL:TSP143;", "Star TSP143"],
    ["with the maker in the model", "MFG:Zebra;MDL:Zebra ZD421;", "Zebra ZD421"],
    ["without a maker", "MDL:POS-80;", "POS-80"],
    ["with spaces and control characters", " mfg : XP ; mdl: 80\u0000C ;", "XP 80C"],
    ["with a colon in a value", "MFG:a;MDL:b:c;", "a b:c"],
    ["with a name longer than is kept", `MDL:${"x".repeat(200)};`, "x".repeat(80)],
  ])("is read %s", (_title, text, name) => {
    expect(nameInDeviceId(answer(text))).toBe(name);
  });

  test.each([
    ["counted without its two bytes", 24],
    ["counted the wrong way round", 0x1a00],
    ["not counted", 0],
  ])("is read where it is %s", (_title, counted) => {
    expect(nameInDeviceId(answer("MFG:EPSON;MDL:TM-T20III;", counted))).toMatch(/^EPSON TM-T20II/u);
  });

  test("ends where its length says, whatever the buffer holds behind it", () => {
    const said = answer("MFG:A;MDL:B;");
    expect(nameInDeviceId(Buffer.concat([said, Buffer.from("MDL:old;")]))).toBe("A B");
  });

  test("is nothing where no model is named, and never a fault", () => {
    expect(nameInDeviceId(answer("CLS:PRINTER;"))).toBe(null);
    const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(nameInDeviceId(bytes)?.length ?? 0).toBeLessThanOrEqual(80);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe("how a printer is by its port", () => {
  test.each([
    ["ready", 0x18, false],
    ["in error, and selected", 0x10, false],
    ["out of paper", 0x38, true],
    ["out of paper and in error", 0x20, true],
  ])("%s", (_title, status, isPaperOut) => {
    expect(conditionOfPort(status)).toEqual({ isPaperOut });
  });

  test.each([0x00, 0xff, 0x19, 0x80])("an answer of %i says nothing", (status) => {
    expect(conditionOfPort(status)).toBe(null);
  });
});
