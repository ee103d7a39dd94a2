import { sql, type SqlBool } from "kysely";
import { str } from "#contract/fields.ts";
import { column, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { keptAcknowledgement } from "#clinical/lab-results/lab-result-parts.contract.ts";
import { keptReport } from "./radiology-study-parts.contract.ts";
import { radiologyCrud, radiologyFields } from "./radiology-studies.contract.ts";
import { openStudyStatuses, radiologyStates } from "./radiology-studies.states.ts";

// Literal, for an engine takes an index of some rows only for a question that says the same.
const openCondition = `status IN (${openStudyStatuses.map((one) => `'${one}'`).join(", ")})`;

/** The condition of a study with something still to do. */
export const isOpenStudy = sql.raw<SqlBool>(openCondition);

// As text: one engine reads a truth out of JSON as a word, the other as a number.
const toTellCondition =
  "critical_ack IS NULL AND CAST(report ->> 'critical' AS TEXT) IN ('true', '1')";

/** The condition of a study with a critical finding of which nobody has been told. */
export const isToNotify = sql.raw<SqlBool>(toTellCondition);

/** What stands between a branch's code and the count of its studies. */
const afterCode = "-X";
const digits = 7;

/** The number of a branch's n-th study. */
export function formatAccessionNo(branchCode: string, count: number): string {
  return `${branchCode}${afterCode}${String(count).padStart(digits, "0")}`;
}

/** The counter of a branch's studies. */
export function accessionCounter(branchId: string): string {
  return `radiology_studies:${branchId}`;
}

/** Radiology studies. Changed only by the branch where the images are taken. */
export const radiologyStudiesTable = recordTable(radiologyFields, {
  name: "radiology_studies",
  prefix: radiologyCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => radiologyStates.transitions,
  treating: [
    {
      field: "status",
      states: ["ordered", "scheduled", "in_progress", "acquired", "preliminary"],
    },
  ],
  // What decides whether somebody is exposed, and what the images show, is for no clerk to choose.
  guardedFields: [
    "body_site",
    "laterality",
    "contrast",
    "contrast_allergy_checked",
    "renal_function",
    "pregnancy_status",
    "report",
  ],
  fieldRules: {
    status_history: "list",
    past_reports: "list",
    ordered_at: { follows: "status" },
    acquired_at: { follows: "status" },
    work_order: { follows: "priority" },
  },
  columns: { work_order: column.text() },
  forms: {
    report: keptReport,
    critical_ack: keptAcknowledgement.nullable(),
    work_order: str(1, 40),
  },
  claims: ({ accession_no: value }) => [
    {
      kind: "radiology_studies.accession_no",
      value,
      field: "accession_no",
      code: "duplicate_value",
      disputed: "accession_no",
    },
  ],
  series: [
    {
      column: "accession_no",
      afterCode,
      leftOut: 1_000,
      counter: accessionCounter,
      countOf: (number) => Number(String(number).slice(-digits)),
    },
  ],
  namedIndexes: [
    {
      name: "radiology_studies_by_created",
      columns: ["tenant_id", "branch_id", "created_at", "id"],
    },
    {
      name: "radiology_studies_by_patient",
      columns: ["tenant_id", "patient_id", "created_at", "id"],
    },
    { name: "radiology_studies_by_encounter", columns: ["tenant_id", "encounter_id", "id"] },
    { name: "radiology_studies_by_number", columns: ["tenant_id", "accession_no"] },
    // The work list: what is open in the order of work, of all states and of one.
    {
      name: "radiology_studies_to_do",
      columns: ["tenant_id", "branch_id", "work_order", "id"],
      where: openCondition,
    },
    {
      name: "radiology_studies_to_tell",
      columns: ["tenant_id", "branch_id", "created_at", "id"],
      where: toTellCondition,
    },
    {
      name: "radiology_studies_by_status",
      columns: ["tenant_id", "branch_id", "status", "work_order", "id"],
    },
    {
      name: "radiology_studies_by_time",
      columns: ["tenant_id", "branch_id", "scheduled_at", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    radiology_studies: RowOf<typeof radiologyStudiesTable>;
  }
}

/** One study's row. */
export type RadiologyStudyRow = RowOf<typeof radiologyStudiesTable>;
