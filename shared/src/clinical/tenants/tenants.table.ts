import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";

/** The organisation. Changed at the hub, known at every branch of it. */
export const tenantsTable = defineTable({
  name: "tenants",
  merge: "central_reference",
  audience: "tenant",
  columns: {
    ...recordColumns,
    name: column.text(),
    slug: column.text(),
    country: column.text(),
    locale: column.text(),
    time_zone: column.text(),
    currency: column.text(),
    plan_code: column.text(),
    status: column.text(),
  },
});

/** A facility of the tenant. */
export const branchesTable = defineTable({
  name: "branches",
  merge: "central_reference",
  audience: "tenant",
  columns: {
    ...recordColumns,
    code: column.text(),
    name: column.text(),
    phone: column.nullable.text(),
    address: column.nullable.json<Readonly<Record<string, unknown>>>(),
    country: column.text(),
    time_zone: column.text(),
    status: column.text(),
    /** Whether a branch node has been enrolled: its records are then changed there. */
    has_node: column.bool(),
  },
  indexes: [
    { name: "branches_by_code", columns: ["tenant_id", "code"], isUnique: true },
    { name: "branches_by_name", columns: ["tenant_id", "name", "id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    tenants: RowOf<typeof tenantsTable>;
    branches: RowOf<typeof branchesTable>;
  }
}
