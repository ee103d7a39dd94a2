import { dateTimeFormat, numberFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { formatMinor } from "@edgeward/shared/kernel/money.ts";
import type { PrintSettings } from "./print-settings.ts";
import { en, type TextKey } from "#printing/documents/texts/en.ts";
import { hi } from "#printing/documents/texts/hi.ts";

const languages = { en, hi } as const;
const nativeDigits = { en: "latn", hi: "deva" } as const;

/** Writes words, dates, amounts and numbers as a tenant's documents have them. */
export interface Wording {
  /** A word in each language of the document, divided by a slash. */
  readonly textOf: (key: TextKey) => string;
  /** A word in the first language alone, where there is room for one. */
  readonly brief: (key: TextKey) => string;
  readonly date: (day: string) => string;
  /** An instant on the branch's own clock, with the time of day. */
  readonly instant: (at: string) => string;
  /** The day of the week of an instant on the branch's own clock, in each language of the document. */
  readonly weekday: (at: string) => string;
  /** An amount with its currency. */
  readonly money: (minor: number, currency: string) => string;
  /** An amount in a column whose head names the currency. */
  readonly amount: (minor: number, currency: string) => string;
  readonly number: (value: number) => string;
  /** Digits in a text, such as a number that was minted elsewhere, are left as they are. */
  readonly age: (dob: string, at: string) => string;
}

/** The wording of a tenant's documents. */
export function createWording(settings: PrintSettings): Wording {
  const [first = "en"] = settings.languages;
  const digits = settings.numerals === "native" ? nativeDigits[first] : "latn";
  const locale = `${first}-IN-u-nu-${digits}`;
  const plain = numberFormat(locale, { maximumFractionDigits: 3 });
  const brief = (key: TextKey) => languages[first][key];
  return {
    textOf: (key) => {
      const words = settings.languages.map((language) => languages[language][key]);
      return [...new Set(words)].join(" / ");
    },
    brief,
    date: (day) => dateText(`${day}T12:00:00Z`, locale, { timeZone: "UTC" }),
    instant: (at) => dateText(at, locale, { timeZone: settings.timeZone, ...clock }),
    weekday: (at) => {
      const { languages: spoken, timeZone } = settings;
      const days = spoken.map((language) => weekdayText(at, `${language}-IN`, timeZone));
      return days.join(" / ");
    },
    money: (minor, currency) => formatMinor(minor, currency, locale),
    amount: (minor, currency) => withoutSymbol(formatMinor(minor, currency, locale)),
    number: (value) => plain.format(value),
    age: (dob, at) => ageText(dob, dayIn(at, settings.timeZone), { brief, plain }),
  };
}

function weekdayText(at: string, locale: string, timeZone: string): string {
  return dateTimeFormat(locale, { timeZone, weekday: "long" }).format(Date.parse(at));
}

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

function dateText(at: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const format = dateTimeFormat(locale, {
    day: "numeric",
    // Hindi has no short names of months that everybody reads.
    month: locale.startsWith("hi") ? "long" : "short",
    year: "numeric",
    ...options,
  });
  const parts = format.formatToParts(Date.parse(at));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  const day = `${part("day")} ${part("month")} ${part("year")}`;
  return part("hour") === "" ? day : `${day}, ${part("hour")}:${part("minute")}`;
}

function withoutSymbol(text: string): string {
  return text.replaceAll(/[\p{Sc}\p{L}\u00a0\u202f]/gu, "");
}

/** The calendar day of an instant on the clocks of a zone, `YYYY-MM-DD`. */
export function dayIn(at: string, timeZone: string): string {
  return dateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(Date.parse(at));
}

// Years from two on, months in the second year and before, days in the first two months: as wards write ages.
function ageText(
  dob: string,
  today: string,
  { brief, plain }: { readonly brief: (key: TextKey) => string; readonly plain: Intl.NumberFormat },
): string {
  const [year = 0, month = 1, day = 1] = dob.split("-").map(Number);
  const [thisYear = 0, thisMonth = 1, thisDay = 1] = today.split("-").map(Number);
  const months = (thisYear - year) * 12 + thisMonth - month - (thisDay < day ? 1 : 0);
  if (months >= 24) return `${plain.format(Math.floor(months / 12))} ${brief("years")}`;
  if (months >= 2) return `${plain.format(months)} ${brief("months")}`;
  const days = Math.round((Date.parse(today) - Date.parse(dob)) / 86_400_000);
  return `${plain.format(Math.max(0, days))} ${brief("days")}`;
}
