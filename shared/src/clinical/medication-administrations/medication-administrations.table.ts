import type { Claim, RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { administrationCrud, administrationFields } from "./medication-administrations.contract.ts";

/**
 * Versions of what became of doses. None is ever changed: what was wrong is corrected by another version, which names the
 * one before. A dose is noted once, and once more only after what was noted of it: of two who note it apart, neither
 * silently stands.
 */
export const administrationsTable = recordTable(administrationFields, {
  name: "medication_administrations",
  prefix: administrationCrud.prefix,
  merge: "fact",
  guardedFields: ["due_at", "amends_id"],
  claims: notedOnce,
  namedIndexes: [
    {
      name: "medication_administrations_by_created",
      columns: ["tenant_id", "branch_id", "created_at", "id"],
    },
    {
      name: "medication_administrations_by_patient",
      columns: ["tenant_id", "patient_id", "created_at", "id"],
    },
    {
      name: "medication_administrations_by_dose",
      columns: ["tenant_id", "prescribed_item_id", "due_at", "id"],
    },
    {
      name: "medication_administrations_by_encounter",
      columns: ["tenant_id", "encounter_id", "id"],
    },
    { name: "medication_administrations_by_amended", columns: ["tenant_id", "amends_id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    medication_administrations: RowOf<typeof administrationsTable>;
  }
}

/** The row of one version of an administration. */
export type AdministrationRow = RowOf<typeof administrationsTable>;

interface Noted {
  readonly prescribed_item_id: string;
  readonly due_at: string | null;
  readonly follows_id: string | null;
  readonly amends_id: string | null;
}

function notedOnce(row: Noted): readonly Claim[] {
  const { prescribed_item_id: item, due_at: due, follows_id: before, amends_id: amended } = row;
  const code = "duplicate_value";
  if (amended !== null) {
    const kind = "medication_administrations.amends_id";
    return [{ kind, value: amended, field: "amends_id", code, disputed: "amends_id" }];
  }
  if (due === null) return [];
  const kind = "medication_administrations.due_at";
  const value = [item, due, before ?? "first"].join("/");
  return [{ kind, value, field: "due_at", code, disputed: "due_at" }];
}
