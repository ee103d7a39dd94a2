// What the declarations ask for and the migrations have not made yet, for each engine.
import { readFileSync } from "node:fs";
import { branchSchema } from "@edgeward/branch-node/db/branch-schema.ts";
import { hubSchema, tenantPolicies } from "@edgeward/hub/db/hub-schema.ts";
import { postgresDialect, sqliteDialect, type Dialect } from "@edgeward/shared/db/dialect.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import { schemaDifference, type SchemaShape } from "@edgeward/shared/db/schema-shape.ts";

/** One engine's declarations, and the folder of its migrations, which ends with a slash. */
export interface EngineSchema {
  readonly name: "hub" | "branch";
  readonly dialect: Dialect;
  readonly schema: Schema;
  readonly folder: URL;
  /** What else a new table needs. */
  readonly beside: (table: string) => readonly string[];
}

const root = new URL("../../", import.meta.url);

/** Both engines. */
export const engineSchemas: readonly EngineSchema[] = [
  {
    name: "hub",
    dialect: postgresDialect,
    schema: hubSchema,
    folder: new URL("hub/src/db/migrations/", root),
    beside: tenantPolicies,
  },
  {
    name: "branch",
    dialect: sqliteDialect,
    schema: branchSchema,
    folder: new URL("branch-node/src/db/migrations/", root),
    beside: () => [],
  },
];

/** Where a folder of migrations notes the shape that they come to. */
export function shapeFile({ folder }: EngineSchema): URL {
  return new URL("shape.json", folder);
}

/** Where a folder of migrations notes the SHA-256 of each. */
export function hashFile({ folder }: EngineSchema): URL {
  return new URL("hashes.json", folder);
}

/** The statements that are missing, in order. @throws Error for what has to be written by hand */
export function pendingStatements(engine: EngineSchema): readonly string[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written by this program, and held by a test
  const before = JSON.parse(readFileSync(shapeFile(engine), "utf8")) as SchemaShape;
  return schemaDifference(engine.dialect, before, engine.schema, engine.beside);
}
