import { describe, expect, test } from "vitest";
import { readHostStatus } from "./status.ts";

function answer(paper: number, pause: number, head: number): Buffer {
  const lines = [
    `030,${paper},${pause},1245,000,0,0,0,000,0,0,0`,
    `000,0,${head},0,0,2,4,0,00000000,1,000`,
    "1234,0",
  ];
  return Buffer.from(lines.map((line) => `\u0002${line}\u0003\r\n`).join(""), "latin1");
}

describe("the state that a label printer reports", () => {
  test.each([
    [0, 0, 0, { isPaperOut: false, isOffline: false, isCoverOpen: false }],
    [1, 0, 0, { isPaperOut: true, isOffline: false, isCoverOpen: false }],
    [0, 1, 0, { isPaperOut: false, isOffline: true, isCoverOpen: false }],
    [0, 0, 1, { isPaperOut: false, isOffline: false, isCoverOpen: true }],
  ])("is read from paper %i, pause %i, head %i", (paper, pause, head, condition) => {
    expect(readHostStatus(answer(paper, pause, head))).toEqual(condition);
  });

  test("is not read from a part of it, nor from anything else", () => {
    const whole = answer(1, 0, 0);
    expect(readHostStatus(whole.subarray(0, 40))).toBeNull();
    expect(readHostStatus(Buffer.from("no printer at all"))).toBeNull();
    expect(readHostStatus(Buffer.alloc(0))).toBeNull();
  });
});
