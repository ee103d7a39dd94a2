import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePrintPaper } from "#ui/desk/data/print-state.ts";
import { readAmount } from "#ui/desk/money/amounts.ts";
import { useMoney } from "#ui/desk/money/money.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { usePay, type Payment, type PaymentBody } from "./bill-queries.ts";
import { cashSum, tenderedSum, tenderOf, tendersBody, type TenderDraft } from "./payment-draft.ts";

/** Prints the receipt of a payment; another one beside it is a duplicate. */
export function usePrintReceipt(): (payment: Payment) => void {
  const say = useSay();
  const print = usePrintPaper();
  return ({ id, receipt_no: number }) =>
    print(
      { document_type: "receipt", source_id: id, reprint_reason: "asked_at_desk" },
      `${say("bills.receipt")} ${number}`,
    );
}

interface PayFormOptions {
  readonly currency: string;
  /** What is to be paid; nothing where it is for whoever pays to say. */
  readonly due: number;
  /** What is sent beside the means. */
  readonly about: Omit<PaymentBody, "tenders" | "tendered_minor">;
  /** Whether money comes in, so that change may be given. */
  readonly isIn: boolean;
  readonly onPaid: (payment: Payment) => void;
}

const paths = (count: number) => [
  "tenders",
  "tendered_minor",
  "reason",
  ...Array.from({ length: count }, (_, nth) =>
    ["method", "amount_minor", "reference", "bank"].map((name) => `tenders.${nth}.${name}`),
  ).flat(),
];

/** Money that is taken, or paid back: the means, what was handed over, the change, and the receipt. */
export function usePayForm({ currency, due, about, isIn, onPaid }: PayFormOptions) {
  const say = useSay();
  const money = useMoney(currency);
  const print = usePrintReceipt();
  const [tenders, setTenders] = useState<readonly TenderDraft[]>(() => [tenderOf(0, "cash", due)]);
  const [given, setGiven] = useState("");
  const [isChecked, setChecked] = useState(false);
  const saving = usePay((payment) => {
    const amount = money(payment.amount_minor);
    notify({ text: say("bills.paidNow", { amount }), tone: "good" });
    print(payment);
    onPaid(payment);
  });
  const faults = faultsAtFields(saving.error, paths(tenders.length), say);
  const cash = cashSum(tenders);
  const handed = given.trim() === "" ? null : readAmount(given);
  const isShort = given.trim() !== "" && (handed === null || handed < cash);
  return {
    tenders,
    setTenders: (next: readonly TenderDraft[]) => {
      setTenders(next);
      saving.reset();
    },
    given,
    setGiven,
    takesCash: isIn && cash > 0,
    /** How the means is asked for. */
    paidBy: isIn ? ("bills.paidBy" as const) : ("bills.paidBackBy" as const),
    change: handed === null || handed < cash ? null : handed - cash,
    givenFault: isChecked && isShort ? say("bills.givenShort") : faults.at("tendered_minor"),
    sum: tenderedSum(tenders),
    isChecked,
    faults,
    isPending: saving.isPending,
    check: () => setChecked(true),
    /** @param more what is said besides, such as a reason; null while it is lacking */
    submit: (event: FormEvent, more: Partial<PaymentBody> | null = {}) => {
      event.preventDefault();
      setChecked(true);
      const body = tendersBody(tenders);
      if (body === null || more === null || saving.isPending || isShort) return;
      const tendered = isIn && cash > 0 && handed !== null ? { tendered_minor: handed } : {};
      saving.mutate({ ...about, ...more, tenders: body, ...tendered });
    },
  };
}

/** A form in which money is taken or paid back. */
export type PayFormState = ReturnType<typeof usePayForm>;
