import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";

/**
 * A program that may ask for tokens. Its secret is kept only as an HMAC whose key, one a tenant, is outside the
 * database. Branches know their tenant's clients, so that a program on the LAN gets a token in an outage, too.
 */
export const clientsTable = defineTable({
  name: "clients",
  merge: "central_reference",
  audience: "tenant",
  columns: {
    ...recordColumns,
    name: column.text(),
    secret_hash: column.text(),
    roles: column.json<readonly string[]>(),
    scopes: column.nullable.json<readonly string[]>(),
    /** Null for all branches of the tenant. */
    branches: column.nullable.json<readonly string[]>(),
    status: column.text(),
  },
});

declare module "#db/database.ts" {
  interface Database {
    clients: RowOf<typeof clientsTable>;
  }
}

/** One program's row. */
export type ClientRow = RowOf<typeof clientsTable>;
