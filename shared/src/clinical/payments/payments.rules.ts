import { addMoney } from "#kernel/money.ts";
import type { PaymentKind, Tender } from "./payments.contract.ts";

/** The references by which tenders are found again, where they have to have one. */
const references: Readonly<Partial<Record<Tender["method"], readonly [RegExp, string]>>> = {
  upi: [/^\d{12}$/u, "is the UPI reference, of 12 digits"],
  neft_rtgs: [/^[A-Z0-9]{16,22}$/u, "is the UTR, of 16 to 22 capitals and digits"],
  cheque: [/^\d{6}$/u, "is the number of the cheque, of 6 digits"],
  demand_draft: [/^\d{6}$/u, "is the number of the draft, of 6 digits"],
};

const bankPapers: readonly string[] = ["cheque", "demand_draft"];
// A bank gives these once.
const givenOnce: readonly string[] = ["upi", "neft_rtgs"];
// A number of this length may be a card's own.
const cardLike = /\d{13}/u;

/** What is wrong with a tender, by the name of its field; null for nothing. */
function tenderFault(one: Tender, kind: PaymentKind): readonly [string, string] | null {
  const isOfAdvance = one.method === "advance";
  if (isOfAdvance !== (kind === "adjustment") && kind !== "void")
    return ["method", "is advance where something is taken from an advance, and only there"];
  const form = references[one.method];
  if (form !== undefined && !form[0].test(one.reference ?? "")) return ["reference", form[1]];
  if (one.method === "card" && cardLike.test(one.reference ?? ""))
    return ["reference", "is no number of a card"];
  return bankPapers.includes(one.method) && one.bank === null
    ? ["bank", "is required: on which bank it is drawn"]
    : null;
}

/** What is wrong with the tenders of a payment, by the path; null for nothing. */
export function tendersFault(
  tenders: readonly Tender[],
  kind: PaymentKind,
): readonly [path: string, message: string] | null {
  if (tenders.length === 0) return ["tenders", "is required: with what is paid"];
  const seen = new Set<string>();
  for (const [nth, one] of tenders.entries()) {
    const fault = tenderFault(one, kind);
    if (fault !== null) return [`tenders.${nth}.${fault[0]}`, fault[1]];
    const key = `${one.method}/${one.reference ?? ""}`;
    if (seen.has(key)) return [`tenders.${nth}.method`, "stands here twice with one reference"];
    seen.add(key);
  }
  return null;
}

/** Names of tenders that a bank gives once, with their places. */
export function bankReferences(
  tenders: readonly Tender[],
): readonly { readonly nth: number; readonly value: string }[] {
  return tenders.flatMap(({ method, reference }, nth) =>
    givenOnce.includes(method) && reference !== null
      ? [{ nth, value: `${method}/${reference}` }]
      : [],
  );
}

/** The sums of a payment. */
export function paymentSums(tenders: readonly Tender[], tendered: number | null) {
  const cash = addMoney(
    ...tenders.filter(({ method }) => method === "cash").map((one) => one.amount_minor),
  );
  return {
    amount_minor: addMoney(...tenders.map((one) => one.amount_minor)),
    cash_minor: cash,
    change_minor: tendered === null ? 0 : tendered - cash,
  };
}

/** What a payment changes of its invoice: what was paid of it, and what was paid back. */
export function settlementOf(kind: PaymentKind, amount: number) {
  if (kind === "refund") return { paid: 0, refunded: amount };
  return { paid: kind === "void" ? -amount : amount, refunded: 0 };
}

/** A payment that goes back to another. */
export interface Following {
  readonly id: string;
  readonly kind: string;
  readonly amount_minor: number;
  readonly payment_of_id: string | null;
}

/** What is left of a payment. @param following those that go back to it, and those that go back to them */
export function leftOf(
  { id, amount_minor: amount }: { readonly id: string; readonly amount_minor: number },
  following: readonly Following[],
): number {
  const voided = new Set(
    following.filter(({ kind }) => kind === "void").map((one) => one.payment_of_id),
  );
  if (voided.has(id)) return 0;
  const taken = following.filter((one) => one.payment_of_id === id && !voided.has(one.id));
  return amount - addMoney(...taken.map((one) => one.amount_minor));
}
