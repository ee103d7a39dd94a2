import * as z from "zod";
import { claimTypes, schemes } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { owedStatuses } from "@edgeward/shared/clinical/invoices/invoices.states.ts";
import type { Invoice } from "#ui/desk/billing/bill-queries.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { readAmount } from "#ui/desk/money/amounts.ts";
import type { Payer } from "#ui/desk/payers/payer-queries.ts";
import {
  emptyInsured,
  insuredBody,
  insuredFields,
  insuredGaps,
  typedPolicy,
  type InsuredGap,
} from "#ui/desk/payers/policy-draft.ts";
import type { PayersClaim } from "./claim-list.ts";
import type { ClaimBody } from "./claim-queries.ts";

const text = z.string().catch("");

const claimFields = insuredFields.extend({
  payerId: text,
  bills: z.array(z.string()).catch([]),
  /** The visit or the stay. */
  visit: text,
  type: z.enum(claimTypes).catch("reimbursement"),
  preauthId: text,
  scheme: z.enum(schemes).catch("private"),
  /** How much is claimed; "" for all that the bills leave to the payer. */
  claimed: text,
  remarks: text,
});

const shape = z.object({ fields: claimFields, patient_id: z.string().nullable().catch(null) });

/** A claim as it is typed, and whose. */
export type ClaimDraft = Readonly<z.output<typeof claimFields>> & {
  readonly patientId: string | null;
};

/** A claim in which nothing is typed. */
export const emptyClaim: ClaimDraft = {
  ...emptyInsured,
  patientId: null,
  payerId: "",
  bills: [],
  visit: "",
  type: "reimbursement",
  preauthId: "",
  scheme: "private",
  claimed: "",
  remarks: "",
};

/** A claim as the branch keeps its form. Its key goes with it: sent twice, it is made once. */
export function claimState({ patientId, ...fields }: ClaimDraft, intentKey: string): FormState {
  return { fields, patient_id: patientId, intent_key: intentKey };
}

/** Reads a claim's form back; null for what is none. */
export function readClaim(formState: FormState): ClaimDraft | null {
  const { data } = shape.safeParse(formState);
  return data === undefined ? null : { ...data.fields, patientId: data.patient_id };
}

/** What is read of a bill for a claim. */
export type ClaimableBill = Pick<
  Invoice,
  | "id"
  | "status"
  | "payer_id"
  | "payer_split"
  | "total_minor"
  | "credited_minor"
  | "encounter_id"
  | "admission_id"
>;

/** What a bill leaves to its payer. */
export function shareOf({
  payer_split: split,
  total_minor: total,
  credited_minor: back,
}: Pick<ClaimableBill, "payer_split" | "total_minor" | "credited_minor">): number {
  return Math.min(split?.payer_minor ?? 0, total - back);
}

const owed: ReadonlySet<string> = new Set(owedStatuses);
// What was refused or called off sets its bills free.
const freed: ReadonlySet<string> = new Set(["rejected", "cancelled"]);

/** The claim that a bill stands in; undefined for none. */
export function claimOfBill<Claim extends Pick<PayersClaim, "status" | "invoice_ids">>(
  claims: readonly Claim[],
  invoiceId: string,
): Claim | undefined {
  return claims.find(
    ({ status, invoice_ids: ids }) => !freed.has(status) && ids.includes(invoiceId),
  );
}

/** Those of some bills that can be claimed: something is owed of them, a payer has a share, and they stand in no claim. */
export function claimableBills<Bill extends ClaimableBill>(
  bills: readonly Bill[],
  claims: readonly Pick<PayersClaim, "status" | "invoice_ids">[],
): readonly Bill[] {
  return bills.filter(
    (bill) =>
      owed.has(bill.status) && shareOf(bill) > 0 && claimOfBill(claims, bill.id) === undefined,
  );
}

const schemeOf: Readonly<Record<Payer["type"], ClaimDraft["scheme"]>> = {
  insurer: "private",
  tpa: "private",
  government_scheme: "pmjay",
  corporate: "corporate",
};

/** What is known of a patient when a payer is chosen. */
export interface KnownOfPatient {
  readonly payer: Pick<Payer, "id" | "type"> | undefined;
  readonly bills: readonly ClaimableBill[];
  /** Earlier requests and claims of the patient, the newest first. */
  readonly earlier: readonly Pick<PayersClaim, "payer_id" | "policy">[];
}

/** A claim on a payer: with its bills, the visit of the first of them, and the policy under which it paid before. */
export function withPayer(
  draft: ClaimDraft,
  payerId: string,
  { payer, bills, earlier }: KnownOfPatient,
): ClaimDraft {
  const of = bills.filter((bill) => bill.payer_id === payerId);
  const [first] = of;
  const policy = earlier.find((one) => one.payer_id === payerId)?.policy;
  return {
    ...draft,
    payerId,
    bills: of.map(({ id }) => id),
    visit: first?.admission_id ?? first?.encounter_id ?? draft.visit,
    preauthId: "",
    type: "reimbursement",
    scheme: payer === undefined ? "private" : schemeOf[payer.type],
    claimed: "",
    ...(policy === undefined ? {} : typedPolicy(policy)),
  };
}

/** What the chosen bills leave to the payer. */
export function shareOfChosen(draft: ClaimDraft, bills: readonly ClaimableBill[]): number {
  return bills
    .filter(({ id }) => draft.bills.includes(id))
    .reduce((sum, bill) => sum + shareOf(bill), 0);
}

/** What of a claim is lacking. */
export type ClaimGap = InsuredGap | "patient" | "payer" | "bills" | "visit" | "preauth" | "claimed";

/** What of a claim cannot be sent as it is. @param share what its bills leave to the payer */
export function claimGaps(draft: ClaimDraft, share: number): readonly ClaimGap[] {
  const claimed = draft.claimed.trim() === "" ? share : readAmount(draft.claimed);
  const isWrong = claimed === null || claimed === 0 || claimed > share;
  return [
    ...(draft.patientId === null ? ["patient" as const] : []),
    ...(draft.payerId === "" ? ["payer" as const] : []),
    ...(draft.bills.length === 0 ? ["bills" as const] : []),
    ...(draft.visit === "" ? ["visit" as const] : []),
    ...(draft.type === "cashless" && draft.preauthId === "" ? ["preauth" as const] : []),
    ...(draft.bills.length > 0 && isWrong ? ["claimed" as const] : []),
    ...insuredGaps(draft),
  ];
}

/** What is sent of a claim that lacks nothing. */
export function claimBody(draft: ClaimDraft, share: number, isDrawnUp: boolean): ClaimBody {
  const ofStay = draft.visit.startsWith("adm_");
  return {
    patient_id: draft.patientId ?? "",
    payer_id: draft.payerId,
    invoice_ids: draft.bills,
    ...(ofStay ? { admission_id: draft.visit } : { encounter_id: draft.visit }),
    claim_type: draft.type,
    ...(draft.type === "cashless" ? { preauth_id: draft.preauthId } : {}),
    scheme: draft.scheme,
    ...insuredBody(draft),
    claimed_minor: draft.claimed.trim() === "" ? share : (readAmount(draft.claimed) ?? share),
    ...(draft.remarks.trim() === "" ? {} : { remarks: draft.remarks.trim() }),
    ...(isDrawnUp ? { draft: true } : {}),
  };
}
