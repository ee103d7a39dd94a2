import pg from "pg";
import { appRole } from "@edgeward/hub/db/hub-schema.ts";
import {
  createTableStatements,
  postgresDialect,
  sqliteDialect,
} from "@edgeward/shared/db/dialect.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";

/** Makes a table that only a test has, at a hub. It is only ever appended to, as ledgers and facts are. */
export async function makeAtHub(adminUrl: string, table: TableDeclaration): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (const text of createTableStatements(postgresDialect, table)) await admin.query(text);
    // Rows are locked before a batch is taken, which is an update's right.
    await admin.query(`GRANT SELECT, INSERT, UPDATE ON ${table.name} TO ${appRole}`);
  } finally {
    await admin.end();
  }
}

/** Makes it at a branch. */
export async function makeAtBranch(
  store: Store,
  tenantId: string,
  table: TableDeclaration,
): Promise<void> {
  await store.write({ tenantId }, async (session) => {
    for (const text of createTableStatements(sqliteDialect, table)) await session.query(text, []);
  });
}
