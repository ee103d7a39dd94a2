// Writes the first migration of hub and branch from the declarations. To be run before the first release and never after:
// from then on a change of the schema is the next numbered file.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { branchSchemaStatements } from "@edgeward/branch-node/db/branch-schema.ts";
import { hubSchemaStatements } from "@edgeward/hub/db/hub-schema.ts";
import { postgresDialect, sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { formatStatements } from "@edgeward/shared/db/migration-file.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function write(room: string, statements: readonly string[]): void {
  const folder = join(root, room, "src", "db", "migrations");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "0001-foundation.sql");
  writeFileSync(file, formatStatements(statements));
  process.stdout.write(`${file}\n`);
}

write("hub", hubSchemaStatements(postgresDialect));
write("branch-node", branchSchemaStatements(sqliteDialect));
