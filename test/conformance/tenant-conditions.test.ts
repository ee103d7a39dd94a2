import { readFileSync } from "node:fs";
import pg from "pg";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ofAllTenants } from "@edgeward/hub/db/all-tenants.ts";
import { placedTables } from "@edgeward/hub/db/hub-schema.ts";
import { takeAsked } from "#support/asked-of-hub.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { refuseWithoutTenant, withoutTenant } from "#support/tenant-conditions.ts";
import { worldOf } from "./world.ts";

// What every hub of the tests has asked is looked at when it is stopped. Here is what the look is worth.

let hub: TestHub;
let admin: pg.Client;

beforeAll(async () => {
  hub = await startTestHub();
  admin = new pg.Client({ connectionString: hub.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await hub.stop();
});

async function names(query: string): Promise<readonly string[]> {
  const { rows } = await admin.query(query);
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

describe("a statement over rows of tenants", () => {
  const [of] = placedTables.filter(({ placement }) => placement === "by_tenant");
  const table = of?.name ?? "";

  test.each([
    ["asks for any tenant's", `SELECT * FROM ${table} AS a WHERE a.id = $1`, 1],
    [
      "joins two tenants' rows by nothing but each other",
      `SELECT 1 FROM ${table} AS a JOIN ${table} AS b ON b.tenant_id = a.tenant_id AND b.id = a.id`,
      2,
    ],
    [
      "joins another table without the tenant",
      `SELECT 1 FROM ${table} AS a JOIN ${table} AS b ON b.id = a.id WHERE a.tenant_id = $1`,
      1,
    ],
    ["orders by the tenant", `SELECT * FROM ${table} WHERE tenant_id > $1 ORDER BY tenant_id`, 1],
    ["takes away any tenant's", `DELETE FROM ${table} WHERE id = $1`, 1],
    [
      "asks in a part of another",
      `SELECT 1 FROM ${table} AS a WHERE a.tenant_id = $1
         AND NOT EXISTS (SELECT 1 FROM ${table} AS b WHERE b.id = a.id)`,
      1,
    ],
  ])("is found where it %s", async (_, text, count) => {
    const [fault] = await withoutTenant(admin, [text]);
    expect(fault?.split(":")[0]?.split(", ")).toEqual(Array.from({ length: count }, () => table));
  });

  test.each([
    ["names it", `SELECT * FROM ${table} WHERE tenant_id = $1 AND id = ANY($2::text[])`],
    [
      "names it once for all that are joined by it",
      `SELECT 1 FROM ${table} AS a JOIN ${table} AS b ON b.tenant_id = a.tenant_id AND b.id = a.id
        WHERE a.tenant_id = $1`,
    ],
    [
      "is given it with each row",
      `UPDATE ${table} AS t SET id = g.id FROM unnest($1::text[], $2::text[]) AS g (tenant_id, id)
        WHERE t.tenant_id = g.tenant_id AND t.id = g.id`,
    ],
    ["is marked as one of all tenants", `${ofAllTenants} SELECT * FROM ${table}`],
  ])("is let through where it %s", async (_, text) => {
    expect(await withoutTenant(admin, [text])).toEqual([]);
  });
});

test("what a hub asks is noted, and stopping it fails where one lacks its tenant", async () => {
  const world = await worldOf(hub, hub.tenant);
  await world.encounter();
  const asked = takeAsked(hub.adminUrl);
  expect(asked.length).toBeGreaterThan(15);
  await refuseWithoutTenant(hub.adminUrl, asked);
  const wrong = asked.map((text) => text.replaceAll(/\btenant_id = \$1\b/gu, "$1 = $1"));
  await expect(refuseWithoutTenant(hub.adminUrl, wrong)).rejects.toThrow(
    "do not name their tenant",
  );
});

describe("the declarations", () => {
  const placed = (wanted: string) =>
    placedTables.flatMap(({ name, placement }) => (placement === wanted ? [name] : []));

  test("say of each table of the database where its rows stand", async () => {
    const known = await names(
      `SELECT tablename AS name FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'schema_migrations'`,
    );
    expect(placedTables.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
    expect(placed("at_coordinator").length).toBeGreaterThan(3);
  });

  test.each(["by_tenant", "at_coordinator"])("are what operators read: %s", (wanted) => {
    const page = readFileSync(new URL("../../docs/citus.md", import.meta.url), "utf8");
    const told = page.split(`<!-- ${wanted} -->\n`)[1]?.split("<!-- end -->")[0];
    const list = placed(wanted)
      .toSorted()
      .map((name) => `\`${name}\``);
    expect(told, "docs/citus.md lists other tables").toBe(`${list.join(", ")}\n`);
  });

  test("give a tenant to every unique key of what belongs to tenants", async () => {
    const keysWithoutTenant = await names(
      `SELECT DISTINCT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND (i.indisunique OR i.indisexclusion) AND NOT EXISTS (
          SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id'
            AND a.attnum = ANY(i.indkey::int2[]))`,
    );
    expect(placed("by_tenant").filter((name) => keysWithoutTenant.includes(name))).toEqual([]);
    expect(keysWithoutTenant).toEqual(expect.arrayContaining(["hub_state"]));
  });
});
