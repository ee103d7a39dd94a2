import {
  consentDecisions,
  type purposeCodes,
} from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";

/** What consents at the desk are about, the usual ones first. Those of India's health exchange are given in its app. */
export const deskTypes = [
  "general_treatment",
  "data_processing",
  "procedure",
  "anaesthesia",
  "blood_transfusion",
  "telemedicine",
  "photography",
  "data_sharing",
  "research",
  "marketing",
] as const;

/** What somebody answers, or that nobody has asked yet. */
export const answers = [...consentDecisions, "ask"] as const;

/** How something is said to whoever sits at a desk. */
export const deskMethods = ["paper_scan", "signature_pad", "verbal_witnessed"] as const;

/** Who may speak for a patient, the patient first. */
export const speakers = ["self", "parent", "guardian", "spouse", "legal_representative"] as const;

/** What stands in the form; "" where nothing is chosen or typed. */
export interface ConsentDraft {
  readonly type: (typeof deskTypes)[number] | "";
  readonly answer: (typeof answers)[number] | "";
  readonly method: (typeof deskMethods)[number] | "";
  readonly witnessId: string;
  readonly relation: (typeof speakers)[number];
  /** Of whoever speaks for the patient, as is the phone. */
  readonly name: string;
  readonly phone: string;
  readonly notice: string;
  /** BCP 47. */
  readonly language: string;
  readonly purpose: (typeof purposeCodes)[number] | "";
  /** The last day on which it holds, YYYY-MM-DD. */
  readonly until: string;
}
