import { expect, test } from "vitest";
import { en } from "#ui/i18n/en/en.ts";
import { sampleOutcome } from "./sample-outcome.ts";

const say = (id: keyof typeof en) => en[id];
const glyph = {
  code: "not_printable",
  message: "",
  details: { reason: "missing_glyph", about: ["U+4F1F (Han)"], fields: [] },
} as const;

test.each([
  ["queued", true, "busy", en["look.sampleQueued"]],
  ["queued", false, "warning", en["documents.noPrinter"]],
  ["printing", true, "busy", en["look.samplePrinting"]],
  ["printed", true, "good", en["look.samplePrinted"]],
  ["sent_unconfirmed", true, "good", en["look.sampleSent"]],
  ["needs_review", true, "warning", en["printing.question"]],
  ["failed", true, "danger", en["printing.failed"]],
  ["expired", true, "warning", en["look.sampleOver"]],
] as const)("a sample that is %s, with a printer: %s, is %s", (status, hasPrinter, tone, text) => {
  expect(sampleOutcome({ status, error: null }, hasPrinter, say)).toEqual({ tone, text });
});

test("a sample whose content is at fault names it", () => {
  const error = {
    ...glyph,
    details: { ...glyph.details, about: [...glyph.details.about], fields: [] },
  };
  const { text } = sampleOutcome({ status: "failed", error }, true, say);
  expect(text).toContain(en["preview.missingGlyph"]);
});
