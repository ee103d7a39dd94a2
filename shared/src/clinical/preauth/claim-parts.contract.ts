import * as z from "zod";
import { date, enumOf, icd10, idOf, str, text, ts } from "#contract/fields.ts";
import { actorIdForm } from "#contract/record.ts";

// What an authorisation and a claim have in common.

/** The papers that a payer may want. */
export const claimPapers = [
  "discharge_summary",
  "final_bill",
  "investigation",
  "prescription",
  "id_proof",
  "policy_card",
  "claim_form",
  "implant_sticker",
  "other",
] as const;

/** One of them. */
export type ClaimPaper = (typeof claimPapers)[number];

/** By which policy a payer pays. */
export const policy = z.strictObject({
  policy_no: str(1, 50),
  member_id: str(1, 50),
  holder_name: str(1, 200).nullable().optional(),
  relationship: enumOf(["self", "spouse", "child", "parent", "other"]).nullable().optional(),
  valid_from: date.nullable().optional(),
  valid_to: date.nullable().optional(),
});

/** That policy, as the wire writes it. */
export const policyShape = z.strictObject({
  policy_no: z.string(),
  member_id: z.string(),
  holder_name: z.string().nullable().optional(),
  relationship: z.string().nullable().optional(),
  valid_from: z.string().nullable().optional(),
  valid_to: z.string().nullable().optional(),
});

/** Papers that go with it. */
export const attached = z
  .array(z.strictObject({ type: enumOf(claimPapers), document_id: idOf("doc") }))
  .max(60);

/** Those papers, as the wire writes them. */
export const attachedShape = z.array(
  z.strictObject({ type: z.enum(claimPapers), document_id: idOf("doc") }),
);

/** What somebody has. */
export const diagnosisCodes = z.array(icd10).min(1).max(12);

/** What is done about it. */
export const procedureCodes = z.array(str(1, 40)).max(30);

/** What the payer asks. */
export const givenQuery = z.strictObject({ text: text(2000).min(1) });

/** What it is answered. */
export const givenAnswer = z.strictObject({
  query_id: idOf("cqy"),
  answer: text(2000).min(1),
  document_ids: z.array(idOf("doc")).max(20).optional(),
});

const keptQuery = z.strictObject({
  id: idOf("cqy"),
  raised_at: ts,
  raised_by: actorIdForm,
  text: text(2000),
  answered_at: ts.nullable(),
  answered_by: actorIdForm.nullable(),
  answer: text(2000).nullable(),
  document_ids: z.array(idOf("doc")).max(20),
});

/** Questions of the payer with their answers, as they are kept. */
export const keptQueries = z.array(keptQuery).max(100);

/** A question of the payer. */
export type ClaimQuery = z.output<typeof keptQuery>;

/** Those questions, as the wire writes them. */
export const queriesShape = z.array(
  z.strictObject({
    id: idOf("cqy"),
    raised_at: z.string(),
    raised_by: z.string(),
    text: z.string(),
    answered_at: z.string().nullable(),
    answered_by: z.string().nullable(),
    answer: z.string().nullable(),
    document_ids: z.array(idOf("doc")),
  }),
);
