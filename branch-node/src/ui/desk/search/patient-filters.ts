import {
  consentStatuses,
  genders,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { isSearchable, readQuery } from "./patient-query.ts";

/** Which patients a list shows, as its address says: what is not given is not asked for. */
export interface PatientFilters {
  readonly q?: string;
  readonly gender?: Patient["gender"];
  readonly consent_status?: Patient["consent_status"];
  readonly sort?: "name";
  /** Those alone of whom nobody has seen a proof of identity yet. */
  readonly unverified?: true;
}

function oneOf<const Word extends string>(words: readonly Word[], value: unknown) {
  return words.find((word) => word === value);
}

/** What an address says of the list; what it does not know there, it leaves out. */
export function readFilters(search: Readonly<Record<string, unknown>>): PatientFilters {
  const { q, gender, consent_status: consent, sort, unverified } = search;
  const text = typeof q === "number" ? String(q) : q;
  const known = {
    q: typeof text === "string" && text !== "" ? text.slice(0, 100) : undefined,
    gender: oneOf(genders, gender),
    consent_status: oneOf(consentStatuses, consent),
    sort: oneOf(["name"], sort),
    unverified: unverified === true || unverified === "true" ? true : undefined,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Whether two addresses of the list ask the same. */
export function isSameSearch(one: PatientFilters, other: PatientFilters): boolean {
  return (["q", "gender", "consent_status", "sort", "unverified"] as const).every(
    (name) => one[name] === other[name],
  );
}

/** The question that a list asks the branch. */
export function listQuery(
  { q = "", unverified, ...filters }: PatientFilters,
  cursor: string | null,
) {
  const query = readQuery(q);
  return {
    ...filters,
    ...(unverified === true ? ({ identity_unverified: "true" } as const) : {}),
    ...(isSearchable(query) ? { q: query.text } : {}),
    ...(cursor === null ? {} : { cursor }),
    limit: "50",
  };
}
