import { sql, type SelectQueryBuilder, type SqlBool } from "kysely";
import { fieldsWith, type RecordFields } from "#contract/record-fields.ts";
import type { Page } from "#contract/paging.ts";
import type { SyncState } from "#contract/record.ts";
import type { SqlRow } from "#db/model.ts";
import { readPage } from "#db/page.ts";
import { readThrough } from "#db/read-kept.ts";
import { madeWithin, travelState, whereFields, type RecordTimes } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import type { Columns, RecordOf, TableDeclaration } from "#db/table.ts";
import { nameTokens } from "#kernel/text.ts";
import { emptyPage, maySeeBranch } from "./branch-scope.ts";
import type { ReadContext } from "./context.ts";
import { columnOf, sortColumnOf } from "./record-table.ts";
import { firstOfMany, foundBy, underKey, type Condition } from "./word-search.ts";

/** What a list is asked for, as its contract has read it: its filters too, by the names of their fields. */
export interface ListQuery extends RecordTimes, SqlRow {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly branch_id?: string | undefined;
}

/** Of whose records lists are. */
export type ListScope = "tenant" | "branch" | "visible" | "own";

/** Of which records a resource's lists are. */
export interface RecordListOptions {
  /** Their order unless they ask for one, `-` before a field for the last first; otherwise the newest come first. */
  readonly sort?: string | undefined;
  /**
   * The records of the whole `tenant`, or of one `branch`: the acting one. Either is narrowed to the branch that is
   * asked for, where the caller may see it. `visible` are those of all branches that the caller may see; with `own` the
   * resource's own conditions say it. As the table's audience, where none is given.
   */
  readonly scope?: ListScope;
}

/** A row that was read with how far it has travelled: as a question of its own over a page that took as long again. */
export type ListedRow<C extends Columns> = RecordOf<C> & { readonly travel_state: SyncState };

type ListedRows<C extends Columns> = SelectQueryBuilder<
  { readonly record: ListedRow<C> },
  "record",
  ListedRow<C>
>;

/** The lists of a resource. */
export interface RecordList<C extends Columns> {
  /** The rows of a tenant that some filters and conditions leave, in no order. */
  rows(
    db: Reader,
    tenantId: string,
    query: ListQuery,
    conditions?: readonly Condition[],
  ): ListedRows<C>;
  /** Whether rows that were found otherwise are of the list that a query asks for. */
  fits(query: ListQuery): (row: SqlRow) => boolean;
  /**
   * One page of the rows that a query asks for, within the list's scope. @param conditions further ones, which follow
   * from the query alone: a cursor holds for the query that it was made for
   */
  page(
    ctx: ReadContext,
    query: ListQuery,
    conditions?: readonly Condition[],
  ): Promise<Page<ListedRow<C>>>;
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

// The contract has read each by its field's own shape: a value, or several.
function wantedOf(value: unknown): Scalar | readonly string[] | undefined {
  if (isScalar(value)) return value;
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

function declaredFilters(fields: RecordFields) {
  const filters = fieldsWith(fields, "filter").map((name) => ({
    name,
    column: columnOf(name, fields[name]),
  }));
  return (query: SqlRow): Condition => {
    const wanted: Record<string, Scalar | readonly string[] | undefined> = {};
    for (const { name, column } of filters) wanted[column] = wantedOf(query[name]);
    return whereFields(wanted);
  };
}

/** Whether rows that were found otherwise are of the list that a query asks for. */
function fitting(fields: RecordFields): RecordList<Columns>["fits"] {
  const filters = fieldsWith(fields, "filter").map((name) => [name, columnOf(name, fields[name])]);
  return (query) => {
    const { created_from, created_to, updated_from, updated_to } = query;
    const wanted = [...filters, ["branch_id", "branch_id"]].flatMap(([name = "", column = ""]) => {
      const value = wantedOf(query[name]);
      return value === undefined ? [] : [{ column, values: [value].flat() }];
    });
    const isWithin = (value: unknown, from: unknown, to: unknown) =>
      typeof value === "string" &&
      (typeof from !== "string" || value >= from) &&
      (typeof to !== "string" || value < to);
    return (row) =>
      wanted.every(({ column, values }) => values.some((value) => value === row[column])) &&
      isWithin(row["created_at"], created_from, created_to) &&
      isWithin(row["updated_at"], updated_from, updated_to);
  };
}

/** The branches to which a list is narrowed; null where the caller may not see the one that is asked for. */
function branchesOf(
  { caller, branch }: ReadContext,
  scope: ListScope,
  asked: string | undefined,
): string | readonly string[] | undefined | null {
  if (scope === "own") return undefined;
  if (scope === "tenant") return asked;
  if (asked !== undefined) return maySeeBranch(caller, asked) ? asked : null;
  if (scope === "branch") return maySeeBranch(caller, branch.id) ? branch.id : null;
  return caller.branchIds === "*" ? undefined : caller.branchIds;
}

/** Whether nothing is asked but for words, in the usual order and from the beginning. */
function isByWordsAlone({ q, limit: _limit, sort: _sort, ...others }: ListQuery): boolean {
  return q !== undefined && Object.values(others).every((one) => one === undefined);
}

// What never leaves its node waits for nobody.
function stateFor({ merge }: TableDeclaration, tenantId: string) {
  return merge === "local" ? sql<SyncState>`'synced'` : travelState("record", tenantId);
}

/** The rows of a table that filters, words and conditions leave. */
function rowsOf<C extends Columns>(
  table: TableDeclaration<C>,
  fields: RecordFields,
): RecordList<C>["rows"] {
  const filtered = declaredFilters(fields);
  return (db, tenantId, query, conditions = []) => {
    let chosen = db
      .selectFrom(sql<Readonly<Record<string, unknown>>>`${sql.table(table.name)}`.as("record"))
      .selectAll()
      .select(stateFor(table, tenantId).as("travel_state"))
      .where(sql<SqlBool>`tenant_id = ${tenantId}`)
      .where(filtered(query))
      .where(madeWithin(query));
    const words = nameTokens(query.q ?? "");
    for (const word of words)
      chosen = chosen.where(underKey(table, tenantId, `n:${word}`, "beginning"));
    for (const condition of conditions) chosen = chosen.where(condition);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- all columns of the table
    return chosen as unknown as ListedRows<C>;
  };
}

/** The lists of records with these fields, by the filters, orders and words that are declared. */
export function recordList<C extends Columns>(
  table: TableDeclaration<C>,
  fields: RecordFields,
  options: RecordListOptions = {},
): RecordList<C> {
  const { sort: usual = "-created_at", scope = table.audience } = options;
  const rows = rowsOf(table, fields);
  return {
    rows,
    fits: fitting(fields),
    page: async (ctx, query, conditions = []) => {
      const { limit, cursor, sort = usual, ...filters } = query;
      const branches = branchesOf(ctx, scope, query.branch_id);
      if (branches === null) return emptyPage();
      const sortColumn = sortColumnOf(fields, sort.replace(/^-/, ""));
      // Of all there are: whoever sees some of them only may have to go far through the others to find a page.
      const isOfAll = sort === usual && branches === undefined && conditions.length === 0;
      const isPlain = isOfAll && isByWordsAlone(query);
      const first = isPlain ? await firstOfMany(ctx, { table, sort, sortColumn }, query) : null;
      const words = first === null ? await foundBy(ctx, table, query.q ?? "") : null;
      const chosen =
        words !== null
          ? rows(ctx.db, ctx.tenantId, { ...filters, q: undefined }, [
              whereFields({ branch_id: branches }),
              ...words.conditions,
              ...conditions,
            ])
          : rows(ctx.db, ctx.tenantId, {}, [whereFields({ id: first ?? [] })]);
      const ordered = {
        sortColumn,
        isSortedApart: words?.isSorted === true,
        isDescending: sort.startsWith("-"),
        limit,
        cursor,
        cursors: ctx.cursors,
        list: table.name,
        tenantId: ctx.tenantId,
        filters: { ...filters, branch_id: branches ?? query.branch_id },
      };
      const state = stateFor(table, ctx.tenantId);
      const kept = { session: ctx.session, table: table.name, alias: "record", state };
      const whole = (ids: readonly string[]) =>
        rows(ctx.db, ctx.tenantId, {}, [whereFields({ id: ids })]);
      return readPage(chosen, ordered, (asked) => readThrough(kept, asked, whole));
    },
  };
}
