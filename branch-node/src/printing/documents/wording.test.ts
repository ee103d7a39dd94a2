import { describe, expect, test } from "vitest";
import type { PrintSettings } from "./print-settings.ts";
import { createWording } from "./wording.ts";
import { en } from "#printing/documents/texts/en.ts";
import { hi } from "#printing/documents/texts/hi.ts";

const settings: PrintSettings = {
  displayName: "Clinic",
  headerLines: [],
  footerLines: [],
  extraLines: [],
  logo: null,
  languages: ["en"],
  numerals: "latn",
  pageSize: "a4",
  labelSize: null,
  timeZone: "Asia/Kolkata",
};
const english = createWording(settings);
const hindi = createWording({ ...settings, languages: ["hi"], numerals: "native" });
const both = createWording({ ...settings, languages: ["en", "hi"] });

describe("the words of documents", () => {
  test("are there in every language, and none is empty", () => {
    expect(Object.keys(hi).toSorted()).toEqual(Object.keys(en).toSorted());
    expect(Object.values(hi).filter((word) => word.trim() === "")).toEqual([]);
  });

  test("stand side by side in two languages, once where both have the same", () => {
    expect(both.textOf("duplicate")).toBe("DUPLICATE / प्रतिलिपि");
    expect(both.brief("duplicate")).toBe("DUPLICATE");
    expect(createWording({ ...settings, languages: ["hi", "en"] }).brief("token")).toBe("टोकन");
  });
});

describe("money on documents", () => {
  test.each([
    [0, "₹0.00", "₹०.००"],
    [1, "₹0.01", "₹०.०१"],
    [123_456_789, "₹12,34,567.89", "₹१२,३४,५६७.८९"],
    [-79, "-₹0.79", "-₹०.७९"],
  ])("%d paise are %s and %s", (minor, inEnglish, inHindi) => {
    expect(english.money(minor, "INR")).toBe(inEnglish);
    expect(hindi.money(minor, "INR")).toBe(inHindi);
  });

  test("keeps the decimals of its currency, and loses only its sign in a column", () => {
    expect(english.amount(123_456_789, "INR")).toBe("12,34,567.89");
    expect(english.amount(1_500, "JPY")).toBe("1,500");
    expect(english.amount(-4_500, "INR")).toBe("-45.00");
    expect(english.money(9_007_199_254_740_991, "INR")).toBe("₹9,00,71,99,25,47,409.91");
  });
});

describe("dates on documents", () => {
  test.each([
    ["2026-11-21T10:05:00.000Z", "21 Nov 2026, 15:35", "२१ नवंबर २०२६, १५:३५"],
    ["2026-11-20T18:30:00.000Z", "21 Nov 2026, 00:00", "२१ नवंबर २०२६, ००:००"],
  ])("%s is %s and %s on the branch's clock", (at, inEnglish, inHindi) => {
    expect(english.instant(at)).toBe(inEnglish);
    expect(hindi.instant(at)).toBe(inHindi);
  });

  test("a day is that day in every zone", () => {
    const far = createWording({ ...settings, timeZone: "Pacific/Auckland" });
    expect(far.date("2026-01-01")).toBe("1 Jan 2026");
    const west = createWording({ ...settings, timeZone: "America/Los_Angeles" });
    expect(west.date("2026-01-01")).toBe("1 Jan 2026");
  });

  test.each([
    ["1987-03-09", "2026-11-21T10:05:00.000Z", "39 y"],
    ["1987-11-22", "2026-11-21T10:05:00.000Z", "38 y"],
    // It is the 22nd at the branch already.
    ["1987-11-22", "2026-11-21T18:40:00.000Z", "39 y"],
    ["2024-11-21", "2026-11-21T10:05:00.000Z", "2 y"],
    ["2024-11-22", "2026-11-21T10:05:00.000Z", "23 m"],
    ["2026-09-21", "2026-11-21T10:05:00.000Z", "2 m"],
    ["2026-09-22", "2026-11-21T10:05:00.000Z", "60 d"],
    ["2026-11-21", "2026-11-21T10:05:00.000Z", "0 d"],
  ])("somebody born on %s is at %s %s old", (dob, at, age) => {
    expect(english.age(dob, at)).toBe(age);
  });
});
