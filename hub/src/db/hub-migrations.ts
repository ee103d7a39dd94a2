import { type Migration, readStatements } from "@edgeward/shared/db/migrate.ts";
import "./hub-schema.ts";

function fromFile(name: string): Migration {
  const file = new URL(`./migrations/${name}.sql`, import.meta.url);
  return { name, isBreaking: false, statements: () => readStatements(file) };
}

/** The hub's schema, step by step. A step that has been released is never changed: what comes after it is the next one. */
export const hubMigrations: readonly Migration[] = [
  fromFile("0001-foundation"),
  fromFile("0002-devices"),
  fromFile("0003-audit-subjects"),
  fromFile("0004-hub-state"),
  fromFile("0005-print-templates"),
  fromFile("0006-print-turns"),
  fromFile("0007-grant-requests"),
  fromFile("0008-print-faults"),
  fromFile("0011-search-keys-once"),
  fromFile("0012-greetings"),
  fromFile("0013-specimen-keys"),
  fromFile("0014-no-batch-hash"),
];
