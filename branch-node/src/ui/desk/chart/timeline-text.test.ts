import { expect, test } from "vitest";
import { admissionStatuses } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import {
  certificateStatuses,
  certificateTypes,
} from "@edgeward/shared/clinical/certificates/certificate-parts.contract.ts";
import {
  consentStates,
  consentTypes,
} from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import { documentStates } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import { visitStatuses } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { labOrderStatuses } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { labResultStatuses } from "@edgeward/shared/clinical/lab-results/lab-result-parts.contract.ts";
import { administrationStatuses } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { prescriptionStatuses } from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import { radiologyStatuses } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { triageStatuses } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { timelineText, timelineWord } from "./timeline-text.ts";

const lists: Readonly<Record<string, readonly string[]>> = {
  visits: visitStatuses,
  stays: [...admissionStatuses, "moved"],
  triage: [...triageStatuses, "triaged_again"],
  "laboratory orders": labOrderStatuses,
  results: labResultStatuses,
  images: radiologyStatuses,
  prescriptions: prescriptionStatuses,
  medicines: administrationStatuses,
  documents: documentStates,
  consents: [...consentTypes, ...consentStates],
  certificates: [...certificateTypes, ...certificateStatuses],
};

test.each(Object.entries(lists))("a timeline has a sentence for every word of %s", (_, words) => {
  expect(words.filter((word) => timelineWord(word) === null)).toEqual([]);
});

test("an entry says its words in the page's language, and the record's own text as it stands", () => {
  const entry = {
    at: "2026-11-23T04:00:00.000Z",
    kind: "vital",
    ref_type: "encounters",
    ref_id: "enc_1",
    summary: "",
    actor_id: null,
  } as const;
  const say = (id: string) => `<${id}>`;
  expect(timelineText({ ...entry, words: [], text: "pulse_bpm 72, spo2_pct 98" }, say)).toEqual({
    said: "",
    own: "<vitals.pulse_bpm> 72, <vitals.spo2_pct> 98",
  });
  const order = { ...entry, kind: "lab_order" as const, words: ["in_process"], text: "CBC" };
  expect(timelineText(order, say)).toEqual({ said: "<timelineWord.in_process>", own: "CBC" });
  const newer = { ...order, words: ["sent_to_moon"], text: null };
  expect(timelineText(newer, say)).toEqual({ said: "sent to moon", own: null });
});
