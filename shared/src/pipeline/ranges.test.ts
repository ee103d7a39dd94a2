import { describe, expect, test } from "vitest";
import { byteRange } from "./ranges.ts";

const etag = '"abc"';

function rangeOf(header: string | null, ifRange: string | null = null) {
  return byteRange(header, ifRange, etag, 1_000);
}

const whole = { kind: "whole", first: 0, last: 999 };

describe("a range", () => {
  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-499", 0, 499],
    ["bytes=500-", 500, 999],
    ["bytes=500-99999", 500, 999],
    ["bytes=-1", 999, 999],
    ["bytes=-5000", 0, 999],
    ["bytes=999-999", 999, 999],
  ])("%s is a part", (header, first, last) => {
    expect(rangeOf(header)).toEqual({ kind: "part", first, last });
  });

  test.each([
    null,
    "",
    "bytes=",
    "bytes=-",
    "bytes=5-2",
    "bytes=0-1,5-6",
    "lines=0-1",
    "bytes=a-b",
  ])("%s asks for the whole file", (header) => {
    expect(rangeOf(header)).toEqual(whole);
  });

  test.each(["bytes=1000-", "bytes=1000-2000", "bytes=-0"])("%s lies behind the end", (header) => {
    expect(rangeOf(header)).toEqual({ kind: "unsatisfiable" });
  });

  test("of another file than its reader knows is the whole file", () => {
    expect(rangeOf("bytes=1-2", '"other"')).toEqual(whole);
    expect(rangeOf("bytes=1-2", etag)).toEqual({ kind: "part", first: 1, last: 2 });
  });
});
