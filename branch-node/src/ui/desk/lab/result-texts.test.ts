import { describe, expect, test } from "vitest";
import { en } from "#ui/i18n/en/en.ts";
import type { Say } from "#ui/i18n/text.ts";
import { limitsText, valueText } from "./result-texts.ts";

const say: Say = (id, values = {}) =>
  Object.entries(values).reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    en[id],
  );

const nothing = {
  value_num: null,
  comparator: null,
  value_text: null,
  value_code: null,
  value_bool: null,
  unit: null,
};

describe("a result in words", () => {
  test("says its value with its sign and unit, its answer, or its words", () => {
    expect(valueText({ ...nothing, value_num: 13.2, unit: "g/dL" }, say)).toBe("13.2 g/dL");
    expect(valueText({ ...nothing, value_num: 5, comparator: "lt", unit: "U/L" }, say)).toBe(
      "< 5 U/L",
    );
    expect(valueText({ ...nothing, value_bool: false }, say)).toBe(en["lab.no"]);
    expect(valueText({ ...nothing, value_code: "reactive" }, say)).toBe("reactive");
    expect(valueText({ ...nothing, value_text: "1:80" }, say)).toBe("1:80");
  });

  test("says what is usual, with one limit or two or in words", () => {
    expect(limitsText({ low: 12, high: 15 }, say)).toBe("usual 12 to 15");
    expect(limitsText({ high: 200 }, say)).toBe("usual up to 200");
    expect(limitsText({ low: 40, high: null }, say)).toBe("usual from 40");
    expect(limitsText({ text: "No growth" }, say)).toBe("No growth");
    expect(limitsText({}, say)).toBe("");
  });
});
