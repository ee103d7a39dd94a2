import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { appRole } from "@edgeward/hub/db/hub-schema.ts";
import { openPostgresStore, type PostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { provisionDatabase } from "@edgeward/hub/db/provision.ts";
import { createTableStatements, postgresDialect } from "@edgeward/shared/db/dialect.ts";
import { startTestPostgres } from "#support/postgres.ts";
import { HubBackups, layOutBackups } from "./hub-backups.ts";
import { simTables, simHubSchema } from "./tables.ts";

/** The hub's database with the simulation's tables, and what lies beside it. */
export interface PostgresGround {
  readonly store: PostgresStore;
  readonly backups: HubBackups;
  /** May write what the hub only adds to. */
  readonly keeper: pg.Client;
  /** Where the hub keeps what it has outside of its database. */
  readonly folder: string;
  close(): Promise<void>;
}

// A look through all tables by itself would hold a transaction open, and what is committed beside it back from the feed.
const settings = ["autovacuum=off", "wal_level=minimal", "max_wal_senders=0"];

async function makeSimTables(admin: pg.Client): Promise<void> {
  for (const table of simTables) {
    for (const text of createTableStatements(postgresDialect, table)) await admin.query(text);
    await admin.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table.name} TO ${appRole}`);
  }
}

function bySocket(url: string, folder: string): string {
  const reached = new URL(url);
  reached.searchParams.set("host", folder);
  return reached.href;
}

/** By what the databases of the histories are reached. */
export interface PostgresAddress {
  readonly admin: string;
  readonly app: string;
}

/** Starts a PostgreSQL and lays out in it what histories need. */
export async function startPostgres(): Promise<{
  readonly address: PostgresAddress;
  stop(): Promise<void>;
}> {
  const postgres = await startTestPostgres("schema", settings);
  const folder = mkdtempSync(join(tmpdir(), "edgeward-chaos-pg-"));
  const { urls } = await provisionDatabase(postgres.url, join(folder, "passwords.json"));
  rmSync(folder, { recursive: true, force: true });
  const address = {
    admin: bySocket(postgres.url, postgres.socketFolder),
    app: bySocket(urls.app, postgres.socketFolder),
  };
  const admin = new pg.Client({ connectionString: address.admin });
  await admin.connect();
  await makeSimTables(admin);
  await layOutBackups(admin);
  await admin.end();
  return { address, stop: () => postgres.stop() };
}

/** Opens what `startPostgres` has laid out; one history at a time. */
export async function openPostgres(address: PostgresAddress): Promise<PostgresGround> {
  const admin = new pg.Client({ connectionString: address.admin });
  await admin.connect();
  const folder = mkdtempSync(join(tmpdir(), "edgeward-chaos-hub-"));
  const store = openPostgresStore({
    url: address.app,
    size: 16,
    instance: "hub",
    schema: simHubSchema,
  });
  return {
    store,
    backups: new HubBackups(admin),
    keeper: admin,
    folder,
    close: async () => {
      await Promise.all([store.close(), admin.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
