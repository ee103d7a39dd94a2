import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hubSchema } from "@edgeward/hub/db/hub-schema.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { markMissedAtHub } from "@edgeward/hub/fleet/own-work.ts";
import { markMissedHere } from "@edgeward/branch-node/missed-appointments.ts";
import { markMissed } from "@edgeward/shared/clinical/appointments/appointments.missed.ts";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { engines } from "#support/engines.ts";
import { startTestHub } from "#support/hub-harness.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { systemOrigin } from "#support/seed.ts";
import { worldOf, type World } from "./world.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const { get, update } = appointmentsContract;

describe.each(engines)("who has not come on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  function mark(branchId = node.tenant.branchId): Promise<number> {
    const { store, runtime, tenant } = node;
    const origin = { ...systemOrigin(tenant.id), branchId };
    const of = { tenantId: tenant.id, branchId, zone: "Asia/Kolkata", origin };
    return markMissed({ store, runtime, ...of });
  }

  async function read({ id }: Pick<Appointment, "id">): Promise<Appointment> {
    return (await world.client.call(get, { params: { id } })).body;
  }

  /** Puts the clock to so long after an appointment's time; what was given out before has expired then. */
  async function wait({ slot_time: time }: Appointment, ms: number): Promise<void> {
    node.clock.advance(Date.parse(time) + ms - node.clock.now());
    world = await worldOf(node, node.tenant);
  }

  async function kept(table: string, column: string, id: string) {
    const { id: tenantId } = node.tenant;
    return node.store.read({ tenantId }, (session) => {
      const { dialect } = session;
      const text = `SELECT * FROM ${table} WHERE tenant_id = ${dialect.placeholder(1)} AND ${column} = ${dialect.placeholder(2)}`;
      return session.query(text, [tenantId, id]);
    });
  }

  test("is marked an hour after the time, once, by the system, and the audit says so", async () => {
    const booked = await world.appointment();
    await wait(booked, hourMs - minuteMs);
    expect(await mark()).toBe(0);
    await wait(booked, hourMs);
    expect(await mark()).toBe(1);
    expect(await mark()).toBe(0);
    const missed = await read(booked);
    expect([missed.status, missed.updated_by]).toEqual(["no_show", "system"]);
    const at = isoInstant(Date.parse(booked.slot_time) + hourMs);
    expect(missed.status_history.at(-1)).toEqual({
      status: "no_show",
      at,
      by: "system",
      reason: null,
    });
    const audited = await kept("audit_events", "entity_id", booked.id);
    const bySystem = audited.filter(({ actor_id: actor }) => actor === "system");
    expect(bySystem).toMatchObject([
      { actor_type: "system", outcome: "success", patient_id: booked.patient_id },
    ]);
    const events = await keptEvents(node, ({ entity_id: id }) => id === booked.id);
    expect(events.filter(({ event_type: type }) => type === "appointment.no_show")).toHaveLength(1);
  });

  test("can still be given another time", async () => {
    const booked = await world.appointment();
    await wait(booked, hourMs);
    await mark();
    const body = { slot_time: world.freeSlot() };
    const { body: moved } = await world.client.call(update, { params: { id: booked.id }, body });
    expect(moved.status).toBe("booked");
    await wait(moved, hourMs);
    expect(await mark()).toBeGreaterThan(0);
    expect((await read(moved)).status).toBe("no_show");
  });

  test.each([
    ["was checked in", (booked: Appointment) => arrive(booked)],
    ["has a token of their own", ({ patient_id: id }: Appointment) => world.walkIn(id)],
    ["is in a visit", ({ patient_id: id }: Appointment) => world.encounter(id)],
  ])("is never somebody who %s", async (_, come) => {
    const booked = await world.appointment();
    await wait(booked, 0);
    await come(booked);
    await wait(booked, 3 * hourMs);
    await mark();
    expect((await read(booked)).status).not.toBe("no_show");
  });

  function arrive({ id }: Appointment) {
    return world.client.call(update, { params: { id }, body: { status: "checked_in" } });
  }

  test("is left as they are where it lies weeks back, and at every other branch", async () => {
    const [old, other] = [await world.appointment(), await world.appointment()];
    await wait(other, 2 * hourMs);
    expect(await mark(node.tenant.secondBranchId)).toBe(0);
    expect((await read(other)).status).toBe("booked");
    await wait(old, 8 * 24 * hourMs);
    await mark();
    expect((await read(old)).status).toBe("booked");
  });
});

test("a branch marks its own by the hours of its own clock, and tells its screens", async () => {
  const [branch] = engines;
  if (branch === undefined) throw new Error("there is no branch");
  const node = await branch.start();
  const world = await worldOf(node, node.tenant);
  const booked = await world.appointment();
  const { store, runtime, tenant } = node;
  node.clock.advance(Date.parse(booked.slot_time) + hourMs - node.clock.now());
  const published: unknown[] = [];
  const identity = { tenantId: tenant.id, branchId: tenant.branchId };
  const onWritten = (unit: { readonly operation: { readonly type: string } }) =>
    published.push(unit.operation.type);
  expect(await markMissedHere({ store, runtime, identity, onWritten })).toBe(1);
  expect(published).toEqual(["appointment.miss"]);
  await node.stop();
});

test("the hub marks those of the branches that have no node", async () => {
  const hub = await startTestHub();
  const world = await worldOf(hub, hub.tenant);
  const booked = await world.appointment();
  // Only tenants that somebody can come in to are looked after.
  await hub.enrolmentCode(hub.tenant.remoteBranchId);
  hub.clock.advance(Date.parse(booked.slot_time) + hourMs - hub.clock.now());
  const { runtime, tenant } = hub;
  const { app: url } = hub.urls;
  const store = openPostgresStore({ url, size: 2, instance: "hub", schema: hubSchema });
  expect(await markMissedAtHub({ store, runtime })).toBe(1);
  const client = await clientFor(hub, tenant);
  const { body } = await client.call(get, { params: { id: booked.id } });
  expect([body.status, body.branch_id]).toEqual(["no_show", tenant.branchId]);
  expect(await markMissedAtHub({ store, runtime })).toBe(0);
  await store.close();
  await hub.stop();
});
