import { createIntl } from "react-intl";
import { describe, expect, test } from "vitest";
import { enConsole } from "./console/en-console.ts";
import { hiConsole } from "./console/hi-console.ts";
import { en as enDesk } from "./en.ts";
import { hi as hiDesk } from "./hi.ts";

const en = { ...enDesk, ...enConsole };
const hi = { ...hiDesk, ...hiConsole };
const names = Object.keys(en);

function placeholders(sentence: string): string[] {
  return [...sentence.matchAll(/\{(\w+)[,}]/gu)].map((match) => match[1] ?? "").toSorted();
}

describe("the catalogs", () => {
  test("carry the same sentences", () => {
    expect(Object.keys(hi).toSorted()).toEqual(names.toSorted());
  });

  test("leave no sentence empty", () => {
    const empty = Object.entries({ ...en, ...hi }).filter(([, sentence]) => sentence.trim() === "");
    expect(empty).toEqual([]);
  });

  test("say the same values in every language", () => {
    const unlike = Object.entries(hi).filter(([name, sentence]) => {
      const other = Object.entries(en).find(([known]) => known === name)?.[1] ?? "";
      return placeholders(other).join() !== placeholders(sentence).join();
    });
    expect(unlike).toEqual([]);
  });

  test("are Hindi in the Hindi one, but for names that are written in Latin letters", () => {
    const latin = Object.entries(hi).filter(
      ([, sentence]) => !/\p{Script=Devanagari}/u.test(sentence),
    );
    expect(latin.map(([name]) => name)).toEqual(["patient.none", "patient.uhid"]);
  });

  test.each([
    ["en-IN", en],
    ["hi-IN", hi],
  ])("can be said in %s without a fault", (locale, messages) => {
    const faults: string[] = [];
    const intl = createIntl({ locale, messages, onError: (error) => faults.push(error.message) });
    const values = { count: 2, about: "", time: "", minutes: 1, age: "", name: "", zone: "" };
    const rest = {
      day: "",
      when: "",
      room: "",
      token: "",
      year: "",
      department: "",
      reason: "",
      request: "",
      uhid: "",
      other: "",
    };
    const disputed = {
      field: "",
      value: "",
      note: "",
      amount: "",
      item: "",
      values: "",
      low: 0,
      high: 0,
    };
    for (const id of names) intl.formatMessage({ id }, { ...values, ...rest, ...disputed });
    expect(faults).toEqual([]);
  });
});
