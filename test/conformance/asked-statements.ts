import pg from "pg";
import type { Statement } from "@edgeward/shared/db/model.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { lookUpStatement } from "@edgeward/shared/db/statements.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { TestHub } from "#support/hub-harness.ts";

/** A session of which each question is noted as it is asked. */
export interface NotedSession {
  readonly session: Session;
  readonly asked: readonly Statement[];
}

/** Notes what is asked of a session, however it is asked. */
export function notedSession(given: Session): NotedSession {
  const asked: Statement[] = [];
  const { kysely } = given;
  // An executor of its own, which hears of each question as it is asked: some are put together once and asked many times.
  const noting = kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const executor = noting.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const executeQuery: typeof execute = (query) => {
    asked.push({ text: query.sql, values: query.parameters });
    return execute(query);
  };
  Object.assign(executor, { executeQuery });
  const session: Session = {
    ...given,
    kysely: noting,
    query: (text, values) => {
      asked.push({ text, values });
      return given.query(text, values);
    },
    lookUp: (question) => {
      asked.push(lookUpStatement(given.dialect, question));
      return given.lookUp(question);
    },
  };
  return { session, asked };
}

let explained = 0;

/** How SQLite would answer, line by line. */
export async function sqlitePlan(session: Session, { text, values }: Statement): Promise<string> {
  // A text of its own each time: one that was prepared while an index was there goes on to speak of that index.
  explained += 1;
  const rows = await session.query(`EXPLAIN QUERY PLAN ${text} /* ${explained} */`, values);
  return rows.map((row) => String(row["detail"])).join("\n");
}

/** A connection as the hub's own, of one tenant. */
export class PostgresPlans {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** One that chooses as the hub's own do, by how many rows it expects. */
  static async openPlain({ urls, tenant }: TestHub): Promise<PostgresPlans> {
    const client = new pg.Client({ connectionString: urls.app });
    await client.connect();
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenant.id]);
    return new PostgresPlans(client);
  }

  /** One that reads no table whole and sorts nothing where an index spares it. */
  static async open(hub: TestHub): Promise<PostgresPlans> {
    const plans = await PostgresPlans.openPlain(hub);
    // The tables of a test are so small that they would be read whole, whatever indexes they have.
    for (const way of ["seqscan", "sort", "incremental_sort", "bitmapscan"])
      await plans.#client.query(`SET enable_${way} = off`);
    return plans;
  }

  /** How PostgreSQL would answer, line by line. */
  async of({ text, values }: Statement): Promise<string> {
    const { rows } = await this.#client.query<Record<string, unknown>>(`EXPLAIN ${text}`, [
      ...values,
    ]);
    return rows.map((row) => String(row["QUERY PLAN"])).join("\n");
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

// What all rows of a desk's lists have in common says nothing of how many they are.
const wideColumns: ReadonlySet<string> = new Set(["tenant_id", "branch_id"]);

/** The columns that a condition says something of, as a plan writes it. */
function columnsIn(condition: string | undefined): readonly string[] {
  const found = condition?.matchAll(/(?<column>\w+)(?:::text)?\s?(?:[<>]=?|=)/gu) ?? [];
  return Array.from(found, ({ groups }) => groups?.["column"] ?? "");
}

/** Whether more is asked for than a tenant and a branch: what is sorted then are one person's or one day's. */
function isNarrow(condition: string | undefined): boolean {
  return columnsIn(condition).some((column) => !wideColumns.has(column));
}

/** What of a plan of SQLite grows with its table: tables that are read whole, and whole lists that are sorted. */
export function sqliteFaults(plan: string): readonly string[] {
  const lines = plan.split("\n");
  // What a statement has worked out itself is as short as that.
  const own = new Set(lines.map((line) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/u.exec(line)?.[1]));
  const scans = lines.filter((line) => {
    const name = /^SCAN (\w+)/u.exec(line)?.[1];
    return name !== undefined && name !== "json_each" && !own.has(name);
  });
  const sorts = lines.filter((line) => /TEMP B-TREE FOR .*ORDER BY/u.test(line));
  const outermost = lines.find((line) => line.startsWith("SEARCH"));
  return [...scans, ...(isNarrow(outermost) ? [] : sorts)];
}

/** Whether a table has an index that begins, behind tenant and branch, with one of some columns. */
function isIndexed(table: TableDeclaration | null, columns: readonly string[]): boolean {
  return (table?.indexes ?? []).some((index) => {
    const first = index.columns.find((column) => !wideColumns.has(column));
    return first !== undefined && columns.includes(first);
  });
}

// Of an empty table's indexes one is as good as another to the planner: what it filters by has to have one.
function isNarrowScan(lines: readonly string[], schema: Schema): boolean {
  const conditions = lines.filter((line) => /^(?:Index Cond|Filter):/u.test(line)).slice(0, 2);
  const name = lines.join("\n").match(/Scan (?:Backward )?using \w+ on (?<table>\w+)/u)?.groups;
  const table = schema.find(name?.["table"] ?? "") ?? null;
  return isNarrow(conditions[0]) || isIndexed(table, conditions.flatMap(columnsIn));
}

/** Whether what is asked of each row is gathered for all rows first: then it names none of the row's columns. */
function isGathered(lines: readonly string[]): boolean {
  const [head = "", ...rest] = lines;
  const depth = head.search(/\S/u);
  const end = rest.findIndex((line) => line.search(/\S/u) <= depth);
  const own = rest.slice(0, end === -1 ? rest.length : end);
  return !own.some((line) => /Cond: .* = \w+\.\w+\b/u.test(line));
}

/** What a plan of PostgreSQL gathers for all rows of a table before it looks at one of them, and asks of none by its columns. */
export function gatheredFirst(plan: string): readonly string[] {
  const lines = plan.split("\n");
  return lines.filter((line, place) => {
    return /^\s*SubPlan \d/u.test(line) && isGathered(lines.slice(place));
  });
}

/** The same of a plan of PostgreSQL. */
export function postgresFaults(plan: string, schema: Schema): readonly string[] {
  const lines = plan.split("\n").map((line) => line.trim());
  return lines.filter((line, place) => {
    if (line.includes("Seq Scan on")) return true;
    if (!/(?:^|-> {2})(?:Incremental )?Sort {2}\(/u.test(line)) return false;
    return !isNarrowScan(lines.slice(place), schema);
  });
}
