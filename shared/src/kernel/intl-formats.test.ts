import { expect, test } from "vitest";
import { dateTimeFormat, numberFormat } from "./intl-formats.ts";

test("a format is made once for each language and options, and writes as one of its own", () => {
  const options = { timeZone: "Asia/Kolkata", dateStyle: "short" } as const;
  const day = dateTimeFormat("en-IN", options);
  expect(dateTimeFormat("en-IN", { ...options })).toBe(day);
  expect(day.format(0)).toBe(new Intl.DateTimeFormat("en-IN", options).format(0));
  // Eleven in the evening of New Year's Eve in London is the new year in India.
  expect(dateTimeFormat("en-IN", { ...options, timeZone: "UTC" }).format(-3_600_000)).not.toBe(
    day.format(-3_600_000),
  );
  const money = { style: "currency", currency: "INR" } as const;
  expect(numberFormat("hi-IN", money)).toBe(numberFormat("hi-IN", money));
  expect(numberFormat("hi-IN", money)).not.toBe(numberFormat("en-IN", money));
  expect(numberFormat("en-IN", { ...money, currency: "JPY" }).format(5)).toBe(
    new Intl.NumberFormat("en-IN", { ...money, currency: "JPY" }).format(5),
  );
});
