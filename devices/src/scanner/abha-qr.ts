import { foldDigits } from "@edgeward/shared/kernel/text.ts";

/** What the QR of an ABHA card or of its app says of a person. What a shape does not say is null. */
export interface AbhaCard {
  /** `12-3456-7890-1234`. */
  readonly number: string | null;
  /** `name@abdm`. */
  readonly address: string | null;
  readonly name: string | null;
  readonly gender: "male" | "female" | "other" | null;
  /** `YYYY-MM-DD`, where the whole day is given. */
  readonly dob: string | null;
  readonly birthYear: number | null;
  readonly phone: string | null;
  readonly district: string | null;
  readonly state: string | null;
}

// The card's shape says `hidn` and `hid`, the app's `hidn` (also "-") and `phr`. Both spell other names in several ways,
// so names are compared without their blanks and signs.
const names = {
  number: ["hidn", "healthidnumber", "abhanumber"],
  address: ["phr", "hid", "phraddress", "abhaaddress", "healthid"],
  name: ["name", "fullname"],
  gender: ["gender", "sex"],
  birth: ["dob", "dateofbirth", "yob", "yearofbirth"],
  phone: ["mobile", "phone"],
  district: ["districtname", "distname", "district"],
  state: ["statename", "state"],
} as const;

const genders: Readonly<Record<string, AbhaCard["gender"]>> = {
  m: "male",
  male: "male",
  f: "female",
  female: "female",
  o: "other",
  other: "other",
  t: "other",
};

type Fields = ReadonlyMap<string, string>;

function fieldsOf(text: string): Fields | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    // What a card says is shown and registered: neither control characters nor marks that turn text round belong in it.
    const said = String(value)
      .replaceAll(/[\p{Cc}\p{Cf}]+/gu, (marks) => (/^[\u200C\u200D]+$/u.test(marks) ? marks : " "))
      .replaceAll(/\s+/gu, " ")
      .trim();
    // "-" is how the app says that there is nothing.
    if (said !== "" && said !== "-") {
      fields.set(name.toLowerCase().replaceAll(/[^a-z]/gu, ""), said);
    }
  }
  return fields;
}

function first(fields: Fields, spellings: readonly string[]): string | null {
  for (const spelling of spellings) {
    const value = fields.get(spelling);
    if (value !== undefined) return value;
  }
  return null;
}

function numberOf(text: string | null): string | null {
  const digits = foldDigits(text ?? "").replaceAll(/[\s-]/gu, "");
  return /^\d{14}$/u.test(digits)
    ? digits.replace(/^(..)(....)(....)(....)$/u, "$1-$2-$3-$4")
    : null;
}

function addressOf(text: string | null): string | null {
  const address = text?.toLowerCase() ?? "";
  return /^[a-z0-9][a-z0-9._]{2,30}@[a-z]{2,10}$/u.test(address) ? address : null;
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1900 ? date.toISOString().slice(0, 10) : null;
}

function birthOf(text: string | null): Pick<AbhaCard, "dob" | "birthYear"> {
  const said = foldDigits(text ?? "");
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/u.exec(said) ?? [];
  const [, dayFirst, monthNext, yearLast] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/u.exec(said) ?? [];
  const [, onlyYear] = /^(\d{4})$/u.exec(said) ?? [];
  const dob =
    year === undefined
      ? dayOf(Number(yearLast), Number(monthNext), Number(dayFirst))
      : dayOf(Number(year), Number(month), Number(day));
  const birthYear = Number(year ?? yearLast ?? onlyYear ?? Number.NaN);
  return { dob, birthYear: birthYear >= 1900 && birthYear <= 2199 ? birthYear : null };
}

/** Reads the QR of an ABHA card or app; null for any other text. Never throws. */
export function readAbhaQr(text: string): AbhaCard | null {
  if (!text.trimStart().startsWith("{")) return null;
  const fields = fieldsOf(text);
  if (fields === null) return null;
  const number = numberOf(first(fields, names.number));
  const address = addressOf(first(fields, names.address));
  if (number === null && address === null) return null;
  return {
    number,
    address,
    name: first(fields, names.name),
    gender: genders[first(fields, names.gender)?.toLowerCase() ?? ""] ?? null,
    ...birthOf(first(fields, names.birth)),
    phone: first(fields, names.phone),
    district: first(fields, names.district),
    state: first(fields, names.state),
  };
}
