import { expect, test } from "vitest";
import { emptyVitals } from "#ui/desk/vitals/vitals-form.ts";
import { judgementOf, readRetriage, retriageState } from "./retriage-kept.ts";

const kept = {
  draft: { level: "2", reason: "ज़्यादा साँस फूल रही है" },
  vitals: { ...emptyVitals, spo2_pct: "88" },
  seen: "waiting 3 0",
};

function stored(value: unknown) {
  const read: unknown = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(read ?? {}));
}

test("a triage that is judged again comes back from the branch as it was typed, with its key", () => {
  const state = stored(retriageState(kept, "pat_1", "key-1"));
  expect(readRetriage(state)).toEqual(kept);
  expect(state).toMatchObject({ patient_id: "pat_1", intent_key: "key-1" });
});

test("it is read as far as it is understood, and another form is none", () => {
  const state = stored(retriageState(kept, "pat_1", ""));
  const odd = { ...state, fields: { level: 2, reason: "worse" } };
  expect(readRetriage(odd)).toEqual({ ...kept, draft: { level: "", reason: "worse" } });
  expect(readRetriage({ level: "2" })).toBeNull();
});

test("a level, another judgement or the beginning of treatment is another standing, a time that went by is not", () => {
  const triage = { status: "waiting", level: 3, retriages: [] } as const;
  const seen = judgementOf(triage);
  const late = { ...triage, breached_at: "2026-01-01T00:00:00Z" };
  expect(judgementOf(late)).toBe(seen);
  const others = [
    judgementOf({ ...triage, level: 2 }),
    judgementOf({ ...triage, status: "in_treatment" }),
    judgementOf({ ...triage, retriages: [{}] }),
  ];
  expect(new Set([seen, ...others]).size).toBe(4);
});
