import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hubSchema } from "@edgeward/hub/db/hub-schema.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { reportBreachedAtHub } from "@edgeward/hub/fleet/own-work.ts";
import { reportBreachedHere } from "@edgeward/branch-node/breached-triage.ts";
import { reportBreached } from "@edgeward/shared/clinical/triage/triage.breached.ts";
import { triageContract, type Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { engines } from "#support/engines.ts";
import { startTestHub } from "#support/hub-harness.ts";
import { keptEvents } from "#support/kept-events.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { systemOrigin } from "#support/seed.ts";
import { newTriage } from "./stay-samples.ts";
import { worldOf, type World } from "./world.ts";

const { get, update } = triageContract;
const minuteMs = 60_000;

describe.each(engines)("an emergency whose time goes by on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  function tell(branchId = node.tenant.branchId): Promise<number> {
    const { store, runtime, tenant } = node;
    const origin = { ...systemOrigin(tenant.id), branchId };
    return reportBreached({ store, runtime, tenantId: tenant.id, branchId, origin });
  }

  /** Puts the clock to so long after a triage's time. */
  function wait({ due_at: due }: Triage, ms: number): void {
    node.clock.advance(Date.parse(due) + ms - node.clock.now());
  }

  async function read({ id }: Triage): Promise<Triage> {
    const client = await clientFor(node, node.tenant);
    return (await client.call(get, { params: { id } })).body;
  }

  async function change({ id }: Triage, body: object): Promise<Triage> {
    const client = await clientFor(node, node.tenant);
    return (await client.call(update, { params: { id }, body })).body;
  }

  async function told({ id }: Triage): Promise<number> {
    const events = await keptEvents(node, (event) => event.entity_id === id);
    return events.filter(({ event_type: type }) => type === "triage.breached").length;
  }

  test("is told of once, by the system, however often and by however many it is looked for", async () => {
    const triage = await newTriage(world);
    wait(triage, -minuteMs);
    expect(await tell()).toBe(0);
    wait(triage, minuteMs);
    expect(await tell(node.tenant.secondBranchId)).toBe(0);
    const counts = await Promise.all([tell(), tell()]);
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect(await tell()).toBe(0);
    expect(await told(triage)).toBe(1);
    const after = await read(triage);
    expect([after.breached_at, after.breached, after.updated_by]).toEqual([
      triage.due_at,
      true,
      "system",
    ]);
  });

  test("is told of once also where it is triaged anew", async () => {
    world = await worldOf(node, node.tenant);
    const triage = await newTriage(world);
    wait(triage, minuteMs);
    expect(await tell()).toBe(1);
    const anew = await change(triage, { level: 2 });
    wait(anew, minuteMs);
    expect(await tell()).toBe(0);
    expect(await told(triage)).toBe(1);
  });

  test("is not told of who is treated by then, or has waited since days", async () => {
    world = await worldOf(node, node.tenant);
    const [treated, old] = [await newTriage(world), await newTriage(world)];
    await change(treated, { status: "in_treatment" });
    wait(treated, 25 * 60 * minuteMs);
    expect(await tell()).toBe(0);
    expect([await told(treated), await told(old)]).toEqual([0, 0]);
  });
});

test("a branch tells of its own, and its screens hear of it", async () => {
  const [branch] = engines;
  if (branch === undefined) throw new Error("there is no branch");
  const node = await branch.start();
  const triage = await newTriage(await worldOf(node, node.tenant));
  const { store, runtime, tenant } = node;
  node.clock.advance(Date.parse(triage.due_at) + minuteMs - node.clock.now());
  const published: unknown[] = [];
  const identity = { tenantId: tenant.id, branchId: tenant.branchId };
  const onWritten = (unit: { readonly operation: { readonly type: string } }) =>
    published.push(unit.operation.type);
  expect(await reportBreachedHere({ store, runtime, identity, onWritten })).toBe(1);
  expect(published).toEqual(["triage.breach"]);
  await node.stop();
});

test("the hub tells of those of the branches that have no node", async () => {
  const hub = await startTestHub();
  const triage = await newTriage(await worldOf(hub, hub.tenant));
  // Only tenants that somebody can come in to are looked after.
  await hub.enrolmentCode(hub.tenant.remoteBranchId);
  hub.clock.advance(Date.parse(triage.due_at) + minuteMs - hub.clock.now());
  const { app: url } = hub.urls;
  const store = openPostgresStore({ url, size: 2, instance: "hub", schema: hubSchema });
  const { runtime } = hub;
  const counts = await Promise.all([
    reportBreachedAtHub({ store, runtime }),
    reportBreachedAtHub({ store, runtime }),
  ]);
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1]);
  await store.close();
  await hub.stop();
});
