import pg from "pg";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRole, placedTables } from "@edgeward/hub/db/hub-schema.ts";
import { isOnCitus } from "#support/citus.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { worldOf } from "../conformance/world.ts";

// What holds of the database itself once the hub's tables are spread. What the hub promises is held by the conformance tests
// that run in this lane.

let hub: TestHub;
let admin: pg.Client;

const placement = z.array(
  z.object({
    name: z.string(),
    column: z.string().nullable(),
    colocation: z.number(),
  }),
);
const shard = z.array(
  z.object({ table: z.string(), shard: z.string(), port: z.number(), tenant: z.string() }),
);

beforeAll(async () => {
  if (!isOnCitus) return;
  hub = await startTestHub();
  admin = new pg.Client({ connectionString: hub.adminUrl });
  await admin.connect();
  for (const tenant of [hub.tenant, hub.other]) {
    const world = await worldOf(hub, tenant);
    await world.encounter();
  }
  await hub.readAudit.drain();
});

afterAll(async () => {
  if (!isOnCitus) return;
  await admin.end();
  await hub.stop();
});

const byTenant = placedTables.flatMap(({ name, placement: place }) =>
  place === "by_tenant" ? [name] : [],
);

async function asked<T extends z.ZodType>(shape: T, text: string, values: unknown[] = []) {
  return shape.parse((await admin.query(text, values)).rows);
}

/** Where the rows of a tenant stand in each table. */
function shardsOf(tenantId: string) {
  return asked(
    shard,
    `SELECT t.name AS table, shard_name(t.name::regclass, s.id) AS shard, p.nodeport AS port, $2 AS tenant
       FROM unnest($1::text[]) AS t (name)
       CROSS JOIN LATERAL (SELECT get_shard_id_for_distribution_column(t.name::regclass, $2::text) AS id) AS s
       JOIN pg_dist_placement AS pl ON pl.shardid = s.id JOIN pg_dist_node AS p ON p.groupid = pl.groupid`,
    [byTenant, tenantId],
  );
}

/** A connection to the machine behind a port. */
async function onMachine<T>(
  port: number,
  role: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: `postgres://${role}@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test.runIf(isOnCitus)(
  "every table is spread as it is declared, those of tenants in one group",
  async () => {
    const spread = await asked(
      placement,
      `SELECT logicalrelid::text AS name, column_to_column_name(logicalrelid, partkey) AS column,
            colocationid::int AS colocation FROM pg_dist_partition ORDER BY 1`,
    );
    expect(spread.map(({ name }) => name)).toEqual(byTenant.toSorted());
    expect(new Set(spread.map(({ column }) => column))).toEqual(new Set(["tenant_id"]));
    expect(new Set(spread.map(({ colocation }) => colocation)).size).toBe(1);
  },
);

describe.runIf(isOnCitus)("the part of a table on its own machine", () => {
  test("is for all of a tenant's tables on the same one", async () => {
    for (const { id } of [hub.tenant, hub.other]) {
      const shards = await shardsOf(id);
      expect(shards).toHaveLength(byTenant.length);
      expect(new Set(shards.map(({ port }) => port)).size).toBe(1);
    }
  });

  test("lets the role in for the tenant that is named, and nobody without one", async () => {
    const [own, other] = [await shardsOf(hub.tenant.id), await shardsOf(hub.other.id)];
    const all = [...own, ...other];
    let seen = 0;
    for (const port of new Set(all.map((one) => one.port))) {
      await onMachine(port, appRole, async (client) => {
        await client.query("SET citus.override_table_visibility = off");
        for (const one of all.filter((entry) => entry.port === port)) {
          const count = async (tenantId: string) => {
            await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenantId]);
            const { rows } = await client.query(
              `SELECT count(*)::int AS n, count(*) FILTER (WHERE tenant_id <> $1)::int AS others FROM ${one.shard}`,
              [tenantId],
            );
            return z.array(z.object({ n: z.number(), others: z.number() })).parse(rows)[0];
          };
          expect((await count(""))?.n, one.shard).toBe(0);
          const named = await count(one.tenant);
          expect(named?.others, one.shard).toBe(0);
          seen += named?.n ?? 0;
        }
      });
    }
    expect(seen).toBeGreaterThan(20);
  });
});

describe.runIf(isOnCitus)("the feed", () => {
  const entries = z.array(z.object({ xid: z.coerce.bigint(), pos: z.coerce.bigint() }));
  const horizon = z.array(z.object({ at: z.coerce.bigint() }));

  test("counts in transactions of the coordinator, whose horizon passes what was committed", async () => {
    const [before] = await asked(horizon, "SELECT pg_current_xact_id()::text AS at");
    const world = await worldOf(hub, hub.tenant);
    await world.encounter();
    const [after] = await asked(
      horizon,
      "SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS at",
    );
    const made = await asked(
      entries,
      `SELECT xid::text AS xid, pos::text AS pos FROM feed WHERE tenant_id = $1 AND xid > $2::text::xid8`,
      [hub.tenant.id, String(before?.at)],
    );
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter(({ xid }) => xid >= (after?.at ?? 0n))).toEqual([]);
  });

  // What is prepared on one machine and committed on another could be behind the horizon before it is seen.
  test("is written in transactions of one machine, without a second phase", async () => {
    const [log] = await asked(
      z.array(z.object({ n: z.number() })),
      "SELECT count(*)::int AS n FROM pg_dist_transaction",
    );
    const world = await worldOf(hub, hub.tenant);
    await world.appointment();
    await world.walkIn();
    const [later] = await asked(
      z.array(z.object({ n: z.number() })),
      "SELECT count(*)::int AS n FROM pg_dist_transaction",
    );
    expect(later).toEqual(log);
  });
});

describe.runIf(isOnCitus)("what the database keeps by itself", () => {
  test("is the former rights of staff under the register's own name", async () => {
    await hub.store.write({ tenantId: hub.tenant.id }, (session) =>
      session.query(
        `UPDATE staff SET roles = '["nurse"]'::jsonb WHERE tenant_id = $1 AND id = $2`,
        [hub.tenant.id, hub.tenant.doctorId],
      ),
    );
    const kept = await asked(
      z.array(z.object({ register: z.string() })),
      "SELECT register FROM former_rights WHERE tenant_id = $1 AND author_id = $2",
      [hub.tenant.id, hub.tenant.doctorId],
    );
    expect(kept).toEqual([{ register: "staff" }]);
  });

  test.each(["UPDATE audit_events SET action = 'x'", "DELETE FROM audit_events"])(
    "refuses the owner's %s",
    async (text) => {
      await expect(admin.query(`${text} WHERE tenant_id = '${hub.tenant.id}'`)).rejects.toThrow(
        "audit events are never changed",
      );
    },
  );

  test("says whose audit it holds, of all tenants", async () => {
    const app = new pg.Client({ connectionString: hub.urls.app });
    await app.connect();
    const { rows } = await app.query("SELECT id FROM audit_tenants() AS id ORDER BY 1");
    await app.end();
    expect(rows).toEqual([hub.tenant.id, hub.other.id].toSorted().map((id) => ({ id })));
  });
});
