import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { starStatus } from "#virtual/printer-replies.ts";
import { createStarStatusParser, type StarStatus } from "./status.ts";

function read(...chunks: readonly Uint8Array[]): readonly StarStatus[] {
  const heard: StarStatus[] = [];
  const parser = createStarStatusParser((status) => heard.push(status));
  for (const chunk of chunks) parser.push(chunk);
  return heard;
}

const well = {
  isCoverOpen: false,
  isOffline: false,
  hasCutterError: false,
  hasUnrecoverableError: false,
  isPaperOut: false,
  isPaperLow: false,
};
const bytes = (...more: readonly number[]) => Uint8Array.of(0x23, 0x86, ...more);

describe("the status of a Star printer", () => {
  test.each([
    ["ready", bytes(0, 0, 0, 0, 0, 0, 0), well, 0],
    ["cover open", bytes(0x28, 0, 0, 0, 0, 0, 0), { isCoverOpen: true, isOffline: true }, 0],
    ["switched offline", bytes(0x40, 0, 0, 0, 0, 0, 0), { isOffline: true }, 0],
    ["its blade stuck", bytes(0x08, 0x08, 0, 0, 0, 0, 0), { hasCutterError: true }, 0],
    ["broken", bytes(0x08, 0x20, 0, 0, 0, 0, 0), { hasUnrecoverableError: true }, 0],
    ["out of paper", bytes(0x08, 0, 0, 0x08, 0, 0, 0), { isPaperOut: true }, 0],
    ["near its paper's end", bytes(0, 0, 0, 0x04, 0, 0, 0), { isPaperLow: true }, 0],
    ["with seven marks", bytes(2, 0, 0, 0, 0, 0x0e, 0), well, 7],
    ["with thirty-one marks", bytes(2, 0, 0, 0, 0, 0x6e, 0), well, 31],
    // Newer models send more, and say so in the first byte: fifteen here.
    ["in a longer form", Uint8Array.of(0x2f, 6, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0), well, 8],
  ])("%s is read", (_what, answer, condition, prints) => {
    const [status, ...more] = read(answer);
    expect(more).toEqual([]);
    expect(status).toMatchObject({ condition, prints });
  });

  test("is read whatever the chunks, and among bytes that are none", () => {
    const state = { isPaperOut: false, isPaperLow: true, isCoverOpen: false, isOffline: true };
    const noise = fc.array(fc.constantFrom(0x11, 0x13, 0x00, 0xff), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(fc.nat(31), { maxLength: 8 }),
        noise,
        fc.nat(20),
        (counts, junk, cut) => {
          const sent = Buffer.concat(counts.map((count) => starStatus(state, count)));
          const stream = Buffer.concat([Uint8Array.from(junk), sent]);
          const chunks = Array.from({ length: Math.ceil(stream.length / (cut + 1)) }, (_, index) =>
            stream.subarray(index * (cut + 1), (index + 1) * (cut + 1)),
          );
          expect(read(...chunks).map(({ prints }) => prints)).toEqual(counts);
        },
      ),
    );
  });

  test("is never read from garbage with an error, nor waited for for ever", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (garbage) => {
        const last = read(garbage, new Uint8Array(64), bytes(0, 0, 0, 0, 0, 0x02, 0)).at(-1);
        expect(last?.prints).toBe(1);
      }),
    );
  });
});
