import { expect, test } from "vitest";
import { unfitFault, untimelyFault, type Certified } from "./certificates.rules.ts";

const nothing: Certified = {
  certificate_type: "sick_leave",
  rest_from: null,
  rest_to: null,
  fit_from: null,
  fit_for: null,
  referred_to: null,
  referred_place: null,
  reason: null,
};
const rest: Certified = { ...nothing, rest_from: "2026-07-01", rest_to: "2026-07-03" };
const fit: Certified = { ...nothing, certificate_type: "fitness", fit_from: "2026-07-01" };
const letter: Certified = {
  ...nothing,
  certificate_type: "referral",
  referred_to: "Cardiology",
  reason: "Chest pain",
};

test.each([
  ["a sick leave", rest],
  ["a sick leave of one day", { ...rest, rest_to: "2026-07-01" }],
  ["the longest sick leave", { ...rest, rest_to: "2026-12-27" }],
  ["fitness", fit],
  ["fitness for something", { ...fit, fit_for: "Sport" }],
  ["a referral", letter],
  ["a referral to a place", { ...letter, referred_place: "Sassoon Hospital" }],
])("%s is fit to be issued", (_what, said) => {
  expect(unfitFault(said)).toBeNull();
});

test.each<readonly [string, Certified, string, string]>([
  ["without a day", { ...rest, rest_to: null }, "rest_to", "validation_error"],
  ["that ends before it begins", { ...rest, rest_to: "2026-06-30" }, "rest_to", "validation_error"],
  ["of half a year and a day", { ...rest, rest_to: "2026-12-28" }, "rest_to", "validation_error"],
  ["with a day of fitness", { ...rest, fit_from: "2026-07-04" }, "fit_from", "conflicting_fields"],
  ["of fitness without a day", { ...fit, fit_from: null }, "fit_from", "validation_error"],
  ["of fitness with a reason", { ...fit, reason: "Fever" }, "reason", "conflicting_fields"],
  ["to nobody", { ...letter, referred_to: " " }, "referred_to", "validation_error"],
  ["without a reason", { ...letter, reason: null }, "reason", "validation_error"],
])("one %s is not", (_what, said, path, code) => {
  expect(unfitFault(said)).toMatchObject({ path, code });
});

test.each([
  ["on the day", rest, "2026-07-01", null],
  ["a month later", rest, "2026-07-31", null],
  ["later than that", rest, "2026-08-01", "rest_from"],
  ["half a year before", fit, "2026-01-02", null],
  ["earlier than that", fit, "2026-01-01", "fit_from"],
  ["whenever a referral is", letter, "2030-01-01", null],
])("the days of one that is issued %s", (_what, said, day, path) => {
  expect(untimelyFault(said, day)?.path ?? null).toBe(path);
});
