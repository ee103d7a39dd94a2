import { recordFinder } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { recordList } from "#resource/record-list.ts";
import { underKey, type Condition } from "#resource/word-search.ts";
import { staffFields } from "./staff.contract.ts";
import { staffTable, type StaffRow } from "./staff.table.ts";

/** One person of the tenant, or undefined. */
export const findStaff = recordFinder(staffTable);

/** The conditions that somebody works at a branch, in a role where one is named. */
export function workingAt(
  tenantId: string,
  branchId: string,
  role: string | undefined,
): readonly Condition[] {
  const keys = [`b:${branchId}`, ...(role === undefined ? [] : [`r:${role}`])];
  return keys.map((key) => underKey(staffTable, tenantId, key, "whole"));
}

const lists = recordList(staffTable, staffFields);

/** The people in a role who work at a branch now, by id: at most so many. */
export function activeStaff(
  db: Reader,
  tenantId: string,
  { branchId, role, limit }: { branchId: string; role: string; limit: number },
): Promise<readonly StaffRow[]> {
  return lists
    .rows(db, tenantId, { status: "active" }, workingAt(tenantId, branchId, role))
    .orderBy("id")
    .limit(limit)
    .execute();
}
