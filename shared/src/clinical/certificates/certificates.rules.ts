import type { ErrorCode } from "#kernel/errors.ts";
import { addDays } from "#kernel/zones.ts";
import type { CertificateType } from "./certificate-parts.contract.ts";

/** What a certificate says, as far as its type decides what goes together. */
export interface Certified {
  readonly certificate_type: CertificateType;
  readonly rest_from: string | null;
  readonly rest_to: string | null;
  readonly fit_from: string | null;
  readonly fit_for: string | null;
  readonly referred_to: string | null;
  readonly referred_place: string | null;
  readonly reason: string | null;
}

type Said = Exclude<keyof Certified, "certificate_type">;

const needed: Readonly<Record<CertificateType, readonly Said[]>> = {
  sick_leave: ["rest_from", "rest_to"],
  fitness: ["fit_from"],
  referral: ["referred_to", "reason"],
};

const free: Readonly<Record<CertificateType, readonly Said[]>> = {
  sick_leave: [],
  fitness: ["fit_for"],
  referral: ["referred_place"],
};

// What of a certificate one type says and others do not.
const certifiedNames: readonly Said[] = [
  ...Object.values(needed).flat(),
  ...Object.values(free).flat(),
];

// An illness is certified while it is seen, and a while before and after it; nobody is written off for years.
const daysBefore = 30;
const daysAhead = 180;
const longestRestDays = 180;

/** What is wrong with a certificate: at which field, and how. */
export interface CertificateFault {
  readonly path: Said;
  readonly code: ErrorCode;
  readonly message: string;
}

function isSaid(text: string | null): boolean {
  return (text ?? "").trim() !== "";
}

/** What is missing of a certificate of its type, or belongs to another one; null where nothing is. */
export function unfitFault(said: Certified): CertificateFault | null {
  const { certificate_type: type } = said;
  const missing = needed[type].find((name) => !isSaid(said[name]));
  if (missing !== undefined)
    return { path: missing, code: "validation_error", message: "is required" };
  const foreign = certifiedNames.find(
    (name) => said[name] !== null && !needed[type].includes(name) && !free[type].includes(name),
  );
  if (foreign !== undefined) {
    const message = `does not go with a certificate of the type ${type}`;
    return { path: foreign, code: "conflicting_fields", message };
  }
  const { rest_from: from, rest_to: to } = said;
  if (from === null || to === null) return null;
  if (to < from)
    return { path: "rest_to", code: "validation_error", message: "must not be before rest_from" };
  if (to < addDays(from, longestRestDays)) return null;
  const message = `must be at most ${longestRestDays} days from rest_from on`;
  return { path: "rest_to", code: "validation_error", message };
}

/** What is wrong with the days of a certificate that is issued on a day, YYYY-MM-DD; null where nothing is. */
export function untimelyFault(said: Certified, day: string): CertificateFault | null {
  const [first, last] = [addDays(day, -daysBefore), addDays(day, daysAhead)];
  const path = (["rest_from", "fit_from"] as const).find((name) => {
    const from = said[name];
    return from !== null && (from < first || from > last);
  });
  if (path === undefined) return null;
  const message = `must be between ${daysBefore} days ago and ${daysAhead} days from now`;
  return { path, code: "validation_error", message };
}
