import { createIntl } from "react-intl";
import { describe, expect, test } from "vitest";
import { en } from "#ui/i18n/en/en.ts";
import type { Say } from "#ui/i18n/text.ts";
import { kinText, placeText } from "./namesake-facts.ts";

const intl = createIntl({ locale: "en-IN", messages: en });
const say: Say = (id, values) => intl.formatMessage({ id }, values);

describe("whose relative somebody is", () => {
  test.each([
    ["female", "spouse", "W/o Suresh"],
    ["male", "spouse", "H/o Suresh"],
    ["female", "parent", "D/o Suresh"],
    ["male", "parent", "S/o Suresh"],
    ["other", "parent", "C/o Suresh"],
    ["unknown", "spouse", "C/o Suresh"],
    ["female", "friend", "C/o Suresh"],
    ["male", "a word of a newer program", "C/o Suresh"],
    ["male", "constructor", "C/o Suresh"],
  ] as const)("of a %s patient with a %s is written %s", (gender, relationship, written) => {
    const guardian = { name: "Suresh", relationship, phone: "+919822000000" };
    expect(kinText({ relative: null, emergency_contact: guardian, gender }, say)).toBe(written);
  });

  test.each([
    ["female", "husband", "W/o Mohan"],
    ["male", "wife", "H/o Mohan"],
    ["male", "husband", "C/o Mohan"],
    ["female", "mother", "D/o Mohan"],
    ["male", "father", "S/o Mohan"],
    ["female", "guardian", "C/o Mohan"],
  ] as const)(
    "of a %s patient with a %s of that name is written %s",
    (gender, relation, written) => {
      const relative = { name: "Mohan", relation };
      const guardian = { name: "Suresh", relationship: "friend", phone: "+919822000000" };
      expect(kinText({ relative, emergency_contact: guardian, gender }, say)).toBe(written);
    },
  );

  test.each([null, {}, { name: 7 }, { relationship: "parent" }])("is empty of %j", (guardian) => {
    expect(kinText({ relative: null, emergency_contact: guardian, gender: "female" }, say)).toBe(
      "",
    );
  });
});

describe("where somebody lives", () => {
  test.each([
    [{ city: "Khed", district: "Pune" }, "Khed, Pune"],
    [{ city: "Pune", district: "Pune" }, "Pune"],
    [{ district: "Nashik" }, "Nashik"],
    [{ city: " ", line1: "12 MG Road", country: "IN" }, ""],
    [null, ""],
  ])("of %j is written %s", (address, written) => {
    expect(placeText({ address })).toBe(written);
  });
});
