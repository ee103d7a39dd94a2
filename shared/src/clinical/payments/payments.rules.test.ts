import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countOf, expectedOf, takingsOf } from "#clinical/cashier-shifts/cashier-shifts.rules.ts";
import { dueOf, settledStatus } from "#clinical/invoices/invoice-amounts.contract.ts";
import type { PaymentKind, Tender } from "./payments.contract.ts";
import {
  leftOf,
  paymentSums,
  settlementOf,
  tendersFault,
  type Following,
} from "./payments.rules.ts";

function tender(method: Tender["method"], amount_minor: number, reference: string | null = null) {
  return { method, amount_minor, reference, bank: null };
}

const amounts = fc.integer({ min: 1, max: 1_000_000_000_000 });

test("a payment comes to what its tenders do, and what is given back is what was handed over beyond the cash", () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, (cash, card, over) => {
      const sums = paymentSums([tender("cash", cash), tender("card", card)], cash + over);
      expect(BigInt(sums.amount_minor)).toBe(BigInt(cash) + BigInt(card));
      expect(sums).toMatchObject({ cash_minor: cash, change_minor: over });
    }),
  );
});

interface Act {
  readonly kind: "payment" | "refund" | "void";
  readonly share: number;
}

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom<Act["kind"]>("payment", "payment", "refund", "void"),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 12 },
);

test("what is paid and due of a bill follows from its payments, whatever is paid, paid back and voided", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), acts, (total, done) => {
      const facts: Following[] = [];
      let bill = {
        total_minor: total,
        paid_minor: 0,
        refunded_minor: 0,
        credited_minor: 0,
        written_off_minor: 0,
      };
      for (const [nth, { kind, share }] of done.entries()) {
        const standing = facts.filter((one) => one.kind === "payment" && leftOf(one, facts) > 0);
        const origin = kind === "payment" ? undefined : standing[share % (standing.length || 1)];
        const left = origin === undefined ? 0 : leftOf(origin, facts);
        const most = kind === "payment" ? dueOf(bill) : left;
        if (kind === "void" && left !== origin?.amount_minor) continue;
        const amount = kind === "void" ? most : Math.ceil((most * share) / 100);
        if (amount === 0) continue;
        facts.push({
          id: `pay_${nth}`,
          kind,
          amount_minor: amount,
          payment_of_id: origin?.id ?? null,
        });
        const { paid, refunded } = settlementOf(kind, amount);
        bill = {
          ...bill,
          paid_minor: bill.paid_minor + paid,
          refunded_minor: bill.refunded_minor + refunded,
        };
      }
      // Told apart from the rules: every fact once, in big integers.
      const sum = (kind: PaymentKind) =>
        facts
          .filter((one) => one.kind === kind)
          .reduce((all, one) => all + BigInt(one.amount_minor), 0n);
      const [held, back] = [sum("payment") - sum("void"), sum("refund")];
      expect([BigInt(bill.paid_minor), BigInt(bill.refunded_minor)]).toEqual([held, back]);
      expect(BigInt(dueOf(bill))).toBe(BigInt(total) - held + back);
      // Also of a bill that was paid back in part and paid again.
      expect(settledStatus(bill) === "paid").toBe(held - back === BigInt(total));
    }),
  );
});

describe("what is left of a payment", () => {
  const paid: Following = { id: "a", kind: "advance", amount_minor: 100, payment_of_id: null };
  const used: Following = { id: "b", kind: "adjustment", amount_minor: 60, payment_of_id: "a" };

  test("is less what was taken from it, until that is voided", () => {
    const voided: Following = { id: "c", kind: "void", amount_minor: 60, payment_of_id: "b" };
    expect(leftOf(paid, [])).toBe(100);
    expect(leftOf(paid, [used])).toBe(40);
    expect(leftOf(paid, [used, voided])).toBe(100);
  });

  test("is nothing once it is voided", () => {
    expect(leftOf(paid, [{ id: "c", kind: "void", amount_minor: 100, payment_of_id: "a" }])).toBe(
      0,
    );
  });
});

test.each<[string, Tender, PaymentKind, string | null]>([
  ["cash", tender("cash", 1), "payment", null],
  ["a card without its reference", tender("card", 1), "payment", null],
  ["a card's own number", tender("card", 1, "4111111111111111"), "payment", "tenders.0.reference"],
  ["UPI without its reference", tender("upi", 1), "payment", "tenders.0.reference"],
  ["UPI", tender("upi", 1, "123456789012"), "payment", null],
  ["a short UTR", tender("neft_rtgs", 1, "SBIN1"), "payment", "tenders.0.reference"],
  ["a cheque of no bank", tender("cheque", 1, "123456"), "payment", "tenders.0.bank"],
  ["an advance that pays a bill", tender("advance", 1), "payment", "tenders.0.method"],
  ["cash that is taken from an advance", tender("cash", 1), "adjustment", "tenders.0.method"],
  ["an advance", tender("advance", 1), "adjustment", null],
])("%s is taken or refused by its field", (_name, one, kind, path) => {
  expect(tendersFault([one], kind)?.[0] ?? null).toBe(path);
});

test("nothing, and one tender twice, are refused", () => {
  expect(tendersFault([], "payment")?.[0]).toBe("tenders");
  expect(tendersFault([tender("cash", 1), tender("cash", 2)], "payment")?.[0]).toBe(
    "tenders.1.method",
  );
});

const moves = fc.array(
  fc.record({
    kind: fc.constantFrom("pay_in" as const, "pay_out" as const),
    amount_minor: amounts,
  }),
);
const taken = fc.array(
  fc.record({
    kind: fc.constantFrom("payment", "advance", "refund", "void"),
    tenders: fc.array(
      fc.record({
        method: fc.constantFrom("cash" as const, "upi" as const),
        amount_minor: amounts,
      }),
    ),
  }),
);

test("what should be in a drawer is its float and every note that came or went since", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), moves, taken, (float, moved, payments) => {
      let drawer = BigInt(float);
      for (const { kind, amount_minor: amount } of moved)
        drawer += kind === "pay_in" ? BigInt(amount) : -BigInt(amount);
      for (const { kind, tenders } of payments) {
        for (const { method, amount_minor: amount } of tenders) {
          const isOut = kind === "refund" || kind === "void";
          if (method === "cash") drawer += isOut ? -BigInt(amount) : BigInt(amount);
        }
      }
      expect(BigInt(expectedOf(float, moved, takingsOf(payments)))).toBe(drawer);
    }),
  );
});

test("notes and coins come to their sum", () => {
  const pieces = [
    { value_minor: 50_000, pieces: 3 },
    { value_minor: 100, pieces: 7 },
    { value_minor: 200, pieces: 0 },
  ];
  expect(countOf(pieces)).toBe(150_700);
});
