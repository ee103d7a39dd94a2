import { numberFormat } from "./intl-formats.ts";

function safeAmount(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number))
    throw new RangeError("an amount of money beyond what a whole number holds");
  return number;
}

function wholeMinor(amount: number): bigint {
  if (!Number.isSafeInteger(amount))
    throw new RangeError("an amount of money is a whole number of minor units");
  return BigInt(amount);
}

/** The sum of amounts in minor units of one currency. Throws RangeError for a fraction or a sum beyond 2^53 - 1. */
export function addMoney(...amounts: readonly number[]): number {
  return safeAmount(amounts.reduce((sum, amount) => sum + wholeMinor(amount), 0n));
}

/** Division rounded half away from zero, so that a reversal takes back exactly what was charged. Throws RangeError for a divisor of zero. */
export function halfUpDivide(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return isNegative ? -rounded : rounded;
}

/** The tax on one line, in minor units: two halves within a state, one whole between states. */
export interface TaxSplit {
  readonly cgstMinor: number;
  readonly sgstMinor: number;
  readonly igstMinor: number;
}

const basisPointsOfWhole = 10_000n;

/**
 * The GST on one line. Each half is rounded by itself, so the halves may differ from the whole by a paisa: 12,345 paise at 5 % are 309 + 309 within a state and 617 between states.
 * @param line `taxableMinor` after discount, `rateBp` in basis points (5 % is 500), `isIntraState` when the seller's state is the place of supply
 */
export function splitTax(line: {
  readonly taxableMinor: number;
  readonly rateBp: number;
  readonly isIntraState: boolean;
}): TaxSplit {
  const tax = wholeMinor(line.taxableMinor) * BigInt(line.rateBp);
  if (!line.isIntraState) {
    return {
      cgstMinor: 0,
      sgstMinor: 0,
      igstMinor: safeAmount(halfUpDivide(tax, basisPointsOfWhole)),
    };
  }
  const half = safeAmount(halfUpDivide(tax, 2n * basisPointsOfWhole));
  return { cgstMinor: half, sgstMinor: half, igstMinor: 0 };
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/u.test(text);
}

/** Written out in digits: dividing by 100 as a float would lose paise above some 90 trillion rupees. */
function decimalText(amount: bigint, fractionDigits: number): string {
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(fractionDigits + 1, "0");
  const point = digits.length - fractionDigits;
  return fractionDigits === 0
    ? sign + digits
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * An amount as a person reads it, with the currency's own number of decimals.
 * @param amount minor units
 * @param currency ISO 4217
 * @param locale BCP 47, such as en-IN
 */
export function formatMinor(amount: number, currency: string, locale: string): string {
  const format = numberFormat(locale, { style: "currency", currency });
  const text = decimalText(wholeMinor(amount), format.resolvedOptions().maximumFractionDigits ?? 0);
  return isDecimal(text) ? format.format(text) : text;
}
