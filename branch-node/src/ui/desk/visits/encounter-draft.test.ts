import { describe, expect, test } from "vitest";
import { updateEncounterBody } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import {
  addendumNotes,
  completionFaults,
  encounterFields,
  stepsFor,
  withDiagnosis,
  withPrimary,
} from "./encounter-draft.ts";

const diagnoses = withDiagnosis(withDiagnosis([], "J06.9", "Cold"), "I10", null);
const draft = {
  complaint: " Fever ",
  diagnosis: "",
  diagnoses,
  notes: "",
  advice: " Rest ",
  disposition: "home",
  followUp: "",
  isFollowUpBooked: true,
  addendum: "",
};

describe("an encounter's form", () => {
  test("is sent in a form that the contract takes, with null for what is empty", () => {
    const fields = encounterFields(draft);
    expect(fields).toEqual({
      chief_complaint: "Fever",
      diagnoses: [
        { code: "J06.9", system: "icd10", use: "provisional", display: "Cold", rank: 1 },
        { code: "I10", system: "icd10", use: "provisional", rank: 2 },
      ],
      notes: null,
      advice: "Rest",
      disposition: "home",
      follow_up_date: null,
    });
    expect(updateEncounterBody.safeParse(fields).success).toBe(true);
  });

  test("needs a diagnosis and a disposition before it can be completed", () => {
    expect(completionFaults(draft)).toEqual({});
    expect(Object.keys(completionFaults({ ...draft, diagnoses: [], disposition: "" }))).toEqual([
      "diagnosis",
      "disposition",
    ]);
  });
});

describe("the diagnoses of a form", () => {
  const codes = (list: typeof diagnoses) => list.map(({ code }) => code);

  test("have each code once", () => {
    expect(codes(withDiagnosis(diagnoses, "I10", null))).toEqual(["J06.9", "I10"]);
  });

  test("have exactly one primary one: the first", () => {
    const ranks = encounterFields({ ...draft, diagnoses: withPrimary(diagnoses, "I10") }).diagnoses;
    expect(ranks?.map(({ code, rank }) => [code, rank])).toEqual([
      ["I10", 1],
      ["J06.9", 2],
    ]);
  });

  test("are not complete while something is typed and not chosen", () => {
    expect(completionFaults({ ...draft, diagnosis: "fev" })).toEqual({
      diagnosis: "diagnosis.unchosen",
    });
  });
});

describe("an addition to notes that stand", () => {
  test("is sent alone, and behind the notes where it begins like them", () => {
    expect(addendumNotes("Fever", " Rash since ")).toBe("Rash since");
    expect(addendumNotes("Fever", "Fever is down")).toBe("Fever\nFever is down");
    expect(addendumNotes(null, "Rash")).toBe("Rash");
  });
});

describe("saving an encounter", () => {
  const fields = { notes: "x" };
  const states = (status: "planned" | "arrived" | "in_progress", isComplete: boolean) =>
    stepsFor({ visit_status: status }, fields, isComplete).map((step) => step.visit_status ?? null);

  test("begins it when it has not begun", () => {
    expect(states("arrived", false)).toEqual(["in_progress"]);
    expect(states("planned", false)).toEqual(["arrived", "in_progress"]);
  });

  test("leaves the state of one that has begun", () => {
    expect(states("in_progress", false)).toEqual([null]);
  });

  test("never completes one that has not begun", () => {
    expect(states("arrived", true)).toEqual(["in_progress", "completed"]);
    expect(states("in_progress", true)).toEqual(["completed"]);
  });

  test("sends what the form says exactly once", () => {
    const steps = stepsFor({ visit_status: "planned" }, fields, true);
    expect(steps.filter(({ notes }) => notes === "x")).toHaveLength(1);
  });
});
