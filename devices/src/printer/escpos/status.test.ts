import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createStatusParser,
  requestProcessId,
  requestRealtimeStatus,
  type PrinterStatus,
  type RealtimeRequest,
} from "./status.ts";

function parse(chunks: readonly (readonly number[])[], asked: readonly RealtimeRequest[] = []) {
  const heard: PrinterStatus[] = [];
  const parser = createStatusParser((status) => heard.push(status));
  for (const request of asked) parser.expectRealtime(request);
  for (const chunk of chunks) parser.push(Uint8Array.from(chunk));
  return heard;
}

const answer = (id: string) => [0x37, 0x22, ...Buffer.from(id), 0];

describe("requests", () => {
  test("asks for a process id with the bytes of GS ( H function 48", () => {
    expect([...requestProcessId("A1zB")]).toEqual([
      0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x31, 0x7a, 0x42,
    ]);
  });

  test.each(["", "abc", "abcde", "ab\nc", "कखगघ"])("refuses %j as a process id", (id) => {
    expect(() => requestProcessId(id)).toThrow(RangeError);
  });

  test("asks for the paper sensor in real time", () => {
    expect([...requestRealtimeStatus(4)]).toEqual([0x10, 0x04, 4]);
  });
});

describe("the status parser", () => {
  test("reads a process id that arrives byte by byte", () => {
    const chunks = answer("A1zB").map((byte) => [byte]);
    expect(parse(chunks)).toEqual([{ kind: "process_id", id: "A1zB" }]);
  });

  test("reports each real-time answer by the order of the questions", () => {
    expect(parse([[0x1e, 0x16, 0x72]], [1, 2, 4])).toEqual([
      { kind: "realtime", request: 1, condition: { isOffline: true, isDrawerHigh: true } },
      { kind: "realtime", request: 2, condition: { isCoverOpen: true, isPaperOut: false } },
      { kind: "realtime", request: 4, condition: { isPaperLow: false, isPaperOut: true } },
    ]);
  });

  test("says nothing about the state when a real-time answer was not asked for", () => {
    expect(parse([[0x12]])).toEqual([{ kind: "realtime", request: null, condition: {} }]);
  });

  test("reads an automatic status of an open cover without paper", () => {
    expect(
      parse([
        [0x38, 0x00],
        [0x0c, 0x0f],
      ]),
    ).toEqual([
      {
        kind: "automatic",
        condition: {
          isOffline: true,
          isCoverOpen: true,
          isDrawerHigh: false,
          hasCutterError: false,
          hasUnrecoverableError: false,
          isPaperLow: false,
          isPaperOut: true,
        },
      },
    ]);
  });

  test("reads the cut counter, the paper sensor and a block of information", () => {
    const bytes = [0x5f, ...Buffer.from("4711"), 0, 0x03, 0x5f, ...Buffer.from("TM-T82"), 0];
    expect(parse([bytes])).toEqual([
      { kind: "counter", value: 4711 },
      { kind: "paper", condition: { isPaperLow: true, isPaperOut: false } },
      { kind: "information", text: "TM-T82" },
    ]);
  });

  test("finds the process id again after a broken one", () => {
    const heard = parse([[0x37, 0x22, 0x41], [0x42, 0x43, 0x44, 0x99], answer("good")]);
    expect(heard.at(-1)).toEqual({ kind: "process_id", id: "good" });
    expect(heard[0]).toEqual({ kind: "unknown", bytes: Uint8Array.of(0x37) });
  });

  test("gives up on a block that never ends", () => {
    const heard = parse([[0x5f, ...Array.from({ length: 200 }, () => 0x99)], answer("late")]);
    expect(heard.at(-1)).toEqual({ kind: "process_id", id: "late" });
  });

  test("hears the same whatever the chunks, even in garbage, and loses no byte of a known answer", () => {
    const garbage = fc.uint8Array({ maxLength: 60 });
    fc.assert(
      fc.property(garbage, fc.array(fc.nat(8), { maxLength: 30 }), (noise, sizes) => {
        const bytes = [...answer("head"), ...noise];
        const whole = parse([bytes]);
        const chunks: number[][] = [];
        for (let at = 0; at < bytes.length; at += chunks.at(-1)?.length ?? 0) {
          chunks.push(bytes.slice(at, at + 1 + (sizes[chunks.length] ?? 0)));
        }
        expect(parse(chunks)).toEqual(whole);
        expect(whole[0]).toEqual({ kind: "process_id", id: "head" });
      }),
    );
  });
});
