import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { settledStatus, type Settlement } from "./invoice-amounts.contract.ts";
import { invoiceStatuses } from "./invoice-parts.contract.ts";
import {
  creditableStatuses,
  invoiceStates,
  invoiceSteps,
  owedStatuses,
} from "./invoices.states.ts";

/** Every way, written out by hand: the table is not its own witness. */
const ways = [
  "draft>issued draft>paid draft>void",
  "issued>partially_paid issued>paid issued>credited issued>written_off issued>void",
  "partially_paid>issued partially_paid>paid partially_paid>credited partially_paid>partially_refunded",
  "partially_paid>refunded partially_paid>written_off",
  "paid>issued paid>partially_paid paid>credited paid>partially_refunded paid>refunded",
  "partially_refunded>partially_paid partially_refunded>paid partially_refunded>refunded",
  "refunded>partially_paid refunded>paid refunded>partially_refunded",
]
  .flatMap((line) => line.split(" "))
  .toSorted();

function waysOf(machine: typeof invoiceStates): readonly string[] {
  return invoiceStatuses.flatMap((from) => machine.transitions[from].map((to) => `${from}>${to}`));
}

describe("the states of an invoice", () => {
  test("lead where the table says, and nowhere else", () => {
    expect(waysOf(invoiceStates).toSorted()).toEqual(ways);
  });

  test("are reached by hand only as ways that there are", () => {
    expect(waysOf(invoiceSteps).filter((way) => !ways.includes(way))).toEqual([]);
  });

  test("are owed or creditable only once they are issued", () => {
    for (const status of ["draft", "void", "credited", "written_off"])
      expect([...owedStatuses, ...creditableStatuses]).not.toContain(status);
  });

  const amount = fc.integer({ min: 0, max: 5 });
  const acts = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constantFrom("pay", "unpay", "refund", "unrefund", "credit"), amount }),
    ),
    { maxLength: 12 },
  );

  /** What an act leaves of an invoice; as it was, where it may not be. */
  function after(
    row: Settlement,
    act: { readonly kind: string; readonly amount: number },
  ): Settlement {
    const { total_minor: total, paid_minor: paid, refunded_minor: refunded } = row;
    const due = Math.max(0, total - row.credited_minor - paid + refunded);
    const held = paid - refunded;
    switch (act.kind) {
      case "pay":
        return { ...row, paid_minor: paid + Math.min(act.amount, due) };
      case "unpay":
        // Of a payment from which something was refunded nothing else is taken back.
        return { ...row, paid_minor: refunded > 0 ? paid : paid - Math.min(act.amount, held) };
      case "refund":
        return { ...row, refunded_minor: refunded + Math.min(act.amount, held) };
      case "unrefund":
        return { ...row, refunded_minor: refunded - Math.min(act.amount, refunded) };
      default:
        return { ...row, credited_minor: Math.min(total, row.credited_minor + act.amount) };
    }
  }

  const unsettled = {
    paid_minor: 0,
    refunded_minor: 0,
    credited_minor: 0,
    written_off_minor: 0,
  };

  /** The ways that an invoice takes as things happen to it. */
  function taken(total: number, all: readonly { kind: string; amount: number }[]) {
    let row: Settlement = { total_minor: total, ...unsettled };
    return all.flatMap((act) => {
      const from = settledStatus(row);
      if (act.kind === "credit" && !creditableStatuses.includes(from)) return [];
      row = after(row, act);
      const to = settledStatus(row);
      return from === to ? [] : [`${from}>${to}`];
    });
  }

  test("follow one another by a way, whatever is paid, refunded and credited", () => {
    const isByWays = (total: number, all: Parameters<typeof taken>[1]) =>
      taken(total, all).every((way) => ways.includes(way));
    const property = fc.property(fc.integer({ min: 1, max: 9 }), acts, isByWays);
    expect(fc.check(property, { numRuns: 2_000 })).toMatchObject({ failed: false });
  });
});
