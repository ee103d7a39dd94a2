import { sql, type SelectQueryBuilder } from "kysely";
import { hash } from "node:crypto";
import { AppError } from "#kernel/errors.ts";
import { defaultLimit, type Page } from "#contract/paging.ts";

/** Makes and reads opaque cursors. */
export interface CursorCodec {
  /** `scope` binds the cursor to its list, tenant and filters. */
  seal(scope: string, values: readonly unknown[]): string;
  /** @throws AppError invalid_cursor or cursor_expired */
  open(scope: string, cursor: string): readonly unknown[];
}

/** Which page of which list. */
export interface PageOptions {
  /** The column that orders the list; `id` breaks ties. */
  readonly sortColumn: string;
  readonly isDescending: boolean;
  /** Whether SQLite is to sort the rows by themselves, and not to go through an index of their order for them. */
  readonly isSortedApart?: boolean;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly cursors: CursorCodec;
  /** Names the list. */
  readonly list: string;
  readonly tenantId: string;
  /** Everything that decides which rows are in the list. */
  readonly filters: unknown;
}

type Listed = Readonly<Record<string, unknown>> & { readonly id: string };

interface Place {
  readonly isBackward: boolean;
  readonly value: unknown;
  readonly id: unknown;
}

function cursorScope(options: PageOptions): string {
  const { list, tenantId, sortColumn, isDescending } = options;
  const filters = hash("sha256", JSON.stringify(options.filters), "base64");
  return JSON.stringify([list, tenantId, sortColumn, isDescending, filters]);
}

function readPlace(options: PageOptions): Place | null {
  if (options.cursor === undefined) return null;
  const [direction, value, id] = options.cursors.open(cursorScope(options), options.cursor);
  if (direction !== "next" && direction !== "previous") {
    throw new AppError(
      "invalid_cursor",
      "The cursor is not one of this list's; begin again without it.",
    );
  }
  return { isBackward: direction === "previous", value, id };
}

/**
 * One page of a list by keyset: stable under inserts, as fast at page 10,000 as at page 1, never a count.
 * A row that exists for the whole walk and keeps its sort value appears exactly once. @param run asks the query
 */
export async function readPage<DB, Table extends keyof DB, Row extends Listed>(
  query: SelectQueryBuilder<DB, Table, Row>,
  options: PageOptions,
  run: (query: SelectQueryBuilder<DB, Table, Row>) => Promise<readonly Row[]> = (asked) =>
    asked.execute(),
): Promise<Page<Row>> {
  const place = readPlace(options);
  const limit = options.limit ?? defaultLimit;
  const isBackward = place?.isBackward === true;
  const isAscending = options.isDescending === isBackward;
  const direction = isAscending ? sql`asc` : sql`desc`;
  const ref = sql.ref(options.sortColumn);
  // What is worked out is in no index.
  const column = options.isSortedApart === true ? sql`+${ref}` : ref;
  const after = isAscending ? sql`>` : sql`<`;
  const placed =
    place === null
      ? query
      : query.where(sql<boolean>`(${column}, id) ${after} (${place.value}, ${place.id})`);
  const ordered = placed
    .orderBy(sql`${column} ${direction}`)
    .orderBy(sql`id ${direction}`)
    .limit(limit + 1);
  const rows = await run(ordered);
  return pageFrom(rows, limit, place, options);
}

function pageFrom<Row extends Listed>(
  rows: readonly Row[],
  limit: number,
  place: Place | null,
  options: PageOptions,
): Page<Row> {
  const isBackward = place?.isBackward === true;
  const isCut = rows.length > limit;
  const kept = rows.slice(0, limit);
  const data = isBackward ? kept.toReversed() : kept;
  const scope = cursorScope(options);
  const seal = (direction: string, row: Row | undefined) =>
    row === undefined
      ? null
      : options.cursors.seal(scope, [direction, row[options.sortColumn], row.id]);
  const hasMore = isBackward ? true : isCut;
  const hasPrevious = isBackward ? isCut : place !== null;
  return {
    data,
    has_more: hasMore,
    next_cursor: hasMore ? seal("next", data.at(-1)) : null,
    prev_cursor: hasPrevious ? seal("previous", data[0]) : null,
  };
}
