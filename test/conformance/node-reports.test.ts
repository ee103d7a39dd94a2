import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hubSchema } from "@edgeward/hub/db/hub-schema.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { reportExpiringAtHub, reportLatePayersAtHub } from "@edgeward/hub/fleet/own-work.ts";
import { clinicalEventBody, type StoredEvent } from "@edgeward/hub/webhooks/envelope.ts";
import { reportExpiringHere } from "@edgeward/branch-node/expiring-stock.ts";
import { reportLatePayersHere } from "@edgeward/branch-node/late-payers.ts";
import { preauthContract } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import { reportLatePayers } from "@edgeward/shared/clinical/preauth/preauth.breached.ts";
import { reportExpiring } from "@edgeward/shared/clinical/stock/stock.expiring.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { engines } from "#support/engines.ts";
import { startTestHub } from "#support/hub-harness.ts";
import { keptEvents } from "#support/kept-events.ts";
import type { TestNode } from "#support/node.ts";
import { systemOrigin } from "#support/seed.ts";
import { newPreauth } from "./preauth-samples.ts";
import { newBatch, newPlace } from "./stock-samples.ts";
import { worldOf, type World } from "./world.ts";

type NewMove = z.input<typeof stockMovesContract.create.body>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A day so many days from now. */
function dayIn(node: TestNode, days: number): string {
  return isoInstant(node.clock.now() + days * dayMs).slice(0, 10);
}

const sent = z.object({ data: z.object({ object: z.record(z.string(), z.unknown()) }) });

/** What receivers are sent of an event, as far as it is of its record. */
function bodyOf(node: TestNode, event: object): Readonly<Record<string, unknown>> {
  const { id: tenant_id, branchId: branch_id } = node.tenant;
  const about = { tenant_id, branch_id, surface: "clinical", entity_version: 2, created_at: "" };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what a receiver reads needs no more of it
  const stored = { ...about, ...event } as unknown as StoredEvent;
  return sent.parse(JSON.parse(clinicalEventBody(stored))).data.object;
}

describe.each(engines)("told by the $engine itself", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  function work(branchId = node.tenant.branchId) {
    const { store, runtime, tenant } = node;
    const origin = { ...systemOrigin(tenant.id), branchId };
    return { store, runtime, tenantId: tenant.id, branchId, origin };
  }

  async function told(id: string, type: string) {
    const events = await keptEvents(node, (event) => event.entity_id === id);
    return events.filter((event) => event.event_type === type);
  }

  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

  test("is a batch that expires within 90 days, once, however often and by however many it is looked for", async () => {
    const [near, later] = [
      await newBatch(world, { expiry_date: dayIn(node, 91) }),
      await newBatch(world, { expiry_date: dayIn(node, 120) }),
    ];
    expect(await reportExpiring(work())).toBe(0);
    node.clock.advance(3 * dayMs);
    expect(await reportExpiring(work(node.tenant.secondBranchId))).toBe(0);
    expect(sum(await Promise.all([reportExpiring(work()), reportExpiring(work())]))).toBe(1);
    expect(await reportExpiring(work())).toBe(0);
    const [event, ...more] = await told(near.id, "stock.expiring");
    expect([more, await told(later.id, "stock.expiring")]).toEqual([[], []]);
    expect(bodyOf(node, event ?? {})).toMatchObject({
      id: near.id,
      object: "stock",
      item_id: near.item_id,
      location_id: near.location_id,
      batch_no: near.batch_no,
      expiry_date: near.expiry_date,
      status: "available",
      links: { self: `/v1/pharmacy/stock/${near.id}` },
    });
  });

  test("is no batch of which nothing is there, that was recalled, has expired, or was told of at another place", async () => {
    world = await worldOf(node, node.tenant);
    const expiry_date = dayIn(node, 100);
    const [moved, gone, recalled, over] = [
      await newBatch(world, { expiry_date }),
      await newBatch(world, { expiry_date, quantity: 5 }),
      await newBatch(world, { expiry_date }),
      await newBatch(world, { expiry_date: dayIn(node, 3) }),
    ];
    const move = (id: string, body: NewMove) =>
      world.client.call(stockMovesContract.create, { params: { id }, body });
    await move(gone.id, { kind: "write_off", quantity: 5, reason_code: "damaged" });
    await move(recalled.id, { kind: "recall", reason_code: "recalled" });
    node.clock.advance(20 * dayMs);
    world = await worldOf(node, node.tenant);
    expect(await reportExpiring(work())).toBe(1);
    expect(await told(moved.id, "stock.expiring")).toHaveLength(1);
    const { id: place } = await newPlace(world);
    await move(moved.id, { kind: "transfer", quantity: 10, to_location_id: place });
    expect(await reportExpiring(work())).toBe(0);
    for (const { id } of [gone, recalled, over])
      expect(await told(id, "stock.expiring")).toEqual([]);
  });

  test("is a payer that has not decided in time, once, and none that has, or that was asked long ago", async () => {
    world = await worldOf(node, node.tenant);
    const [late, decided, drawn] = [
      await newPreauth(world),
      await newPreauth(world),
      await newPreauth(world, { draft: true }),
    ];
    const refuse = async (id: string) => {
      for (const status of ["under_review", "rejected"] as const)
        await world.client.call(preauthContract.update, {
          params: { id },
          body: { status, remarks: "Not covered" },
        });
    };
    await refuse(decided.id);
    node.clock.advance(59 * minuteMs);
    expect(await reportLatePayers(work())).toBe(0);
    node.clock.advance(2 * minuteMs);
    expect(await reportLatePayers(work(node.tenant.secondBranchId))).toBe(0);
    expect(sum(await Promise.all([reportLatePayers(work()), reportLatePayers(work())]))).toBe(1);
    expect(await reportLatePayers(work())).toBe(0);
    const [event, ...more] = await told(late.id, "preauth.sla_breached");
    expect(more).toEqual([]);
    expect(bodyOf(node, event ?? {})).toMatchObject({
      object: "preauth",
      patient_id: late.patient_id,
      payer_id: late.payer_id,
      status: "submitted",
      sla_due_at: late.sla_due_at,
      links: { self: `/v1/preauth/${late.id}` },
    });
    for (const { id } of [decided, drawn])
      expect(await told(id, "preauth.sla_breached")).toEqual([]);
    world = await worldOf(node, node.tenant);
    const old = await newPreauth(world, { payer_id: late.payer_id });
    node.clock.advance(8 * dayMs);
    expect(await reportLatePayers(work())).toBe(0);
    expect(await told(old.id, "preauth.sla_breached")).toEqual([]);
  });
});

test("a branch tells of its own, and its screens hear of it", async () => {
  const [branch] = engines;
  if (branch === undefined) throw new Error("there is no branch");
  const node = await branch.start();
  const world = await worldOf(node, node.tenant);
  await newBatch(world, { expiry_date: dayIn(node, 60) });
  await newPreauth(world);
  node.clock.advance(61 * minuteMs);
  const { store, runtime, tenant } = node;
  const published: unknown[] = [];
  const identity = { tenantId: tenant.id, branchId: tenant.branchId };
  const onWritten = (unit: { readonly operation: { readonly type: string } }) =>
    published.push(unit.operation.type);
  const options = { store, runtime, identity, onWritten };
  expect([await reportExpiringHere(options), await reportLatePayersHere(options)]).toEqual([1, 1]);
  expect(published).toEqual(["stock.expire_soon", "preauth.breach"]);
  await node.stop();
});

test("the hub tells of those of the branches that have no node", async () => {
  const hub = await startTestHub();
  const world = await worldOf(hub, hub.tenant);
  await newBatch(world, { expiry_date: dayIn(hub, 60) });
  await newPreauth(world);
  // Only tenants that somebody can come in to are looked after.
  await hub.enrolmentCode(hub.tenant.remoteBranchId);
  hub.clock.advance(61 * minuteMs);
  const { app: url } = hub.urls;
  const store = openPostgresStore({ url, size: 2, instance: "hub", schema: hubSchema });
  const { runtime } = hub;
  for (const work of [reportExpiringAtHub, reportLatePayersAtHub]) {
    const counts = await Promise.all([work({ store, runtime }), work({ store, runtime })]);
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1]);
  }
  await store.close();
  await hub.stop();
});
