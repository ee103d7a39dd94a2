import { defaultLimit, type Page } from "#contract/paging.ts";
import { AppError } from "#kernel/errors.ts";
import type { Context } from "#module/context.ts";

interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Reads at most `limit` operations whose id is below one, or the newest, newest first. */
export type ReadBelow<Row> = (opId: string | null, limit: number) => Promise<readonly Row[]>;

function readPlace(opened: readonly unknown[]): string {
  const [opId] = opened;
  if (typeof opId === "string") return opId;
  throw new AppError("invalid_cursor", "The cursor is not one of this list's; begin again.");
}

/** One page of operations, newest first. It is read towards the past only: what is newer stands at its beginning. */
export async function readOperationsPage<Row extends { readonly op_id: string }>(
  ctx: Pick<Context, "cursors" | "tenantId" | "branch">,
  query: PageQuery,
  filters: string,
  read: ReadBelow<Row>,
): Promise<Page<Row>> {
  const scope = JSON.stringify(["operations", ctx.tenantId, ctx.branch.id, filters]);
  const { cursor, limit = defaultLimit } = query;
  const place = cursor === undefined ? null : readPlace(ctx.cursors.open(scope, cursor));
  const rows = await read(place, limit + 1);
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const next = hasMore ? ctx.cursors.seal(scope, [last.op_id]) : null;
  return { data, has_more: hasMore, next_cursor: next, prev_cursor: null };
}
