import { createHash } from "node:crypto";
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect as KyselyDialect,
} from "kysely";
import pg from "pg";
import { boundDriver } from "@edgeward/shared/db/bound-connection.ts";
import type { Database } from "@edgeward/shared/db/database.ts";
import { postgresDialect } from "@edgeward/shared/db/dialect.ts";
import type { SqlRow, SqlSession, Statement } from "@edgeward/shared/db/session.ts";

// int8: counts and instants stay far below 2^53.
const int8 = 20;
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format ?? "text"),
};

// A connection keeps this many prepared statements; beyond it a statement is parsed each time.
const maximumPrepared = 1_000;

/** One connection and its session. One transaction at a time. */
export interface Lane {
  readonly session: SqlSession;
  readonly client: pg.Client;
  isBroken: boolean;
}

function shifted(statement: Statement, by: number): string {
  return statement.text.replace(/\$(\d+)/g, (_, digits: string) => `$${Number(digits) + by}`);
}

/** Joins statements that do not depend on each other into one, so that they cost one round trip. */
export function mergeStatements(statements: readonly Statement[]): Statement {
  const values: unknown[] = [];
  const parts = statements.map((statement, index) => {
    const text = shifted(statement, values.length);
    values.push(...statement.values);
    return `w${index} AS (${text})`;
  });
  return { text: `WITH ${parts.join(", ")} SELECT 1 AS done`, values };
}

function kyselyOn(
  run: (text: string, values: readonly unknown[]) => Promise<pg.QueryResult<SqlRow>>,
) {
  const dialect: KyselyDialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () =>
      boundDriver(async (query) => {
        const result = await run(query.sql, query.parameters);
        return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
      }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely<Database>({ dialect });
}

/** Opens a connection as a lane. `onBroken` is told when the server ends it. */
export async function openLane(url: string, name: string): Promise<Lane> {
  const client = new pg.Client({ connectionString: url, types, application_name: "edgeward-hub" });
  const prepared = new Map<string, string>();
  const lane: { isBroken: boolean } = { isBroken: false };
  client.on("error", () => {
    lane.isBroken = true;
  });
  await client.connect();

  function nameOf(text: string): string | undefined {
    const known = prepared.get(text);
    if (known !== undefined || prepared.size >= maximumPrepared) return known;
    const made = createHash("sha1").update(text).digest("hex");
    prepared.set(text, made);
    return made;
  }

  function run(text: string, values: readonly unknown[]): Promise<pg.QueryResult<SqlRow>> {
    const statementName = nameOf(text);
    return client.query<SqlRow>({
      text,
      values: [...values],
      ...(statementName === undefined ? {} : { name: statementName }),
    });
  }

  const session: SqlSession = {
    dialect: postgresDialect,
    kysely: kyselyOn(run),
    lane: name,
    query: async (text, values) => (await run(text, values)).rows,
    runAll: async (statements) => {
      if (statements.length === 0) return;
      const merged = mergeStatements(statements);
      await run(merged.text, merged.values);
    },
  };
  return Object.assign(lane, { session, client });
}
