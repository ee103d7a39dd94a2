import { sql, type RawBuilder, type SqlBool } from "kysely";
import { defaultLimit } from "#contract/paging.ts";
import type { Reader } from "#db/session.ts";
import type { TableDeclaration } from "#db/table.ts";
import { nameTokens } from "#kernel/text.ts";
import type { ReadContext } from "./context.ts";

/** A condition on the rows of a list. */
export type Condition = RawBuilder<SqlBool>;

/** The character after every other: a prefix is the range from itself to itself with this behind it. */
const last = "\u{10FFFF}";

/** The condition that a record is found under a search key, or under one that begins so. */
export function underKey(
  table: Pick<TableDeclaration, "name">,
  tenantId: string,
  key: string,
  match: "whole" | "beginning",
): Condition {
  return sql<SqlBool>`id IN (${keysOf(table, tenantId, key, match)})`;
}

/** Asks for the ids of the records under a key. */
function keysOf(
  { name }: Pick<TableDeclaration, "name">,
  tenantId: string,
  key: string,
  match: "whole" | "beginning",
) {
  const keys =
    match === "whole"
      ? sql`search_key = ${key}`
      : sql`search_key >= ${key} AND search_key < ${key + last}`;
  return sql`SELECT entity_id FROM search_keys
    WHERE tenant_id = ${tenantId} AND entity = ${name} AND ${keys}`;
}

// From so many on, what a word finds is met soon enough by whoever goes through all records in the order of their list.
const manyFound = 500;

/** In which order a list is, and by which column. */
export interface ListOrder {
  readonly table: Pick<TableDeclaration, "name" | "indexes">;
  /** As it is asked for: `-` before a field for the last first. */
  readonly sort: string;
  readonly sortColumn: string;
}

/** Whether an index has all records of a tenant in that order. */
function isIndexed({ table: { indexes }, sort, sortColumn }: ListOrder): boolean {
  const isOfAll = indexes.some(({ columns: [tenant, column, id], where }) => {
    return tenant === "tenant_id" && column === sortColumn && id === "id" && where === undefined;
  });
  return isOfAll && !sort.startsWith("-");
}

/** How many keys a word finds, up to so many. */
async function keysFound(
  { db, tenantId }: Pick<ReadContext, "db" | "tenantId">,
  entity: string,
  word: string,
  most: number,
): Promise<number> {
  const some = db
    .selectFrom("search_keys")
    .select("entity_id")
    .where("tenant_id", "=", tenantId)
    .where("entity", "=", entity)
    .where("search_key", ">=", `n:${word}`)
    .where("search_key", "<", `n:${word}${last}`)
    .limit(most)
    .as("some");
  const { count } = await db
    .selectFrom(some)
    .select((of) => of.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Asks for the first records of an order that all words find, by the index of that order, which ends where there are enough. */
function firstFound(
  db: Reader,
  tenantId: string,
  { table, sortColumn }: Omit<ListOrder, "sort">,
  { words, most }: { readonly words: readonly string[]; readonly most: number },
) {
  const all = db
    .selectFrom(sql<{ readonly id: string }>`${sql.table(table.name)}`.as("record"))
    .select("id")
    .where(sql<SqlBool>`tenant_id = ${tenantId}`);
  const found = words.reduce(
    // As a value that is looked at, and not as a list to join with: so the order of the index stays.
    (chosen, word) =>
      chosen.where(sql<SqlBool>`(${underKey(table, tenantId, `n:${word}`, "beginning")}) IS TRUE`),
    all,
  );
  return found.orderBy(sql.ref(sortColumn)).orderBy("id").limit(most);
}

/**
 * The records of the first page, and one more, of a list whose every word finds many: looked for by the index of the list's
 * order, so that they alone are read. To find all of them and to sort those took PostgreSQL 20 ms where a word finds 4,000 of
 * 20,000, and this 3. Null where they are found otherwise as soon: the few that a word finds are sorted at once.
 */
export async function firstOfMany(
  ctx: ReadContext,
  order: ListOrder,
  {
    q = "",
    limit = defaultLimit,
  }: { readonly q?: string | undefined; readonly limit?: number | undefined },
): Promise<readonly string[] | null> {
  // SQLite goes through the index by itself, where it is not kept from it: see `foundBy`.
  const words = ctx.session.dialect.plansByCounts && isIndexed(order) ? nameTokens(q) : [];
  const found = await Promise.all(
    words.map((word) => keysFound(ctx, order.table.name, word, manyFound)),
  );
  if (words.length === 0 || found.some((count) => count < manyFound)) return null;
  const { db, tenantId } = ctx;
  const rows = await firstFound(db, tenantId, order, { words, most: limit + 1 }).execute();
  return rows.length === 0 ? null : rows.map(({ id }) => id);
}

/** How the records that all words find are asked for. */
interface WordsFound {
  readonly conditions: readonly Condition[];
  /** Whether they are so few that they are sorted by themselves, whatever index has their order. */
  readonly isSorted: boolean;
}

// Up to so many a branch looks up and sorts within a few milliseconds.
const mostSorted = 2_000;

/**
 * The conditions that all words find a record. SQLite, which does not know how many a word finds, goes through all records in
 * the order of their list until the page is full, and looks each up among those of each word: of a word whose records come last
 * in that order, or that finds few, all of them. So a branch looks up and sorts what is found where a word finds few, which it
 * then looks for among what the others find: "syringe 5" among 20,000 items, of which 1,111 and 4,000 are found, took 9.5 ms
 * of processor time and takes 1.3; four that "1234" finds took 8.8, and take 0.6.
 */
export async function foundBy(
  ctx: ReadContext,
  table: Pick<TableDeclaration, "name">,
  q: string,
): Promise<WordsFound> {
  const { tenantId } = ctx;
  const words = nameTokens(q);
  const counted = ctx.session.dialect.plansByCounts
    ? []
    : await Promise.all(
        words.map(async (word) => {
          return { word, count: await keysFound(ctx, table.name, word, mostSorted) };
        }),
      );
  const [most, ...others] = counted.toSorted((one, other) => other.count - one.count);
  if (most === undefined || counted.every(({ count }) => count >= mostSorted)) {
    const conditions = words.map((word) => underKey(table, tenantId, `n:${word}`, "beginning"));
    return { conditions, isSorted: false };
  }
  const listOf = (word: string) => keysOf(table, tenantId, `n:${word}`, "beginning");
  const ids = others.reduce(
    (list, { word }) => sql`${list} AND entity_id IN (${listOf(word)})`,
    listOf(most.word),
  );
  return { conditions: [sql<SqlBool>`id IN (${ids})`], isSorted: true };
}
