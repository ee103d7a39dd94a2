import { expect, test } from "vitest";
import { acquiredBody, emptyAcquired, wrongNumbers } from "./acquired-form.ts";

test("sends what was typed, with digits of any script, and nothing that was not", () => {
  expect(acquiredBody(emptyAcquired)).toEqual({ status: "acquired" });
  const typed = { ...emptyAcquired, series: "२", images: "120", dlp: "402,5", dap: "1.25" };
  expect(acquiredBody(typed)).toEqual({
    status: "acquired",
    series_count: 2,
    image_count: 120,
    radiation_dose: { dlp_mgycm: 402.5, dap_gycm2: 1.25 },
  });
});

test("names the fields in which no number stands", () => {
  expect(wrongNumbers(emptyAcquired)).toEqual([]);
  expect(wrongNumbers({ ...emptyAcquired, images: "1.5", dlp: "much", ctdi: "3.25" })).toEqual([
    "images",
    "dlp",
  ]);
});
