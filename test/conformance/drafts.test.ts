import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draftsContract, type Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";

const { create, discard, get, list, update } = draftsContract;
const half = { kind: "patient.register", form_state: { name: "Half a na" } } as const;

describe.each(engines)("on the $engine, a form that is not finished", (engine) => {
  let node: TestNode;
  let clerk: Client;
  let nurse: Client;
  let manager: Client;

  beforeAll(async () => {
    node = await engine.start();
    const { clerkId, nurseId } = node.tenant;
    const person = (sub: string, role: string) =>
      clientFor(node, node.tenant, { claims: { sub, roles: [role] } });
    clerk = await person(clerkId, "front_desk");
    nurse = await person(nurseId, "nurse");
    manager = await person("stf_manager", "branch_admin");
  });
  afterAll(() => node.stop());

  async function begun(): Promise<Draft> {
    return (await clerk.call(create, { body: half })).body;
  }

  async function idsOf(client: Client, query: object = {}): Promise<readonly string[]> {
    return (await client.call(list, { query })).body.data.map(({ id }) => id);
  }

  test("is listed to its author and to nobody else", async () => {
    const { id } = await begun();
    expect(await idsOf(clerk)).toContain(id);
    expect(await idsOf(nurse)).not.toContain(id);
    const stranger = await clientFor(node, node.other);
    expect(await idsOf(stranger)).not.toContain(id);
    const query = { owner_id: node.tenant.clerkId };
    await expect(nurse.call(list, { query })).rejects.toMatchObject({ code: "forbidden" });
    expect(await idsOf(manager, query)).toContain(id);
  });

  test("answers another person like one that does not exist", async () => {
    const { id } = await begun();
    const params = { id };
    const body = { form_state: { name: "Another" } };
    const answers = [
      nurse.call(get, { params }),
      nurse.call(update, { params, body }),
      nurse.call(discard, { params }),
    ];
    const unseen = { status: 404, code: "not_found" };
    await Promise.all(answers.map((answer) => expect(answer).rejects.toMatchObject(unseen)));
    expect((await clerk.call(get, { params })).body.form_state).toEqual(half.form_state);
  });

  test("is looked at and discarded by an administrator, who writes nothing into it", async () => {
    const { id } = await begun();
    const params = { id };
    expect((await manager.call(get, { params })).body.form_state).toEqual(half.form_state);
    const body = { form_state: { name: "Another" } };
    await expect(manager.call(update, { params, body })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect((await manager.call(discard, { params })).body.status).toBe("discarded");
    expect(await idsOf(clerk)).not.toContain(id);
  });

  test("keeps the newest state, and notifies a screen that has an older one before it overwrites", async () => {
    const { id, version } = await begun();
    const params = { id };
    const keep = (name: string, seen?: number) =>
      clerk.call(
        update,
        { params, body: { form_state: { name } } },
        seen === undefined ? {} : { headers: { "if-match": `"v${seen}"` } },
      );
    const second = (await keep("Half a name", version)).body;
    await expect(keep("Half a nam", version)).rejects.toMatchObject({ code: "version_conflict" });
    await keep("The other screen after all");
    const { body } = await clerk.call(get, { params });
    expect(body.form_state).toEqual({ name: "The other screen after all" });
    expect(body.version).toBeGreaterThan(second.version);
  });

  test("ends when it was sent, and takes nothing after that", async () => {
    const { id } = await begun();
    const params = { id };
    await clerk.call(update, { params, body: { status: "submitted" } });
    const body = { form_state: { name: "Too late" } };
    await expect(clerk.call(update, { params, body })).rejects.toMatchObject({
      code: "invalid_transition",
    });
    expect(await idsOf(clerk)).not.toContain(id);
  });
});
