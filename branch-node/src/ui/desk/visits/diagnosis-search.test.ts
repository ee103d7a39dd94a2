import { describe, expect, test } from "vitest";
import { icd10 } from "@edgeward/shared/contract/fields.ts";
import { commonDiagnoses } from "./diagnosis-list.ts";
import { findDiagnoses } from "./diagnosis-search.ts";

const codes = (typed: string) => findDiagnoses(commonDiagnoses, typed).map(({ code }) => code);

describe("the list of common diagnoses", () => {
  test("has codes of ICD-10, each once, with words in every language", () => {
    expect(commonDiagnoses.length).toBeGreaterThan(300);
    expect(new Set(commonDiagnoses.map(({ code }) => code)).size).toBe(commonDiagnoses.length);
    const wrong = commonDiagnoses.filter(
      ({ code, en, hi, ur }) =>
        !icd10.safeParse(code).success ||
        !/\p{Script=Latin}/u.test(en) ||
        !/\p{Script=Devanagari}/u.test(hi) ||
        !/\p{Script=Arabic}/u.test(ur),
    );
    expect(wrong).toEqual([]);
  });
});

describe("a diagnosis", () => {
  test.each([
    ["fever", "R50.9"],
    ["dengue", "A90"],
    ["hypert", "I10"],
    ["high blood pr", "I10"],
    ["pressure high", "I10"],
    ["sugar", "E11.9"],
    ["बुखार", "R50.9"],
    ["मधु", "E11.9"],
    ["कमर दर्द", "M54.5"],
    ["بخار", "R50.9"],
    ["بلڈ پریشر", "I10"],
    ["کمر درد", "M54.5"],
  ])("is found by %s: whole words, begun ones, further names, in any order", (typed, code) => {
    expect(codes(typed)).toContain(code);
  });

  test.each([
    ["bukhar", "R50.9"],
    ["khujli", "B86"],
    ["dast", "A09"],
    ["malaria", "B54"],
  ])("is found by its Hindi name in Latin letters: %s", (typed, code) => {
    expect(codes(typed)).toContain(code);
  });

  test.each([
    ["diabtes", "E11.9"],
    ["dengeu", "A90"],
    ["astma", "J45.9"],
    ["pnuemonia", "J18.9"],
    ["hypertenson", "I10"],
  ])("is found with one slip of the hand: %s", (typed, code) => {
    expect(codes(typed)).toContain(code);
  });

  test("is found by its code or the beginning of it, with or without the dot", () => {
    expect(codes("j06.9")).toEqual(["J06.9"]);
    expect(codes("J069")).toEqual(["J06.9"]);
    expect(codes("e11")).toEqual(["E11.9", "E11.2", "E11.3", "E11.4", "E11.5", "E11.6"]);
  });

  test("stands before those that fit less: the commonest comes first", () => {
    expect(codes("fever")[0]).toBe("R50.9");
    expect(codes("asthma")[0]).toBe("J45.9");
    expect(codes("दस्त")[0]).toBe("A09");
  });

  test("is not found by words that no diagnosis has, nor by nothing", () => {
    expect(codes("zzzzzz")).toEqual([]);
    expect(codes("fever zzzzzz")).toEqual([]);
    expect(codes("  ")).toEqual([]);
  });
});
