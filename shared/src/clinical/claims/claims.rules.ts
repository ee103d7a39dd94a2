import type { ClaimPaper } from "#clinical/preauth/claim-parts.contract.ts";
import { dueAfter, isLate, lackingOf, type Clocked } from "#clinical/preauth/preauth.rules.ts";
import { isoInstant } from "#kernel/clock.ts";
import { addMoney } from "#kernel/money.ts";
import type { Deductions, Settlement } from "./claims.contract.ts";
import { undecidedStatuses } from "./claims.states.ts";

const wantedPapers: readonly ClaimPaper[] = ["discharge_summary", "final_bill", "id_proof"];

/** The papers without which no claim is submitted, and that lack. */
export function missingOfClaim(documents: readonly { readonly type: ClaimPaper }[]): ClaimPaper[] {
  return lackingOf(wantedPapers, documents);
}

/** Until when the payer of a claim has to decide: of a cashless one as of the discharge; of others no clock runs. */
export function decideBy(claimType: string, submittedMs: number): string | null {
  return claimType === "cashless" ? isoInstant(dueAfter("discharge", submittedMs)) : null;
}

/** Whether a claim's payer has not decided in time. @param now RFC 3339, in UTC */
export function isClaimLate(row: Clocked, now: string): boolean {
  return isLate(row, now, undecidedStatuses);
}

/** What deductions come to. */
export function deductedOf(deductions: Deductions): number {
  return addMoney(...deductions.map((one) => one.amount_minor));
}

type Fault = readonly [path: string, message: string];

/** What was decided of a claim. */
export interface DecidedClaim {
  readonly status: string;
  readonly claimed_minor: number;
  readonly approved_minor: number | null;
  readonly deductions: Deductions;
}

const approvals: readonly string[] = ["approved", "partially_approved", "settled"];

/** What is wrong with what a payer is said to have decided, by its field; null for nothing. */
export function claimDecisionFault(row: DecidedClaim): Fault | null {
  const { status, claimed_minor: claimed, approved_minor: approved, deductions } = row;
  if (!approvals.includes(status)) {
    if (approved !== null) return ["approved_minor", "goes with an approval"];
    return deductions.length === 0 ? null : ["deductions", "go with an approval"];
  }
  if (approved === null) return ["approved_minor", "is required: how much is approved"];
  if (approved > claimed) return ["approved_minor", `is more than was claimed: ${claimed}`];
  if (status === "approved" && approved !== claimed)
    return ["approved_minor", `is not all that was claimed: ${claimed}`];
  if (status === "partially_approved" && (approved === 0 || approved === claimed))
    return ["approved_minor", `is not a part of what was claimed: ${claimed}`];
  const rest = claimed - approved;
  return deductedOf(deductions) === rest
    ? null
    : ["deductions", `do not come to what was not approved: ${rest}`];
}

/** What is wrong with what a payer is said to have paid, by its field; null for nothing. */
export function settlementFault(
  approved: number | null,
  settlement: Settlement | null,
  tds: number,
): Fault | null {
  if (settlement === null) return ["settlement", "is required: what was paid, when and under what"];
  if (approved === null) return ["settlement", "is of a claim of which something is approved"];
  return settlement.amount_minor + tds > approved
    ? ["settlement.amount_minor", `is with the tax held back more than was approved: ${approved}`]
    : null;
}

/** Under what the tax is found that a payer holds back, among what a bill was paid with. */
export const taxReference = "TDS";

/** With what a payer has paid one bill. */
export interface SettledBill {
  readonly id: string;
  readonly net: number;
  readonly tax: number;
}

/**
 * How much of each bill a payer's money and the tax held back pay: the bills in their order, each up to what may be paid of
 * it, first the money. What is more than all of them is left out.
 */
export function allotted(
  bills: readonly { readonly id: string; readonly most: number }[],
  net: number,
  tax: number,
): readonly SettledBill[] {
  let [netLeft, taxLeft] = [net, tax];
  return bills.flatMap(({ id, most }) => {
    const paid = Math.min(netLeft, most);
    const held = Math.min(taxLeft, most - paid);
    netLeft -= paid;
    taxLeft -= held;
    return paid + held === 0 ? [] : [{ id, net: paid, tax: held }];
  });
}

/** The means of a payment by which a payer pays its share of a bill. */
export function settlingTenders({ net, tax }: SettledBill, utr: string) {
  const tender = (amount: number, reference: string) =>
    ({ method: "insurance", amount_minor: amount, reference, bank: null }) as const;
  return [...(net > 0 ? [tender(net, utr)] : []), ...(tax > 0 ? [tender(tax, taxReference)] : [])];
}
