import { describe, expect, test } from "vitest";
import { bodyOfDraft, emptyTriage, gapsOf, type TriageDraft } from "./triage-form.ts";

const draft: TriageDraft = { ...emptyTriage, level: "3", complaint: " Fever " };

describe("the form of a triage", () => {
  test("says what is missing, in the order of its fields", () => {
    expect(gapsOf(emptyTriage, false)).toEqual(["patient", "level", "complaint"]);
    expect(gapsOf(draft, true)).toEqual([]);
    expect(gapsOf({ ...draft, gcs: { e: "4", v: "", m: "6" } }, true)).toEqual(["gcs"]);
  });

  test("sends what was answered, and nothing of what was not", () => {
    expect(bodyOfDraft(draft, {})).toEqual({
      scale: "ESI",
      level: 3,
      chief_complaint: "Fever",
      mode_of_arrival: "walk_in",
    });
    const asked = { ...draft, isAsked: true, isHighRisk: true, resources: 2, isMlc: true };
    expect(bodyOfDraft(asked, { pulse_bpm: 90, pain: 4 })).toMatchObject({
      vitals: { pulse_bpm: 90, pain: 4 },
      pain: 4,
      mlc: true,
      esi: { life_saving: false, high_risk: true, danger_zone_vitals: false, resources: 2 },
    });
  });

  test("sends what the Manchester scale's chart names in place of the other's answers", () => {
    const chart = "Pleuritic pain\n\n Persistent vomiting ";
    const manchester = { ...draft, scale: "MTS", isAsked: true, discriminators: chart } as const;
    const body = bodyOfDraft({ ...manchester, gcs: { e: "4", v: "5", m: "6" } }, {});
    expect(body).toMatchObject({
      discriminators: ["Pleuritic pain", "Persistent vomiting"],
      gcs: { e: 4, v: 5, m: 6 },
    });
    expect(body).not.toHaveProperty("esi");
  });
});
