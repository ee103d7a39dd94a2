import * as fc from "fast-check";
import * as z from "zod";
import { describe, expect, test } from "vitest";
import { createIdSource } from "#kernel/ids.ts";
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

/** The machine codes that a schema answers with; none when it accepts. */
function codesOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : issuesToFields(result.error).map((issue) => issue.code);
}

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

describe("phone", () => {
  test.each([
    ["9845012345", "+919845012345"],
    ["098450 12345", "+919845012345"],
    ["+91 98450-12345", "+919845012345"],
    ["९८४५०१२३४५", "+919845012345"],
    ["+44 20 7946 0958", "+442079460958"],
    ["080 2222 3333", "+918022223333"],
  ])("stores %s as %s", (sent, stored) => {
    expect(phone("IN").parse(sent)).toBe(stored);
    expect(phone("IN").parse(stored)).toBe(stored);
  });

  test("reads a national number with the branch's own country", () => {
    expect(phone("DE").parse("030 901820")).toBe("+4930901820");
  });

  test.each([
    "12345",
    "984501234567890",
    "call 9845012345",
    "",
    "9845012345 ext 5",
    "+999123456789",
    "-",
  ])("refuses %j", (sent) => {
    expect(codesOf(phone("IN"), sent)).toEqual(invalid);
  });
});

describe("email and code", () => {
  test("keeps the form in which the address was written", () => {
    expect(email.parse(" Asha.Rao@Example.IN ")).toBe("Asha.Rao@Example.IN");
    expect(email.parse("मीरा@उदाहरण.भारत")).toBe("मीरा@उदाहरण.भारत");
  });

  test.each([
    "asha",
    "asha@example",
    "a@b@c.in",
    "a b@c.in",
    "@c.in",
    "a@.in",
    "a@c.",
    `${"a".repeat(250)}@c.in`,
  ])("refuses %s", (sent) => {
    expect(codesOf(email, sent)).toEqual(invalid);
  });

  test("judges a long hostile address in linear time", () => {
    const started = performance.now();
    expect(codesOf(email, `a@${"a.".repeat(50_000)}`)).toEqual(invalid);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("a code is lower-case and starts with a letter or digit", () => {
    expect(code.parse("lab.fbc-1_a")).toBe("lab.fbc-1_a");
    for (const sent of ["Lab", ".lab", "", "a".repeat(65), "a b"])
      expect(codesOf(code, sent)).toEqual(invalid);
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

describe("identifiers of health records", () => {
  test.each(["91234567890123", "91-2345-6789-0123"])(
    "stores the ABHA number %s with hyphens",
    (sent) => {
      expect(abhaNumber.parse(sent)).toBe("91-2345-6789-0123");
    },
  );

  test.each(["9123-45678-90123", "9123456789012", "912345678901234", "91 2345 6789 0123"])(
    "refuses the ABHA number %s",
    (sent) => {
      expect(codesOf(abhaNumber, sent)).toEqual(invalid);
    },
  );

  test.each(["ravi.kumar@abdm", "91234567890123@abdm", "ravi.kumar@sbx"])(
    "accepts the ABHA address %s",
    (sent) => {
      expect(abhaAddress.parse(sent)).toBe(sent);
    },
  );

  test.each([
    "1ravi@abdm",
    ".ravi@abdm",
    "ravi.@abdm",
    "abc@abdm",
    "9845012345@abdm",
    "ravi.kumar@example",
  ])("refuses the ABHA address %s", (sent) => {
    expect(codesOf(abhaAddress, sent)).toEqual(invalid);
  });

  test("a patient number is capitals, digits, slashes and hyphens", () => {
    expect(uhid.parse("BR01-000123-K")).toBe("BR01-000123-K");
    for (const sent of ["br01", "-BR", "AB", "A".repeat(33)])
      expect(codesOf(uhid, sent)).toEqual(invalid);
  });

  test("a diagnosis code has the form of ICD-10", () => {
    for (const sent of ["E11.9", "U07.1", "J45"]) expect(icd10.parse(sent)).toBe(sent);
    for (const sent of ["E1", "e11.9", "E11.", "E11.99999"])
      expect(codesOf(icd10, sent)).toEqual(invalid);
  });

  test.each([
    "234123412346",
    "2341 2341 2346",
    "2341-2341-2346",
    "UID 2341 2341 2346",
    "२३४१२३४१२३४६",
  ])("refuses the Aadhaar number %s", (sent) => {
    expect(codesOf(str(1, 64).check(noAadhaar), sent)).toEqual(["aadhaar_not_allowed"]);
  });

  test.each(["234123412345", "23412341234", "Z1234567", "91-2341-2341-2346", "2341234123461"])(
    "accepts the identifier %s",
    (sent) => {
      expect(str(1, 64).check(noAadhaar).parse(sent)).toBe(sent);
    },
  );
});

describe("enumOf", () => {
  test("names what is allowed when the word is unknown", () => {
    const result = z
      .strictObject({ gender: enumOf(["male", "female"]) })
      .safeParse({ gender: "Male" });
    expect(result.success ? [] : issuesToFields(result.error)).toEqual([
      { path: "gender", code: "invalid_enum", message: "must be one of male, female" },
    ]);
  });

  test("tells a missing word from an unknown one", () => {
    expect(codesOf(z.strictObject({ gender: enumOf(["male"]) }), {})).toEqual(invalid);
  });
});

describe("address", () => {
  test("is Indian unless it says otherwise", () => {
    expect(address.parse({ city: " Bengaluru ", state: "KA" })).toEqual({
      city: "Bengaluru",
      state: "KA",
      country: "IN",
    });
  });

  test("asks an Indian PIN code for six digits, and no other country's", () => {
    expect(address.safeParse({ postal_code: "560001" }).success).toBe(true);
    expect(address.safeParse({ postal_code: "SW1A 1AA", country: "GB" }).success).toBe(true);
    const result = address.safeParse({ postal_code: "060001" });
    expect(result.success ? [] : issuesToFields(result.error)).toEqual([
      {
        path: "postal_code",
        code: "validation_error",
        message: "must be a PIN code of six digits",
      },
    ]);
  });

  test("refuses a property it does not know", () => {
    expect(codesOf(address, { town: "Pune" })).toEqual(["unknown_field"]);
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
