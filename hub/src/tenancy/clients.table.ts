import { column, defineTable, type RowOf } from "@edgeward/shared/db/table.ts";

/** A program that may ask for tokens. Its secret is kept only as an HMAC whose key is outside the database. */
export const clientsTable = defineTable({
  name: "clients",
  merge: "central_reference",
  audience: "tenant",
  columns: {
    id: column.text(),
    tenant_id: column.text(),
    name: column.text(),
    secret_hash: column.text(),
    roles: column.json<readonly string[]>(),
    scopes: column.nullable.json<readonly string[]>(),
    branches: column.nullable.json<readonly string[]>(),
    status: column.text(),
    created_at: column.text(),
  },
});

declare module "@edgeward/shared/db/database.ts" {
  interface Database {
    clients: RowOf<typeof clientsTable>;
  }
}
