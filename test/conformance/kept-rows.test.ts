// What a node has read of late it need not read again, but never shows past a change, whoever has made it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { wholePatients } from "@edgeward/shared/clinical/patients/patients.queries.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { readThrough } from "@edgeward/shared/db/read-kept.ts";
import { findWithState, travelState } from "@edgeward/shared/db/read.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { worldOf, type World } from "./world.ts";

const { get, list, search, update } = patientsContract;

describe.each(engines)("on the $engine, what is kept of rows", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  // By a statement that leaves version and time of the record as they were, as no command does.
  async function overwrite(id: string, name: string) {
    const { dialect } = node.store;
    const [first, second, third] = [1, 2, 3].map((place) => dialect.placeholder(place));
    await node.store.write({ tenantId: node.tenant.id }, (session) =>
      session.query(
        `UPDATE patients SET name = ${first} WHERE tenant_id = ${second} AND id = ${third}`,
        [name, node.tenant.id, id],
      ),
    );
  }

  function rowOf(id: string, tenantId = node.tenant.id) {
    return node.store.read({ tenantId }, async (session) => {
      const found = await findWithState(session, patientsTable, tenantId, id);
      return found?.row ?? null;
    });
  }

  async function shownNames(id: string, word: string) {
    const query = { limit: "5" };
    const listed = await world.client.call(list, { query });
    const found = await world.client.call(search, { query: { ...query, q: word } });
    const byIds = await world.client.call(list, { query: { ids: id } });
    const one = await world.client.call(get, { params: { id } });
    const named = [...listed.body.data, ...found.body.data, ...byIds.body.data, one.body];
    return named.filter((row) => row.id === id).map(({ name }) => name);
  }

  const four = (name: string) => Array.from({ length: 4 }, () => name);

  test("is the row that was read, until it is written", async () => {
    const id = await world.patient("Kamala Keptrow");
    const first = await rowOf(id);
    expect(first).not.toBeNull();
    expect(await rowOf(id)).toBe(first);
    await overwrite(id, "Kamala Changed");
    expect(await rowOf(id)).toMatchObject({ name: "Kamala Changed" });
  });

  test("is never shown past a change, by whatever way it is read", async () => {
    const id = await world.patient("Kasturi Shownrow");
    for (let turn = 0; turn < 30; turn += 1)
      expect(await shownNames(id, "Shownrow")).toEqual(four("Kasturi Shownrow"));
    await overwrite(id, "Kasturi Otherwise");
    expect(await shownNames(id, "Shownrow")).toEqual(four("Kasturi Otherwise"));
    const body = { name: "Kasturi Corrected Shownrow" };
    await world.client.call(update, { params: { id }, body });
    expect(await shownNames(id, "Shownrow")).toEqual(four("Kasturi Corrected Shownrow"));
  });

  test("is no other tenant's to read", async () => {
    const id = await world.patient("Kaveri Ownrow");
    await rowOf(id);
    expect(await rowOf(id, node.other.id)).toBeNull();
    const stranger = await clientFor(node, node.other);
    await expect(stranger.call(get, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });

  test("says how far the record has travelled as it is now", async () => {
    const id = await world.patient("Kiran Staterow");
    const first = await world.client.call(get, { params: { id } });
    await node.store.write({ tenantId: node.tenant.id }, (session) =>
      session.kysely
        .deleteFrom("pending_entities")
        .where("tenant_id", "=", node.tenant.id)
        .where("entity_id", "=", id)
        .execute(),
    );
    const second = await world.client.call(get, { params: { id } });
    expect(first.body.sync_state).toBe(node.engine === "branch" ? "pending" : "synced");
    expect(second.body.sync_state).toBe("synced");
  });

  test("gives way to the whole rows when one is gone between its stamp and itself", async () => {
    const [kept, lost] = [
      await world.patient("Kala Gonerow"),
      await world.patient("Kusum Gonerow"),
    ];
    const tenantId = node.tenant.id;
    for (let turn = 0; turn < 400; turn += 1) await rowOf(kept);
    const names = await node.store.read({ tenantId }, async (session) => {
      const whole = (ids: readonly string[]) =>
        wholePatients(session.kysely, tenantId).where("id", "in", ids);
      const state = travelState("patients", tenantId);
      const rows = await readThrough(
        { session, table: "patients", alias: "patients", state },
        whole([kept, lost]).orderBy("name_key"),
        () => whole([]),
      );
      return rows.map(({ name }) => name);
    });
    expect(names).toEqual(["Kala Gonerow", "Kusum Gonerow"]);
  });
});
