import { column, defineTable, type RowOf } from "@edgeward/shared/db/table.ts";

/** A session of the console. What opens it is with its owner alone: here is a hash of it. */
export const consoleSessionsTable = defineTable({
  name: "console_sessions",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    staff_id: column.text(),
    token_hash: column.text(),
    began_at: column.text(),
    /** When somebody was last at the page. */
    used_at: column.text(),
    expires_at: column.text(),
    ended_at: column.nullable.text(),
  },
});

declare module "@edgeward/shared/db/database.ts" {
  interface Database {
    console_sessions: RowOf<typeof consoleSessionsTable>;
  }
}
