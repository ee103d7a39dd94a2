import type { Page } from "#contract/paging.ts";
import { AppError } from "#kernel/errors.ts";
import type { Caller, WriteContext } from "./context.ts";

/** Whether the caller may see records of that branch. */
export function maySeeBranch(caller: Pick<Caller, "branchIds">, branchId: string | null): boolean {
  return caller.branchIds === "*" || (branchId !== null && caller.branchIds.includes(branchId));
}

/** A record of a branch that the caller may see. @throws AppError not_found, the same for what is elsewhere and what is nowhere */
export function foundInScope<Row extends { readonly branch_id: string | null }>(
  caller: Pick<Caller, "branchIds">,
  row: Row | null | undefined,
): Row {
  if (row !== null && row !== undefined && maySeeBranch(caller, row.branch_id)) return row;
  throw new AppError("not_found", "There is no such record.");
}

/**
 * Refuses to change a record of a branch for which the request does not act: home, time zone and queue are the acting
 * branch's. @throws AppError branch_mismatch
 */
export function refuseOtherBranch(
  ctx: Pick<WriteContext, "branch">,
  row: { readonly branch_id: string | null },
): void {
  if (row.branch_id === ctx.branch.id) return;
  throw new AppError(
    "branch_mismatch",
    "The record belongs to another branch; name that one in X-Branch-Id.",
    {
      branch_id: row.branch_id,
    },
  );
}

/** A list without rows. */
export function emptyPage<T>(): Page<T> {
  return { data: [], has_more: false, next_cursor: null, prev_cursor: null };
}
