import type { Claim, RowOf } from "#db/table.ts";
import { nameTokens, phoneDigits } from "#kernel/text.ts";
import { soundKey } from "#kernel/sound-key.ts";
import { recordTable } from "#resource/record-table.ts";
import { patientFields } from "./patients.contract.ts";
import { patientForms } from "./patients.forms.ts";

/** A facility's patients. Shared by all branches of the tenant; two branches may change different fields at once. */
export const patientsTable = recordTable(patientFields, {
  name: "patients",
  prefix: "pat",
  merge: "shared_document",
  audience: "tenant",
  stateFields: ["status"],
  guardedFields: ["is_deceased", "deceased_at", "allergies", "merged_into_id", "blood_group"],
  fieldRules: {
    dob_estimated: { follows: "dob" },
    allergies: "set",
    identifiers: "set",
  },
  forms: patientForms,
  columns: {},
  namedIndexes: [
    { name: "patients_by_created", columns: ["tenant_id", "created_at", "id"] },
    { name: "patients_by_updated", columns: ["tenant_id", "updated_at", "id"] },
    { name: "patients_by_name", columns: ["tenant_id", "name_key", "id"] },
    // At a branch the claim on the number says whose it is.
    { name: "patients_by_uhid", columns: ["tenant_id", "uhid"], isHubOnly: true },
  ],
  searchKeys: patientSearchKeys,
  claims: patientClaims,
});

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

/** A printed number as it is searched for: letters and digits only, upper case. */
export function numberKey(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

function phoneKeys(phone: string | null): readonly string[] {
  if (phone === null) return [];
  const digits = phoneDigits(phone);
  // Whole number, national number (an Indian mobile has ten digits), and the last four that patients are asked for.
  return [`p:${digits}`, `p:${digits.slice(-10)}`, `l:${digits.slice(-4)}`];
}

/** Beside `n:`, the name as written: `s:` as it sounds, `p:` phone, `l:` its last four digits, `u:` any printed number, `a:` ABHA. */
function patientSearchKeys(row: Searchable): readonly string[] {
  return [
    ...nameTokens(row.name).map((token) => `s:${soundKey(token)}`),
    ...phoneKeys(row.phone),
    ...phoneKeys(row.alternate_phone),
    `u:${numberKey(row.uhid)}`,
    ...row.identifiers.map((identifier) => `u:${numberKey(identifier.value)}`),
    ...(row.abha_id === null ? [] : [`a:${numberKey(row.abha_id)}`]),
    ...(row.abha_address === null ? [] : [`a:${row.abha_address.toUpperCase()}`]),
  ];
}

function patientClaims(row: Searchable): readonly Claim[] {
  const claims: Claim[] = [
    { kind: "uhid", value: row.uhid, field: "uhid", code: "duplicate_uhid" },
    ...row.identifiers.map((identifier, index): Claim => ({
      kind: `identifier:${identifier.type}`,
      value: numberKey(identifier.value),
      field: `identifiers.${index}.value`,
      code: "duplicate_identifier",
    })),
  ];
  if (row.abha_id !== null) {
    claims.push({
      kind: "abha_id",
      value: row.abha_id,
      field: "abha_id",
      code: "duplicate_abha_id",
    });
  }
  return claims;
}
