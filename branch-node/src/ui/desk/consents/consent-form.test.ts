import { describe, expect, test } from "vitest";
import type { ConsentDraft } from "./consent-draft.ts";
import { answerBody, emptyConsent, gapsOf, newConsentBody } from "./consent-form.ts";
import { stateNow } from "./consent-texts.ts";

const today = "2026-03-01";
const zone = "Asia/Kolkata";
const savitri = {
  id: "pat_1",
  name: "Savitri Phule",
  phone: "+919822012345",
  dob: "1961-01-03",
  emergency_contact: { name: "Jyoti", relationship: "spouse", phone: "+919822099999" },
};
const child = { ...savitri, dob: "2016-05-05" };

function typed(patch: Partial<ConsentDraft>): ConsentDraft {
  return { ...emptyConsent(savitri, today), ...patch };
}

describe("the form of a consent", () => {
  test("begins with the patient who speaks, and for a child with who answers for it", () => {
    expect(emptyConsent(savitri, today)).toMatchObject({ relation: "self", name: "" });
    const { relation, name, phone } = emptyConsent(child, today);
    expect([relation, name, phone]).toEqual(["spouse", "Jyoti", "+919822099999"]);
    const alone = { ...child, emergency_contact: null };
    expect(emptyConsent(alone, today)).toMatchObject({ relation: "parent", name: "" });
  });

  test("says what is missing, and of what is only to be asked no more than the kind", () => {
    expect(gapsOf(typed({}))).toEqual(["consent_type", "decision"]);
    expect(gapsOf(typed({ type: "data_processing", answer: "ask" }))).toEqual([]);
    expect(gapsOf(typed({ type: "data_sharing", answer: "ask" }))).toEqual(["purpose_code"]);
    expect(
      gapsOf(
        typed({
          type: "data_processing",
          answer: "deny",
          method: "verbal_witnessed",
          relation: "guardian",
        }),
      ),
    ).toEqual(["witness_id", "given_by.name", "notice_version", "language"]);
  });

  test("sends what was said, until the end of the last day at the branch", () => {
    const draft = typed({
      type: "procedure",
      answer: "permit",
      method: "paper_scan",
      witnessId: "stf_1",
      notice: "2026-01",
      until: "2026-03-31",
    });
    expect(newConsentBody(draft, savitri, zone)).toEqual({
      patient_id: "pat_1",
      consent_type: "procedure",
      decision: "permit",
      captured_method: "paper_scan",
      given_by: { relation: "self", name: "Savitri Phule", phone: "+919822012345" },
      valid_until: "2026-03-31T18:30:00.000Z",
    });
    expect(newConsentBody({ ...draft, method: "" }, savitri, zone)).toBeNull();
    expect(newConsentBody({ ...draft, answer: "ask" }, savitri, zone)).toEqual({
      patient_id: "pat_1",
      consent_type: "procedure",
      valid_until: "2026-03-31T18:30:00.000Z",
    });
  });

  test("answers what was asked, in the words of its states", () => {
    const draft = typed({
      type: "data_processing",
      answer: "deny",
      method: "verbal_witnessed",
      witnessId: "stf_1",
      relation: "guardian",
      name: " Jyoti ",
      notice: "2026-01",
      language: "mr",
    });
    expect(answerBody(draft, savitri)).toEqual({
      status: "denied",
      captured_method: "verbal_witnessed",
      witness_id: "stf_1",
      given_by: { relation: "guardian", name: "Jyoti" },
      notice_version: "2026-01",
      language: "mr",
    });
    expect(answerBody({ ...draft, language: "" }, savitri)).toBeNull();
    expect(answerBody({ ...draft, answer: "ask" }, savitri)).toBeNull();
  });
});

test("shows what was given as over once its time has gone by", () => {
  const given = { status: "granted", valid_until: "2026-03-31T18:30:00.000Z" } as const;
  const end = Date.parse(given.valid_until);
  expect([stateNow(given, end - 1), stateNow(given, end)]).toEqual(["granted", "expired"]);
  expect(stateNow({ ...given, valid_until: null }, end)).toBe("granted");
  expect(stateNow({ ...given, status: "revoked" }, end)).toBe("revoked");
});
