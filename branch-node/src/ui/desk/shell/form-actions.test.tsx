import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { en } from "#ui/i18n/en/en.ts";
import { hi } from "#ui/i18n/hi/hi.ts";
import { Sentences } from "#ui/i18n/language.tsx";
import { ur } from "#ui/i18n/ur/ur.ts";
import { FormActions } from "./form-actions.tsx";

const languages = [
  { language: "en", catalog: en },
  { language: "hi", catalog: hi },
  { language: "ur", catalog: ur },
] as const;

const undoings = [
  "bills.voidPayment",
  "letters.cancel",
  "lab.cancel",
  "stay.cancelRequest",
  "radiology.cancel",
  "rx.cancel",
  "bed.block",
] as const;

describe.each(languages)("in $language", (spoken) => {
  test.each(undoings)("a form for %s is left by other words than it is done by", (id) => {
    const action = spoken.catalog[id];
    const markup = renderToStaticMarkup(
      <Sentences spoken={spoken}>
        <FormActions action={action} look="danger" testName="done" onLeave={() => {}} />
      </Sentences>,
    );
    const [, done = "", left = ""] = markup
      .split("<button")
      .map((part) => part.replaceAll(/<[^>]*>|^[^>]*>/gu, ""));
    expect(done).toBe(action);
    expect(left).not.toBe("");
    expect(action).not.toContain(left);
  });
});
