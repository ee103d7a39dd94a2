import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FrameReader } from "./frame-reader.ts";

const encoder = new TextEncoder();
let scans: string[] = [];
let noise: number[] = [];

function reader(options = {}): FrameReader {
  return new FrameReader(
    { onScan: (text) => scans.push(text), onNoise: (bytes) => noise.push(bytes) },
    options,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  scans = [];
  noise = [];
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a scanner's bytes", () => {
  test.each([
    ["CR", "A1\rB2\r"],
    ["LF", "A1\nB2\n"],
    ["CR and LF", "A1\r\nB2\r\n"],
    ["STX and ETX", "\u0002A1\u0003\u0002B2\u0003"],
    ["STX and ETX with CR and LF behind", "\u0002A1\u0003\r\n\u0002B2\u0003\r\n"],
  ])("are two scans, ended by %s", (_, sent) => {
    reader().push(encoder.encode(sent));
    expect(scans).toEqual(["A1", "B2"]);
    expect(noise).toEqual([]);
  });

  test("keep a line feed between STX and ETX: it is part of what was scanned", () => {
    reader().push(encoder.encode("\u0002A\nB\u0003"));
    expect(scans).toEqual(["A\nB"]);
  });

  test("end with silence where the scanner sends no terminator, and not before", () => {
    const frames = reader({ idleMs: 100 });
    frames.push(encoder.encode("AB"));
    vi.advanceTimersByTime(99);
    frames.push(encoder.encode("CD"));
    vi.advanceTimersByTime(99);
    expect(scans).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(scans).toEqual(["ABCD"]);
  });

  test("are not cut in two by a busy machine's silence once the scanner has ended a scan itself", () => {
    const frames = reader({ idleMs: 100 });
    frames.push(encoder.encode("A1\rEW1:S:L26"));
    vi.advanceTimersByTime(1_500);
    frames.push(encoder.encode("-0000683\r"));
    expect(scans).toEqual(["A1", "EW1:S:L26-0000683"]);
    expect(noise).toEqual([]);
  });

  test("of a scanner that ends its scans are no scan when the end never comes, and the next is read", () => {
    const frames = reader({ idleMs: 100 });
    frames.push(encoder.encode("A1\rhalf"));
    vi.advanceTimersByTime(2_000);
    expect(scans).toEqual(["A1"]);
    expect(noise).toEqual([4]);
    frames.push(encoder.encode("B2"));
    vi.advanceTimersByTime(100);
    expect(scans).toEqual(["A1", "B2"]);
  });

  test("may cut a character in two", () => {
    const bytes = encoder.encode("सावित्री\r");
    const frames = reader();
    for (const byte of bytes) frames.push(Uint8Array.of(byte));
    expect(scans).toEqual(["सावित्री"]);
  });

  test("are read as Latin-1 where they are no UTF-8", () => {
    reader().push(Uint8Array.of(0x4d, 0xfc, 0x6c, 0x0d));
    expect(scans).toEqual(["Mül"]);
  });

  test("keep the separators of GS1 codes", () => {
    reader().push(encoder.encode("10A1\u001D2107\r"));
    expect(scans).toEqual(["10A1\u001D2107"]);
  });

  test("without an end are thrown away, and the next scan is whole", () => {
    const frames = reader({ longestFrame: 10 });
    frames.push(encoder.encode(`${"x".repeat(25)}\rA1\r`));
    expect(scans).toEqual(["A1"]);
    expect(noise).toEqual([25]);
  });

  test("are no scan when the line is lost in the middle of one", () => {
    const frames = reader();
    frames.push(encoder.encode("half"));
    frames.reset();
    frames.push(encoder.encode("whole\r"));
    vi.runAllTimers();
    expect(scans).toEqual(["whole"]);
    expect(noise).toEqual([4]);
  });

  test("give every scan in order, however they are cut into pieces", () => {
    const line = fc.stringMatching(/^[\u0020-\u007Eक-ह]{1,30}$/u);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.constantFrom("\r", "\n", "\r\n"),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (lines, end, sizes) => {
          scans = [];
          const bytes = encoder.encode(lines.map((text) => text + end).join(""));
          const frames = reader();
          let at = 0;
          for (let piece = 0; at < bytes.length; piece += 1) {
            const size = sizes[piece % sizes.length] ?? 1;
            frames.push(bytes.slice(at, at + size));
            at += size;
          }
          expect(scans).toEqual(lines);
        },
      ),
    );
  });
});
