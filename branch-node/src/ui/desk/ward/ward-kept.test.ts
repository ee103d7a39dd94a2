import { describe, expect, test } from "vitest";
import type { AdmitDraft } from "./admit-form.ts";
import {
  admitState,
  readAdmit,
  readDischarge,
  readMove,
  stayState,
  type DischargeDraft,
} from "./ward-kept.ts";

const admit: AdmitDraft = {
  kind: "bed_assigned",
  patientId: "pat_1",
  bedId: "bed_1",
  wardId: "",
  bedClass: "private",
  doctorId: "stf_1",
  type: "emergency",
  source: "er",
  payer: "self",
  diet: "soft",
  until: "2026-12-01",
  isMlc: true,
  mlcNo: "17/20",
  attendantName: "आशा",
  attendantPhone: "98220",
  relationship: "",
};

const discharge: DischargeDraft = {
  type: "routine",
  condition: "improved",
  summary: "Two\nlines",
  followUp: "2026-12-03",
  cause: "",
};

const stay = { patient_id: "pat_1", version: 4 };

/** As it comes back from the branch. */
function sentAndRead(state: object): Readonly<Record<string, unknown>> {
  const read: unknown = JSON.parse(JSON.stringify(state));
  return Object.fromEntries(Object.entries(read ?? {}));
}

describe("the forms of a stay as the branch keeps them", () => {
  test("are given back as they were typed, with whose they are and what their writer had seen", () => {
    const kept = sentAndRead(admitState(admit, "key-1"));
    expect(readAdmit(kept)).toEqual(admit);
    expect(kept).toMatchObject({ patient_id: "pat_1", intent_key: "key-1" });
    const move = { bedId: "bed_2", reason: "Wants a qui" };
    expect(readMove(sentAndRead(stayState(move, stay, "key-2")))).toEqual({
      fields: move,
      seen: 4,
    });
    expect(readDischarge(sentAndRead(stayState(discharge, stay, "key-3")))).toEqual({
      fields: discharge,
      seen: 4,
    });
  });

  test("are read as far as they are understood; a stay of an unknown kind is asked for, not begun", () => {
    const odd = { fields: { ...admit, kind: "day_care", diet: "paleo", until: "soon" } };
    expect(readAdmit(odd)).toEqual({ ...admit, kind: "requested", diet: "", until: null });
    expect(readDischarge({ fields: { summary: "Well" } })).toEqual({
      fields: { ...discharge, summary: "Well", followUp: null },
      seen: null,
    });
    expect(readMove({ bedId: "bed_1" })).toBeNull();
  });
});
