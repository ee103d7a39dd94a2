import { defaultLimit, type Page } from "#contract/paging.ts";
import type { ReadContext } from "./context.ts";

/** Where something stands among things of many kinds: by its time, and of those at one instant by its place. */
export interface Entry {
  readonly at: string;
  readonly place: string;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type Order = (one: Entry, other: Entry) => number;

/** Which of two entries comes first. */
function earliestFirst(one: Entry, other: Entry): number {
  return compare(one.at, other.at) || compare(one.place, other.place);
}

function newestFirst(one: Entry, other: Entry): number {
  return earliestFirst(other, one);
}

/** Which entries a page shows: up to `limit` behind the last one seen, or before the first one seen. */
function shownRange(
  entries: readonly Entry[],
  seen: readonly unknown[],
  limit: number,
  inOrder: Order,
): readonly [first: number, end: number] {
  const [direction, at, rest] = seen;
  const mark = { at: String(at), place: String(rest) };
  if (direction === "previous") {
    const end = entries.filter((entry) => inOrder(entry, mark) < 0).length;
    return [Math.max(0, end - limit), end];
  }
  const first = entries.filter((entry) => inOrder(entry, mark) <= 0).length;
  return [first, first + limit];
}

/**
 * One page of things that were put together from several tables, the earliest first unless they are asked for otherwise.
 * @param scope what a cursor holds for
 */
export function entryPage<E extends Entry>(
  ctx: Pick<ReadContext, "cursors">,
  scope: string,
  unordered: readonly E[],
  paging: {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
    readonly isNewestFirst?: boolean;
  },
): Page<E> {
  const inOrder = paging.isNewestFirst === true ? newestFirst : earliestFirst;
  const entries = unordered.toSorted(inOrder);
  const { limit = defaultLimit, cursor } = paging;
  const [first, end] =
    cursor === undefined
      ? [0, limit]
      : shownRange(entries, ctx.cursors.open(scope, cursor), limit, inOrder);
  const shown = entries.slice(first, end);
  const seal = (direction: string, entry: E | undefined) =>
    entry === undefined ? null : ctx.cursors.seal(scope, [direction, entry.at, entry.place]);
  const hasMore = entries.length > end;
  return {
    data: shown,
    has_more: hasMore,
    next_cursor: hasMore ? seal("next", shown.at(-1)) : null,
    prev_cursor: first === 0 ? null : seal("previous", shown[0]),
  };
}
