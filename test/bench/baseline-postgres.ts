import { promisify } from "node:util";
import { constants, gunzipSync, zstdCompress } from "node:zlib";
import express, { type Express, type RequestHandler } from "express";
import pg from "pg";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { createTableStatements, postgresDialect } from "@edgeward/shared/db/dialect.ts";

// The best of what was tried for single rows on two cores: 2 and 32 connections were slower.
const connections = 8;
const pageSize = 25;
const feedSize = 1_000;
const copySize = 5_000;
const compress = promisify(zstdCompress);

const schema = [
  `CREATE TABLE ref_patients (
     id TEXT COLLATE "C" PRIMARY KEY,
     created_at TEXT COLLATE "C" NOT NULL,
     name_key TEXT COLLATE "C" NOT NULL,
     doc JSONB NOT NULL
   )`,
  "CREATE INDEX ref_patients_by_created ON ref_patients (created_at, id)",
  "CREATE INDEX ref_patients_by_name ON ref_patients (name_key, id)",
  'CREATE TABLE ledger (batch_id TEXT COLLATE "C" PRIMARY KEY, taken_at TIMESTAMPTZ NOT NULL DEFAULT now())',
];

function answered(handle: (...given: Parameters<RequestHandler>) => Promise<void>): RequestHandler {
  return (request, response, next) => {
    // oxlint-disable-next-line promise/no-callback-in-promise -- Express learns of a failure in no other way
    handle(request, response, next).catch(next);
  };
}

/** One prepared insert, one prepared read by key, one prepared keyset page: what any handler at all must cost. */
function mountReferences(app: Express, pool: pg.Pool): void {
  app.post(
    "/ref",
    express.json(),
    answered(async (request, response) => {
      const { id, created_at: createdAt, name } = request.body;
      await pool.query({
        name: "ref-insert",
        text: "INSERT INTO ref_patients (id, created_at, name_key, doc) VALUES ($1, $2, $3, $4)",
        values: [id, createdAt, name, JSON.stringify(request.body)],
      });
      response.status(201).json(request.body);
    }),
  );
  app.get(
    "/ref/:id",
    answered(async (request, response) => {
      const text = "SELECT doc FROM ref_patients WHERE id = $1";
      const { rows } = await pool.query<{ doc: unknown }>({
        name: "ref-read",
        text,
        values: [request.params["id"]],
      });
      response.status(rows.length === 0 ? 404 : 200).json(rows[0]?.doc);
    }),
  );
  app.get(
    "/ref",
    answered(async (request, response) => {
      const text = `SELECT doc FROM ref_patients WHERE (created_at, id) < ($1, $2)
        ORDER BY created_at DESC, id DESC LIMIT ${pageSize}`;
      const values = [request.query["created_at"], request.query["id"]];
      const { rows } = await pool.query<{ doc: unknown }>({ name: "ref-list", text, values });
      response.json({ data: rows.map((row) => row.doc) });
    }),
  );
}

function mountBatch(app: Express, pool: pg.Pool, path: string, text: string): void {
  app.post(
    path,
    express.raw({ type: () => true, limit: 8_000_000, inflate: false }),
    answered(async (request, response) => {
      const packed: unknown = request.body;
      if (!Buffer.isBuffer(packed)) throw new Error("the batch is not compressed");
      const { batch_id: batchId, rows } = JSON.parse(gunzipSync(packed).toString("utf8"));
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        await client.query({
          name: "ledger",
          text: "INSERT INTO ledger (batch_id) VALUES ($1)",
          values: [batchId],
        });
        await client.query({ name: path, text, values: [JSON.stringify(rows)] });
        await client.query("COMMIT");
      } finally {
        client.release();
      }
      response.json({ batch_id: batchId });
    }),
  );
}

/** A thousand rows and their ledger entry in one transaction, nothing checked; and the same rows back by key. */
function mountSync(app: Express, pool: pg.Pool): void {
  const insert = `INSERT INTO patients SELECT * FROM jsonb_populate_recordset(NULL::patients, $1::jsonb)`;
  const { columns, primaryKey } = patientsTable;
  const free = Object.keys(columns).filter((name) => !primaryKey.includes(name));
  const set = free.map((name) => `${name} = excluded.${name}`).join(", ");
  const replace = `${insert} ON CONFLICT (${primaryKey.join(", ")}) DO UPDATE SET ${set}`;
  mountBatch(app, pool, "/batch", insert);
  mountBatch(app, pool, "/changes", replace);
  app.get(
    "/feed",
    answered(async (request, response) => {
      const text = `SELECT * FROM patients WHERE id > $1 ORDER BY id LIMIT ${feedSize}`;
      const { rows } = await pool.query({
        name: "feed",
        text,
        values: [request.query["after"] ?? ""],
      });
      response.json({ data: rows });
    }),
  );
}

/** Everything in large packed pages. */
function mountCopy(app: Express, pool: pg.Pool): void {
  app.get(
    "/copy",
    answered(async (request, response) => {
      const text = `SELECT * FROM patients WHERE id > $1 ORDER BY id LIMIT ${copySize}`;
      const values = [request.query["after"] ?? ""];
      const { rows } = await pool.query({ name: "copy", text, values });
      const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
      response.end(await compress(JSON.stringify({ data: rows }), fast));
    }),
  );
}

/** Mounts what the hub is measured against, on a database of its own. */
export async function mountPostgresBaseline(app: Express, url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  for (const statement of [...schema, ...createTableStatements(postgresDialect, patientsTable)]) {
    await pool.query(statement);
  }
  mountReferences(app, pool);
  mountSync(app, pool);
  mountCopy(app, pool);
}
