import * as z from "zod";
import { isLuhnValid } from "#kernel/check-digits.ts";
import { int } from "./fields.ts";
import { invalid, patternField, textField } from "./text-field.ts";

/** A tax rate in basis points: 5 % is 500. */
export const bp = int(0, 10_000);

/** A JSON number from `min` to `max` with at most `scale` decimals. */
export function num(min: number, max: number, scale: number): z.ZodNumber {
  return z
    .number()
    .min(min)
    .max(max)
    .refine((value) => Number(value.toFixed(scale)) === value, {
      error: `must have at most ${scale} decimals`,
    });
}

/** An https address of at most 2,048 characters, without credentials and fragment. */
export const url = textField(
  (sent) => {
    const parsed = URL.canParse(sent) ? new URL(sent) : undefined;
    const isPlain =
      parsed?.protocol === "https:" && parsed.username === "" && parsed.password === "";
    const isAccepted =
      isPlain && sent.length <= 2048 && !sent.includes("#") && !/[\s\p{Cc}]/u.test(sent);
    return isAccepted ? sent : invalid("must be an https address without credentials or fragment");
  },
  { format: "uri", maxLength: 2048 },
);

const base36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The check character of a GSTIN: every second value doubled, quotient and remainder by 36 added up. */
function gstinCheck(body: string): string {
  const sum = Array.from(body).reduce((total, character, index) => {
    const product = base36.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return base36.charAt((36 - (sum % 36)) % 36);
}

const gstinForm = /^(?:0[1-9]|[12]\d|3[0-8]|9[79])[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/u;

/** An Indian tax number of a business, with its check character. */
export const gstin = textField(
  (sent) =>
    gstinForm.test(sent) && gstinCheck(sent.slice(0, 14)) === sent.charAt(14)
      ? sent
      : invalid("must be a valid GSTIN"),
  { pattern: gstinForm.source },
);

/** A laboratory code of LOINC, with its check digit. */
export const loinc = textField(
  (sent) =>
    /^\d{1,7}-\d$/u.test(sent) && isLuhnValid(sent.replace("-", ""))
      ? sent
      : invalid("must be a valid LOINC code"),
  { pattern: "^\\d{1,7}-\\d$" },
);

/** Whether the last digit is the check digit of GS1: weights 3 and 1 in turn, from the right. */
function isGs1Valid(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** A trade item's number (EAN-8, UPC-A, EAN-13, GTIN-14), with its check digit. */
export const gtin = textField(
  (sent) =>
    /^(?:\d{8}|\d{12,14})$/u.test(sent) && isGs1Valid(sent)
      ? sent
      : invalid("must be a valid GTIN"),
  { pattern: "^(?:\\d{8}|\\d{12,14})$" },
);

/** A unique identifier of DICOM: numbers and dots, at most 64 characters. */
export const dicomUid = patternField(
  /^(?=.{3,64}$)[0-2](?:\.(?:0|[1-9]\d*))+$/u,
  "must be a DICOM unique identifier",
);

/** A code of goods (HSN) or services (SAC): 4, 6 or 8 digits. */
export const hsnSac = patternField(
  /^\d{4}(?:\d{2}){0,2}$/u,
  "must be an HSN or SAC code of 4, 6 or 8 digits",
);

/** The code of an Indian bank's branch. */
export const ifsc = patternField(/^[A-Z]{4}0[A-Z0-9]{6}$/u, "must be an IFSC, such as SBIN0000300");

/** An Indian postal code. */
export const pinCode = patternField(/^[1-9]\d{5}$/u, "must be a PIN code of six digits");

/** An Indian tax number of a person or business. */
export const taxPan = patternField(/^[A-Z]{5}\d{4}[A-Z]$/u, "must be a PAN, such as AAPFU0939F");

/** The reference of a UPI payment. */
export const upiReference = patternField(/^\d{12}$/u, "must be a UPI reference of 12 digits");

/** The reference of a bank transfer. */
export const utr = patternField(
  /^[A-Z0-9]{16,22}$/u,
  "must be a UTR of 16 to 22 capitals and digits",
);

/** An invoice's number: at most 16 capitals, digits, slashes and hyphens. */
export const invoiceNumber = patternField(
  /^[A-Z0-9][A-Z0-9/-]{0,15}$/u,
  "must be at most 16 of A-Z, 0-9, / and -",
);

/** A currency by its code. */
export const currencyCode = patternField(
  /^[A-Z]{3}$/u,
  "must be a currency code of three capitals",
);
