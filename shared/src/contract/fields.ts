import {
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from "libphonenumber-js/min";
import * as z from "zod";
import { containsAadhaarNumber, containsCardNumber } from "#kernel/check-digits.ts";
import { isId, type IdPrefix } from "#kernel/ids.ts";
import { foldDigits } from "#kernel/text.ts";
import { jsonFault, type JsonObject } from "./json-object.ts";
import {
  invalid,
  patternField,
  refuse,
  textField,
  type Reader,
  type Refusal,
} from "./text-field.ts";

const controlCharacter = /\p{Cc}/u;
const controlButLineFeedAndTab = /[^\P{Cc}\n\t]/u;

function readText(sent: string, min: number, max: number, forbidden: RegExp): string | Refusal {
  if (!sent.isWellFormed()) return invalid("holds half a surrogate pair");
  const stored = sent.normalize("NFC").trim();
  if (forbidden.test(stored)) return invalid("holds a control character");
  const length = Array.from(stored).length;
  if (length < min)
    return invalid(min === 1 ? "must not be empty" : `must have at least ${min} characters`);
  if (length > max) return invalid(`must have at most ${max} characters`);
  if (containsCardNumber(stored))
    return { code: "pan_detected", message: "holds what looks like a payment card number" };
  return stored;
}

/** One line of text: NFC, trimmed, `min` to `max` code points, no control character, no payment card number. */
export function str(min: number, max: number): z.ZodString {
  return textField((sent) => readText(sent, min, max, controlCharacter), {
    minLength: min,
    maxLength: max,
  });
}

/** Text of several lines, up to `max` code points; as `str`, with line feeds and tabs allowed and CRLF read as a line feed. */
export function text(max: number): z.ZodString {
  const read: Reader = (sent) =>
    readText(sent.replaceAll("\r\n", "\n"), 0, max, controlButLineFeedAndTab);
  return textField(read, { maxLength: max });
}

/** Text as a device has read it: control characters belong to it, half a surrogate pair does not. */
export function verbatim(min: number, max: number): z.ZodString {
  return textField(
    (sent) => {
      if (!sent.isWellFormed()) return invalid("holds half a surrogate pair");
      const fits = sent.length >= min && sent.length <= max;
      return fits ? sent : invalid(`must have ${min} to ${max} characters`);
    },
    { minLength: min, maxLength: max },
  );
}

/** The id of one kind of record; any other text is `invalid_id`. */
export function idOf(prefix: IdPrefix): z.ZodString {
  const refusal: Refusal = {
    code: "invalid_id",
    message: `must be an id that begins with ${prefix}_`,
  };
  return textField((sent) => (isId(prefix, sent) ? sent : refusal), {
    pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
  });
}

// A page of a list, at its longest.
const mostIds = 100;

/** The ids of one to 100 records of a kind in an address, divided by commas. */
export function idListOf(prefix: IdPrefix) {
  return z
    .string()
    .transform((ids) => ids.split(","))
    .pipe(z.array(idOf(prefix)).min(1).max(mostIds));
}

/** A day that the calendar has, `YYYY-MM-DD`, from year 1 (PostgreSQL has no year 0). */
export const date = z.iso
  .date({ error: "must be a calendar date, YYYY-MM-DD", abort: true })
  .refine((day) => day >= "0001", { error: "must be a date in year 1 or later" });

const wallClock = /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/u;
const instant =
  /^(\d{4}-\d{2}-\d{2})[Tt ](([01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/u;

function readInstant(sent: string): string | Refusal {
  if (wallClock.test(sent))
    return { code: "timezone_required", message: "must end in Z or an offset such as +05:30" };
  const [, day, clock, , fraction = "", offset] = instant.exec(sent) ?? [];
  // Date would read 30 February as 2 March.
  if (day === undefined || offset === undefined || !date.safeParse(day).success) {
    return invalid("must be an RFC 3339 instant, such as 2026-04-01T09:30:00+05:30");
  }
  const stored = new Date(
    `${day}T${clock}.${fraction.padEnd(3, "0").slice(0, 3)}${offset.toUpperCase()}`,
  ).toISOString();
  return stored.length === 24 && stored >= "0001"
    ? stored
    : invalid("must be in the years 0001 to 9999, UTC");
}

/** An instant: RFC 3339 with any explicit offset, stored as UTC with milliseconds (finer fractions are cut off). */
export const ts = textField(readInstant, { format: "date-time" });

/** A time of day on the branch's clock, `HH:mm`. */
export const time = patternField(/^([01]\d|2[0-3]):[0-5]\d$/u, "must be a time of day, HH:mm");

/** A whole JSON number from `min` to `max`; texts are refused. */
export function int(min: number, max: number): z.ZodInt {
  return z.int().min(min).max(max);
}

/** An amount in minor units (paise): never a fraction, never negative. */
export const money = int(0, Number.MAX_SAFE_INTEGER);

/** A telephone number as people write it, before it is known in which country that was. */
export const writtenPhone = str(3, 32);

// The numbering plan's possible lengths in India are those of short codes too, and would take a number that lost two digits.
// A subscriber's has ten with the code of the mobile network or the town; toll-free and shared-cost ones may have eleven.
const indianNumber = /^(?:[1-9]\d{9}|18[06]0\d{7})$/u;

function hasEveryDigit({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return countryCallingCode !== "91" || indianNumber.test(nationalNumber);
}

// A mobile's number as nearly everybody writes it, whose form says all that the numbering plan would be asked.
const plainMobile = /^(?:\+91)?([6-9]\d{9})$/u;

/** The number in a text that the short way reads, E.164; null for any other, also for those that are no number. */
function readPlainMobile(sent: string, country: string): string | null {
  const digits = plainMobile.exec(sent)?.[1];
  if (digits === undefined) return null;
  return country === "IN" || sent.startsWith("+") ? `+91${digits}` : null;
}

function phoneIn(country: string): z.ZodString {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- any other code is read as no country
  const defaultCountry = country as CountryCode;
  const read: Reader = (sent) => {
    const plain = readPlainMobile(sent, country);
    if (plain !== null) return plain;
    const number = parsePhoneNumberFromString(foldDigits(sent).trim(), {
      defaultCountry,
      extract: false,
    });
    const isNumber =
      number?.isPossible() === true && number.ext === undefined && hasEveryDigit(number);
    const stored = isNumber ? number.number : "";
    return /^\+[1-9]\d{7,14}$/u.test(stored)
      ? stored
      : invalid("must be a telephone number, national or +country");
  };
  return textField(read, { maxLength: 64 });
}

const phones = new Map<string, z.ZodString>();
// More than there are countries.
const mostCountries = 300;

/**
 * A telephone number, national or E.164 on the way in, E.164 when stored. It must be possible in its country, not assigned.
 * Made once for each country: making it took as long as reading the number does.
 * @param country by its code of ISO 3166; in one without numbering rules it has to be international
 */
export function phone(country: string): z.ZodString {
  const known = phones.get(country);
  if (known !== undefined) return known;
  if (phones.size >= mostCountries) phones.clear();
  const made = phoneIn(country);
  phones.set(country, made);
  return made;
}

/** A telephone number as it is kept: E.164. */
export const storedPhone = patternField(
  /^\+[1-9]\d{7,14}$/u,
  "must be a telephone number as it is kept, +country",
);

const mailbox = /^[^\s@\p{Cc}]+@(?:[^\s@.\p{Cc}]+\.)+[^\s@.\p{Cc}]+$/u;

/** An e-mail address as its owner writes it: one `@`, a dot in the domain, at most 254 characters. */
export const email = textField(
  (sent) => {
    const stored = sent.normalize("NFC").trim();
    const isMailbox = stored.length <= 254 && stored.isWellFormed() && mailbox.test(stored);
    return isMailbox ? stored : invalid("must be an e-mail address");
  },
  { format: "email", maxLength: 254 },
);

/** A machine code: lower-case letters, digits, dot, underscore, hyphen. */
export const code = patternField(
  /^[a-z0-9][a-z0-9._-]{0,63}$/u,
  "must be a lower-case code of at most 64 characters",
);

/** An integrator's own JSON object, at most `maxBytes` as UTF-8; never interpreted. */
export function json(maxBytes: number): z.ZodType<JsonObject, JsonObject> {
  return z
    .custom<JsonObject>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      {
        error: "must be a JSON object",
        abort: true,
      },
    )
    .check((payload) => {
      const fault = jsonFault(payload.value, maxBytes);
      if (fault !== undefined) refuse(payload, invalid(fault));
    })
    .meta({ type: "object", additionalProperties: true });
}

/** An ABHA number, 14 digits with or without hyphens; stored `nn-nnnn-nnnn-nnnn`. No check digit is published. */
export const abhaNumber = patternField(
  /^(?:\d{14}|\d{2}-\d{4}-\d{4}-\d{4})$/u,
  "must be an ABHA number of 14 digits",
  (sent) => sent.replaceAll("-", "").replace(/^(..)(....)(....)(....)$/u, "$1-$2-$3-$4"),
);

/** An ABHA address, `name@abdm` or (sandbox) `name@sbx`. */
export const abhaAddress = patternField(
  /^(?:[A-Za-z][A-Za-z0-9._]{2,16}[A-Za-z0-9]|\d{14})@(?:abdm|sbx)$/u,
  "must be an ABHA address, such as ravi.kumar@abdm",
);

/** A facility's patient number: 3 to 32 capitals, digits, slashes and hyphens. */
export const uhid = patternField(
  /^[A-Z0-9][A-Z0-9/-]{2,31}$/u,
  "must be 3 to 32 of A-Z, 0-9, / and -",
);

/** A diagnosis code of ICD-10, chapter U (COVID-19 is U07.1) included. */
export const icd10 = patternField(
  /^[A-Z]\d[0-9AB](?:\.[0-9A-Z]{1,4})?$/u,
  "must be an ICD-10 code, such as E11.9",
);

export { enumOf } from "./word-field.ts";

/** Refuses an Aadhaar number as the value of an identifier: `str(1, 64).check(noAadhaar)`. */
export const noAadhaar = z.check<string>((payload) => {
  if (!containsAadhaarNumber(payload.value)) return;
  refuse(payload, {
    code: "aadhaar_not_allowed",
    message: "looks like an Aadhaar number, which is never stored",
  });
});

const addressLine = str(0, 200).nullable().optional();
const place = str(0, 100).nullable().optional();

/** A postal address; an Indian one has a PIN code of six digits or none. */
export const address = z
  .strictObject({
    line1: addressLine,
    line2: addressLine,
    city: place,
    district: place,
    state: place,
    postal_code: str(0, 20).nullable().optional(),
    country: patternField(/^[A-Z]{2}$/u, "must be a country code of two capitals").default("IN"),
  })
  .check((payload) => {
    const { country, postal_code: postalCode } = payload.value;
    if (country !== "IN" || !postalCode || /^[1-9]\d{5}$/u.test(postalCode)) return;
    refuse(payload, invalid("must be a PIN code of six digits"), ["postal_code"]);
  });
