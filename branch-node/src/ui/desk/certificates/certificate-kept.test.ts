import { expect, test } from "vitest";
import { emptyCertificate, type CertificateDraft } from "./certificate-draft.ts";
import { certificateState, readCertificate } from "./certificate-kept.ts";

const fields: CertificateDraft = {
  ...emptyCertificate("2026-07-24"),
  type: "referral",
  referredTo: "हृदय रोग",
  reason: "Chest pain",
  showsDiagnosis: true,
};

function kept(value: unknown) {
  const read: unknown = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(read ?? {}));
}

test("a certificate comes back from the branch as it was written, with its visit", () => {
  const state = kept(certificateState(fields, "enc_1", "key-1"));
  expect(readCertificate(state)).toEqual({ fields, visitId: "enc_1" });
  expect(state["intent_key"]).toBe("key-1");
});

test("a certificate is read as far as it is understood", () => {
  const odd = kept({ fields: { ...fields, type: "visa", restFrom: "tomorrow" } });
  expect(readCertificate(odd)).toEqual({
    fields: { ...fields, type: "sick_leave", restFrom: null },
    visitId: null,
  });
  expect(readCertificate({ notes: "none" })).toBeNull();
});
