import * as fc from "fast-check";
import * as z from "zod";
import { describe, expect, test } from "vitest";
import { createIdSource } from "#kernel/ids.ts";
import { codesOf } from "./field-samples.ts";
import {
  abhaAddress,
  abhaNumber,
  address,
  code,
  date,
  email,
  enumOf,
  icd10,
  idOf,
  int,
  json,
  money,
  noAadhaar,
  phone,
  str,
  text,
  time,
  ts,
  uhid,
} from "./fields.ts";
import { issuesToFields } from "./issues.ts";

const invalid = ["validation_error"];

describe("str", () => {
  test("stores text trimmed and in NFC", () => {
    expect(str(1, 10).parse("  Ame\u0301lie ")).toBe("Am\u00e9lie");
  });

  test("counts code points, not UTF-16 units", () => {
    expect(str(1, 2).parse("😀😀")).toBe("😀😀");
    expect(codesOf(str(1, 2), "😀😀😀")).toEqual(invalid);
  });

  test("refuses a text that is only spaces where one character is required", () => {
    expect(codesOf(str(1, 5), "   ")).toEqual(invalid);
    expect(str(0, 5).parse("   ")).toBe("");
  });

  test.each(["a\u0000b", "a\nb", "a\tb", "a\u0085b", "a\ud800b"])("refuses %j", (sent) => {
    expect(codesOf(str(0, 20), sent)).toEqual(invalid);
  });

  test("keeps the joiners that Indic scripts are written with", () => {
    expect(str(1, 20).parse("क्\u200dष")).toBe("क्\u200dष");
  });

  test.each([
    "4111111111111111",
    "card 4111 1111 1111 1111 exp 12/26",
    "4111-1111-1111-1111 12",
    "४१११ ११११ ११११ ११११",
    "378282246310005",
  ])("refuses a payment card number: %s", (sent) => {
    expect(codesOf(str(0, 200), sent)).toEqual(["pan_detected"]);
    expect(codesOf(text(200), sent)).toEqual(["pan_detected"]);
  });

  test.each(["4111111111111112", "call 98450 12345", "411111111111", "41111111111111110000"])(
    "accepts other numbers: %s",
    (sent) => {
      expect(str(0, 200).parse(sent)).toBe(sent);
    },
  );

  test("reads its own output unchanged", () => {
    const readTwice = fc.property(fc.string({ unit: "binary" }), (sent) => {
      const once = str(0, 1000).safeParse(sent);
      return !once.success || str(0, 1000).parse(once.data) === once.data;
    });
    expect(() => fc.assert(readTwice)).not.toThrow();
  });
});

describe("text", () => {
  test("keeps line feeds and tabs, and reads CRLF as a line feed", () => {
    expect(text(20).parse("a\r\nb\tc\n")).toBe("a\nb\tc");
  });

  test("refuses other control characters", () => {
    expect(codesOf(text(20), "a\u0007b")).toEqual(invalid);
    expect(codesOf(text(20), "a\rb")).toEqual(invalid);
  });
});

describe("idOf", () => {
  const id = createIdSource(() => 1_790_000_000_000)("pat");

  test("accepts an id of its kind", () => {
    expect(idOf("pat").parse(id)).toBe(id);
  });

  test.each([id.toUpperCase(), id.replace("pat", "apt"), id.slice(0, -1), `${id}0`, "", "pat_"])(
    "refuses %s as invalid_id",
    (sent) => {
      expect(codesOf(idOf("pat"), sent)).toEqual(["invalid_id"]);
    },
  );
});

describe("date", () => {
  test.each(["2024-02-29", "1900-01-01", "2026-12-31"])("accepts %s", (sent) => {
    expect(date.parse(sent)).toBe(sent);
  });

  test.each([
    "2023-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-1-1",
    "0000-01-01",
    "2026-01-01T00:00:00Z",
    "",
  ])("refuses %j", (sent) => {
    expect(codesOf(date, sent)).toEqual(invalid);
  });
});

describe("ts", () => {
  test.each([
    ["2026-04-01T09:30:00+05:30", "2026-04-01T04:00:00.000Z"],
    ["2026-04-01t09:30:00.5z", "2026-04-01T09:30:00.500Z"],
    ["2026-04-01T00:15:00.123456-08:00", "2026-04-01T08:15:00.123Z"],
    ["2026-01-01T02:00:00+05:30", "2025-12-31T20:30:00.000Z"],
    ["2024-02-29 23:59:59Z", "2024-02-29T23:59:59.000Z"],
  ])("stores %s as %s", (sent, stored) => {
    expect(ts.parse(sent)).toBe(stored);
    expect(ts.parse(stored)).toBe(stored);
  });

  test.each(["2026-04-01T09:30:00", "2026-04-01T09:30", "2026-04-01 09:30:00.123"])(
    "asks for the offset of %s",
    (sent) => {
      expect(codesOf(ts, sent)).toEqual(["timezone_required"]);
    },
  );

  test.each([
    "2026-02-30T00:00:00Z",
    "2026-04-01T24:00:00Z",
    "2026-04-01T09:60:00Z",
    "2026-04-01",
    "yesterday",
    "9999-12-31T23:59:59-05:00",
    "2026-04-01T09:30Z",
    "2026-04-01T09:30:00+24:00",
    1775000000000,
  ])("refuses %s", (sent) => {
    expect(codesOf(ts, sent)).toEqual(invalid);
  });
});

describe("time, int and money", () => {
  test("a time of day ends at 23:59", () => {
    expect(time.parse("00:00")).toBe("00:00");
    expect(time.parse("23:59")).toBe("23:59");
    for (const sent of ["24:00", "9:30", "09:60", "09:30:00"])
      expect(codesOf(time, sent)).toEqual(invalid);
  });

  test("an integer is a JSON number within its bounds", () => {
    expect(int(1, 3).parse(3)).toBe(3);
    for (const sent of [0, 4, 1.5, "2", Number.NaN, Infinity, null])
      expect(codesOf(int(1, 3), sent)).toEqual(invalid);
  });

  test("money is a whole number of minor units up to the largest safe integer", () => {
    expect(money.parse(9_007_199_254_740_991)).toBe(9_007_199_254_740_991);
    for (const sent of [-1, 0.5, 9_007_199_254_740_992, "100"])
      expect(money.safeParse(sent).success).toBe(false);
  });
});

describe("json", () => {
  const parsed = (body: string): unknown => JSON.parse(body);
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

  test("returns an object as it was sent", () => {
    const sent = { ward: "B", tags: [1, null, true], deep: nested(7) };
    expect(json(4096).parse(sent)).toEqual(sent);
  });

  test.each([
    ["an array", []],
    ["null", null],
    ["a text", "{}"],
    ["nine levels", nested(9)],
    ["five thousand levels of arrays", parsed(`{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`)],
    ["501 keys", Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`k${index}`, 1]))],
    ["too many bytes", { a: "अ".repeat(1400) }],
    ["__proto__", parsed('{"a":{"__proto__":{"isAdmin":true}}}')],
    ["constructor", { constructor: 1 }],
    ["an overflown number", parsed('{"a":1e999}')],
    ["U+0000", { a: "\u0000" }],
    ["half a surrogate pair as a key", { "\ud800": 1 }],
  ])("refuses %s", (_, sent) => {
    expect(codesOf(json(4096), sent)).toEqual(invalid);
  });

  test("counts bytes, not characters", () => {
    expect(json(10).safeParse({ a: "é" }).success).toBe(true);
    expect(json(9).safeParse({ a: "é" }).success).toBe(false);
  });
});

describe("enumOf", () => {
  test("names what is allowed when the word is unknown", () => {
    const result = z
      .strictObject({ gender: enumOf(["male", "female"]) })
      .safeParse({ gender: "m" });
    expect(result.success ? [] : issuesToFields(result.error)).toEqual([
      { path: "gender", code: "invalid_enum", message: "must be one of male, female" },
    ]);
  });

  test("reads words and their other names in any case, and keeps the list's own", () => {
    const words = enumOf(["male", "OPD", "A+"], { M: "male", er: "OPD" });
    const sent = ["male", "Male", "MALE", "m", "M", "opd", "OPD", "ER", "a+"];
    expect(sent.map((word) => words.parse(word))).toEqual([
      ...Array<string>(5).fill("male"),
      ...Array<string>(3).fill("OPD"),
      "A+",
    ]);
    for (const word of ["mal", " male", "", 1, null, ["male"], "__proto__", "constructor"])
      expect(words.safeParse(word).success).toBe(false);
  });

  test("distinguishes a missing word from an unknown one", () => {
    expect(codesOf(z.strictObject({ gender: enumOf(["male"]) }), {})).toEqual(invalid);
  });
});

test("every field describes itself as JSON Schema, on the way in and on the way out", () => {
  const all = z.strictObject({
    abhaAddress,
    abhaNumber,
    address,
    code,
    date,
    email,
    icd10,
    money,
    time,
    ts,
    uhid,
    id: idOf("pat"),
    str: str(1, 200),
    text: text(500),
    int: int(0, 9),
    phone: phone("IN"),
    json: json(4096),
    gender: enumOf(["male", "female"]),
    identifier: str(1, 64).check(noAadhaar).optional(),
  });
  const input = z.toJSONSchema(all, { io: "input", unrepresentable: "any" });
  expect(input.properties).toMatchObject({
    str: { type: "string", minLength: 1, maxLength: 200 },
    ts: { type: "string", format: "date-time" },
    date: { type: "string", format: "date" },
    id: { type: "string", pattern: "^pat_[0-9a-hjkmnp-tv-z]{26}$" },
    gender: { enum: ["male", "female"] },
    json: { type: "object" },
    money: { type: "integer", minimum: 0 },
  });
  expect(() => z.toJSONSchema(all, { io: "output", unrepresentable: "any" })).not.toThrow();
});
