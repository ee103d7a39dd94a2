import { foldDigits } from "@edgeward/shared/kernel/text.ts";

/** Which number comes first in a date such as 03/04/1990. */
export type DateOrder = "day-first" | "month-first";

/** A day as the contract writes it, or why the text is none. */
export type DayReading =
  | { readonly day: string; readonly hasShortYear: boolean; readonly reason: null }
  | { readonly day: null; readonly reason: string };

// Of the countries that write dates with slashes, these put the month first.
const monthFirstCountries: ReadonlySet<string> = new Set(["US", "PW", "FM", "MH"]);

/** How a country writes its dates. */
export function dateOrderOf(country: string): DateOrder {
  return monthFirstCountries.has(country) ? "month-first" : "day-first";
}

const monthNames = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];

const isoForm = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ].*)?$/u;
const compactForm = /^((?:19|20)\d{2})(\d{2})(\d{2})$/u;
const numberForm = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?: .*)?$/u;
const dayNameForm = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3,9})\.?,?[-/. ]+(\d{4}|\d{2})$/u;
const nameDayForm = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d{2})$/u;

interface Parts {
  readonly year: string;
  readonly month: number;
  readonly day: number;
}

function monthOf(name: string): number {
  return monthNames.indexOf(name.slice(0, 3)) + 1;
}

function numberParts(match: RegExpExecArray, order: DateOrder): Parts {
  const [, first = "", second = "", year = ""] = match;
  return order === "day-first"
    ? { year, month: Number(second), day: Number(first) }
    : { year, month: Number(first), day: Number(second) };
}

function partsOf(text: string, order: DateOrder): Parts | null {
  const iso = isoForm.exec(text) ?? compactForm.exec(text);
  if (iso !== null) return { year: iso[1] ?? "", month: Number(iso[2]), day: Number(iso[3]) };
  const numbers = numberForm.exec(text);
  if (numbers !== null) return numberParts(numbers, order);
  const dayName = dayNameForm.exec(text);
  if (dayName !== null) {
    return { year: dayName[3] ?? "", month: monthOf(dayName[2] ?? ""), day: Number(dayName[1]) };
  }
  const nameDay = nameDayForm.exec(text);
  if (nameDay === null) return null;
  return { year: nameDay[3] ?? "", month: monthOf(nameDay[1] ?? ""), day: Number(nameDay[2]) };
}

// Whoever was born in '28 was not born in 2028: a year of two digits is the latest one that is not in the future.
function fullYear(year: string, today: string): number {
  if (year.length === 4) return Number(year);
  const thisYear = Number(today.slice(0, 4));
  const guess = Math.floor(thisYear / 100) * 100 + Number(year);
  return guess > thisYear ? guess - 100 : guess;
}

function isRealDay(year: number, month: number, day: number): boolean {
  const made = new Date(Date.UTC(year, month - 1, day));
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
}

function faultOf(parts: Parts, order: DateOrder, isNumeric: boolean): string {
  if (isNumeric && parts.month > 12 && parts.day <= 12) {
    return `is no date when read ${order}; --dates sets the other order`;
  }
  return "is no day of the calendar";
}

/**
 * Reads a day in the forms that registers use: ISO, numbers in the country's order, months by name.
 * A date and a time keep their day. @param today `YYYY-MM-DD`, for years of two digits
 */
export function readDay(text: string, order: DateOrder, today: string): DayReading {
  const folded = foldDigits(text).trim().toLowerCase();
  const parts = partsOf(folded, order);
  if (parts === null) {
    const isSerial = /^\d{4,5}(\.\d+)?$/u.test(folded);
    const reason = isSerial
      ? "is a spreadsheet's day number; format the column as a date and export again"
      : "is not a date in a form that is understood";
    return { day: null, reason };
  }
  const year = fullYear(parts.year, today);
  if (!isRealDay(year, parts.month, parts.day)) {
    return { day: null, reason: faultOf(parts, order, numberForm.test(folded)) };
  }
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(year).padStart(4, "0")}-${two(parts.month)}-${two(parts.day)}`;
  return { day, hasShortYear: parts.year.length === 2, reason: null };
}
