import { describe, expect, test } from "vitest";
import { draftOf, emptyValue, faultOf, observationOf, observationsOf } from "./result-form.ts";

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
    expect(faultOf({ ...emptyValue, value: "1,5,000.1.2" }, "numeric")).toBe("notANumber");
    expect(faultOf({ ...emptyValue, value: "high" }, "text")).toBeNull();
    expect(faultOf(emptyValue, "coded")).toBe("missing");
  });

  test.each([
    ["1,000", 1_000],
    ["1,50,000", 150_000],
    ["150,000", 150_000],
    ["२,५०,०००", 250_000],
    ["4,500.5", 4_500.5],
    ["0,45", 0.45],
    ["0,045", 0.045],
    ["1.000", 1],
  ])("reads %s as it is meant in India", (value, number) => {
    expect(observationOf({ ...emptyValue, value }, "numeric")).toEqual({ value_num: number });
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

  test("sends every other value as it stands, and of the first what is not typed", () => {
    const cells = {
      ...found,
      name: "Leucocytes",
      value_num: 7.1,
      unit: "10^3/µL",
      flag: "H",
    } as const;
    const smear = {
      ...found,
      name: "Smear",
      value_type: "coded",
      value_num: null,
      value_code: "rouleaux",
      unit: null,
      flag: "A",
    } as const;
    const draft = { ...emptyValue, value: "12.9" };
    expect(observationsOf(draft, "numeric", [found, cells, smear])).toEqual([
      { loinc: null, name: "Haemoglobin", unit: "g/dL", value_type: "numeric", value_num: 12.9 },
      {
        loinc: null,
        name: "Leucocytes",
        value_type: "numeric",
        value_num: 7.1,
        comparator: null,
        value_text: null,
        value_code: null,
        value_bool: null,
        unit: "10^3/µL",
        method: null,
        instrument_id: null,
      },
      {
        loinc: null,
        name: "Smear",
        value_type: "coded",
        value_num: null,
        comparator: null,
        value_text: null,
        value_code: "rouleaux",
        value_bool: null,
        unit: null,
        method: null,
        instrument_id: null,
        flag: "A",
      },
    ]);
    expect(observationsOf(draft, "numeric", [])).toEqual([{ value_num: 12.9 }]);
  });

  test("is sent with its other values as they are typed, and as they stand where nothing else is typed", () => {
    const cells = { ...found, name: "Leucocytes", value_num: 7.1, unit: "10^3/µL" } as const;
    const plates = { ...found, name: "Platelets", value_num: 210, unit: "10^3/µL" } as const;
    const before = [found, cells, plates];
    const asFound = draftOf(plates, null);
    const rest = [{ ...emptyValue, value: "8,2" }, asFound];
    expect(observationsOf(draftOf(found, null), "numeric", before, rest)).toMatchObject([
      { name: "Haemoglobin", value_num: found.value_num },
      { name: "Leucocytes", unit: "10^3/µL", value_type: "numeric", value_num: 8.2 },
      { name: "Platelets", value_num: 210, method: null },
    ]);
  });
});
