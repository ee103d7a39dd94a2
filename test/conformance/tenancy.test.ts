import pg from "pg";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { worldOf } from "./world.ts";

// Who belongs where has to be known before there is a tenant to name; it holds ids only.
const withoutTenant: readonly string[] = ["directory"];
const nameRow = z.array(z.object({ name: z.string() }));

let hub: TestHub;
let admin: pg.Client;
let app: pg.Client;
let tables: readonly string[];
let filled: readonly string[];

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function names(client: pg.Client, query: string, values: readonly unknown[] = []) {
  const { rows } = await client.query(query, [...values]);
  return nameRow.parse(rows).map(({ name }) => name);
}

/** Runs work as the role that serves requests, in a transaction that names the tenant, or none; undone at the end. */
async function asApp<T>(tenantId: string | null, work: () => Promise<T>): Promise<T> {
  await app.query("BEGIN");
  try {
    if (tenantId !== null) await app.query(`SET LOCAL app.tenant_id = '${tenantId}'`);
    return await work();
  } finally {
    await app.query("ROLLBACK");
  }
}

async function count(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*)::int AS n FROM ${table}`);
  return z.array(z.object({ n: z.number() })).parse(rows)[0]?.n ?? -1;
}

beforeAll(async () => {
  hub = await startTestHub();
  for (const tenant of [hub.tenant, hub.other]) {
    const world = await worldOf(hub, tenant);
    await world.appointment();
    await world.walkIn();
    await world.encounter();
  }
  await hub.readAudit.drain();
  admin = await connect(hub.adminUrl);
  app = await connect(hub.urls.app);
  tables = await names(
    admin,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE a.attname = 'tenant_id' AND c.relkind IN ('r', 'p') AND n.nspname = 'public'
       AND NOT c.relname = ANY($1) ORDER BY 1`,
    [withoutTenant],
  );
  const counts = await Promise.all(tables.map((table) => count(admin, table)));
  filled = tables.filter((_, index) => (counts[index] ?? 0) > 0);
});

afterAll(async () => {
  await app.end();
  await admin.end();
  await hub.stop();
});

describe("rows of tenants", () => {
  test("are in every table that matters to this test", () => {
    expect(filled).toEqual(
      expect.arrayContaining([
        "appointments",
        "audit_events",
        "audit_heads",
        "claims",
        "counters",
        "domain_events",
        "encounters",
        "feed",
        "idempotency_keys",
        "patients",
        "reservations",
        "search_keys",
        "staff",
      ]),
    );
  });

  test("are not seen by a query that names no tenant", async () => {
    for (const table of tables) {
      expect(await asApp(null, () => count(app, table)), table).toBe(0);
      expect(await asApp("", () => count(app, table)), table).toBe(0);
    }
  });

  test("are seen by their own tenant's queries only, though these forget to ask for it", async () => {
    for (const table of filled) {
      const seen = await asApp(hub.tenant.id, () =>
        names(app, `SELECT DISTINCT tenant_id AS name FROM ${table}`),
      );
      expect(seen, table).toEqual([hub.tenant.id]);
    }
  });

  test("are kept apart among the reads of one moment, which share connections", async () => {
    const { rows } = await admin.query(
      "SELECT tenant_id AS name, count(*)::int AS n FROM patients GROUP BY 1",
    );
    const shape = z.array(z.object({ name: z.string(), n: z.number() }));
    const known = new Map(shape.parse(rows).map(({ name, n }) => [name, n]));
    const turns = Array.from({ length: 120 }, (_, turn) =>
      turn % 3 === 0 ? hub.other : hub.tenant,
    );
    const seen = await Promise.all(
      turns.map(({ id }) =>
        hub.store.read({ tenantId: id }, async (session) => {
          const [first] = await session.query("SELECT count(*) AS n FROM patients", []);
          // By now others have used the connection.
          const [second] = await session.query("SELECT count(*) AS n FROM patients", []);
          return [first?.["n"], second?.["n"]];
        }),
      ),
    );
    expect(known.size).toBe(2);
    expect(seen).toEqual(turns.map(({ id }) => [known.get(id), known.get(id)]));
  });

  test("cannot be changed by what only reads, which goes on after one that has failed", async () => {
    const scope = { tenantId: hub.tenant.id };
    const attempt = hub.store.read(scope, (session) =>
      session.query("UPDATE patients SET name = 'Nobody'", []),
    );
    const beside = hub.store.read(scope, (session) => session.query("SELECT 1 AS one", []));
    await expect(attempt).rejects.toThrow(/read-only transaction/);
    expect(await beside).toEqual([{ one: 1 }]);
  });

  test("cannot be made for another tenant", async () => {
    for (const table of filled) {
      const { rows } = await admin.query(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE tenant_id = $1 LIMIT 1`,
        [hub.tenant.id],
      );
      const [stored] = z.array(z.object({ row: z.unknown() })).parse(rows);
      const insert = `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::${table}, $1) RETURNING tenant_id`;
      const attempt = asApp(hub.other.id, () => app.query(insert, [JSON.stringify(stored?.row)]));
      await expect(attempt, table).rejects.toThrow(/row-level security|permission denied/);
    }
  });

  test("cannot be handed to another tenant", async () => {
    for (const table of filled.filter((name) => name !== "audit_events")) {
      const give = `UPDATE ${table} SET tenant_id = $1`;
      const attempt = asApp(hub.other.id, () => app.query(give, [hub.tenant.id]));
      await expect(attempt, table).rejects.toThrow(
        /row-level security|permission denied|modifying the partition value/,
      );
    }
  });

  test("are not changed or removed by what another tenant's query does to all rows", async () => {
    for (const table of filled.filter((name) => name !== "audit_events")) {
      const before = await count(admin, table);
      const removed = await asApp(hub.other.id, async () => {
        await app.query("SAVEPOINT s");
        const result = await app
          .query(`DELETE FROM ${table}`)
          .catch(() => app.query("ROLLBACK TO s"));
        return result.rowCount ?? 0;
      });
      const theirs = await names(
        admin,
        `SELECT tenant_id AS name FROM ${table} WHERE tenant_id = $1`,
        [hub.other.id],
      );
      expect(removed, table).toBeLessThanOrEqual(theirs.length);
      expect(await count(admin, table), table).toBe(before);
    }
  });
});

describe("the schema", () => {
  test("forces row policies on every table with a tenant", async () => {
    const unforced = await names(
      admin,
      `SELECT relname AS name FROM pg_class WHERE relname = ANY($1) AND relkind IN ('r', 'p')
         AND NOT (relrowsecurity AND relforcerowsecurity)`,
      [tables],
    );
    expect(tables.length).toBeGreaterThan(15);
    expect(unforced).toEqual([]);
  });

  test("has on each a restrictive policy for all that the role may do", async () => {
    const held = await names(
      admin,
      `SELECT tablename AS name FROM pg_policies
       WHERE permissive = 'RESTRICTIVE' AND cmd = 'ALL' AND roles @> '{edgeward_app}'
         AND qual LIKE '%app.tenant_id%' AND with_check LIKE '%app.tenant_id%' ORDER BY 1`,
    );
    expect(held).toEqual(tables);
  });

  // A restrictive policy holds on one machine alone: on the parts of a table that is spread over several it lets in as the rest.
  test("lets the role in by no policy that leaves out the tenant", async () => {
    const wide = await names(
      admin,
      `SELECT tablename || '.' || policyname AS name FROM pg_policies
       WHERE roles && '{edgeward_app,public}'
         AND NOT coalesce(qual LIKE '%app.tenant_id%' AND with_check LIKE '%app.tenant_id%', false)`,
    );
    expect(wide).toEqual([]);
  });

  test("lets neither runtime role own, bypass or make anything", async () => {
    const roles = ["edgeward_app", "edgeward_worker"];
    const { rows } = await admin.query(
      `SELECT rolname AS name FROM pg_roles WHERE rolname = ANY($1)
         AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)`,
      [roles],
    );
    expect(rows).toEqual([]);
    const owned = await names(
      admin,
      `SELECT c.relname AS name FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE r.rolname = ANY($1)`,
      [roles],
    );
    expect(owned).toEqual([]);
    await expect(
      asApp(hub.tenant.id, () => app.query("CREATE TABLE mine (a int)")),
    ).rejects.toThrow("permission denied");
  });

  test.each([
    [
      "the app's role cannot put a signing key there",
      "app",
      "INSERT INTO signing_keys (kid, public_jwk, sealed_private_jwk, key_status, created_at) VALUES ('k', '{}', 'x', 'active', '2026-01-01T00:00:00.000Z')",
    ],
    [
      "the app's role cannot change a signing key",
      "app",
      "UPDATE signing_keys SET public_jwk = '{}'",
    ],
    [
      "the app's role cannot take the head of an audit stream away",
      "app",
      "DELETE FROM audit_heads",
    ],
    [
      "the dispatcher's role cannot change what has happened",
      "worker",
      "UPDATE domain_events SET payload = '{}'",
    ],
    [
      "the dispatcher's role cannot invent what has happened",
      "worker",
      "INSERT INTO domain_events SELECT * FROM domain_events",
    ],
  ] as const)("%s", async (_what, role, statement) => {
    const client = await connect(hub.urls[role]);
    try {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [hub.tenant.id]);
      await expect(client.query(statement)).rejects.toThrow(/permission denied/);
    } finally {
      await client.end();
    }
  });

  test("shows the dispatcher of webhooks nothing clinical but events", async () => {
    const readable = await names(
      admin,
      `SELECT relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND relkind IN ('r', 'p')
         AND has_table_privilege('edgeward_worker', c.oid, 'SELECT') ORDER BY 1`,
    );
    expect(readable).toEqual([
      "domain_events",
      "webhook_attempts",
      "webhook_deliveries",
      "webhook_endpoints",
    ]);
  });

  test("begins every key with the tenant", async () => {
    const others = await names(
      admin,
      `SELECT c.relname || '.' || i.relname AS name FROM pg_index x
         JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
       WHERE c.relname = ANY($1) AND x.indisunique AND a.attname <> 'tenant_id' ORDER BY 1`,
      [tables],
    );
    expect(others).toEqual([]);
  });
});
