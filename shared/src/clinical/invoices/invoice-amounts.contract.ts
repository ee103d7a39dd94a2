import { addMoney, halfUpDivide, splitTax } from "#kernel/money.ts";
import type { InvoiceLine, InvoiceStatus, taxCategories } from "./invoice-parts.contract.ts";

/** What a line is worked out from. */
export interface Charged {
  readonly quantity: number;
  readonly unit_price_minor: number;
  readonly discount_minor: number;
  readonly tax_category: (typeof taxCategories)[number];
  readonly gst_rate_bp: number;
}

/** What is worked out of a line. */
export interface LineAmounts {
  readonly taxable_minor: number;
  readonly cgst_minor: number;
  readonly sgst_minor: number;
  readonly igst_minor: number;
  readonly total_minor: number;
}

/** The price of a line before anything is taken off it. */
export function grossOf({ quantity, unit_price_minor: price }: Charged): number {
  return Number(BigInt(quantity) * BigInt(price));
}

/** The amounts of one line. @param isIntraState whether it is supplied in the seller's own state */
export function lineAmounts(line: Charged, isIntraState: boolean): LineAmounts {
  const taxableMinor = grossOf(line) - line.discount_minor;
  const rateBp = line.tax_category === "taxable" ? line.gst_rate_bp : 0;
  const { cgstMinor, sgstMinor, igstMinor } = splitTax({ taxableMinor, rateBp, isIntraState });
  return {
    taxable_minor: taxableMinor,
    cgst_minor: cgstMinor,
    sgst_minor: sgstMinor,
    igst_minor: igstMinor,
    total_minor: addMoney(taxableMinor, cgstMinor, sgstMinor, igstMinor),
  };
}

const wholeUnit = 100;

/** What brings a sum to a whole unit of its currency, half of one upwards: -49 to 50. */
function roundOff(sum: number): number {
  const over = sum % wholeUnit;
  return over >= wholeUnit / 2 ? wholeUnit - over : 0 - over;
}

/** The sums of an invoice. */
export interface InvoiceSums {
  readonly subtotal_minor: number;
  readonly discount_total_minor: number;
  readonly tax_total_minor: number;
  readonly round_off_minor: number;
  readonly total_minor: number;
}

/** The sums over lines whose amounts are known. @param isRounded whether the total is brought to a whole unit */
export function sumsOf(lines: readonly (Charged & LineAmounts)[], isRounded: boolean): InvoiceSums {
  const sum = addMoney(...lines.map((line) => line.total_minor));
  const round_off_minor = isRounded ? roundOff(sum) : 0;
  return {
    subtotal_minor: addMoney(...lines.map(grossOf)),
    discount_total_minor: addMoney(...lines.map((line) => line.discount_minor)),
    tax_total_minor: addMoney(
      ...lines.flatMap((line) => [line.cgst_minor, line.sgst_minor, line.igst_minor]),
    ),
    round_off_minor,
    total_minor: addMoney(sum, round_off_minor),
  };
}

/** What has become of an invoice's total. */
export interface Settlement {
  readonly total_minor: number;
  readonly paid_minor: number;
  readonly refunded_minor: number;
  readonly credited_minor: number;
  readonly written_off_minor: number;
}

function owedOf({ total_minor, credited_minor, written_off_minor }: Settlement): number {
  return total_minor - credited_minor - written_off_minor;
}

/** What is still to be paid. */
export function dueOf(invoice: Settlement): number {
  return Math.max(0, owedOf(invoice) - invoice.paid_minor + invoice.refunded_minor);
}

/** The state of an issued invoice, by what was paid, refunded and credited. */
export function settledStatus(invoice: Settlement): InvoiceStatus {
  const { paid_minor: paid, refunded_minor: refunded, credited_minor: credited } = invoice;
  const [owed, held] = [owedOf(invoice), paid - refunded];
  if (invoice.written_off_minor > 0) return "written_off";
  if (refunded > 0 && held === 0) return "refunded";
  if (refunded > 0 && (credited > 0 || held < owed)) return "partially_refunded";
  if (credited > 0 && owed === 0 && held === 0) return "credited";
  if (held >= owed) return "paid";
  return held > 0 ? "partially_paid" : "issued";
}

/** What credit notes take back of one line. */
export type CreditAmounts = LineAmounts;

function shareOf(amount: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number(halfUpDivide(BigInt(amount) * BigInt(part), BigInt(whole)));
}

/** The price of some of a line's units, less their share of its discount. */
export function priceOfSome(
  line: Pick<InvoiceLine, "quantity" | "taxable_minor">,
  units: number,
): number {
  return shareOf(line.taxable_minor, units, line.quantity);
}

/**
 * What taking back some of a line's price takes back of its taxes: shares that come to the whole when all of it is taken
 * back, in however many parts. @param before what was taken back of its price already
 */
export function creditOf(line: LineAmounts, before: number, taxable: number): CreditAmounts {
  const part = (amount: number) =>
    shareOf(amount, before + taxable, line.taxable_minor) -
    shareOf(amount, before, line.taxable_minor);
  const taxes = {
    cgst_minor: part(line.cgst_minor),
    sgst_minor: part(line.sgst_minor),
    igst_minor: part(line.igst_minor),
  };
  return {
    taxable_minor: taxable,
    ...taxes,
    total_minor: addMoney(taxable, taxes.cgst_minor, taxes.sgst_minor, taxes.igst_minor),
  };
}
