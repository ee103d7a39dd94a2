import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  savedSearchesContract,
  type SavedSearch,
} from "@edgeward/shared/clinical/saved-searches/saved-searches.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";

const { create, get, list, update } = savedSearchesContract;
const unseen = { status: 404, code: "not_found" };

describe.each(engines)("on the $engine, a saved search", (engine) => {
  let node: TestNode;
  let clerk: Client;
  let nurse: Client;

  beforeAll(async () => {
    node = await engine.start();
    const { clerkId, nurseId } = node.tenant;
    const person = (sub: string, role: string) =>
      clientFor(node, node.tenant, { claims: { sub, roles: [role] } });
    clerk = await person(clerkId, "front_desk");
    nurse = await person(nurseId, "nurse");
  });
  afterAll(() => node.stop());

  async function saved(name: string, client = clerk, rest: object = {}): Promise<SavedSearch> {
    const body = { page: "patients", name, filters: { q: "Savitri" }, ...rest } as const;
    return (await client.call(create, { body })).body;
  }

  async function namesOf(client: Client): Promise<readonly string[]> {
    return (await client.call(list, { query: { page: "patients" } })).body.data.map(
      ({ name }) => name,
    );
  }

  function change({ id }: SavedSearch, body: object, client = clerk) {
    return client.call(update, { params: { id }, body });
  }

  test("is its owner's alone: another person has none of it, an administrator neither", async () => {
    const search = await saved("Savitris");
    expect(search).toMatchObject({ owner_id: node.tenant.clerkId, filters: { q: "Savitri" } });
    expect(await namesOf(clerk)).toContain("Savitris");
    const claims = { sub: "stf_manager", roles: ["branch_admin"] };
    const manager = await clientFor(node, node.tenant, { claims });
    const stranger = await clientFor(node, node.other);
    for (const other of [nurse, manager, stranger]) {
      expect(await namesOf(other)).toEqual([]);
      const params = { id: search.id };
      await expect(other.call(get, { params })).rejects.toMatchObject(unseen);
      await expect(change(search, { name: "Mine" }, other)).rejects.toMatchObject(unseen);
    }
  });

  test("is renamed, asks for something else, and is removed for good with what it asked", async () => {
    const search = await saved("First");
    await change(search, { name: "Second", filters: { gender: "female" } });
    expect(await namesOf(clerk)).toEqual(expect.arrayContaining(["Second"]));
    const removed = (await change(search, { status: "removed" })).body;
    expect(removed).toMatchObject({ status: "removed", filters: {} });
    expect(await namesOf(clerk)).not.toContain("Second");
    await expect(clerk.call(get, { params: { id: search.id } })).rejects.toMatchObject(unseen);
    await expect(change(search, { status: "active" })).rejects.toMatchObject(unseen);
  });

  test("has a name that no other of its owner has; of a removed one it is free again", async () => {
    const search = await saved("Children");
    const taken = expect.objectContaining({ status: 422, code: "duplicate_value" });
    await expect(saved(" children")).rejects.toEqual(taken);
    const other = await saved("Adults");
    await expect(change(other, { name: "CHILDREN" })).rejects.toEqual(taken);
    await saved("Children", nurse);
    await change(search, { status: "removed" });
    await saved("Children");
  });

  test.each([
    [{ name: "" }, "name", "validation_error"],
    [{ name: "x".repeat(61) }, "name", "validation_error"],
    [{ page: "visits" }, "page", "invalid_enum"],
    [{ filters: { q: "x".repeat(3000) } }, "filters", "validation_error"],
    [{ filters: "q" }, "filters", "validation_error"],
    [{ owner_id: "stf_other" }, "owner_id", "unknown_field"],
    [{ sort: 1 }, "sort", "unknown_field"],
  ])("refuses %j and names the field", async (wrong, path, code) => {
    await expect(saved("Wrong", clerk, wrong)).rejects.toMatchObject({
      status: 422,
      details: { fields: expect.arrayContaining([expect.objectContaining({ path, code })]) },
    });
  });

  test("is kept for nobody who looks through no list", async () => {
    const claims = { sub: "stf_auditor", roles: ["auditor"] };
    const auditor = await clientFor(node, node.tenant, { claims });
    await expect(saved("Odd", auditor)).rejects.toMatchObject({ status: 403 });
    await expect(auditor.call(list, {})).rejects.toMatchObject({ status: 403 });
  });
});
