import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEplStatus } from "#printer/epl/status.ts";
import { labelStatusQuestions } from "./label-status.ts";
import { readTsplStatus } from "#printer/tspl/status.ts";

const well = { isPaperOut: false, isCoverOpen: false, isOffline: false };

describe("the state that a TSPL printer reports", () => {
  test.each([
    ["ready", 0x00, well],
    ["at work", 0x20, well],
    ["its head open", 0x01, { ...well, isCoverOpen: true }],
    ["jammed", 0x02, { ...well, isOffline: true }],
    ["out of paper", 0x04, { ...well, isPaperOut: true }],
    ["out of paper, head open", 0x05, { ...well, isPaperOut: true, isCoverOpen: true }],
    ["out of ribbon", 0x08, { ...well, isOffline: true }],
    ["paused", 0x10, { ...well, isOffline: true }],
    ["paused at work", 0x30, { ...well, isOffline: true }],
    ["its cover open", 0x40, { ...well, isCoverOpen: true }],
    ["too hot", 0x80, { ...well, isOffline: true }],
  ])("%s is read from its byte", (_state, byte, condition) => {
    expect(readTsplStatus(Uint8Array.of(byte))).toEqual(condition);
  });

  test("is not read from nothing", () => {
    expect(readTsplStatus(new Uint8Array())).toBeNull();
  });
});

describe("the state that an EPL printer reports", () => {
  test.each([
    ["00\r\n", { isPaperOut: false, isCoverOpen: false }],
    ["07\r\n", { isPaperOut: true, isCoverOpen: false }],
    ["11\r\n", { isPaperOut: false, isCoverOpen: true }],
    ["01,11\r\n", { isPaperOut: false, isCoverOpen: true }],
    ["07,11\n", { isPaperOut: true, isCoverOpen: true }],
    // A flow control character before it, and a syntax error of an earlier label.
    ["\u001101\r\n", { isPaperOut: false, isCoverOpen: false }],
  ])("is read from %j", (answer, condition) => {
    expect(readEplStatus(Buffer.from(answer))).toEqual(condition);
  });

  test.each(["", "0", "07", "07,", "107\r\n", "no printer at all\r\n"])(
    "is not read from %j",
    (answer) => {
      expect(readEplStatus(Buffer.from(answer))).toBeNull();
    },
  );
});

test.each([
  [0x00, { isPaperOut: false, isCoverOpen: false }],
  [0x01, { isPaperOut: false, isCoverOpen: false }],
  [0x02, { isPaperOut: true, isCoverOpen: false }],
  [0x06, { isPaperOut: true, isCoverOpen: true }],
])("the state of a CPCL printer is read from its byte %i", (byte, condition) => {
  expect(labelStatusQuestions.cpcl.read(Uint8Array.of(byte))).toEqual(condition);
  expect(labelStatusQuestions.cpcl.read(new Uint8Array())).toBeNull();
});

test("no answer of any printer makes a reader throw", () => {
  const readers = Object.values(labelStatusQuestions);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (answer) => {
      for (const { read } of readers) expect(() => read(answer)).not.toThrow();
    }),
  );
});
