import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { departmentsContract } from "@edgeward/shared/clinical/departments/departments.contract.ts";
import { queuesContract } from "@edgeward/shared/clinical/queues/queues.contract.ts";
import { roomsContract } from "@edgeward/shared/clinical/rooms/rooms.contract.ts";
import { screenSettingsContract } from "@edgeward/shared/clinical/screen-settings/screen-settings.contract.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { worldOf, type World } from "./world.ts";

function refused(path: string, code: string) {
  return {
    status: 422,
    details: { fields: expect.arrayContaining([expect.objectContaining({ path, code })]) },
  };
}

describe.each(engines)("on the $engine, the clinic's manager", (engine) => {
  let node: TestNode;
  let world: World;
  let manager: Client;
  let clerk: Client;
  let dentist = "";

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    const person = (sub: string, role: string) =>
      clientFor(node, node.tenant, { claims: { sub, roles: [role] } });
    manager = await person("stf_manager", "branch_admin");
    clerk = await person(node.tenant.clerkId, "front_desk");
    dentist = await writeAsSystem(node, node.tenant.id, (write) => {
      const branches = [node.tenant.branchId];
      const id = seedStaff(write, {
        name: "Neha Joshi",
        role: "doctor",
        branches,
        department: "dental",
      });
      return id;
    });
  });
  afterAll(() => node.stop());

  async function comesTo(provider: string, more: object = {}): Promise<Appointment> {
    const patient = await world.patient();
    const body = {
      patient_id: patient,
      provider_id: provider,
      source: "walk_in",
      ...more,
    } as const;
    return (await clerk.call(appointmentsContract.create, { body })).body;
  }

  function department(code: string, more: object = {}) {
    const body = { code, name: code, ...more };
    return manager.call(departmentsContract.create, { body }).then((answer) => answer.body);
  }

  function queue(code: string, more: object = {}) {
    const body = { code, name: code, ...more };
    return manager.call(queuesContract.create, { body }).then((answer) => answer.body);
  }

  function room(code: string, more: object = {}) {
    const body = { code, name: code, ...more };
    return manager.call(roomsContract.create, { body }).then((answer) => answer.body);
  }

  test("has departments with a name in each language, found by its words, switched off and on again", async () => {
    const made = await department("dental", {
      name: "Dental care",
      name_hi: "दंत चिकित्सा",
      name_ur: "دندان",
    });
    expect(made).toMatchObject({ status: "active", name_hi: "दंत चिकित्सा", name_ur: "دندان" });
    const { list, update } = departmentsContract;
    const found = await clerk.call(list, { query: { q: "dental" } });
    expect(found.body.data.map(({ id }) => id)).toContain(made.id);
    const params = { id: made.id };
    const off = await manager.call(update, { params, body: { status: "inactive", name_ur: null } });
    expect(off.body).toMatchObject({ status: "inactive", name_ur: null, name: "Dental care" });
    const active = await clerk.call(list, { query: { status: "active" } });
    expect(active.body.data.map(({ id }) => id)).not.toContain(made.id);
    await manager.call(update, { params, body: { status: "active" } });
  });

  test("gives no two departments, rooms or queues of a branch one code, nor two queues one prefix", async () => {
    await department("twice");
    await expect(department("twice")).rejects.toMatchObject(refused("code", "duplicate_value"));
    await room("Room 41");
    await expect(room("room 41")).rejects.toMatchObject(refused("code", "duplicate_value"));
    await queue("twin", { token_prefix: "TW" });
    await expect(queue("twin", { token_prefix: "TX" })).rejects.toMatchObject(
      refused("code", "duplicate_value"),
    );
    await expect(queue("other", { token_prefix: "TW" })).rejects.toMatchObject(
      refused("token_prefix", "duplicate_value"),
    );
    // Three letters of the code are a prefix, too.
    await queue("lab-samples");
    await expect(queue("labour")).rejects.toMatchObject(refused("token_prefix", "duplicate_value"));
  });

  test.each([
    ["code", { code: "Upper Case" }, "validation_error"],
    ["name", { name: "" }, "validation_error"],
    ["token_prefix", { token_prefix: "gen" }, "validation_error"],
    ["token_prefix", { token_prefix: "LONG" }, "validation_error"],
    ["department", { department: "nowhere" }, "invalid_reference"],
    ["status", { status: "closed" }, "invalid_enum"],
    ["floor", { floor: 1 }, "unknown_field"],
  ])("is refused a queue with a wrong %s", async (path, wrong, code) => {
    await expect(queue("wrong", { token_prefix: "WRO", ...wrong })).rejects.toMatchObject(
      refused(path, code),
    );
  });

  test("alone sets it up: everybody else only reads it", async () => {
    const { create } = departmentsContract;
    await expect(
      clerk.call(create, { body: { code: "mine", name: "Mine" } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(
      clerk.call(screenSettingsContract.set, { body: { languages: ["hi"] } }),
    ).rejects.toMatchObject({ status: 403 });
    await clerk.call(queuesContract.list, {});
    await clerk.call(roomsContract.list, {});
  });

  test("gives a queue to a department, and its tokens begin as was set", async () => {
    // Before anything is set up, the department is the queue.
    expect(await comesTo(dentist)).toMatchObject({ queue_code: "dental", token_code: "DEN-001" });
    const made = await queue("teeth", { token_prefix: "T", department: "dental" });
    expect(await comesTo(dentist)).toMatchObject({ queue_code: "teeth", token_code: "T-001" });
    const own = await queue("dental", { token_prefix: "DNT", department: "dental" });
    expect(await comesTo(dentist)).toMatchObject({ queue_code: "dental", token_code: "DNT-002" });
    const { update } = queuesContract;
    await manager.call(update, { params: { id: own.id }, body: { status: "inactive" } });
    expect(await comesTo(dentist)).toMatchObject({ queue_code: "teeth", token_code: "T-002" });
    await manager.call(update, { params: { id: made.id }, body: { status: "inactive" } });
    expect(await comesTo(dentist)).toMatchObject({ queue_code: "general", token_code: "GEN-001" });
    await expect(comesTo(dentist, { queue_code: "teeth" })).rejects.toMatchObject(
      refused("queue_code", "invalid_reference"),
    );
    await manager.call(update, { params: { id: own.id }, body: { status: "active" } });
  });

  test("sends nobody to a room that is switched off, by whatever letters the hours name it", async () => {
    await writeAsSystem(node, node.tenant.id, async (write) => {
      const row = await write.load(staffTable, dentist);
      if (row === null) throw new Error("the dentist is gone");
      const schedule = row.schedule.map((block) => ({ ...block, location: "room 9" }));
      write.update(staffTable, row, { schedule });
    });
    expect(await comesTo(dentist)).toMatchObject({ room: "room 9" });
    const { id } = await room("Room 9", { department: "dental" });
    expect(await comesTo(dentist)).toMatchObject({ room: "room 9" });
    const { update } = roomsContract;
    await manager.call(update, { params: { id }, body: { status: "inactive" } });
    expect(await comesTo(dentist)).toMatchObject({ room: null });
    await expect(
      manager.call(update, { params: { id }, body: { department: "nowhere" } }),
    ).rejects.toMatchObject(refused("department", "invalid_reference"));
  });

  test("says what the branch's screens speak; until then English and Hindi", async () => {
    const { get, set } = screenSettingsContract;
    expect((await clerk.call(get, {})).body.languages).toEqual(["en", "hi"]);
    await manager.call(set, { body: { languages: ["ur", "en", "hi"] } });
    expect((await clerk.call(get, {})).body.languages).toEqual(["ur", "en", "hi"]);
    await manager.call(set, { body: { languages: ["hi", "en"] } });
    expect((await clerk.call(get, {})).body.languages).toEqual(["hi", "en"]);
    await manager.call(set, { body: { metadata: { by: "test" } } });
    expect((await clerk.call(get, {})).body.languages).toEqual(["hi", "en"]);
    const wrong = (body: object) => manager.call(set, { body });
    await expect(wrong({ languages: [] })).rejects.toMatchObject(
      refused("languages", "validation_error"),
    );
    await expect(wrong({ languages: ["hi", "hi"] })).rejects.toMatchObject(
      refused("languages", "validation_error"),
    );
    await expect(wrong({ languages: ["fr"] })).rejects.toMatchObject(
      refused("languages.0", "invalid_enum"),
    );
  });
});

test("at the hub, a branch with a node of its own is left to it", async () => {
  const hub = engines.find(({ engine }) => engine === "hub");
  if (hub === undefined) throw new Error("there is no hub");
  const node = await hub.start();
  const client = await clientFor(node, node.tenant);
  const headers = { "x-branch-id": node.tenant.remoteBranchId };
  const room = { body: { code: "Room 1", name: "Room 1" } };
  const second = { headers: { "x-branch-id": node.tenant.secondBranchId } };
  // Each branch has a first room of its own, and lists no other's.
  for (const options of [{}, second]) {
    await client.call(roomsContract.create, room, options);
    const { data } = (await client.call(roomsContract.list, {}, options)).body;
    expect(data.map(({ code }) => code)).toEqual(["Room 1"]);
  }
  await expect(client.call(roomsContract.create, room, { headers })).rejects.toMatchObject({
    status: 409,
    code: "owned_by_branch",
  });
  // A department is the tenant's, and set up anywhere.
  const body = { code: "skin", name: "Skin" };
  expect(await client.call(departmentsContract.create, { body }, { headers })).toMatchObject({
    status: 201,
  });
  await node.stop();
});
