import { creditOf, priceOfSome } from "#clinical/invoices/invoice-amounts.contract.ts";
import type { InvoiceLine } from "#clinical/invoices/invoice-parts.contract.ts";
import { fieldError } from "#kernel/errors.ts";
import { addMoney } from "#kernel/money.ts";
import type { CreditedLine } from "./credit-notes.contract.ts";

/** What a body takes back of one line. */
export interface GivenCredit {
  readonly line_id: string;
  readonly quantity?: number | undefined;
  readonly taxable_minor?: number | undefined;
}

/** What has been taken back of lines already, by their ids: of the price before tax. */
export function creditedBefore(
  notes: readonly { readonly lines: readonly CreditedLine[] }[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { line_id: id, taxable_minor: taxable } of notes.flatMap(({ lines }) => lines))
    found.set(id, (found.get(id) ?? 0) + taxable);
  return found;
}

function takenOf(line: InvoiceLine, given: GivenCredit, left: number, path: string): number {
  const { quantity, taxable_minor: price } = given;
  const wrong = (
    name: string,
    message: string,
    code: "validation_error" | "conflicting_fields" = "validation_error",
  ) => fieldError({ path: `${path}.${name}`, code, message });
  if (left === 0) throw wrong("line_id", "was taken back already, or cost nothing");
  if (quantity !== undefined && price !== undefined)
    throw wrong("quantity", "goes without taxable_minor", "conflicting_fields");
  const asked = quantity === undefined ? price : priceOfSome(line, quantity);
  if (asked === undefined) return left;
  const name = quantity === undefined ? "taxable_minor" : "quantity";
  if (asked > left || (quantity ?? 0) > line.quantity)
    throw wrong(name, `is more than is left: ${left} before tax`);
  if (asked === 0) throw wrong(name, "comes to nothing");
  return asked;
}

/**
 * What is taken back of each line that a body names.
 * @throws AppError invalid_reference, validation_error, conflicting_fields, by the line
 */
export function creditLines(
  lines: readonly InvoiceLine[],
  before: ReadonlyMap<string, number>,
  given: readonly GivenCredit[],
): readonly CreditedLine[] {
  const named = new Set<string>();
  return given.map((one, nth) => {
    const path = `lines.${nth}`;
    const line = lines.find(({ id }) => id === one.line_id);
    const taken = before.get(one.line_id) ?? 0;
    if (line === undefined || named.has(one.line_id)) {
      const message = line === undefined ? "names no line of the invoice" : "stands here twice";
      throw fieldError({ path: `${path}.line_id`, code: "invalid_reference", message });
    }
    named.add(line.id);
    const taxable = takenOf(line, one, line.taxable_minor - taken, path);
    const quantity = one.quantity ?? null;
    return { line_id: line.id, quantity, ...creditOf(line, taken, taxable) };
  });
}

/** The sums of a credit note. @param rounding the invoice's, where nothing is left of its lines now */
export function creditSums(credits: readonly CreditedLine[], rounding: number) {
  const taxes = credits.flatMap((one) => [one.cgst_minor, one.sgst_minor, one.igst_minor]);
  const total = addMoney(...credits.map(({ total_minor: one }) => one), rounding);
  return {
    taxable_total_minor: addMoney(...credits.map(({ taxable_minor: one }) => one)),
    tax_total_minor: addMoney(...taxes),
    round_off_minor: rounding,
    total_minor: total,
  };
}

/** Whether nothing is left of any line. */
export function isAllCredited(
  lines: readonly InvoiceLine[],
  before: ReadonlyMap<string, number>,
  credits: readonly CreditedLine[],
): boolean {
  const now = new Map(credits.map((one) => [one.line_id, one.taxable_minor]));
  return lines.every(
    ({ id, taxable_minor: whole }) => (before.get(id) ?? 0) + (now.get(id) ?? 0) === whole,
  );
}
