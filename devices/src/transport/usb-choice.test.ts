import { describe, expect, test } from "vitest";
import { choosePrinter } from "./usb-choice.ts";

const front = { serialNumber: "X7AB000117" };
const back = { serialNumber: "X7AB000118" };
const silent = { serialNumber: undefined };

describe("of several USB printers of the same make and product", () => {
  test("the one with the registered serial number is meant, wherever it is plugged in", () => {
    const meant = { serialNo: "X7AB000118", otherSerialNos: ["X7AB000117"] };
    expect(choosePrinter([front, back], meant)).toBe(back);
    expect(choosePrinter([back, front], meant)).toBe(back);
  });

  test("another that is registered is never taken for one that is away", () => {
    const meant = { serialNo: "X7AB000118", otherSerialNos: ["X7AB000117"] };
    expect(choosePrinter([front], meant)).toBe(undefined);
  });

  test("the one that nobody else is registered as is meant by a number that none says", () => {
    const meant = { serialNo: "on the back", otherSerialNos: ["X7AB000117"] };
    expect(choosePrinter([front, back], meant)).toBe(back);
    expect(choosePrinter([front, silent], meant)).toBe(silent);
  });

  test("a number is the same in small letters and with a space behind", () => {
    const meant = { serialNo: "x7ab000118 ", otherSerialNos: [] };
    expect(choosePrinter([front, back], meant)).toBe(back);
  });

  test("the first is meant where none says a number", () => {
    const other = { serialNumber: "" };
    expect(choosePrinter([silent, other], { serialNo: "1", otherSerialNos: ["2"] })).toBe(silent);
  });
});
