import type pg from "pg";
import * as z from "zod";

const namesShape = z.array(z.object({ name: z.string() }));
const statesShape = z.array(z.object({ state_name: z.string(), state_value: z.string() }));

// Every table of a tenant's, the simulation's own included.
const tenantTables = `
  SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'
     AND c.table_name <> 'directory' ORDER BY 1`;

function copyingFunctions(tables: readonly string[]): string {
  const both = (text: (table: string) => string) => tables.map(text).join("\n");
  return `
    CREATE SCHEMA backup;
    ${both((table) => `CREATE UNLOGGED TABLE backup.${table} (LIKE public.${table}); CREATE INDEX ON backup.${table} (tenant_id);`)}
    CREATE FUNCTION backup.make(tenant text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      ${both((table) => `DELETE FROM backup.${table} WHERE tenant_id = tenant; INSERT INTO backup.${table} SELECT * FROM public.${table} WHERE tenant_id = tenant;`)}
    END $$;
    CREATE FUNCTION backup.put_back(tenant text, ahead bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      PERFORM set_config('session_replication_role', 'replica', true);
      UPDATE backup.feed SET xid = (xid::text::bigint + ahead)::text::xid8 WHERE tenant_id = tenant;
      ${both((table) => `DELETE FROM public.${table} WHERE tenant_id = tenant; INSERT INTO public.${table} OVERRIDING SYSTEM VALUE SELECT * FROM backup.${table} WHERE tenant_id = tenant;`)}
    END $$;
    CREATE FUNCTION backup.clear() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      PERFORM set_config('session_replication_role', 'replica', true);
      TRUNCATE ${tables.flatMap((table) => [`public.${table}`, `backup.${table}`]).join(", ")};
    END $$;`;
}

// What a server that has counted fewer transactions than the one before takes for still to come.
const ofAnotherServer = 1_000_000_000;

// So many histories lie in the tables before these are emptied.
const tenantsAtOnce = 200;

/** Lays out where backups are kept. @param admin may make everything */
export async function layOutBackups(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(tenantTables);
  await admin.query(copyingFunctions(namesShape.parse(rows).map(({ name }) => name)));
}

/** The hub's database as a backup has it: all that is one tenant's, and what the hub remembers of itself. */
export class HubBackups {
  readonly #admin: pg.Client;
  #served = 0;
  readonly #states = new Map<string, z.output<typeof statesShape>>();

  /** @param admin may read and write everything */
  constructor(admin: pg.Client) {
    this.#admin = admin;
  }

  has(tenantId: string): boolean {
    return this.#states.has(tenantId);
  }

  async make(tenantId: string): Promise<void> {
    const { rows } = await this.#admin.query("SELECT state_name, state_value FROM hub_state");
    this.#states.set(tenantId, statesShape.parse(rows));
    await this.#admin.query("SELECT backup.make($1)", [tenantId]);
  }

  /** @param isElsewhere whether it is loaded into another server, which counts its transactions from the beginning */
  async putBack(tenantId: string, isElsewhere: boolean): Promise<void> {
    const ahead = isElsewhere ? ofAnotherServer : 0;
    await this.#admin.query("SELECT backup.put_back($1, $2)", [tenantId, ahead]);
    await this.forgetHub();
    for (const { state_name: name, state_value: value } of this.#states.get(tenantId) ?? [])
      await this.#admin.query("INSERT INTO hub_state (state_name, state_value) VALUES ($1, $2)", [
        name,
        value,
      ]);
  }

  /** Lets a hub be one that has never been at work. */
  async forgetHub(): Promise<void> {
    await this.#admin.query("DELETE FROM hub_state");
  }

  /** Begins a history: names its tenant to those who look after every tenant, and no other. */
  async serve(tenantId: string): Promise<void> {
    this.#served += 1;
    // What the histories before have left is read by none, and only takes room.
    if (this.#served % tenantsAtOnce === 0) await this.#admin.query("SELECT backup.clear()");
    await this.#admin.query("DELETE FROM directory");
    await this.#admin.query(
      "INSERT INTO directory (entry_kind, entry_key, tenant_id) VALUES ('enrolment', $1, $1)",
      [tenantId],
    );
    await this.forgetHub();
    this.#states.clear();
  }
}
