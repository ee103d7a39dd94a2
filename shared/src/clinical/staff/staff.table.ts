import { column, defineTable, recordColumns, type RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { staffCrud, staffFields } from "./staff.contract.ts";

/** The people who work for the tenant, at any of its branches, and their hours. */
export const staffTable = recordTable(staffFields, {
  name: "staff",
  prefix: staffCrud.prefix,
  // Nothing at a branch changes who may do what: neither a node nor a tablet can make anybody an administrator.
  merge: "central_reference",
  stateFields: ["status"],
  namedIndexes: [
    { name: "staff_by_name", columns: ["tenant_id", "name_key", "id"] },
    { name: "staff_by_created", columns: ["tenant_id", "created_at", "id"] },
  ],
  // `b:` a branch, `r:` a role: lists of one branch or role need no look into JSON.
  searchKeys: ({ branches, roles }) => [
    ...branches.map((branchId) => `b:${branchId}`),
    ...roles.map((role) => `r:${role}`),
  ],
});

/** How a person proves to be one. Never on the wire: verifiers leave the hub only for the branches' own sign-in. */
export const staffCredentialsTable = defineTable({
  name: "staff_credentials",
  merge: "central_reference",
  columns: {
    ...recordColumns,
    staff_id: column.text(),
    username: column.text(),
    /** Argon2id, as a PHC string. */
    password_verifier: column.text(),
    pin_verifier: column.nullable.text(),
    valid_until: column.nullable.text(),
    status: column.text(),
  },
  indexes: [
    {
      name: "staff_credentials_by_username",
      columns: ["tenant_id", "username"],
      isUnique: true,
    },
    { name: "staff_credentials_by_staff", columns: ["tenant_id", "staff_id"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    staff: RowOf<typeof staffTable>;
    staff_credentials: RowOf<typeof staffCredentialsTable>;
  }
}

/** One person's row. */
export type StaffRow = RowOf<typeof staffTable>;
