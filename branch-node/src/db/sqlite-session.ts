import type Sqlite from "better-sqlite3";
import { Kysely, SqliteAdapter, SqliteIntrospector, type Dialect as KyselyDialect } from "kysely";
import { boundDriver } from "@edgeward/shared/db/bound-connection.ts";
import type { Database } from "@edgeward/shared/db/database.ts";
import { sqliteDialect, sqliteRowDecoder } from "@edgeward/shared/db/dialect.ts";
import { askDirectly } from "@edgeward/shared/db/question.ts";
import type { KeptRows } from "@edgeward/shared/db/kept-rows.ts";
import type { SqlRow, Statement } from "@edgeward/shared/db/model.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import { branchSchema } from "./branch-schema.ts";
import { keptDecoder } from "./kept-decoder.ts";
import { loopTurns } from "./loop-turns.ts";
import { BranchQueryCompiler } from "./query-compiler.ts";
import type { SessionEngine } from "@edgeward/shared/write/own-transaction.ts";

const maximumPrepared = 500;

/** A statement that has been prepared, with what restores its rows; null where they are as they should be. */
interface Prepared {
  readonly statement: Sqlite.Statement;
  readonly decode: ((row: SqlRow) => SqlRow) | null;
}

function bindable(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}

// The event loop turns now and then: what is read meanwhile is read on other connections.
async function inTurns<T>(
  statements: AsyncIterable<Statement>,
  run: (statement: Statement) => T,
): Promise<readonly T[]> {
  const results: T[] = [];
  const turn = loopTurns();
  for await (const statement of statements) {
    results.push(run(statement));
    await turn();
  }
  return results;
}

type RunStatement = (
  text: string,
  values: readonly unknown[],
) => { readonly rows: SqlRow[]; readonly changes: number };

/** Runs statements on a handle, each prepared once. */
function statementRunner(
  handle: Sqlite.Database,
  schema: Schema,
  keptRows: KeptRows | undefined,
): RunStatement {
  const prepared = new Map<string, Prepared>();

  function ready(text: string): Prepared {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    if (prepared.size >= maximumPrepared) prepared.clear();
    const statement = handle.prepare(text);
    const columns = statement.reader ? statement.columns() : [];
    const decode = sqliteRowDecoder(schema, columns);
    const kept = keptRows === undefined ? null : keptDecoder(schema, columns, decode, keptRows);
    const made = { statement, decode: kept ?? decode };
    prepared.set(text, made);
    return made;
  }

  return (text, values) => {
    const { statement, decode } = ready(text);
    const given = values.some((value) => typeof value === "boolean")
      ? values.map(bindable)
      : values;
    if (!statement.reader) return { rows: [], changes: statement.run(given).changes };
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the driver gives an object for each row
    const rows = statement.all(given) as SqlRow[];
    return { rows: decode === null ? rows : rows.map(decode), changes: 0 };
  };
}

/** What sessions on one open handle are made of. @param keptRows of several handles of one database that only read */
export function sqliteEngine(
  handle: Sqlite.Database,
  schema: Schema = branchSchema,
  keptRows?: KeptRows,
): SessionEngine {
  const run = statementRunner(handle, schema, keptRows);
  const dialect: KyselyDialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () =>
      boundDriver((query) => {
        const { rows, changes } = run(query.sql, query.parameters);
        return Promise.resolve({ rows, numAffectedRows: BigInt(changes) });
      }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new BranchQueryCompiler(),
  };

  const kysely = new Kysely<Database>({ dialect });
  askDirectly(kysely, (text, values) => run(text, values).rows);
  return {
    schema,
    dialect: sqliteDialect,
    kysely,
    query: async (text, values) => run(text, values).rows,
    queryAll: (statements) => inTurns(statements, ({ text, values }) => run(text, values).rows),
    runAll: async (statements) => {
      for (const { text, values } of statements) run(text, values);
    },
    // One writer at a time: nobody else can hold it.
    lock: () => Promise.resolve(),
    tryLock: () => Promise.resolve(true),
  };
}
