import { isValidUhid } from "@edgeward/shared/kernel/uhid.ts";
import { isId } from "@edgeward/shared/kernel/ids.ts";
import { readAbhaQr, type AbhaCard } from "./abha-qr.ts";
import { groupSeparator, readGs1, type Gs1Code, type Gs1Problem } from "./gs1.ts";
import { isGs1CheckDigitRight } from "./gs1-syntax.ts";

/** What a scanned text means to a clinic. */
export type ScannedCode =
  /** A patient's number of ours, check character right. */
  | { readonly kind: "patient"; readonly uhid: string }
  /** The slip of a queue token. */
  | { readonly kind: "token"; readonly appointmentId: string }
  /** What stands on the slip in large letters: today's token of that code. */
  | { readonly kind: "token_code"; readonly tokenCode: string }
  | { readonly kind: "specimen"; readonly specimen: string }
  | { readonly kind: "abha"; readonly card: AbhaCard }
  | { readonly kind: "gs1"; readonly code: Gs1Code }
  /** A trade item's number alone, 14 digits. */
  | { readonly kind: "product"; readonly gtin: string }
  /** The one-time code by which a kiosk or tablet is paired. */
  | { readonly kind: "pairing"; readonly pairingCode: string }
  /** One of ours, misread: a check digit or character, or a part, is wrong. Scanning again may help. */
  | { readonly kind: "damaged"; readonly of: "patient" | "gs1" | "ours"; readonly problem: string }
  /** Anything else: what a person would have typed. */
  | { readonly kind: "text"; readonly text: string };

/** The longest text that a scan can be, in characters: more than the largest QR code holds. */
export const longestScan = 8_192;

// ISO/IEC 15424: `]`, a letter for the symbology, a modifier. These say that the data is of GS1's form.
const gs1Symbologies: ReadonlySet<string> = new Set(["]C1", "]e0", "]d2", "]Q3", "]J1"]);
const retailSymbologies: ReadonlySet<string> = new Set(["]E0", "]E4"]);
// `TEN-000123-K` and what differs from it only by what a worn label or a wrong letter makes of it.
const uhidForm = /^[A-Z0-9][A-Z0-9/-]{0,21}-\d{6,16}-[0-9A-Z]$/u;
const tokenForm = /^[A-Z]{2,3}-\d{3,5}$/u;
const pairingForm = /^[0-9A-HJKMNP-TV-Z]{8}$/u;

function damaged(of: "patient" | "gs1" | "ours", problem: string): ScannedCode {
  return { kind: "damaged", of, problem };
}

function patientOf(text: string): ScannedCode {
  const uhid = text.toUpperCase();
  return isValidUhid(uhid)
    ? { kind: "patient", uhid }
    : damaged("patient", "the check character is wrong");
}

/** Codes that this product prints: `EW1:`, a letter for the kind, and the number. */
function ownCode(text: string): ScannedCode {
  const [, kind = "", value = ""] = /^EW1:([A-Z]):([\u0020-\u007E]{1,64})$/u.exec(text) ?? [];
  switch (kind) {
    case "P":
      return patientOf(value);
    case "T":
      return isId("apt", value)
        ? { kind: "token", appointmentId: value }
        : damaged("ours", "the token's number is incomplete");
    case "S":
      return { kind: "specimen", specimen: value };
    default:
      return damaged("ours", "this kind of code is not known here");
  }
}

const gs1Problems: Readonly<Record<Gs1Problem, string>> = {
  empty: "it holds nothing",
  unknown_identifier: "a part has an identifier that does not exist",
  wrong_data: "a part has data of the wrong form",
  wrong_check_digit: "a check digit is wrong",
  wrong_date: "a date is not in the calendar",
  too_short: "a part is missing its data",
};

/** A text that says by itself that it is of GS1's form. */
function declaredGs1(text: string, thisYear: number): ScannedCode {
  const reading = readGs1(text, thisYear);
  if (reading.isOk) return { kind: "gs1", code: reading.code };
  return damaged("gs1", gs1Problems[reading.problem]);
}

/** Digits alone: a trade item's number, or elements whose first is one. */
function numberOf(text: string, thisYear: number): ScannedCode | null {
  // Fourteen digits alone are an ABHA number as often as a carton's: what a card says of itself decides that, not a digit.
  if (/^(?:\d{8}|\d{12,13})$/u.test(text) && isGs1CheckDigitRight(text)) {
    return { kind: "product", gtin: text.padStart(14, "0") };
  }
  // A wristband's recipient (8018), which most scanners send without saying that the code is of GS1's form.
  if (!/^(?:01\d{14}.|8018\d{18}$)/u.test(text)) return null;
  const reading = readGs1(text, thisYear);
  return reading.isOk ? { kind: "gs1", code: reading.code } : null;
}

function pairingOf(text: string): ScannedCode | null {
  if (!URL.canParse(text)) return null;
  const code = new URLSearchParams(new URL(text).hash.slice(1)).get("pair") ?? "";
  return pairingForm.test(code) ? { kind: "pairing", pairingCode: code } : null;
}

function plainCode(text: string, thisYear: number): ScannedCode {
  const upper = text.toUpperCase();
  if (upper.startsWith("EW1:")) return ownCode(upper.slice(0, 6) + text.slice(6));
  if (uhidForm.test(upper)) return patientOf(upper);
  if (tokenForm.test(upper)) return { kind: "token_code", tokenCode: upper };
  const isElements = text.includes(groupSeparator) || /^\(\d{2,4}\)/u.test(text);
  if (isElements) return declaredGs1(text, thisYear);
  const card = readAbhaQr(text);
  if (card !== null) return { kind: "abha", card };
  return pairingOf(text) ?? numberOf(text, thisYear) ?? { kind: "text", text };
}

function withoutSymbology(scanned: string): {
  readonly symbology: string | null;
  readonly data: string;
} {
  const text = scanned.slice(0, longestScan).trim();
  const symbology = /^\][A-Za-z][0-9A-Za-z]/u.exec(text)?.[0] ?? null;
  return { symbology, data: symbology === null ? text : text.slice(3) };
}

/** What a code says, whatever it means: the scanned text without the symbology identifier that may stand in front of it. */
export function scannedData(scanned: string): string {
  return withoutSymbology(scanned).data;
}

/**
 * Says what a scanned text means. A symbology identifier (`]C1`) in front is understood and taken off. Never throws,
 * whatever the text is.
 * @param thisYear decides the century of two-digit years in GS1 codes
 */
export function readScannedCode(scanned: string, thisYear: number): ScannedCode {
  const { symbology, data } = withoutSymbology(scanned);
  if (symbology !== null && gs1Symbologies.has(symbology)) return declaredGs1(data, thisYear);
  if (symbology !== null && retailSymbologies.has(symbology) && !isGs1CheckDigitRight(data)) {
    return damaged("gs1", gs1Problems.wrong_check_digit);
  }
  return plainCode(data, thisYear);
}
