import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { queuesContract } from "@edgeward/shared/clinical/queues/queues.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { engines } from "#support/engines.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, update } = appointmentsContract;

describe.each(engines)("on the $engine, somebody who waits", (engine) => {
  let node: TestNode;
  let world: World;
  let client: Client;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    client = world.client;
  });
  afterAll(() => node.stop());

  async function joins(queue: string, more: object = {}): Promise<Appointment> {
    const patient_id = await world.patient();
    const { doctorId: provider_id } = node.tenant;
    const body = {
      patient_id,
      provider_id,
      source: "walk_in",
      queue_code: queue,
      ...more,
    } as const;
    return (await client.call(create, { body })).body;
  }

  async function change(id: string, body: object, as = client): Promise<Appointment> {
    return (await as.call(update, { params: { id }, body })).body;
  }

  async function eventsOf(id: string): Promise<readonly { type: string; payload: unknown }[]> {
    const events = await keptEvents(node, (event) => event.entity_id === id);
    return events.map(({ event_type: type, payload }) => ({ type, payload }));
  }

  test("goes to the end of another queue with its next number, and keeps the token held before", async () => {
    await joins("eyes");
    const moved = await joins("ears");
    await joins("ears");
    const after = await change(moved.id, { queue_code: "eyes" });
    expect(after).toMatchObject({
      status: "checked_in",
      queue_code: "eyes",
      queue_no: 2,
      token_code: "EYE-002",
      provider_id: moved.provider_id,
      former_tokens: [
        {
          queue_code: "ears",
          queue_no: 1,
          token_code: "EAR-001",
          business_date: moved.business_date,
        },
      ],
    });
    // The number in the first queue was given, and is not given again.
    expect(await joins("ears")).toMatchObject({ token_code: "EAR-003" });
    expect(await joins("eyes")).toMatchObject({ token_code: "EYE-003" });
    // Back again is a place at the end as well.
    const back = await change(moved.id, { queue_code: "ears" });
    expect(back).toMatchObject({ token_code: "EAR-004" });
    expect(back.former_tokens?.map((token) => token.token_code)).toEqual(["EAR-001", "EYE-002"]);
    expect((await client.call(get, { params: { id: moved.id } })).body).toEqual(back);
  });

  test("is nobody's who was called there yet, nor set aside, and keeps the priority", async () => {
    const urgent = { priority: "urgent", priority_reason: "Chest pain" };
    const { id } = await joins("nose", urgent);
    await change(id, { called: true });
    expect(await change(id, { queue_code: "throat" })).toMatchObject({
      called_at: null,
      ...urgent,
    });
    await change(id, { set_aside: true });
    expect(await change(id, { queue_code: "nose" })).toMatchObject({ set_aside_at: null });
  });

  test("goes to another queue and another doctor in one step", async () => {
    const { id } = await joins("knees");
    const { secondDoctorId: provider_id } = node.tenant;
    const after = await change(id, { queue_code: "hips", provider_id });
    expect(after).toMatchObject({ token_code: "HIP-001", provider_id, status: "checked_in" });
  });

  test("is published with the new token and the one before, and nothing of who they are", async () => {
    const { id } = await joins("teeth");
    await change(id, { queue_code: "gums" });
    const published = await eventsOf(id);
    expect(published.map(({ type }) => type)).toEqual([
      "appointment.booked",
      "appointment.checked_in",
      "appointment.queue_changed",
    ]);
    expect(published.at(-1)?.payload).toMatchObject({
      token_code: "GUM-001",
      queue_code: "gums",
      previous_token_code: "TEE-001",
    });
    expect(JSON.stringify(published)).not.toContain("Asha");
  });

  test("asked for the queue they stand in, stays as they are", async () => {
    const before = await joins("toes");
    expect(await change(before.id, { queue_code: "toes" })).toEqual(before);
  });

  test("alone is moved: who is with the doctor, done or gone is not", async () => {
    const { id } = await joins("skin");
    await change(id, { status: "in_consultation" });
    const refused = { status: 409, code: "invalid_transition" };
    await expect(change(id, { queue_code: "hair" })).rejects.toMatchObject(refused);
    await change(id, { status: "completed" });
    await expect(change(id, { queue_code: "hair" })).rejects.toMatchObject(refused);
    const gone = await joins("skin");
    await client.call(appointmentsContract.cancel, { params: { id: gone.id } });
    await expect(change(gone.id, { queue_code: "hair" })).rejects.toMatchObject(refused);
  });

  test("before they come has no number to give up: the queue is where they will stand", async () => {
    const { id } = await world.appointment();
    const before = await change(id, { queue_code: "later" });
    expect(before).toMatchObject({ queue_code: "later", queue_no: null, former_tokens: null });
    await change(id, { queue_code: null });
    await change(id, { queue_code: "later" });
    expect(await change(id, { status: "checked_in" })).toMatchObject({ token_code: "LAT-001" });
  });

  test.each([
    [null, "validation_error"],
    ["Not A Code", "validation_error"],
  ])("is refused %j as a queue", async (queue_code, code) => {
    const { id } = await joins("wrists");
    await expect(change(id, { queue_code })).rejects.toMatchObject({
      status: 422,
      details: { fields: [expect.objectContaining({ path: "queue_code", code })] },
    });
  });

  test("says nothing of former tokens themselves", async () => {
    const { id } = await joins("ankles");
    await expect(change(id, { former_tokens: [] })).rejects.toMatchObject({
      status: 422,
      details: {
        fields: [expect.objectContaining({ path: "former_tokens", code: "read_only_field" })],
      },
    });
  });

  test("is not moved by a device", async () => {
    const { id } = await joins("elbows");
    const claims = { roles: ["device"] };
    const kiosk = await clientFor(node, node.tenant, { claims });
    await expect(change(id, { queue_code: "wrists" }, kiosk)).rejects.toMatchObject({
      status: 403,
    });
  });

  // The last one: from here on the branch has queues of its own.
  test("goes only to a queue in use, where the branch has set up its queues", async () => {
    const body = { code: "dressing", name: "Dressing", token_prefix: "DR" };
    const queue = (await client.call(queuesContract.create, { body })).body;
    const { id } = await joins("fingers");
    expect(await change(id, { queue_code: "dressing" })).toMatchObject({ token_code: "DR-001" });
    const refused = {
      status: 422,
      details: {
        fields: [expect.objectContaining({ path: "queue_code", code: "invalid_reference" })],
      },
    };
    await expect(change(id, { queue_code: "fingers" })).rejects.toMatchObject(refused);
    await client.call(queuesContract.update, {
      params: { id: queue.id },
      body: { status: "inactive" },
    });
    const other = await joins("fingers");
    await expect(change(other.id, { queue_code: "dressing" })).rejects.toMatchObject(refused);
  });
});
