import { enumValueOf } from "#contract/enum-value.ts";
import {
  presentRecord,
  madeWithin,
  recordFinder,
  type RecordTimes,
  syncStatesOf,
  type Viewer,
} from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { nameTokens } from "#kernel/text.ts";
import { staffStatuses, type Staff } from "./staff.contract.ts";
import { staffTable, type StaffRow } from "./staff.table.ts";

/** One person of the tenant, or undefined. */
export const findStaff = recordFinder(staffTable);

/** Which people a list is of. */
export interface StaffFilters extends RecordTimes {
  readonly branchId: string;
  readonly role?: string | undefined;
  readonly q?: string | undefined;
  readonly department?: string | undefined;
  readonly status?: string | undefined;
}

function idsUnderKey(db: Reader, tenantId: string, key: string) {
  return db
    .selectFrom("search_keys")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("entity", "=", "staff")
    .where("search_key", "=", key);
}

// The character after every other: a prefix is the range from itself to itself with this behind it.
const last = "\u{10FFFF}";

function idsUnderPrefix(db: Reader, tenantId: string, prefix: string) {
  return db
    .selectFrom("search_keys")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("entity", "=", "staff")
    .where("search_key", ">=", prefix)
    .where("search_key", "<", prefix + last);
}

function indexedStaff(db: Reader, tenantId: string, filters: StaffFilters) {
  let rows = db
    .selectFrom("staff")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "in", idsUnderKey(db, tenantId, `b:${filters.branchId}`));
  if (filters.role !== undefined) {
    rows = rows.where("id", "in", idsUnderKey(db, tenantId, `r:${filters.role}`));
  }
  for (const token of nameTokens(filters.q ?? "")) {
    rows = rows.where("id", "in", idsUnderPrefix(db, tenantId, `n:${token}`));
  }
  return rows;
}

/** The people whom the filters leave. */
export function filteredStaff(db: Reader, tenantId: string, filters: StaffFilters) {
  const { department, status } = filters;
  let rows = indexedStaff(db, tenantId, filters);
  if (department !== undefined) rows = rows.where("department", "=", department);
  if (status !== undefined) rows = rows.where("status", "=", status);
  return rows.where(madeWithin(filters));
}

function presentFields(row: StaffRow): Omit<Staff, keyof ReturnType<typeof presentRecord>> {
  return {
    id: row.id,
    branch_id: row.branch_id,
    employee_no: row.employee_no,
    name: row.name,
    gender: row.gender,
    phone: row.phone,
    email: row.email,
    roles: [...row.roles],
    primary_role: row.primary_role,
    department: row.department,
    designation: row.designation,
    specialities: [...row.specialities],
    registration: row.registration,
    branches: [...row.branches],
    schedule: [...row.schedule],
    status: enumValueOf(staffStatuses, row.status),
  };
}

/** Rows as the wire answers them. */
export async function presentStaff(viewer: Viewer, rows: readonly StaffRow[]): Promise<Staff[]> {
  const ids = rows.map((row) => row.id);
  const stateOf = await syncStatesOf(viewer, ids);
  return rows.map((row) => ({ ...presentFields(row), ...presentRecord(row, stateOf(row.id)) }));
}
