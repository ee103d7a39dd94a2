import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { migrate, migrationsTableStatement } from "@edgeward/shared/db/migrate.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { distributeTables } from "./distribute.ts";
import { hubMigrations } from "./hub-migrations.ts";
import { appRole, workerRole } from "./hub-schema.ts";

/** How the hub reaches its database in each of its roles. */
export interface DatabaseUrls {
  readonly app: string;
  readonly worker: string;
}

interface RolePasswords {
  readonly app: string;
  readonly worker: string;
}

function readOrMakePasswords(file: string): RolePasswords {
  if (!existsSync(file)) {
    const made = { app: randomBytes(24).toString("hex"), worker: randomBytes(24).toString("hex") };
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  const read: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (typeof read === "object" && read !== null && "app" in read && "worker" in read) {
    return { app: String(read.app), worker: String(read.worker) };
  }
  throw new Error(`${file} does not hold the database passwords`);
}

function urlAs(url: string, role: string, password: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.toString();
}

const idleLimit = "60s";

// Roles belong to all databases of a server, and a lock to one: a hub of another database may change the same role.
const mostTries = 8;
const pauseMs = 40;

/** Whether the server has refused a change because the same thing was being changed elsewhere. */
function isOvertaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.message.includes("concurrently updated");
}

async function ensureRole(
  client: pg.Client,
  role: string,
  password: string,
  triesLeft = mostTries,
): Promise<void> {
  try {
    await putRole(client, role, password);
  } catch (error) {
    if (!isOvertaken(error) || triesLeft <= 1) throw error;
    await pause(pauseMs);
    await ensureRole(client, role, password, triesLeft - 1);
  }
}

async function putRole(client: pg.Client, role: string, password: string): Promise<void> {
  const known = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
  const verb = known.rowCount === 0 ? "CREATE" : "ALTER";
  // The password is hex of our own making; a role's password cannot be a parameter.
  await client.query(
    `${verb} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD '${password}'`,
  );
  // Behind a transaction that somebody has left open the feed of every branch stands still.
  await client.query(`ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '${idleLimit}'`);
}

async function applyMigrations(client: pg.Client): Promise<readonly string[]> {
  await client.query(migrationsTableStatement);
  return migrate(
    {
      applied: async () => {
        const result = await client.query<{ name: string }>("SELECT name FROM schema_migrations");
        return result.rows.map((row) => row.name);
      },
      apply: async (name, statements) => {
        await client.query("BEGIN");
        try {
          for (const statement of statements) await client.query(statement);
          const noted = "INSERT INTO schema_migrations (name, applied_at) VALUES ($1, $2)";
          await client.query(noted, [name, isoInstant(Date.now())]);
          await client.query("COMMIT");
        } catch (error) {
          await client.query("ROLLBACK");
          throw error;
        }
      },
    },
    hubMigrations,
  );
}

/**
 * Brings a database to this program's schema: roles, tables, policies.
 * @param adminUrl a role that may create roles and tables @param passwordFile where the runtime roles' passwords are kept
 */
export async function provisionDatabase(
  adminUrl: string,
  passwordFile: string,
): Promise<{ readonly urls: DatabaseUrls; readonly applied: readonly string[] }> {
  const passwords = readOrMakePasswords(passwordFile);
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: "edgeward-migrate",
  });
  await client.connect();
  try {
    // One process prepares a database at a time; others wait here and then find nothing to do.
    await client.query("SELECT pg_advisory_lock(hashtext('edgeward-migrations'))");
    await ensureRole(client, appRole, passwords.app);
    await ensureRole(client, workerRole, passwords.worker);
    const applied = await applyMigrations(client);
    await distributeTables(client);
    return {
      urls: {
        app: urlAs(adminUrl, appRole, passwords.app),
        worker: urlAs(adminUrl, workerRole, passwords.worker),
      },
      applied,
    };
  } finally {
    await client.end();
  }
}
