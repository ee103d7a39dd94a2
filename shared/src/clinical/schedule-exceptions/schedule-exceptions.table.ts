import type { RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { exceptionCrud, exceptionFields } from "./schedule-exceptions.contract.ts";
import { exceptionStates } from "./schedule-exceptions.states.ts";

/** When a branch's usual hours do not hold. Changed only by the branch, which alone gives its own times away. */
export const scheduleExceptionsTable = recordTable(exceptionFields, {
  name: "schedule_exceptions",
  prefix: exceptionCrud.prefix,
  merge: "branch_owned",
  stateFields: ["status"],
  stateMachine: () => exceptionStates.transitions,
  fieldRules: { status_history: "list" },
  namedIndexes: [
    {
      name: "schedule_exceptions_by_end",
      columns: ["tenant_id", "branch_id", "ends_at", "id"],
    },
    {
      name: "schedule_exceptions_by_start",
      columns: ["tenant_id", "branch_id", "starts_at", "id"],
    },
    {
      name: "schedule_exceptions_by_created",
      columns: ["tenant_id", "branch_id", "created_at", "id"],
    },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    schedule_exceptions: RowOf<typeof scheduleExceptionsTable>;
  }
}

/** One exception's row. */
export type ScheduleExceptionRow = RowOf<typeof scheduleExceptionsTable>;
