import { describe, expect, test } from "vitest";
import { isSearchable, prefillFrom, readQuery } from "./patient-query.ts";

describe("reading what was typed into the search box", () => {
  test.each([
    ["", "empty"],
    ["   ", "empty"],
    ["98765 43210", "phone"],
    ["+91 98765-43210", "phone"],
    ["3210", "phone"],
    ["91-1234-5678-9012", "abha"],
    ["91123456789012", "abha"],
    ["ravi.kumar@abdm", "abha"],
    ["BLR-000123-X", "number"],
    ["mrn 42", "number"],
    ["Lakshmi", "name"],
    ["लक्ष्मी देवी", "name"],
    ["O'Brien", "name"],
  ])("takes %j for %s", (typed, kind) => {
    expect(readQuery(typed).kind).toBe(kind);
  });

  test("reads Devanagari digits as a phone number", () => {
    expect(readQuery("९८७६५ ४३२१०")).toEqual({ kind: "phone", text: "98765 43210" });
  });

  test("takes an international number of fourteen digits for a phone", () => {
    expect(readQuery("+12345678901234").kind).toBe("phone");
  });

  test("closes the gaps between words", () => {
    expect(readQuery("  ravi    kumar ").text).toBe("ravi kumar");
  });

  test("does not ask the server about a single letter", () => {
    expect(isSearchable(readQuery("r"))).toBe(false);
    expect(isSearchable(readQuery("ra"))).toBe(true);
  });
});

describe("starting a registration from a search", () => {
  test("puts digits into the phone field", () => {
    expect(prefillFrom(readQuery("98765 43210"))).toEqual({ phone: "98765 43210" });
  });

  test("puts letters into the name field, with capitals", () => {
    expect(prefillFrom(readQuery("lakshmi o'brien"))).toEqual({ name: "Lakshmi O'Brien" });
    expect(prefillFrom(readQuery("RAVI KUMAR"))).toEqual({ name: "Ravi Kumar" });
  });

  test("leaves a name with capitals of its own as it was typed", () => {
    expect(prefillFrom(readQuery("Meera McArthur"))).toEqual({ name: "Meera McArthur" });
  });

  test("puts an ABHA number into its own field", () => {
    expect(prefillFrom(readQuery("91-1234-5678-9012"))).toEqual({ abhaId: "91-1234-5678-9012" });
  });

  test("carries nothing over from a facility's number", () => {
    expect(prefillFrom(readQuery("BLR-000123-X"))).toEqual({});
  });
});
