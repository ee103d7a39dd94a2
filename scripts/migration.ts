// Writes the migrations that the declarations ask for, one file for each engine under one number, with the line of the
// schema's history and the hashes; without a name it shows what is missing.
//   npm run migration                 what is missing
//   npm run migration -- add-items    writes it
//   npm run migration -- --noted      notes shape and hashes after a migration was written or completed by hand
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { migrationText } from "@edgeward/shared/db/migrate.ts";
import { shapeOf } from "@edgeward/shared/db/schema-shape.ts";
import { schemaHistory } from "@edgeward/shared/sync/wire/schema-history.ts";
import {
  engineSchemas,
  hashFile,
  pendingStatements,
  shapeFile,
  type EngineSchema,
} from "./schema/pending.ts";

const historyFile = new URL("../shared/src/sync/wire/schema-history.json", import.meta.url);

function writeJson(file: URL, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function migrationFiles({ folder }: EngineSchema): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted();
}

/** One series for both engines, so that a step has one number wherever it runs. */
function nextNumber(): string {
  const numbers = engineSchemas.flatMap(migrationFiles).map((file) => Number(file.slice(0, 4)));
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}

function noteShapeAndHashes(engine: EngineSchema): void {
  const hashes = migrationFiles(engine).map((file) => {
    const text = readFileSync(new URL(file, engine.folder));
    return [file, createHash("sha256").update(text).digest("hex")];
  });
  writeJson(shapeFile(engine), shapeOf(engine.dialect, engine.schema));
  writeJson(hashFile(engine), Object.fromEntries(hashes));
}

/** A table that travels and that earlier nodes do not have stands in the newest step of the history. */
function noteHistory(newTables: readonly string[]): void {
  const known = new Set(schemaHistory.flatMap((step) => step.tables));
  const added = newTables.filter((table) => !known.has(table));
  const newest = schemaHistory.at(-1);
  if (added.length === 0 || newest === undefined) return;
  const steps = [
    ...schemaHistory.slice(0, -1),
    { ...newest, tables: [...newest.tables, ...added] },
  ];
  writeJson(historyFile, steps);
  console.log(`schema-history.json: ${added.join(", ")} in version ${newest.version}`);
}

function newTravellingTables(
  engine: EngineSchema,
  statements: readonly string[],
): readonly string[] {
  return engine.schema.travelling
    .map(({ name }) => name)
    .filter((name) => statements.some((text) => text.startsWith(`CREATE TABLE ${name} (`)));
}

function write(name: string): void {
  const number = nextNumber();
  const pending = engineSchemas.map((engine) => ({
    engine,
    statements: pendingStatements(engine),
  }));
  for (const { engine, statements } of pending) {
    if (statements.length === 0) continue;
    const file = `${number}-${name}.sql`;
    writeFileSync(new URL(file, engine.folder), migrationText(statements));
    console.log(`${engine.name}: ${file}, ${statements.length} statements`);
  }
  const added = pending.flatMap(({ engine, statements }) =>
    newTravellingTables(engine, statements),
  );
  noteHistory([...new Set(added)]);
  for (const { engine } of pending) noteShapeAndHashes(engine);
  if (pending.every(({ statements }) => statements.length === 0)) console.log("nothing is missing");
}

function show(): void {
  for (const engine of engineSchemas) {
    const statements = pendingStatements(engine);
    console.log(`-- ${engine.name}: ${statements.length === 0 ? "nothing is missing" : ""}`);
    if (statements.length > 0) console.log(migrationText(statements));
  }
}

const [name] = process.argv.slice(2);
if (name === undefined) show();
else if (name === "--noted") engineSchemas.forEach(noteShapeAndHashes);
else if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) write(name);
else {
  console.error(
    `edgeward: ${name} cannot name a migration; use small letters, digits and dashes: add-items`,
  );
  process.exitCode = 1;
}
