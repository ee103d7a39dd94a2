import type { Tender } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import type { PayersClaim } from "#ui/desk/claims/claim-list.ts";
import { readAmount, typedAmount } from "#ui/desk/money/amounts.ts";
import type { Invoice, Payment, PaymentBody } from "./bill-queries.ts";

/** How people pay at a desk, the usual first. */
export const deskMethods = [
  "cash",
  "upi",
  "card",
  "cheque",
  "demand_draft",
  "neft_rtgs",
  "netbanking",
  "wallet",
] as const satisfies readonly Tender["method"][];

/** One of the ways in which people pay at a desk. */
export type DeskMethod = (typeof deskMethods)[number];

/** One means of a payment, as it is typed. */
export interface TenderDraft {
  readonly key: number;
  readonly method: DeskMethod;
  readonly amount: string;
  readonly reference: string;
  readonly bank: string;
}

/** A means for what is left to pay. */
export function tenderOf(key: number, method: DeskMethod, minor: number): TenderDraft {
  return { key, method, amount: minor > 0 ? typedAmount(minor) : "", reference: "", bank: "" };
}

const ofBank: ReadonlySet<string> = new Set(["cheque", "demand_draft"]);
const referred: ReadonlySet<string> = new Set(deskMethods.filter((method) => method !== "cash"));

/** Whether it is said on which bank a means is drawn. */
export function hasBank(method: DeskMethod): boolean {
  return ofBank.has(method);
}

/** Whether a means is found again by a reference. */
export function hasReference(method: DeskMethod): boolean {
  return referred.has(method);
}

/** What the means come to as far as they are whole. */
export function tenderedSum(tenders: readonly TenderDraft[]): number {
  return tenders.reduce((sum, { amount }) => sum + (readAmount(amount) ?? 0), 0);
}

/** What of it is cash. */
export function cashSum(tenders: readonly TenderDraft[]): number {
  return tenderedSum(tenders.filter(({ method }) => method === "cash"));
}

/** What is sent of the means; null while one of them has no amount. */
export function tendersBody(tenders: readonly TenderDraft[]): PaymentBody["tenders"] | null {
  const read = tenders.map((one) => ({ one, minor: readAmount(one.amount) ?? 0 }));
  if (read.length === 0 || read.some(({ minor }) => minor === 0)) return null;
  return read.map(({ one: { method, reference, bank }, minor }) => ({
    method,
    amount_minor: minor,
    ...(reference.trim() === "" || !hasReference(method) ? {} : { reference: reference.trim() }),
    ...(bank.trim() === "" || !hasBank(method) ? {} : { bank: bank.trim() }),
  }));
}

type Paid = Pick<Payment, "id" | "kind" | "amount_minor" | "payment_of_id">;

/** What is left of a payment, once what was paid back, used or voided of it is taken away. */
export function leftOfPayment(payment: Paid, all: readonly Paid[]): number {
  const voided = new Set(all.filter(({ kind }) => kind === "void").map((one) => one.payment_of_id));
  if (voided.has(payment.id)) return 0;
  const taken = all.filter((one) => one.payment_of_id === payment.id && !voided.has(one.id));
  return taken.reduce((left, one) => left - one.amount_minor, payment.amount_minor);
}

type Billed = Pick<Invoice, "id" | "payer_split" | "total_minor" | "credited_minor" | "due_minor">;

/** The states in which a claim's payer pays nothing more. */
const over: ReadonlySet<string> = new Set(["rejected", "settled"]);

/**
 * What of a bill is asked of the patient: what is due without the payer's share; once the payer has settled its claim, whatever
 * it paid, or has refused it, all that is due. A claim that is appealed, or made anew, has the payer asked again.
 * @param claims the patient's, the newest first
 */
export function patientsPart(
  { id, payer_split: split, total_minor: total, credited_minor: back, due_minor: due }: Billed,
  payments: readonly Pick<Payment, "claim_id">[],
  claims: readonly Pick<PayersClaim, "status" | "invoice_ids">[],
): number {
  const isPaid = payments.some(({ claim_id: claim }) => claim !== null);
  const last = claims.find((one) => one.status !== "cancelled" && one.invoice_ids.includes(id));
  if (split === null || isPaid || (last !== undefined && over.has(last.status))) return due;
  return Math.max(0, due - Math.min(split.payer_minor, total - back));
}
