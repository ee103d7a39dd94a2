import { expect, test } from "vitest";
import { readReport, reportState, standingOf } from "./report-kept.ts";

const draft = {
  findings: "Right lower lobe consolidation.\nNo effusion.",
  impression: "निमोनिया",
  birads: "",
  isCritical: true,
  reason: "",
};
const kept = { draft, seen: "acquired " };

function stored(value: unknown) {
  const read: unknown = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(read ?? {}));
}

test("a report comes back from the branch as it was typed, with its key and its patient", () => {
  const state = stored(reportState(kept, "pat_1", "key-1"));
  expect(readReport(state)).toEqual(kept);
  expect(state).toMatchObject({ patient_id: "pat_1", intent_key: "key-1" });
});

test("a report is read as far as it is understood, and another form is none", () => {
  const odd = { fields: { findings: "Clear", birads: 3 } };
  const read = { ...draft, findings: "Clear", impression: "", isCritical: false };
  expect(readReport(odd)).toEqual({ draft: read, seen: "" });
  expect(readReport({ findings: "Clear" })).toBeNull();
});

test("words begun on one report are known to stand on another when it was written or verified meanwhile", () => {
  const first = { reported_at: "2026-01-05T10:00:00Z" };
  const again = { reported_at: "2026-01-05T11:00:00Z" };
  const all = [
    standingOf({ status: "acquired", report: null }),
    standingOf({ status: "preliminary", report: first }),
    standingOf({ status: "preliminary", report: again }),
    standingOf({ status: "final", report: again }),
  ];
  expect(new Set(all).size).toBe(4);
});
