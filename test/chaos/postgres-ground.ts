import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { appRole } from "@edgeward/hub/db/hub-schema.ts";
import { openPostgresStore, type PostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { provisionDatabase } from "@edgeward/hub/db/provision.ts";
import { createTableStatements, postgresDialect } from "@edgeward/shared/db/dialect.ts";
import { startTestPostgres } from "#support/postgres.ts";
import { simTables, simHubSchema } from "./tables.ts";

/** A PostgreSQL with the hub's schema and the simulation's tables. */
export interface PostgresGround {
  readonly store: PostgresStore;
  stop(): Promise<void>;
}

async function makeSimTables(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const table of simTables) {
      for (const text of createTableStatements(postgresDialect, table)) await client.query(text);
      await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table.name} TO ${appRole}`);
    }
  } finally {
    await client.end();
  }
}

/** Starts a PostgreSQL of its own for the histories to come. */
export async function startPostgresGround(): Promise<PostgresGround> {
  const postgres = await startTestPostgres();
  const folder = mkdtempSync(join(tmpdir(), "edgeward-chaos-pg-"));
  const { urls } = await provisionDatabase(postgres.url, join(folder, "passwords.json"));
  await makeSimTables(postgres.url);
  const store = openPostgresStore({
    url: urls.app,
    size: 16,
    instance: "hub",
    schema: simHubSchema,
  });
  return {
    store,
    stop: async () => {
      await store.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
