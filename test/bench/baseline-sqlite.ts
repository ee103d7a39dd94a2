import { createHash } from "node:crypto";
import Sqlite from "better-sqlite3";
import express, { type Express } from "express";
import * as z from "zod";

const bodyShape = z.looseObject({ id: z.string(), created_at: z.string(), name: z.string() });

const schema = `
  CREATE TABLE patients (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, name_key TEXT NOT NULL, doc TEXT NOT NULL) STRICT;
  CREATE INDEX patients_by_created ON patients (created_at, id);
  CREATE INDEX patients_by_name ON patients (name_key, id);
  CREATE TABLE idempotency (key TEXT PRIMARY KEY, hash TEXT NOT NULL, answer TEXT NOT NULL) STRICT;
  CREATE TABLE audit (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, entity_id TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE outbox (seq INTEGER PRIMARY KEY, operation TEXT NOT NULL) STRICT;
`;

/** Opens a bare SQLite as durable as ours. */
export function openBareSqlite(file: string): Sqlite.Database {
  const handle = new Sqlite(file);
  handle.pragma("journal_mode = WAL");
  handle.pragma("synchronous = FULL");
  return handle;
}

/** The bare full write: idempotency, row, audit and outbox in one transaction a request; nothing checked, nothing searched. */
export function mountSqliteBaseline(app: Express, file: string): void {
  const handle = openBareSqlite(file);
  handle.exec(schema);
  const known = handle.prepare("SELECT hash FROM idempotency WHERE key = ?");
  const keep = handle.prepare("INSERT INTO idempotency (key, hash, answer) VALUES (?, ?, ?)");
  const insert = handle.prepare(
    "INSERT INTO patients (id, created_at, name_key, doc) VALUES (?, ?, ?, ?)",
  );
  const audit = handle.prepare("INSERT INTO audit (at, entity_id, hash) VALUES (?, ?, ?)");
  const send = handle.prepare("INSERT INTO outbox (operation) VALUES (?)");
  const write = handle.transaction(
    (key: string, body: z.output<typeof bodyShape>, text: string) => {
      if (known.get(key) !== undefined) return;
      const { id, created_at: at, name } = body;
      const hash = createHash("sha256").update(text).digest("hex");
      insert.run(id, at, name, text);
      audit.run(at, id, hash);
      send.run(text);
      keep.run(key, hash, text);
    },
  );
  app.post("/full", express.json(), (request, response) => {
    write.immediate(
      String(request.get("idempotency-key")),
      bodyShape.parse(request.body),
      JSON.stringify(request.body),
    );
    response.status(201).json(request.body);
  });
}
