import { describe, expect, test } from "vitest";
import { updateEncounterBody } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { completionFaults, encounterFields, stepsFor } from "./encounter-draft.ts";

const draft = { complaint: " Fever ", diagnosis: "j06.9", notes: "", disposition: "home" };

describe("an encounter's form", () => {
  test("is sent in a form that the contract takes, with null for what is empty", () => {
    const fields = encounterFields(draft);
    expect(fields).toEqual({
      chief_complaint: "Fever",
      diagnosis_code: "J06.9",
      notes: null,
      disposition: "home",
    });
    expect(updateEncounterBody.safeParse(fields).success).toBe(true);
  });

  test("needs a diagnosis and a disposition before it can be completed", () => {
    expect(completionFaults(draft)).toEqual({});
    expect(Object.keys(completionFaults({ ...draft, diagnosis: " ", disposition: "" }))).toEqual([
      "diagnosis",
      "disposition",
    ]);
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
