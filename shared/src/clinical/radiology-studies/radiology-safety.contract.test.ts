import { describe, expect, test } from "vitest";
import { modalities } from "./radiology-study-parts.contract.ts";
import { procedureOf, radiologyProcedures } from "./radiology-procedures.contract.ts";
import { asksPregnancy, isObstetric, isOfBreast, isPaired } from "./radiology-safety.contract.ts";

const today = "2026-07-24";

describe("the question about a pregnancy", () => {
  test("comes with radiation, and with nothing else", () => {
    const woman = { gender: "female", dob: "1990-04-01" };
    const asked = modalities.filter((one) => asksPregnancy(one, woman, today));
    expect(asked).toEqual(["CR", "DX", "CT", "MG", "NM", "PT", "XA", "RF"]);
  });

  test.each([
    ["female", "2016-07-25", false],
    ["female", "2016-07-24", true],
    ["female", "1970-07-25", true],
    ["female", "1970-07-24", false],
    ["female", null, true],
    ["other", "1990-04-01", true],
    ["unknown", null, true],
    ["male", "1990-04-01", false],
    ["male", null, false],
  ] as const)("is put to %s, born %s: %s", (gender, dob, isAsked) => {
    expect(asksPregnancy("CT", { gender, dob }, today)).toBe(isAsked);
  });
});

describe("the part of the body", () => {
  const site = (body_site: string, procedure_code: string | null = null) => ({
    body_site,
    procedure_code,
  });

  test.each([
    ["Knee", true],
    ["hand", true],
    ["Wrist, hand", true],
    ["Arms", true],
    ["Chest", false],
    ["Abdomen", false],
    ["Spine", false],
  ])("%s has two sides: %s", (part, two) => {
    expect(isPaired(site(part))).toBe(two);
  });

  test("has the sides that the catalogue says, whatever it is called", () => {
    expect(isPaired(site("Chest", "xr-knee"))).toBe(true);
    expect(isPaired(site("Knee", "xr-chest"))).toBe(false);
    expect(isPaired(site("Knee", "ours-17"))).toBe(true);
  });

  test("is an unborn child's in ultrasound alone", () => {
    expect(isObstetric({ modality: "US", ...site("Foetus, second trimester") })).toBe(true);
    expect(isObstetric({ modality: "US", ...site("Gravid uterus", "us-obstetric") })).toBe(true);
    expect(isObstetric({ modality: "US", ...site("Abdomen") })).toBe(false);
    expect(isObstetric({ modality: "MR", ...site("Foetus") })).toBe(false);
  });

  test("has a breast's category where it is one", () => {
    expect(isOfBreast({ modality: "MG", body_site: "Chest wall" })).toBe(true);
    expect(isOfBreast({ modality: "US", body_site: "Breast" })).toBe(true);
    expect(isOfBreast({ modality: "CT", body_site: "Chest" })).toBe(false);
  });
});

test("the catalogue has each code once", () => {
  const codes = radiologyProcedures.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.map((one) => procedureOf(one)?.code)).toEqual(codes);
  expect(procedureOf("ours-17") ?? procedureOf(null)).toBeUndefined();
});
