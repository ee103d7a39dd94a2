import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestBranch } from "#support/branch-harness.ts";
import { startTestHub } from "#support/hub-harness.ts";
import type { TestNode } from "#support/node.ts";
import { registerPatient } from "./patient-desk.ts";
import { worldOf } from "./world.ts";

const separator = "-- next statement\n";

function stepsOf(folder: string): readonly string[] {
  const file = new URL(`../../${folder}/src/db/migrations/0036-phone-runs.sql`, import.meta.url);
  return readFileSync(file, "utf8").split(separator);
}

type Run = (statements: readonly string[]) => Promise<void>;

async function startBranch(): Promise<{ node: TestNode; run: Run }> {
  const node = await startTestBranch();
  const run: Run = async (statements) => {
    await node.store.write({ tenantId: node.tenant.id }, (session) =>
      session.runAll(statements.map((text) => ({ text, values: [] }))),
    );
  };
  return { node, run };
}

async function startHub(): Promise<{ node: TestNode; run: Run }> {
  const node = await startTestHub();
  const run: Run = async (statements) => {
    // As the tables' owner, who runs the migrations.
    const owner = new pg.Client({ connectionString: node.adminUrl });
    await owner.connect();
    for (const text of statements) await owner.query(text);
    await owner.end();
  };
  return { node, run };
}

describe.each([
  { engine: "branch", folder: "branch-node", start: startBranch },
  { engine: "hub", folder: "hub", start: startHub },
])("the phones of an earlier release on the $engine", ({ folder, start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.node.stop());

  function keys(): Promise<readonly string[]> {
    const { store, tenant } = started.node;
    return store.read({ tenantId: tenant.id }, async (session) => {
      const rows = await session.kysely
        .selectFrom("search_keys")
        .select(["search_key", "entity_id"])
        .where("tenant_id", "=", tenant.id)
        .execute();
      return rows.map((row) => `${row.search_key} ${row.entity_id}`).toSorted();
    });
  }

  test("get the keys that a new registration has", async () => {
    const world = await worldOf(started.node, started.node.tenant);
    const mobiles = ["94324 60323", "+12025550123", "+8613812345679", "+4930123456"];
    for (const mobile of mobiles) await registerPatient(world, { mobile });
    await registerPatient(world, { mobile: "94324 60323", alternate_phone: "98450 12345" });
    const fresh = await keys();
    const isOfPhone = "search_key >= 'l:' AND search_key < 'l;'";
    await started.run(asEarlier(folder, isOfPhone));
    const earlier = await keys();
    expect(earlier.filter((key) => key.startsWith("l:0323 "))).toHaveLength(2);
    await started.run(stepsOf(folder));
    expect(await keys()).toEqual(fresh);
  });
});

/** Takes the keys of ends away and makes the one of the last four digits that there was. */
function asEarlier(folder: string, isOfPhone: string): readonly string[] {
  const steps = [
    `DELETE FROM search_keys WHERE ${isOfPhone}`,
    `INSERT INTO search_keys SELECT tenant_id, entity, 'l:' || substr(search_key, length(search_key) - 3), entity_id
       FROM search_keys WHERE search_key >= 'p:' AND search_key < 'p;' ON CONFLICT DO NOTHING`,
  ];
  const alter = (force: string) => `ALTER TABLE search_keys ${force} ROW LEVEL SECURITY`;
  return folder === "hub" ? [alter("NO FORCE"), ...steps, alter("FORCE")] : steps;
}
