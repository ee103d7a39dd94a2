import { describe, expect, test } from "vitest";
import { draftOf, emptyValue, faultOf, observationOf } from "./result-form.ts";

const found = {
  loinc: null,
  name: "Haemoglobin",
  value_type: "numeric",
  value_num: 13.2,
  comparator: null,
  value_text: null,
  value_code: null,
  value_bool: null,
  unit: "g/dL",
  method: null,
  instrument_id: null,
  ref_low: 12,
  ref_high: 15,
  ref_text: null,
  flag: "N",
  delta: null,
} as const;

describe("the form of a result", () => {
  test("reads numbers with digits of any script and a comma for a point", () => {
    const typed = { ...emptyValue, value: " १३,२ " };
    expect(faultOf(typed, "numeric")).toBeNull();
    expect(observationOf(typed, "numeric")).toEqual({ value_num: 13.2 });
    expect(observationOf({ ...typed, sign: "lt" }, "numeric")).toEqual({
      value_num: 13.2,
      comparator: "lt",
    });
    expect(faultOf({ ...emptyValue, value: "high" }, "numeric")).toBe("notANumber");
    expect(faultOf({ ...emptyValue, value: "high" }, "text")).toBeNull();
    expect(faultOf(emptyValue, "coded")).toBe("missing");
  });

  test("sends answers, yes or no, and words as what they are", () => {
    expect(observationOf({ ...emptyValue, value: "reactive" }, "coded")).toEqual({
      value_code: "reactive",
    });
    expect(observationOf({ ...emptyValue, value: "false" }, "boolean")).toEqual({
      value_bool: false,
    });
    expect(observationOf({ ...emptyValue, value: "1:80" }, "titre")).toEqual({
      value_text: "1:80",
    });
  });

  test("begins with what was found", () => {
    expect(draftOf(found, "Seen again")).toEqual({
      value: "13.2",
      sign: "",
      isConfirmed: false,
      conclusion: "Seen again",
    });
    expect(draftOf({ ...found, value_num: null, value_bool: true }, null).value).toBe("true");
    expect(draftOf(undefined, null)).toEqual(emptyValue);
  });
});
