import { expect, test } from "vitest";
import { radiologyStatuses } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import type { Say } from "#ui/i18n/text.ts";
import { radiologySearch } from "./radiology-address.ts";
import { partOf, radiologyParts, studyName } from "./radiology-list.ts";

// A page's texts, as their names.
const say: Say = (id) => id;

test("has each study in one part at most, and in none what was called off", () => {
  const studies = radiologyStatuses.map((status) => ({ status }));
  const placed = radiologyParts.flatMap((part) => partOf(studies, part));
  expect(placed.map(({ status }) => status)).toEqual([
    "ordered",
    "scheduled",
    "in_progress",
    "acquired",
    "preliminary",
    "final",
    "amended",
  ]);
});

test("reads the part of an address, and leaves out what is none", () => {
  expect(radiologySearch({ part: "verify" })).toEqual({ part: "verify" });
  expect(radiologySearch({ part: "x" })).toEqual({ part: undefined });
});

test("names a study as the catalogue does, otherwise by its kind and part, with the side", () => {
  const knee = { modality: "DX", body_site: "Knee", laterality: "left" } as const;
  const known = { ...knee, procedure_code: "xr-knee" };
  expect(studyName(known, say)).toBe("X-ray knee, laterality.left");
  const own = { ...knee, laterality: null, procedure_code: null };
  expect(studyName(own, say)).toBe("modality.DX, Knee");
});
