import { createIntl } from "react-intl";
import { expect, test } from "vitest";
import { enKiosk } from "./floor/en-kiosk.ts";
import { hiKiosk } from "./floor/hi-kiosk.ts";
import { plainSentence } from "./plain-sentence.ts";

test.each([
  ["en-IN", enKiosk],
  ["hi-IN", hiKiosk],
])("says every sentence of the kiosk in %s as the whole of ICU does", (locale, messages) => {
  const intl = createIntl({ locale, messages });
  for (const count of [0, 1, 2, 45]) {
    const values = {
      count,
      time: "09:30",
      name: "{Kale}",
      department: "X",
      token: "A-1",
      year: "1961",
    };
    for (const [id, sentence] of Object.entries(messages)) {
      expect(plainSentence(sentence, values, locale)).toBe(intl.formatMessage({ id }, values));
    }
  }
});
