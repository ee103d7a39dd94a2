import { column, type Claim, type RowOf } from "#db/table.ts";
import { nameTokens, numberKey, phoneDigits } from "#kernel/text.ts";
import { isSealed, keptIndex } from "#kernel/value-seal.ts";
import { soundKey } from "#kernel/sound-key.ts";
import { parseUhid } from "#kernel/uhid.ts";
import { recordTable } from "#resource/record-table.ts";
import { identifierValue, patientFields } from "./patients.contract.ts";
import { likenessOf, probablyAlike } from "./patients.likeness.ts";
import { patientForms } from "./patients.forms.ts";
import type { MergeDetails } from "./patients.merge-details.ts";

/** Those of whom nobody has seen a proof of identity, as a condition that the index of them has word for word. */
export const unverified = "identity_unverified";

// That somebody is there, and by what people of one name are told apart, is seen by whoever looks for them.
const hiddenOfVips = [
  "mobile",
  "phone",
  "alternate_phone",
  "email",
  "abha_id",
  "abha_address",
  "address",
  "blood_group",
  "marital_status",
  "relative",
  "emergency_contact",
  "allergies",
  "no_known_allergies",
  "conditions",
  "identifiers",
  "photo_document_id",
  "merge_reason",
  "metadata",
] as const;

/** A facility's patients. Shared by all branches of the tenant; two branches may change different fields at once. */
export const patientsTable = recordTable(patientFields, {
  name: "patients",
  keptFiles: "any",
  prefix: "pat",
  merge: "shared_document",
  audience: "tenant",
  stateFields: ["status"],
  patientColumn: "id",
  guardedFields: [
    "is_deceased",
    "deceased_at",
    "allergies",
    "no_known_allergies",
    "conditions",
    "merged_into_id",
    "blood_group",
  ],
  fieldRules: {
    dob_estimated: { follows: "dob" },
    allergies: "set",
    conditions: "set",
    identifiers: "set",
    merged_ids: "set",
    merge_reason: { follows: "merged_into_id" },
    merge_details: { follows: "merged_into_id" },
  },
  likeness: {
    keys: likenessKeys,
    equal: ["name_key", "dob"],
    isAlike: (one, other) => likenessOf(one, other) >= probablyAlike,
  },
  supersededBy: {
    link: "merged_into_id",
    beside: ["merged_ids"],
    seen: ({ merge_details: details }) => details?.seen ?? null,
  },
  forms: patientForms,
  closing: { column: "is_vip", hidden: hiddenOfVips },
  // Whoever has come for the first time is registered before anything else.
  treating: [{ today: "created_at" }],
  sealed: { identifiers: { members: ["value"], form: identifierValue } },
  columns: {
    merge_details: column.nullable.json<MergeDetails>(),
    /** As `metadata` says it: true, or null. */
    identity_unverified: column.nullable.bool(),
  },
  derive: (row) => ({
    ...mergedStatus(row),
    ...knownAllergies(row),
    identity_unverified: isUnverified(row),
  }),
  namedIndexes: [
    { name: "patients_by_created", columns: ["tenant_id", "created_at", "id"] },
    { name: "patients_by_updated", columns: ["tenant_id", "updated_at", "id"] },
    { name: "patients_by_name", columns: ["tenant_id", "name_key", "id"] },
    // Two records of one person may have nothing alike but the day of birth, a house and a number.
    { name: "patients_by_birth", columns: ["tenant_id", "dob", "id"] },
    // A few of many thousands: the work of a desk that looks at proofs of identity.
    {
      name: "patients_to_verify",
      columns: ["tenant_id", "created_at", "id"],
      where: unverified,
    },
    // At a branch the claim on the number says whose it is.
    { name: "patients_by_uhid", columns: ["tenant_id", "uhid"], isHubOnly: true },
  ],
  series: [
    {
      column: "uhid",
      afterCode: "-",
      leftOut: 1_000,
      counter: (branchId) => uhidCounter(branchId, "branch"),
      countOf: (number) => parseUhid(String(number))?.base ?? 0,
    },
  ],
  searchKeys: patientSearchKeys,
  claims: patientClaims,
});

/** The counter of a branch's patient numbers: its node and the hub each have their own. */
export function uhidCounter(branchId: string, kind: "hub" | "branch"): string {
  return `uhid:${branchId}:${kind}`;
}

declare module "#db/database.ts" {
  interface Database {
    patients: RowOf<typeof patientsTable>;
  }
}

/** One patient's row. */
export type PatientRow = RowOf<typeof patientsTable>;

interface Searchable {
  readonly name: string;
  readonly phone: string | null;
  readonly alternate_phone: string | null;
  readonly uhid: string;
  readonly abha_id: string | null;
  readonly abha_address: string | null;
  readonly identifiers: readonly { readonly type: string; readonly value: string }[];
}

/** What two records of one person are found by: a whole number, and never a part of it. */
function likenessKeys(
  row: Pick<Searchable, "phone" | "alternate_phone" | "abha_id">,
): readonly string[] {
  const phones = [row.phone, row.alternate_phone].flatMap((phone) => phone ?? []);
  return [
    ...phones.map((phone) => `p:${phoneDigits(phone).slice(-nationalDigits)}`),
    ...(row.abha_id === null ? [] : [`a:${numberKey(row.abha_id)}`]),
  ];
}

interface Claiming extends Searchable {
  readonly merge_details: MergeDetails | null;
}

/** What is asked of a phone's digits behind its beginning must have so many of them. */
export const shortestRun = 4;

// An Indian mobile has ten digits; a country's number before them has up to three.
const nationalDigits = 10;

/** A phone's end, with the digit before it behind: a run that begins at either is found by the end's range. */
function endKeys(digits: string): readonly string[] {
  const keys: string[] = [];
  for (let length = shortestRun; length < digits.length; length += 2) {
    // The whole national number has a key of its own.
    if (length === nationalDigits && digits.length <= nationalDigits + 2) continue;
    const start = digits.length - length;
    keys.push(`l:${digits.slice(start)}/${digits.charAt(start - 1)}`);
  }
  return keys;
}

/**
 * The whole number, the national number, and every second end: any run of its digits is the beginning of one of them, or
 * begins with the digit before one. Five rows for a number in place of eight with all ends.
 */
function phoneKeys(phone: string | null): readonly string[] {
  if (phone === null) return [];
  const digits = phoneDigits(phone);
  return [`p:${digits}`, `p:${digits.slice(-nationalDigits)}`, ...endKeys(digits)];
}

/** The class of the search keys of numbers that are kept sealed: found whole and never by a part of them. */
export const sealedClass = "i:";

/** By what a kept identifier is found; by nothing where it has neither a Latin letter nor a digit. */
export function identifierKeys(kept: string): readonly string[] {
  const index = keptIndex(kept);
  return index === "" ? [] : [`${isSealed(kept) ? sealedClass : "u:"}${index}`];
}

/**
 * Beside `n:`, the name as written: `s:` as it sounds, `p:` phone, `l:` its ends, `u:` the patient number, `i:` another printed
 * number, `a:` ABHA.
 */
function patientSearchKeys(row: Searchable): readonly string[] {
  return [
    ...nameTokens(row.name).map((token) => `s:${soundKey(token)}`),
    ...phoneKeys(row.phone),
    ...phoneKeys(row.alternate_phone),
    `u:${numberKey(row.uhid)}`,
    ...row.identifiers.flatMap(({ value }) => identifierKeys(value)),
    ...(row.abha_id === null ? [] : [`a:${numberKey(row.abha_id)}`]),
    ...(row.abha_address === null ? [] : [`a:${row.abha_address.toUpperCase()}`]),
  ];
}

function isUnverified({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }) {
  return metadata["identity_unverified"] === true ? true : null;
}

/** A record is merged as long as it says into which, however it came to say so. */
function mergedStatus({
  status,
  merged_into_id: into,
}: {
  readonly status: string;
  readonly merged_into_id: string | null;
}): { readonly status: string } {
  if (into !== null) return { status: "merged" };
  return { status: status === "merged" ? "active" : status };
}

/** Beside an allergy nobody says that there is none, whoever has said so before or elsewhere. */
function knownAllergies({
  allergies,
  no_known_allergies: isNone,
}: {
  readonly allergies: readonly unknown[];
  readonly no_known_allergies: boolean | null;
}): { readonly no_known_allergies: boolean | null } {
  return { no_known_allergies: isNone === true && allergies.length > 0 ? null : isNone };
}

/** What a record holds alone, also when it was merged: its numbers are nobody else's. What its survivor took over is that one's. */
function patientClaims(row: Claiming): readonly Claim[] {
  const claims: Claim[] = [
    { kind: "uhid", value: row.uhid, field: "uhid", code: "duplicate_uhid" },
    ...row.identifiers.map((identifier, index): Claim => ({
      kind: `identifier:${identifier.type}`,
      value: keptIndex(identifier.value),
      shown: identifier.value,
      field: `identifiers.${index}.value`,
      code: "duplicate_identifier",
    })),
  ];
  if (row.abha_id !== null && row.merge_details?.taken.abha_id === undefined) {
    claims.push({
      kind: "abha_id",
      value: row.abha_id,
      field: "abha_id",
      code: "duplicate_abha_id",
    });
  }
  return claims;
}
