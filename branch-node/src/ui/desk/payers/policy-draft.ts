import * as z from "zod";
import {
  claimPapers,
  type ClaimPaper,
  type policyShape,
} from "@edgeward/shared/clinical/preauth/claim-parts.contract.ts";
import { icd10 } from "@edgeward/shared/contract/fields.ts";
import { draftDiagnosis } from "#ui/desk/drafts/form-state.ts";
import type { DraftDiagnosis } from "#ui/desk/visits/encounter-draft.ts";

const text = z.string().catch("");
const day = z.iso.date().catch("");

/** Whose policy it is, of whom the patient may be. */
export const holders = ["self", "spouse", "child", "parent", "other"] as const;

/** What is typed of a policy, and what somebody has: the same of a request and of a claim. */
export const insuredFields = z.object({
  policyNo: text,
  memberId: text,
  holder: text,
  relationship: z.enum(["", ...holders]).catch(""),
  validFrom: day,
  validTo: day,
  /** What is typed to find a diagnosis, and not chosen yet. */
  diagnosis: text,
  diagnoses: z.array(draftDiagnosis).catch([]),
  /** Codes, apart by commas. */
  procedures: text,
  papers: z.array(z.object({ type: z.enum(claimPapers), documentId: z.string() })).catch([]),
});

/** What is typed of a policy, and what somebody has. */
export type InsuredDraft = Readonly<z.output<typeof insuredFields>>;

/** Nothing of it. */
export const emptyInsured: InsuredDraft = {
  policyNo: "",
  memberId: "",
  holder: "",
  relationship: "",
  validFrom: "",
  validTo: "",
  diagnosis: "",
  diagnoses: [],
  procedures: "",
  papers: [],
};

type Policy = z.output<typeof policyShape>;

/** A policy as it is typed, where it is known of an earlier request or claim. */
export function typedPolicy(policy: Policy) {
  const { holder_name: holder, relationship, valid_from: from, valid_to: to } = policy;
  return {
    policyNo: policy.policy_no,
    memberId: policy.member_id,
    holder: holder ?? "",
    relationship: holders.find((one) => one === relationship) ?? ("" as const),
    validFrom: from ?? "",
    validTo: to ?? "",
  };
}

/** What is typed of procedures, as codes. */
function codesOf(typed: string): readonly string[] {
  return typed
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Those of some diagnoses that a payer is told: of the international list. */
function codedOf(diagnoses: readonly Pick<DraftDiagnosis, "code">[]): readonly string[] {
  return diagnoses.flatMap(({ code }) => (icd10.safeParse(code).success ? [code] : []));
}

/** The papers with one of them as another document; "" for none. */
export function withPaper(papers: InsuredDraft["papers"], type: ClaimPaper, documentId: string) {
  const others = papers.filter((one) => one.type !== type);
  return documentId === "" ? others : [...others, { type, documentId }];
}

/** What of it is lacking. */
export type InsuredGap = "policyNo" | "memberId" | "validTo" | "diagnoses";

/** What of it cannot be sent as it is. */
export function insuredGaps(draft: InsuredDraft): readonly InsuredGap[] {
  const { policyNo, memberId, validFrom, validTo, diagnoses } = draft;
  return [
    ...(policyNo.trim() === "" ? ["policyNo" as const] : []),
    ...(memberId.trim() === "" ? ["memberId" as const] : []),
    ...(validTo !== "" && validTo < validFrom ? ["validTo" as const] : []),
    ...(codedOf(diagnoses).length === 0 ? ["diagnoses" as const] : []),
  ];
}

function orNull(typed: string): string | null {
  return typed.trim() === "" ? null : typed.trim();
}

/** What is sent of it. */
export function insuredBody(draft: InsuredDraft) {
  return {
    policy: {
      policy_no: draft.policyNo.trim(),
      member_id: draft.memberId.trim(),
      holder_name: orNull(draft.holder),
      relationship: draft.relationship === "" ? null : draft.relationship,
      valid_from: orNull(draft.validFrom),
      valid_to: orNull(draft.validTo),
    },
    diagnosis_codes: [...codedOf(draft.diagnoses)],
    procedure_codes: [...codesOf(draft.procedures)],
    documents: draft.papers.map((one) => ({ type: one.type, document_id: one.documentId })),
  };
}
