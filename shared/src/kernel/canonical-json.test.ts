import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

const jsonValues = fc.jsonValue({ stringUnit: "grapheme" });

/** The same value with the members of every object in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, turned(member)]),
  );
}

describe("the text", () => {
  test("does not depend on the order of members", () => {
    const same = fc.property(
      jsonValues,
      (value) => canonicalJson(turned(value)) === canonicalJson(value),
    );
    expect(() => fc.assert(same)).not.toThrow();
  });

  test("is read back as the same value", () => {
    const same = fc.property(jsonValues, (value) => {
      const text = canonicalJson(value);
      const read: unknown = JSON.parse(text);
      return (
        canonicalJson(read) === text &&
        JSON.stringify(turned(turned(read))) === JSON.stringify(read)
      );
    });
    expect(() => fc.assert(same)).not.toThrow();
    expect(JSON.parse(canonicalJson({ b: [1, { d: null, c: "x" }], a: false }))).toEqual({
      a: false,
      b: [1, { c: "x", d: null }],
    });
  });

  test("differs for different values", () => {
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: "1" }));
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });
});

describe("RFC 8785", () => {
  test("sorts members by UTF-16 code units", () => {
    const value = {
      "\u20ac": 1,
      "\r": 2,
      "\ufb33": 3,
      "1": 4,
      "\u{1f600}": 5,
      "\u0080": 6,
      "\u00f6": 7,
    };
    const keys = [...canonicalJson(value).matchAll(/:(\d)/gu)].map(([, digit]) => digit).join("");
    expect(keys).toBe("2467153");
  });

  test("writes numbers as ECMAScript does", () => {
    expect(
      canonicalJson([
        Number("333333333.33333329"),
        1e30,
        4.5,
        2e-3,
        0.000000000000000000000000001,
        -0,
      ]),
    ).toBe("[333333333.3333333,1e+30,4.5,0.002,1e-27,0]");
  });

  test("escapes only what it must", () => {
    expect(canonicalJson("\u20ac$\u000f\nA'B\"\\/é")).toBe('"€$\\u000f\\nA\'B\\"\\\\/é"');
  });
});

test("leaves out members that are undefined", () => {
  expect(canonicalJson({ a: undefined, b: { c: undefined } })).toBe('{"b":{}}');
});

const endless: Record<string, unknown> = {};
endless["self"] = endless;

test.each([
  ["NaN", Number.NaN],
  ["infinity", { a: -Infinity }],
  ["half a surrogate pair", "\ud800"],
  ["half a surrogate pair as a key", { "\udc00": 1 }],
  ["undefined in a list", [undefined]],
  ["undefined", undefined],
  ["a bigint", 1n],
  ["a function", () => 1],
  ["a date", new Date(0)],
  ["a map", new Map()],
  ["a value that holds itself", endless],
])("refuses %s", (_, value) => {
  expect(() => canonicalJson(value)).toThrow("canonical JSON has no form for");
});

test("takes the same object twice side by side", () => {
  const shared = { a: 1 };
  expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
});
