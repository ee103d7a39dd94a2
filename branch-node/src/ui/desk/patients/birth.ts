import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { monthsBetween } from "@edgeward/shared/clinical/encounters/vital-ranges.contract.ts";
import { foldDigits } from "@edgeward/shared/kernel/text.ts";

/** Somebody's age, in the unit that people say it in. */
export interface Age {
  readonly count: number;
  readonly unit: "year" | "month" | "day";
}

const oldest = 130;
const adultAge = 18;

function isoDay(year: number, month: number, day: number): string | null {
  const instant = new Date(Date.UTC(year, month - 1, day));
  // Date would read 31 February as 3 March.
  const isReal = instant.getUTCMonth() === month - 1 && instant.getUTCDate() === day;
  return isReal && year >= 1000 ? instant.toISOString().slice(0, 10) : null;
}

/** A year of two digits is the latest one that is not in the future. */
function fullYear(text: string, today: string): number {
  if (text.length === 4) return Number(text);
  const year = Number(today.slice(0, 2)) * 100 + Number(text);
  return year > Number(today.slice(0, 4)) ? year - 100 : year;
}

/** The day that was typed, whenever it is, or null where there is none such. */
function readDay(typed: string, today: string): string | null {
  const text = foldDigits(typed).trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(text);
  const plain = /^(\d{1,2})[\s/.-](\d{1,2})[\s/.-](\d{4}|\d{2})$/u.exec(text);
  const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/u.exec(text);
  const [, day, month, year] = plain ?? digits ?? (iso ? [iso[0], iso[3], iso[2], iso[1]] : []);
  if (day === undefined || month === undefined || year === undefined) return null;
  return isoDay(fullYear(year, today), Number(month), Number(day));
}

const earliestBirth = "1900-01-01";

/**
 * A birth date as people type it: `12/03/1988`, `12.3.88`, `12031988` or `1988-03-12`.
 * @param today the branch's calendar day, YYYY-MM-DD
 * @returns YYYY-MM-DD, or null when it is no day up to today
 */
export function parseBirthDate(typed: string, today: string): string | null {
  const date = readDay(typed, today);
  return date === null || date > today || date < earliestBirth ? null : date;
}

/** Why what was typed is no birth date: there is no such day, it is yet to come, or it is too long ago. */
export function birthDateFault(typed: string, today: string): "none" | "toCome" | "tooOld" | null {
  const date = readDay(typed, today);
  if (date === null) return "none";
  if (date > today) return "toCome";
  return date < earliestBirth ? "tooOld" : null;
}

/** Whether a birth date has its whole year: on the way to 1971, `19` must not be taken for 2019. */
export function hasWholeYear(typed: string): boolean {
  const text = foldDigits(typed).trim();
  return /^\d{8}$|^\d{4}-|[\s/.-]\d{4}$/u.test(text);
}

/** A day as the desk writes it: dd/mm/yyyy. */
export function writtenDay(iso: string): string {
  return iso.split("-").toReversed().join("/");
}

/** A whole number of years as typed, or null. */
export function parseAge(typed: string): number | null {
  const text = foldDigits(typed).trim();
  return /^\d{1,3}$/u.test(text) && Number(text) <= oldest ? Number(text) : null;
}

/** The age on a day: years from two on, then months, days below one month. */
export function ageOn(birth: string, today: string): Age {
  const months = monthsBetween(birth, today);
  if (months >= 24) return { count: Math.floor(months / 12), unit: "year" };
  if (months >= 1) return { count: months, unit: "month" };
  const days = (Date.parse(today) - Date.parse(birth)) / 86_400_000;
  return { count: Math.max(0, days), unit: "day" };
}

/** Whether somebody needs a guardian. */
export function isMinor(birth: string, today: string): boolean {
  return monthsBetween(birth, today) < adultAge * 12;
}

/** The calendar day in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: number): string {
  const parts = dateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The day some days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The days of the month in which a day lies, YYYY-MM-DD. */
export function daysOfMonth(day: string): readonly string[] {
  const month = day.slice(0, 7);
  const days = Array.from({ length: 31 }, (_, place) => addDays(`${month}-01`, place));
  return days.filter((each) => each.startsWith(month));
}
