import { gs1IdentifierAt, predefinedGs1Length, type Gs1Syntax } from "./gs1-syntax.ts";

/** FNC1 between two elements, as scanners send it: the control character GS. */
export const groupSeparator = "\u001D";

/** One element of a GS1 code. */
export interface Gs1Element {
  readonly identifier: string;
  readonly title: string;
  readonly value: string;
}

/** What is wrong with a text as a GS1 code. */
export type Gs1Problem =
  | "empty"
  | "unknown_identifier"
  | "wrong_data"
  | "wrong_check_digit"
  | "wrong_date"
  | "too_short";

/** A GS1 code taken apart: the fields a clinic works with, and every element in its order. */
export interface Gs1Code {
  readonly elements: readonly Gs1Element[];
  /** Trade item number of 14 digits, check digit right. */
  readonly gtin: string | null;
  readonly lot: string | null;
  /** Last day of use, `YYYY-MM-DD`. */
  readonly expiry: string | null;
  readonly serial: string | null;
  /** The number of a service's recipient: a patient's wristband (8018). */
  readonly recipient: string | null;
  /** The number of who gives a service: a staff badge (8017). */
  readonly provider: string | null;
}

/** A GS1 code, or why a text is none and where it went wrong. */
export type Gs1Reading =
  | { readonly isOk: true; readonly code: Gs1Code }
  | { readonly isOk: false; readonly problem: Gs1Problem; readonly position: number };

// Fifty years either way decide the century (General Specifications, section 7.12).
function fullYear(twoDigits: number, thisYear: number): number {
  const century = thisYear - (thisYear % 100);
  const ahead = twoDigits - (thisYear % 100);
  if (ahead >= 51) return century - 100 + twoDigits;
  return ahead <= -50 ? century + 100 + twoDigits : century + twoDigits;
}

/** Six digits, YYMMDD, as a day; day 00 is the month's last. Null for a day that the calendar does not have. */
function dayOf(digits: string, thisYear: number): string | null {
  const year = fullYear(Number(digits.slice(0, 2)), thisYear);
  const month = Number(digits.slice(2, 4));
  const given = Number(digits.slice(4, 6));
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || given > last) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${year}-${two(month)}-${two(given === 0 ? last : given)}`;
}

const dateCodes: ReadonlySet<string> = new Set(["11", "12", "13", "15", "16", "17"]);

function problemOf(
  code: string,
  syntax: Gs1Syntax,
  value: string,
  thisYear: number,
): Gs1Problem | null {
  const problem = syntax.problemOf(value);
  if (problem !== null) return problem;
  return dateCodes.has(code) && dayOf(value, thisYear) === null ? "wrong_date" : null;
}

/** Where the element that begins at `start` ends. */
function endOfElement(text: string, start: number): number {
  const fixed = predefinedGs1Length(text.slice(start, start + 2));
  const separator = text.indexOf(groupSeparator, start);
  const open = separator === -1 ? text.length : separator;
  return fixed === undefined ? open : Math.min(start + fixed, open);
}

function codeOf(elements: readonly Gs1Element[], thisYear: number): Gs1Code {
  const value = (code: string) =>
    elements.find((element) => element.identifier === code)?.value ?? null;
  const expiry = value("17");
  return {
    elements,
    gtin: value("01"),
    lot: value("10"),
    expiry: expiry === null ? null : dayOf(expiry, thisYear),
    serial: value("21"),
    recipient: value("8018"),
    provider: value("8017"),
  };
}

/** The form for people, `(01)…(10)…`, as the form of codes; any other text as it is. */
function withoutBrackets(text: string): string {
  if (!/^\(\d{2,4}\)/u.test(text)) return text;
  return text.replaceAll(/\((\d{2,4})\)/gu, (_, code: string, place: number) =>
    place === 0 ? code : `${groupSeparator}${code}`,
  );
}

/**
 * Takes a GS1 element string apart: identifiers, data of fixed and open length, FNC1 as GS. A symbology identifier in
 * front must have been taken off. Never throws.
 * @param thisYear decides the century of two-digit years
 */
export function readGs1(text: string, thisYear: number): Gs1Reading {
  const plain = withoutBrackets(text);
  const elements: Gs1Element[] = [];
  let position = 0;
  while (position < plain.length) {
    if (plain.charAt(position) === groupSeparator) {
      position += 1;
      continue;
    }
    const at = gs1IdentifierAt(plain.slice(position, position + 4));
    if (at === null) return { isOk: false, problem: "unknown_identifier", position };
    const end = endOfElement(plain, position);
    const value = plain.slice(position + at.code.length, end);
    if (value === "") return { isOk: false, problem: "too_short", position };
    const problem = problemOf(at.code, at.syntax, value, thisYear);
    if (problem !== null) return { isOk: false, problem, position };
    elements.push({ identifier: at.code, title: at.syntax.title, value });
    position = end;
  }
  if (elements.length === 0) return { isOk: false, problem: "empty", position: 0 };
  return { isOk: true, code: codeOf(elements, thisYear) };
}
