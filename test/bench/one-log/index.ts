// Weighs in what form a hub keeps a write: the rows of the product's own registrations, put down in each form by turns.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { databaseUse } from "../database-use.ts";
import { readOptions } from "../options.ts";
import { startWorld, stopWorld, type World } from "../world.ts";
import { forms, type Form } from "./forms.ts";
import { registeredUnits, type JsonRow, type Unit } from "./units.ts";

const registrations = 2_200;
// What the hub puts down together with 50 connections.
const groupSize = 22;
const turns = 5;

/** What one registration costs the database in a form. */
interface Cost {
  readonly rows: number;
  readonly walBytes: number;
  readonly diskBytes: number;
  /** Of the processor, by the one backend. */
  readonly microseconds: number;
}

type Columns = ReadonlyMap<string, ReadonlySet<string>>;

interface Group {
  readonly text: string;
  readonly values: readonly string[];
  readonly rows: number;
}

function rowsByTable(form: Form, units: readonly Unit[]): ReadonlyMap<string, readonly JsonRow[]> {
  const tables = new Map<string, JsonRow[]>();
  for (const unit of units) {
    for (const [table, rows] of Object.entries(form.rowsOf(unit))) {
      tables.set(table, [...(tables.get(table) ?? []), ...rows]);
    }
  }
  return tables;
}

/** All rows of a group in one statement, as the hub puts them down. */
function groupOf(form: Form, units: readonly Unit[], columns: Columns): Group {
  const tables = [...rowsByTable(form, units)];
  const parts = tables.map(([table, rows], nth) => {
    const given = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const names = given.filter((name) => columns.get(table)?.has(name) === true).join(", ");
    const name = `${form.schema}.${table}`;
    return `t${nth} AS (INSERT INTO ${name} (${names})
      SELECT ${names} FROM jsonb_populate_recordset(NULL::${name}, $${nth + 1}::jsonb))`;
  });
  return {
    text: `WITH ${parts.join(", ")} SELECT 1`,
    values: tables.map(([, rows]) => JSON.stringify(rows)),
    rows: tables.reduce((sum, [, rows]) => sum + rows.length, 0),
  };
}

async function columnsIn(connection: pg.Client, schema: string): Promise<Columns> {
  const { rows } = await connection.query<{ table_name: string; column_name: string }>(
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = $1",
    [schema],
  );
  const byTable = Map.groupBy(rows, (row) => row.table_name);
  return new Map(
    [...byTable].map(([table, found]) => [table, new Set(found.map((row) => row.column_name))]),
  );
}

async function makeTables(connection: pg.Client, form: Form): Promise<void> {
  await connection.query(`DROP SCHEMA IF EXISTS ${form.schema} CASCADE`);
  await connection.query(`CREATE SCHEMA ${form.schema}`);
  for (const statement of form.ddl) await connection.query(statement);
}

// Linux counts a process's time in hundredths of a second.
const microsecondsOfTick = 10_000;

/** Processor time of a backend so far. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * microsecondsOfTick;
}

async function diskOf(connection: pg.Client, schema: string): Promise<number> {
  const { rows } = await connection.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class AS c
     WHERE c.relkind = 'r' AND c.relnamespace = $1::regnamespace`,
    [schema],
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Puts all registrations down in a form, in new tables. */
async function putDown(url: string, form: Form, units: readonly Unit[]): Promise<Cost> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await makeTables(connection, form);
    const columns = await columnsIn(connection, form.schema);
    const groups: Group[] = [];
    for (let start = 0; start < units.length; start += groupSize) {
      groups.push(groupOf(form, units.slice(start, start + groupSize), columns));
    }
    const { rows } = await connection.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const pid = rows[0]?.pid ?? 0;
    await connection.query("CHECKPOINT");
    const [walBefore, timeBefore] = [await databaseUse(url), processorTime(pid)];
    for (const { text, values } of groups) {
      await connection.query({ name: form.schema, text, values: [...values] });
    }
    const [walAfter, timeAfter] = [await databaseUse(url), processorTime(pid)];
    return {
      rows: groups.reduce((sum, group) => sum + group.rows, 0) / units.length,
      walBytes: (walAfter.walBytes - walBefore.walBytes) / units.length,
      diskBytes: (await diskOf(connection, form.schema)) / units.length,
      microseconds: (timeAfter - timeBefore) / units.length,
    };
  } finally {
    await connection.end();
  }
}

// The policies of the hub's tables, on a table of a form.
const policies = `
  ALTER TABLE slim_searched.patients ENABLE ROW LEVEL SECURITY;
  CREATE POLICY app_may ON slim_searched.patients FOR ALL TO edgeward_app USING (true);
  CREATE POLICY tenant_isolation ON slim_searched.patients AS RESTRICTIVE FOR ALL TO edgeward_app
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
  GRANT USAGE ON SCHEMA slim_searched TO edgeward_app;
  GRANT SELECT ON slim_searched.patients TO edgeward_app;
  ANALYZE slim_searched.patients`;

const searchText =
  "EXPLAIN (COSTS OFF) SELECT id FROM slim_searched.patients WHERE search @@ to_tsquery('simple', 'x:*')";

/**
 * How PostgreSQL finds a search word in a record's row for a role: an operator that is not leakproof runs only behind
 * the row policies, and then no index serves it.
 */
async function searchPlan(connection: pg.Client, role: string): Promise<string> {
  await connection.query("BEGIN");
  try {
    await connection.query(`SET LOCAL enable_seqscan = off; SET LOCAL ROLE ${role}`);
    const { rows } = await connection.query<{ "QUERY PLAN": string }>(searchText);
    return rows.map((row) => row["QUERY PLAN"].trim()).join("; ");
  } finally {
    await connection.query("ROLLBACK");
  }
}

/** The hub's own role beside one that no policy holds. */
async function searchPlans(connection: pg.Client): Promise<void> {
  await connection.query(policies);
  for (const role of ["edgeward_app", "postgres"]) {
    process.stdout.write(`search as ${role}: ${await searchPlan(connection, role)}\n`);
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, next) => one - next)[Math.floor(values.length / 2)] ?? 0;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

async function weigh(world: World): Promise<void> {
  const url = world.postgres.hubUrl;
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    const before = await databaseUse(url);
    const units = await registeredUnits(world, connection, registrations);
    const after = await databaseUse(url);
    const wal = Math.round((after.walBytes - before.walBytes) / units.length);
    process.stderr.write(`${units.length} registrations, ${wal} B of WAL each by the hub itself\n`);
    const costs = new Map<Form, Cost[]>(forms.map((form) => [form, []]));
    for (let turn = 0; turn < turns; turn += 1) {
      for (const form of forms) costs.get(form)?.push(await putDown(url, form, units));
    }
    process.stdout.write(line(["form", "rows", "WAL B", "disk B", "µs of PostgreSQL"]));
    process.stdout.write(line(["---", "---", "---", "---", "---"]));
    for (const [form, found] of costs) {
      const of = (part: keyof Cost) => String(Math.round(middle(found.map((cost) => cost[part]))));
      process.stdout.write(
        line([form.name, of("rows"), of("walBytes"), of("diskBytes"), of("microseconds")]),
      );
    }
    await searchPlans(connection);
  } finally {
    await connection.end();
  }
}

const folder = mkdtempSync(join(tmpdir(), "edgeward-one-log-"));
const world = await startWorld(folder, readOptions(["--quick"]));
try {
  await weigh(world);
} finally {
  await stopWorld(world);
  rmSync(folder, { recursive: true, force: true });
}
