import type Sqlite from "better-sqlite3";
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect as KyselyDialect,
} from "kysely";
import { boundDriver } from "@edgeward/shared/db/bound-connection.ts";
import type { Database } from "@edgeward/shared/db/database.ts";
import { sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import type { SqlRow, SqlSession } from "@edgeward/shared/db/session.ts";

const maximumPrepared = 500;

function bindable(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}

/** A session on one open handle. Statements are prepared once. */
export function sqliteSession(handle: Sqlite.Database): SqlSession {
  const prepared = new Map<string, Sqlite.Statement>();

  function statement(text: string): Sqlite.Statement {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    if (prepared.size >= maximumPrepared) prepared.clear();
    const made = handle.prepare(text);
    prepared.set(text, made);
    return made;
  }

  function run(text: string, values: readonly unknown[]): { rows: SqlRow[]; changes: number } {
    const ready = statement(text);
    const given = values.map(bindable);
    if (!ready.reader) return { rows: [], changes: ready.run(given).changes };
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the driver gives an object for each row
    const rows = ready.all(given) as SqlRow[];
    return { rows: rows.map((row) => sqliteDialect.decode(row)), changes: 0 };
  }

  const dialect: KyselyDialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () =>
      boundDriver((query) => {
        const { rows, changes } = run(query.sql, query.parameters);
        return Promise.resolve({ rows: [...rows], numAffectedRows: BigInt(changes) });
      }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };

  return {
    dialect: sqliteDialect,
    kysely: new Kysely<Database>({ dialect }),
    lane: "main",
    query: async (text, values) => run(text, values).rows,
    runAll: async (statements) => {
      for (const { text, values } of statements) run(text, values);
    },
  };
}
