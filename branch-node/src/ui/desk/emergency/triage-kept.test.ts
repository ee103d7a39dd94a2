import { expect, test } from "vitest";
import { emptyVitals } from "#ui/desk/vitals/vitals-form.ts";
import { emptyTriage } from "./triage-form.ts";
import { readTriage, triageState } from "./triage-kept.ts";

const kept = {
  draft: {
    ...emptyTriage,
    patientId: "pat_1",
    level: "2",
    complaint: "सीने में दर्द",
    arrival: "ambulance_108" as const,
    avpu: "voice" as const,
    gcs: { e: "3", v: "4", m: "6" },
    isAsked: true,
    isHighRisk: true,
    resources: 2,
    overrideReason: "worse than it looks",
  },
  vitals: { ...emptyVitals, sbp: "190", spo2_pct: "9" },
  visitId: "enc_1",
};

function stored(value: unknown) {
  const read: unknown = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(read ?? {}));
}

test("a triage comes back from the branch as it was typed, with its patient and visit", () => {
  const state = stored(triageState(kept, "key-1"));
  expect(readTriage(state)).toEqual(kept);
  expect(state["intent_key"]).toBe("key-1");
  const begun = { draft: emptyTriage, vitals: emptyVitals, visitId: null };
  expect(readTriage(stored(triageState(begun, "")))).toEqual(begun);
});

test("a triage is read as far as it is understood", () => {
  const state = stored(triageState(kept, ""));
  const odd = { ...state, fields: { ...kept.draft, avpu: "asleep", resources: 1.5 } };
  expect(readTriage(odd)).toEqual({ ...kept, draft: { ...kept.draft, avpu: "", resources: 0 } });
  expect(readTriage({ level: "2" })).toBeNull();
});
