import { createIntl } from "react-intl";
import { expect, test } from "vitest";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { en } from "#ui/i18n/en/en.ts";
import { hi } from "#ui/i18n/hi/hi.ts";
import type { Say } from "#ui/i18n/text.ts";
import { previewFaultText, printFaultText } from "./print-fault-texts.ts";

const sayIn =
  (locale: string, messages: Readonly<Record<string, string>>): Say =>
  (id, values) =>
    createIntl({ locale, messages }).formatMessage({ id }, values);
const english = sayIn("en-IN", en);

const field = (path: string) => ({ path, code: "not_printable", message: "" });
const missing = {
  reason: "missing_glyph",
  about: ["U+4F1F (Han)", "U+16A0"],
  fields: [field("data.patient.name"), field("template.footer_lines.1")],
};

test("a clerk reads which characters stand where, and what to do", () => {
  expect(printFaultText(missing, english)).toBe(
    "Some characters cannot be printed here. Write them in other letters, then try again. " +
      "Patient's name, Letterhead: 伟 ᚠ",
  );
  expect(printFaultText(missing, sayIn("hi-IN", hi))).toContain("रोगी का नाम");
});

test("a field that the desk has no name for is a text of the document", () => {
  const words = printFaultText({ ...missing, fields: [field("data.items.0.drug_name")] }, english);
  expect(words).toContain("Text of the document: 伟 ᚠ");
});

test("other faults are said without characters, and unknown ones in general words", () => {
  const wrong = { reason: "wrong_medium", about: ["wristband"], fields: [] };
  expect(printFaultText(wrong, english)).toMatch(
    /^This printer is not made for this kind of document/u,
  );
  const strange = { reason: "of_a_later_release", about: [], fields: [] };
  expect(printFaultText(strange, english)).toMatch(/^This document cannot be made/u);
});

test("a refused preview says the same, and any other refusal its own words", () => {
  const refused = new ApiError(422, "not_printable", "…", missing, null);
  expect(previewFaultText(refused, english)).toContain("伟 ᚠ");
  const forbidden = new ApiError(403, "forbidden", "…", {}, null);
  expect(previewFaultText(forbidden, english)).toBe(en["fault.forbidden"]);
});
