// A page of a queue or a calendar asks for the names of its people at once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { worldOf, type World } from "./world.ts";

const { list, merge } = patientsContract;

describe.each(engines)("on the $engine, a list of patients by their ids", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  async function listed(ids: readonly string[], more: object = {}, client = world.client) {
    const query = { ids: ids.join(","), limit: "100", ...more };
    return (await client.call(list, { query })).body.data.map(({ id }) => id);
  }

  test("has those alone, whatever their order, also by a word of their name", async () => {
    const one = await world.patient("Veena Idlist");
    const two = await world.patient("Vimal Idlist");
    await world.patient("Vasant Idlist");
    expect((await listed([two, one])).toSorted()).toEqual([one, two].toSorted());
    expect(await listed([one, two], { q: "Vimal" })).toEqual([two]);
    expect(await listed([one], { q: "Vasant" })).toEqual([]);
  });

  test("leaves out who is nobody, and who is another tenant's", async () => {
    const own = await world.patient();
    const other = await worldOf(node, node.other);
    const stranger = await other.patient();
    expect(await listed([own, stranger, node.runtime.newId("pat")])).toEqual([own]);
    expect(await listed([own], {}, await clientFor(node, node.other))).toEqual([]);
  });

  test("has a merged record as well, since a token may still be its", async () => {
    const survivor = await world.patient("Meera Merged");
    const merged = await world.patient("Mira Merged");
    const body = { survivor_id: survivor, reason: "The same person, asked at the desk" };
    await world.client.call(merge, { params: { id: merged }, body });
    expect((await listed([survivor, merged])).toSorted()).toEqual([survivor, merged].toSorted());
  });

  test.each([["pat_1"], [""], ["stf_01jd7x2vry38gapbnk0v8yyk24"]])(
    "refuses %j and names the parameter",
    async (ids) => {
      await expect(world.client.call(list, { query: { ids } })).rejects.toMatchObject({
        status: 422,
      });
    },
  );

  test("refuses more than a hundred", async () => {
    const ids = Array.from({ length: 101 }, () => node.runtime.newId("pat")).join(",");
    await expect(world.client.call(list, { query: { ids } })).rejects.toMatchObject({
      status: 422,
    });
  });
});
