import { createIntl } from "react-intl";
import { describe, expect, test } from "vitest";
import { enConsole } from "./console/en-console.ts";
import { hiConsole } from "./console/hi-console.ts";
import { en as enDesk } from "#ui/i18n/en/en.ts";
import { hi as hiDesk } from "#ui/i18n/hi/hi.ts";
import { urConsole } from "./console/ur-console.ts";
import { ur as urDesk } from "#ui/i18n/ur/ur.ts";

const en = { ...enDesk, ...enConsole };
const hi = { ...hiDesk, ...hiConsole };
const ur = { ...urDesk, ...urConsole };
const others = [
  ["Hindi", hi],
  ["Urdu", ur],
] as const;
const names = Object.keys(en);
const english = new Map<string, string>(Object.entries(en));

const writtenInLatin: readonly string[] = [
  "devices.byUsb",
  "kiosk.keysLatin",
  "kiosk.pin",
  "lock.pin",
  "look.english",
  "look.numeralsLatin",
  "look.pageA4",
  "look.pageA5",
  "patient.abha",
  "patient.none",
  "patient.uhid",
  "payer.cghs",
  "payer.esic",
  "preview.characters",
  "trust.android",
  "trust.windows",
];

function placeholders(sentence: string): string[] {
  return [...sentence.matchAll(/\{(\w+)[,}]/gu)].map((match) => match[1] ?? "").toSorted();
}

describe("the catalogs", () => {
  test.each(others)("carry the same sentences in %s", (_, other) => {
    expect(Object.keys(other).toSorted()).toEqual(names.toSorted());
  });

  test("leave no sentence empty", () => {
    const all = [en, hi, ur].flatMap((catalog) => Object.entries<string>(catalog));
    const empty = all.filter(([, sentence]) => sentence.trim() === "");
    expect(empty).toEqual([]);
  });

  test.each(others)("say the same values in %s", (_, other) => {
    const unlike = Object.entries(other).filter(([name, sentence]) => {
      return placeholders(english.get(name) ?? "").join() !== placeholders(sentence).join();
    });
    expect(unlike).toEqual([]);
  });

  test("are Hindi in the Hindi one, but for names that are written in Latin letters", () => {
    const latin = Object.entries(hi).filter(
      ([, sentence]) => !/\p{Script=Devanagari}/u.test(sentence),
    );
    expect(latin.map(([name]) => name)).toEqual(["patient.none", "patient.uhid"]);
  });

  test("are Urdu in the Urdu one, but for what its speakers write in Latin letters as well", () => {
    const latin = Object.entries(ur).filter(([, sentence]) => !/\p{Script=Arabic}/u.test(sentence));
    expect(latin.map(([name]) => name).toSorted()).toEqual(writtenInLatin);
  });

  test.each([
    ["en-IN", en],
    ["hi-IN", hi],
    ["ur-PK", ur],
  ])("can be said in %s without a fault", (locale, messages) => {
    const faults: string[] = [];
    const intl = createIntl({ locale, messages, onError: (error) => faults.push(error.message) });
    const values = {
      count: 2,
      about: "",
      time: "",
      until: "",
      percent: 100,
      degrees: 90,
      minutes: 1,
      age: "",
      name: "",
      zone: "",
    };
    const rest = {
      day: "",
      days: "",
      from: "",
      to: "",
      when: "",
      room: "",
      token: "",
      year: "",
      department: "",
      reason: "",
      request: "",
      uhid: "",
      other: "",
      bed: "",
      ward: "",
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
      number: "",
      total: "",
      due: "",
    };
    const ofGoods = { batch: "", code: "", unit: "", most: 1, given: 1, left: 0 };
    const decided = { asked: "", approved: "", paid: "", all: 2, some: 1, rate: "" };
    const ofRows = { made: 1, changed: 1, same: 1, wrong: 1 };
    const ofClaims = { policy: "", member: "", utr: "", ...decided };
    for (const id of names)
      intl.formatMessage(
        { id },
        { ...values, ...rest, ...disputed, ...ofGoods, ...ofClaims, ...ofRows },
      );
    expect(faults).toEqual([]);
  });
});
