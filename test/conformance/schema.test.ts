import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { branchSchemaStatements } from "@edgeward/branch-node/db/branch-schema.ts";
import { hubSchemaStatements } from "@edgeward/hub/db/hub-schema.ts";
import { provisionDatabase } from "@edgeward/hub/db/provision.ts";
import { postgresDialect, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { startTestPostgres, type TestPostgres } from "#support/postgres.ts";
// oxlint-disable-next-line no-restricted-imports -- what is missing is worked out in one place
import { engineSchemas, pendingStatements } from "../../scripts/schema/pending.ts";

// A database that came by the migrations must be what the declarations say: when this fails, write the next migration.

test.each(engineSchemas)("nothing that the $name's declarations ask for is missing", (engine) => {
  const missing = pendingStatements(engine);
  expect(missing, `\`npm run migration -- NAME\` writes:\n${missing.join(";\n")}`).toEqual([]);
});

let postgres: TestPostgres;
let folder: string;

beforeAll(async () => {
  postgres = await startTestPostgres("nothing");
  folder = mkdtempSync(join(tmpdir(), "edgeward-schema-"));
});

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function urlOf(database: string): string {
  const url = new URL(postgres.url);
  url.pathname = `/${database}`;
  return url.toString();
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const catalogue = [
  `SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_migrations'
    ORDER BY table_name, column_name`,
  "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'schema_migrations' ORDER BY indexname",
  "SELECT tablename, policyname, permissive, roles::text, cmd, qual, with_check FROM pg_policies ORDER BY tablename, policyname",
  "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'schema_migrations' ORDER BY 1, 2",
  "SELECT table_name, grantee, privilege_type FROM information_schema.role_table_grants WHERE table_schema = 'public' AND grantee LIKE 'edgeward_%' ORDER BY 1, 2, 3",
  "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
];

function described(url: string): Promise<readonly unknown[]> {
  return withClient(url, async (client) => {
    const answers: unknown[] = [];
    for (const question of catalogue) answers.push((await client.query(question)).rows);
    return answers;
  });
}

test("the hub's migrations come to what its declarations say", async () => {
  await withClient(postgres.url, async (client) => {
    await client.query("CREATE DATABASE migrated");
    await client.query("CREATE DATABASE declared");
  });
  await provisionDatabase(urlOf("migrated"), join(folder, "passwords.json"));
  await withClient(urlOf("declared"), async (client) => {
    for (const statement of hubSchemaStatements(postgresDialect)) await client.query(statement);
  });
  const migrated = await described(urlOf("migrated"));
  expect(migrated).toEqual(await described(urlOf("declared")));
  expect(JSON.stringify(migrated)).toContain("patients_by_created");
});

// Of a table its columns, wherever an added one stands; of everything else the words that made it.
function masterOf(handle: Sqlite.Database): readonly unknown[] {
  const columns = handle
    .prepare(
      `SELECT t.name AS table_name, t.strict, t.wr, c.name, c.type, c."notnull", c.dflt_value, c.pk
         FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT IN ('schema_migrations', 'sqlite_schema')
        ORDER BY t.name, c.name`,
    )
    .all();
  const others = handle
    .prepare<[], { readonly type: string; readonly name: string; readonly sql: string }>(
      "SELECT type, name, sql FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL ORDER BY type, name",
    )
    .all()
    .map((entry) => ({ ...entry, sql: entry.sql.replace(/\s+/g, " ") }));
  return [...columns, ...others];
}

test("the branch's migrations come to what its declarations say", async () => {
  const migrated = new Sqlite(join(folder, "migrated.db"));
  const declared = new Sqlite(join(folder, "declared.db"));
  await migrateBranch(migrated);
  for (const statement of branchSchemaStatements(sqliteDialect)) declared.exec(statement);
  expect(masterOf(migrated)).toEqual(masterOf(declared));
  expect(masterOf(migrated).length).toBeGreaterThan(20);
  migrated.close();
  declared.close();
});

test("migrating twice changes nothing", async () => {
  const handle = new Sqlite(join(folder, "twice.db"));
  expect(await migrateBranch(handle)).toContain("0001-foundation");
  expect(await migrateBranch(handle)).toEqual([]);
  handle.close();
});
