import fc from "fast-check";
import { expect, test } from "vitest";
import {
  creditLines,
  creditedBefore,
  creditSums,
  isAllCredited,
} from "#clinical/credit-notes/credit-notes.amounts.ts";
import type { CreditedLine } from "#clinical/credit-notes/credit-notes.contract.ts";
import { dueOf, grossOf, lineAmounts, sumsOf } from "./invoice-amounts.contract.ts";
import type { InvoiceLine } from "./invoice-parts.contract.ts";

const isSoak = process.env["EDGEWARD_SOAK"] === "1";
const runs = isSoak ? 100_000 : 2_000;
// A machine that others use too takes some minutes for as many.
const patience = isSoak ? 1_800_000 : 120_000;

const rates = [0, 25, 500, 1_200, 1_800, 2_800, 10_000];

interface Drawn {
  readonly quantity: number;
  readonly price: number;
  readonly discountShare: number;
  readonly rate: number;
}

const drawnLine: fc.Arbitrary<Drawn> = fc.record({
  quantity: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 1_000_000 })),
  price: fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 1_000_000 })),
  discountShare: fc.integer({ min: 0, max: 100 }),
  rate: fc.constantFrom(...rates),
});

const invoices = fc.record({
  lines: fc.array(drawnLine, { minLength: 1, maxLength: 20 }),
  isIntraState: fc.boolean(),
  isRounded: fc.boolean(),
  /** In how many parts of which share each line is taken back, before the rest is. */
  credits: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
});

/** The oracle: twice a product over twice a divisor, in big integers, half away from zero. Written apart from the product. */
function rounded(top: bigint, bottom: bigint): bigint {
  const whole = top / bottom;
  const rest = top % bottom;
  return rest * 2n >= bottom ? whole + 1n : whole;
}

interface OracleLine {
  readonly gross: bigint;
  readonly taxable: bigint;
  readonly taxes: readonly bigint[];
}

function oracleLine(
  { quantity, price, rate }: Drawn,
  discount: bigint,
  isIntra: boolean,
): OracleLine {
  const gross = BigInt(quantity) * BigInt(price);
  const taxable = gross - discount;
  const half = rounded(taxable * BigInt(rate), 20_000n);
  const whole = rounded(taxable * BigInt(rate), 10_000n);
  return { gross, taxable, taxes: isIntra ? [half, half, 0n] : [0n, 0n, whole] };
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, one) => total + one, 0n);
}

function discountOf({ quantity, price, discountShare }: Drawn): bigint {
  return (BigInt(quantity) * BigInt(price) * BigInt(discountShare)) / 100n;
}

function lineOf(drawn: Drawn, nth: number, isIntraState: boolean): InvoiceLine {
  const charge = {
    quantity: drawn.quantity,
    unit_price_minor: drawn.price,
    discount_minor: Number(discountOf(drawn)),
    tax_category: drawn.rate === 0 ? "exempt" : "taxable",
    gst_rate_bp: drawn.rate,
  } as const;
  return {
    id: `ivl_${nth}`,
    item_id: null,
    source_type: null,
    source_id: null,
    source_day: null,
    description: "x",
    hsn_sac: null,
    ...charge,
    discount_reason: null,
    ...lineAmounts(charge, isIntraState),
    performed_by: null,
  };
}

/** Takes the lines back in parts of some shares, then what is left. */
function takenBack(lines: readonly InvoiceLine[], shares: readonly number[], rounding: number) {
  const notes: { lines: readonly CreditedLine[]; total: number }[] = [];
  const leftOf = (line: InvoiceLine) =>
    line.taxable_minor - (creditedBefore(notes).get(line.id) ?? 0);
  for (const share of [...shares, 100]) {
    const before = creditedBefore(notes);
    const given = lines.flatMap((line) => {
      const part = share === 100 ? leftOf(line) : Math.floor((leftOf(line) * share) / 100);
      return part === 0 ? [] : [{ line_id: line.id, taxable_minor: part }];
    });
    if (given.length === 0) continue;
    const credited = creditLines(lines, before, given);
    const isAll = isAllCredited(lines, before, credited);
    notes.push({ lines: credited, total: creditSums(credited, isAll ? rounding : 0).total_minor });
  }
  return notes;
}

test(
  "invoices, their taxes and what credit notes take back are those of an oracle in big integers, to the paisa",
  () => {
    fc.assert(
      fc.property(invoices, ({ lines: drawn, isIntraState, isRounded, credits }) => {
        const lines = drawn.map((one, nth) => lineOf(one, nth, isIntraState));
        const oracle = drawn.map((one) => oracleLine(one, discountOf(one), isIntraState));
        for (const [nth, line] of lines.entries()) {
          const { gross, taxable, taxes } = oracle[nth] ?? { gross: 0n, taxable: 0n, taxes: [] };
          expect(BigInt(grossOf(line))).toBe(gross);
          expect(
            [line.taxable_minor, line.cgst_minor, line.sgst_minor, line.igst_minor].map(BigInt),
          ).toEqual([taxable, ...taxes]);
          expect(BigInt(line.total_minor)).toBe(taxable + sum(taxes));
        }
        const sums = sumsOf(lines, isRounded);
        const exact = sum(oracle.map((one) => one.taxable + sum(one.taxes)));
        const total = isRounded ? rounded(exact, 100n) * 100n : exact;
        expect(BigInt(sums.total_minor)).toBe(total);
        expect(BigInt(sums.round_off_minor)).toBe(total - exact);
        expect(Math.abs(sums.round_off_minor)).toBeLessThanOrEqual(50);
        const net = BigInt(sums.subtotal_minor - sums.discount_total_minor + sums.tax_total_minor);
        expect(net + BigInt(sums.round_off_minor)).toBe(total);
        const notes = takenBack(lines, credits, sums.round_off_minor);
        // What cost nothing is not taken back; whatever is, comes to the whole.
        const back = sum(notes.map((note) => BigInt(note.total)));
        expect(back).toBe(notes.length === 0 ? 0n : total);
        const settled = {
          total_minor: sums.total_minor,
          paid_minor: 0,
          refunded_minor: 0,
          credited_minor: Number(back),
          written_off_minor: 0,
        };
        expect(dueOf(settled)).toBe(notes.length === 0 ? sums.total_minor : 0);
        for (const tax of ["cgst_minor", "sgst_minor", "igst_minor", "taxable_minor"] as const) {
          const charged = sum(lines.map((line) => BigInt(line[tax])));
          expect(sum(notes.flatMap((note) => note.lines.map((one) => BigInt(one[tax]))))).toBe(
            charged,
          );
          for (const note of notes)
            for (const one of note.lines) expect(one[tax]).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: runs },
    );
  },
  patience,
);
