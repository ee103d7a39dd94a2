import { isAllowed, isInScope } from "#contract/access.ts";
import type { Context } from "#resource/context.ts";
import { AppError } from "#kernel/errors.ts";
import type { DraftRow } from "./drafts.table.ts";

/** Whether the caller may look at forms that others have begun, and discard them: an administrator. */
function mayHandleOthers(ctx: Context): boolean {
  const { roles, scopes } = ctx.caller;
  const held = ctx.role === null ? roles : [ctx.role];
  return isAllowed(held, "drafts", "approve") && isInScope(scopes, "drafts", "approve");
}

/** A draft that the caller may see. @throws AppError not_found, the same for another's as for none */
export function refuseUnseen(ctx: Context, row: DraftRow): void {
  if (row.owner_id === ctx.caller.id || mayHandleOthers(ctx)) return;
  throw new AppError("not_found", "There is no such record.");
}

/** What is typed belongs to whoever types it. @throws AppError forbidden */
export function refuseOthersForm(ctx: Context, row: DraftRow): void {
  if (row.owner_id === ctx.caller.id) return;
  throw new AppError("forbidden", "Only its author changes a draft; an administrator discards it.");
}

/** @throws AppError forbidden, for a list of another's forms */
export function refuseOthersList(ctx: Context, ownerId: string): void {
  if (ownerId === ctx.caller.id || mayHandleOthers(ctx)) return;
  throw new AppError("forbidden", "Drafts are listed for their author and for administrators.");
}
