import { expect, test } from "vitest";
import type { StudyDraft } from "./study-form.ts";
import { readStudy, studyState } from "./study-kept.ts";

const fields: StudyDraft = {
  patientId: "pat_1",
  code: "",
  modality: "MR",
  part: "घुटना",
  side: "left",
  hasContrast: true,
  pregnancy: "possibly",
  priority: "stat",
  notes: "after a fall",
};

function kept(value: unknown) {
  const read: unknown = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(read ?? {}));
}

test("a study comes back from the branch as it was written, with its patient and visit", () => {
  const state = kept(studyState(fields, "enc_1", "key-1"));
  expect(readStudy(state)).toEqual({ fields, visitId: "enc_1" });
  expect(state["intent_key"]).toBe("key-1");
  const ofNobody = { ...fields, patientId: null };
  expect(readStudy(kept(studyState(ofNobody, null, "")))).toEqual({
    fields: ofNobody,
    visitId: null,
  });
});

test("a study is read as far as it is understood", () => {
  const odd = kept({ fields: { ...fields, side: "above", modality: 3 } });
  expect(readStudy(odd)).toEqual({
    fields: { ...fields, patientId: null, side: "", modality: "DX" },
    visitId: null,
  });
  expect(readStudy({ notes: "none" })).toBeNull();
});
