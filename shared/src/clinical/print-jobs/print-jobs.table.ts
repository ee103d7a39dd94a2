import { column, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { printJobCrud, printJobFields } from "./print-jobs.contract.ts";

/** What of a job's content stands in the way of its document: never the text itself, which may name a patient. */
export interface PrintFault {
  readonly reason: string;
  readonly message: string;
  /** The characters or codes, as `U+75C5 (Han)`. */
  readonly about: readonly string[];
  /** The fields that they stand in, where that is known. */
  readonly fields: readonly {
    readonly path: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** What is to be printed at a branch. It stays on the node whose printers it is for. */
export const printJobsTable = recordTable(printJobFields, {
  name: "print_jobs",
  prefix: printJobCrud.prefix,
  merge: "local",
  stateFields: ["status"],
  columns: {
    patient_id: column.nullable.text(),
    /** Everything that stands in the document, as it was when the job was made: printing reads nothing else. */
    data: column.json<Readonly<Record<string, unknown>>>(),
    /** Four characters that distinguish this job's acknowledgements from those of its neighbours. */
    job_tag: column.text(),
    /** Beside a `last_error` that lies in the content. */
    error_detail: column.nullable.json<PrintFault>(),
    /** Of a tube's label: its specimen's code, in capitals. */
    specimen_key: column.nullable.text(),
  },
  namedIndexes: [
    { name: "print_jobs_by_created", columns: ["tenant_id", "branch_id", "created_at", "id"] },
    { name: "print_jobs_by_source", columns: ["tenant_id", "source_id", "created_at", "id"] },
    {
      name: "print_jobs_by_status",
      columns: ["tenant_id", "branch_id", "status", "device_role", "created_at", "id"],
    },
    {
      // Whose turn it is, read without sorting what waits behind it.
      name: "print_jobs_by_turn",
      columns: ["tenant_id", "branch_id", "status", "device_role", "priority", "created_at", "id"],
    },
    {
      // Tubes' labels are few among the documents: of the others it holds nothing.
      name: "print_jobs_by_specimen",
      columns: ["tenant_id", "branch_id", "specimen_key", "created_at", "id"],
      where: "specimen_key IS NOT NULL",
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    print_jobs: RowOf<typeof printJobsTable>;
  }
}

/** One print job's row. */
export type PrintJobRow = RowOf<typeof printJobsTable>;
