import { beforeEach, describe, expect, test } from "vitest";
import { HidPosReader, hidPosReportBytes, isHidPosDescriptor } from "./hid-pos.ts";

const encoder = new TextEncoder();
let scans: string[] = [];
let noise: number[] = [];
let reader: HidPosReader;

/** The reports that a scanner makes of one scan. */
function reportsOf(text: string, symbology: string): readonly Uint8Array[] {
  const bytes = encoder.encode(text);
  const reports: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += 56) {
    const part = bytes.slice(at, at + 56);
    const report = new Uint8Array(hidPosReportBytes);
    report.set([2, part.length, ...encoder.encode(symbology)]);
    report.set(part, 5);
    report[63] = at + 56 < bytes.length ? 1 : 0;
    reports.push(report);
  }
  return reports;
}

beforeEach(() => {
  scans = [];
  noise = [];
  reader = new HidPosReader({
    onScan: (text) => scans.push(text),
    onNoise: (bytes) => noise.push(bytes),
  });
});

describe("a scanner in its HID mode for points of sale", () => {
  test("reports one scan by one report, with its symbology", () => {
    for (const report of reportsOf("0112345678901231", "]d2")) reader.push(report);
    expect(scans).toEqual(["]d20112345678901231"]);
  });

  test("reports a long scan by several, and a letter may be cut in two between them", () => {
    const text = `${"x".repeat(55)}क${"y".repeat(100)}`;
    const reports = reportsOf(text, "]Q1");
    expect(reports).toHaveLength(3);
    for (const report of reports) reader.push(report);
    expect(scans).toEqual([`]Q1${text}`]);
  });

  test("leaves the symbology out where the scanner sends none", () => {
    for (const report of reportsOf("A1", "\u0000\u0000\u0000")) reader.push(report);
    expect(scans).toEqual(["A1"]);
  });

  test("keeps no more than the largest symbol holds of a scanner that says for ever that more follows", () => {
    const [endless = new Uint8Array()] = reportsOf("m".repeat(80), "]C0");
    for (let count = 0; count < 1_000; count += 1) reader.push(endless);
    expect(noise.length).toBeGreaterThan(5);
    reader.reset();
    for (const report of reportsOf("next", "]C0")) reader.push(report);
    expect(scans).toEqual(["]C0next"]);
  });

  test("loses the scan that a strange report falls into, and no other", () => {
    const [first, second] = reportsOf("z".repeat(80), "]C0");
    reader.push(first ?? new Uint8Array());
    reader.push(Uint8Array.of(7, 1, 2));
    reader.push(second ?? new Uint8Array());
    for (const report of reportsOf("next", "]C0")) reader.push(report);
    expect(noise).toEqual([3]);
    expect(scans.at(-1)).toBe("]C0next");
  });

  test("does not believe a length that the report cannot hold", () => {
    const report = new Uint8Array(hidPosReportBytes);
    report.set([2, 60]);
    reader.push(report);
    expect(scans).toEqual([]);
    expect(noise).toEqual([64]);
  });

  test("is known by its descriptor, and a keyboard is not taken for one", () => {
    const scanner = Uint8Array.of(0x05, 0x8c, 0x09, 0x02, 0xa1, 0x01, 0x85, 0x02, 0xc0);
    const afterOthers = Uint8Array.of(0x06, 0x00, 0xff, 0x09, 0x02, 0x05, 0x8c, 0x09, 0x02);
    const keyboard = Uint8Array.of(0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0xc0);
    const scale = Uint8Array.of(0x05, 0x8d, 0x09, 0x02, 0xa1, 0x01);
    expect([scanner, afterOthers, keyboard, scale].map(isHidPosDescriptor)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isHidPosDescriptor(Uint8Array.of(0x07))).toBe(false);
  });
});
