import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { KeptRows } from "./kept-rows.ts";
import type { SqlRow } from "./model.ts";
import type { Session } from "./session.ts";

/** Where rows are read, and by what each is known again. */
export interface KeptTable {
  readonly session: Pick<Session, "keptRows" | "dialect">;
  readonly table: string;
  /** What the queries call the table. */
  readonly alias: string;
  /** How far a row has travelled, as an expression. */
  readonly state: RawBuilder<unknown>;
}

/** Where rows are kept, and the expression of a row's stamp. */
interface Kept extends Omit<KeptTable, "session"> {
  readonly rows: KeptRows;
  readonly stamp: RawBuilder<unknown>;
}

type Query<DB, Table extends keyof DB, Row> = SelectQueryBuilder<DB, Table, Row>;

function stampOf({ row_stamp, version, hlc, travel_state }: SqlRow): string {
  return `${String(row_stamp)} ${String(version)} ${String(hlc)} ${String(travel_state)}`;
}

/**
 * A row as it is kept, in place of one that was read and is the same; otherwise the one that was read, which is kept.
 * @param row with its stamp
 */
export function keptInstead<Row extends SqlRow>(rows: KeptRows, table: string, row: Row): Row {
  const [id, stamp] = [String(row["id"]), stampOf(row)];
  const known = rows.find(table, id);
  rows.count(table, known?.stamp === stamp);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- of the same table and columns
  if (known?.stamp === stamp) return known.row as Row;
  rows.keep(table, id, stamp, row);
  return row;
}

/** Whether a row that is kept under this id is the one of which this is the stamp; undefined where it is not. */
export function keptAs(rows: KeptRows, table: string, stamped: SqlRow): SqlRow | undefined {
  const known = rows.find(table, String(stamped["id"]));
  const isSame = known?.stamp === stampOf(stamped);
  rows.count(table, isSame);
  return isSame ? known?.row : undefined;
}

async function wholeRows<DB, Table extends keyof DB, Row>(
  { rows, stamp, table }: Kept,
  query: Query<DB, Table, Row>,
): Promise<readonly Row[]> {
  const read: readonly SqlRow[] = await query.select(stamp.as("row_stamp")).execute();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the same rows, with one column more
  return read.map((row) => keptInstead(rows, table, row)) as unknown as readonly Row[];
}

/** The rows by their stamps; null where one has changed before it could be read whole. */
async function byStamps<DB, Table extends keyof DB, Row>(
  { rows, stamp, table, alias, state }: Kept,
  query: Query<DB, Table, Row>,
  whole: (ids: readonly string[]) => Query<DB, Table, Row>,
): Promise<readonly Row[] | null> {
  const names = ["id", "version", "hlc"].map((name) => sql.ref(`${alias}.${name}`).as(name));
  const found: readonly SqlRow[] = await query
    .clearSelect()
    .select([...names, stamp.as("row_stamp"), state.as("travel_state")])
    .execute();
  const lost = new Map<unknown, SqlRow | null>();
  const known = found.map((row) => {
    const same = keptAs(rows, table, row);
    if (same === undefined) lost.set(row["id"], null);
    return same;
  });
  if (lost.size > 0) {
    const read: readonly SqlRow[] = await whole([...lost.keys()].map(String))
      .select(stamp.as("row_stamp"))
      .execute();
    for (const row of read) {
      rows.keep(table, String(row["id"]), stampOf(row), row);
      lost.set(row["id"], row);
    }
  }
  const all = found.map((row, place) => known[place] ?? lost.get(row["id"]) ?? null);
  const isWhole = all.every(
    (row, place) => row !== null && stampOf(row) === stampOf(found[place] ?? {}),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- rows of this table with all its columns
  return isWhole ? (all as unknown as readonly Row[]) : null;
}

/**
 * The rows of a query for all columns of a table and their state. Where most of them are likely to be kept, only their stamps
 * are asked for, and whole only those that are not. @param whole asks for all columns of these ids' rows
 */
export async function readThrough<DB, Table extends keyof DB, Row>(
  { session: { keptRows: rows, dialect }, ...where }: KeptTable,
  query: Query<DB, Table, Row>,
  whole: (ids: readonly string[]) => Query<DB, Table, Row>,
): Promise<readonly Row[]> {
  if (rows === undefined || dialect.rowStamp === null) return query.execute();
  const stamp = sql.raw(dialect.rowStamp(where.alias));
  const kept = { ...where, rows, stamp };
  const found = rows.isLikely(where.table) ? await byStamps(kept, query, whole) : null;
  return found ?? wholeRows(kept, query);
}
