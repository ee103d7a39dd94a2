import { expect, test } from "vitest";
import { bodyOfDraft, emptyStudy, gapsOf, questionsOf, type StudyDraft } from "./study-form.ts";

const today = "2026-07-24";
const woman = { gender: "female", dob: "1990-04-01" };
const man = { gender: "male", dob: "1990-04-01" };
const who = { patientId: "pat_1", visitId: null, orderedBy: "stf_1" };

function missing(draft: Partial<StudyDraft>, person = woman) {
  const whole = { ...emptyStudy, ...draft };
  return gapsOf(whole, questionsOf(whole, person, today));
}

test("asks for what the study and the patient need, and for nothing else", () => {
  expect(missing({})).toEqual(["patient", "pregnancy"]);
  expect(missing({ patientId: "pat_1" }, man)).toEqual([]);
  expect(missing({ patientId: "pat_1", code: "mr-knee" })).toEqual(["side"]);
  expect(missing({ patientId: "pat_1", code: "", modality: "US" })).toEqual(["part"]);
  expect(missing({ patientId: "pat_1", code: "", modality: "US", part: "Ankle" })).toEqual([
    "side",
  ]);
  expect(questionsOf(emptyStudy, undefined, today).isPregnancyAsked).toBe(false);
});

test("sends a study of the catalogue as the catalogue has it", () => {
  const draft: StudyDraft = {
    ...emptyStudy,
    code: "ct-chest-contrast",
    modality: "US",
    part: "Elsewhere",
    side: "left",
    pregnancy: "not_pregnant",
    notes: " Cough ",
  };
  expect(bodyOfDraft(draft, questionsOf(draft, woman, today), who)).toEqual({
    patient_id: "pat_1",
    ordered_by: "stf_1",
    modality: "CT",
    body_site: "Chest",
    procedure_code: "ct-chest-contrast",
    contrast: true,
    pregnancy_status: "not_pregnant",
    priority: "routine",
    clinical_notes: "Cough",
  });
});

test("sends another study as it was typed, without answers to what was not asked", () => {
  const draft: StudyDraft = {
    ...emptyStudy,
    code: "",
    modality: "MR",
    part: " Ankle ",
    side: "right",
    pregnancy: "pregnant",
    hasContrast: true,
  };
  const inVisit = { ...who, visitId: "enc_1" };
  expect(bodyOfDraft(draft, questionsOf(draft, woman, today), inVisit)).toEqual({
    patient_id: "pat_1",
    encounter_id: "enc_1",
    ordered_by: "stf_1",
    modality: "MR",
    body_site: "Ankle",
    laterality: "right",
    contrast: true,
    priority: "routine",
  });
});
