import { defaultLimit, type Page } from "#contract/paging.ts";
import { AppError } from "#kernel/errors.ts";
import type { Context } from "#resource/context.ts";

interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Beside which operation a page lies, and on which side: `older` ones are below it, `newer` ones above. */
export interface OperationPlace {
  readonly opId: string;
  readonly side: "older" | "newer";
}

/** Reads at most `limit` operations, nearest to the place first: `older` newest first, `newer` oldest first. */
export type ReadBeside<Row> = (
  place: OperationPlace | null,
  limit: number,
) => Promise<readonly Row[]>;

function readPlace(opened: readonly unknown[]): OperationPlace {
  const [side, opId] = opened;
  if (typeof opId === "string" && (side === "older" || side === "newer")) return { opId, side };
  throw new AppError("invalid_cursor", "The cursor is not one of this list's; begin again.");
}

/** One page of operations, newest first, and the ways on to older and back to newer ones. */
export async function readOperationsPage<Row extends { readonly op_id: string }>(
  ctx: Pick<Context, "cursors" | "tenantId" | "branch">,
  query: PageQuery,
  filters: string,
  read: ReadBeside<Row>,
): Promise<Page<Row>> {
  const scope = JSON.stringify(["operations", ctx.tenantId, ctx.branch.id, filters]);
  const { cursor, limit = defaultLimit } = query;
  const place = cursor === undefined ? null : readPlace(ctx.cursors.open(scope, cursor));
  const rows = await read(place, limit + 1);
  const isCut = rows.length > limit;
  const isBack = place?.side === "newer";
  const kept = rows.slice(0, limit);
  const data = isBack ? kept.toReversed() : kept;
  const seal = (side: string, row: Row | undefined) =>
    row === undefined ? null : ctx.cursors.seal(scope, [side, row.op_id]);
  const hasMore = isBack || isCut;
  const hasNewer = isBack ? isCut : place !== null;
  return {
    data,
    has_more: hasMore,
    next_cursor: hasMore ? seal("older", data.at(-1)) : null,
    prev_cursor: hasNewer ? seal("newer", data[0]) : null,
  };
}
