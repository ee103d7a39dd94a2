import type { CheckInMatch, CheckInToken } from "./kiosk-wire.ts";

/** What a new patient says of themselves. */
export interface NewcomerDraft {
  readonly name: string;
  readonly gender: "male" | "female" | "other";
}

/** Where somebody stands on the way to a token. Nothing of it outlives the visit. */
export type KioskStep =
  | { readonly kind: "language" }
  | { readonly kind: "start"; readonly isUnknown: boolean }
  | { readonly kind: "phone" }
  | { readonly kind: "year" }
  | {
      readonly kind: "confirm";
      readonly matches: readonly CheckInMatch[];
      readonly isByPhone: boolean;
    }
  | { readonly kind: "noMatch" }
  | { readonly kind: "name" }
  | { readonly kind: "gender" }
  | {
      readonly kind: "department";
      readonly forMatch: CheckInMatch | null;
      readonly newcomer: NewcomerDraft | null;
      /** Where somebody goes back to. */
      readonly from: KioskStep;
    }
  | { readonly kind: "token"; readonly token: CheckInToken }
  | { readonly kind: "staff" };

/** A visit to the kiosk: where it stands, and what has been typed. */
export interface KioskVisit {
  readonly step: KioskStep;
  readonly phone: string;
  readonly birthYear: string;
  readonly name: string;
}

/** Nobody has begun. */
export const freshVisit: KioskVisit = {
  step: { kind: "language" },
  phone: "",
  birthYear: "",
  name: "",
};

const fewestPhoneDigits = 6;
const oldestYears = 130;

/** Whether this may be a telephone number. */
export function isPhoneWhole(phone: string): boolean {
  return phone.length >= fewestPhoneDigits;
}

/** Whether somebody alive may be born in that year. */
export function isYearWhole(text: string, thisYear: number): boolean {
  const year = Number(text);
  return /^\d{4}$/u.test(text) && year <= thisYear && year >= thisYear - oldestYears;
}

/** Whom a search has found: to be confirmed, or, by scan or by number, nobody. */
export function stepFor(matches: readonly CheckInMatch[], isByPhone: boolean): KioskStep {
  if (matches.length > 0) return { kind: "confirm", matches, isByPhone };
  return isByPhone ? { kind: "noMatch" } : { kind: "start", isUnknown: true };
}
