import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireConsentsHere } from "@edgeward/branch-node/expired-consents.ts";
import { hubSchema } from "@edgeward/hub/db/hub-schema.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { expireConsentsAtHub, followExpiredAtHub } from "@edgeward/hub/fleet/own-work.ts";
import {
  consentsContract,
  type Consent,
} from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { expireConsents } from "@edgeward/shared/clinical/consents/consents.expired.ts";
import { consentsTable } from "@edgeward/shared/clinical/consents/consents.table.ts";
import { isSharingWithheld } from "@edgeward/shared/clinical/consents/consents.queries.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { engines } from "#support/engines.ts";
import { startTestHub } from "#support/hub-harness.ts";
import type { TestNode } from "#support/node.ts";
import { systemOrigin, writeAsSystem } from "#support/seed.ts";
import { newConsent, said } from "./consent-samples.ts";
import { publishedOf } from "./radiology-samples.ts";
import { worldOf, type World } from "./world.ts";

const hourMs = 3_600_000;
const sharing = { consent_type: "data_sharing", purpose_code: "CAREMGT" } as const;

/** An instant from now on, by a node's clock. */
const inHours = ({ runtime }: TestNode, hours: number) =>
  new Date(runtime.now() + hours * hourMs).toISOString();

function granted(world: World, more: object = {}): Promise<Consent> {
  const until = { valid_until: inHours(world.node, 2) };
  return newConsent(world, { decision: "permit", ...said, ...until, ...more });
}

describe.each(engines)("a consent whose time goes by on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  function expire(branchId = node.tenant.branchId): Promise<number> {
    const { store, runtime, tenant } = node;
    const origin = { ...systemOrigin(tenant.id), branchId };
    return expireConsents({ store, runtime, tenantId: tenant.id, branchId, origin });
  }

  async function read({ id }: Consent): Promise<Consent> {
    return (await world.client.call(consentsContract.get, { params: { id } })).body;
  }

  async function statusOf({ patient_id: id }: Consent) {
    return (await world.client.call(patientsContract.get, { params: { id } })).body.consent_status;
  }

  function isWithheld({ patient_id: id }: Consent): Promise<boolean> {
    const tenantId = node.tenant.id;
    const of = { id, consent_status: "granted" } as const;
    return node.store.read({ tenantId }, ({ kysely: db }) =>
      isSharingWithheld({ db, tenantId }, of, inHours(node, 0)),
    );
  }

  test("is over at its time, said once by the system, and the patient's record says so", async () => {
    const consent = await granted(world);
    const lasting = await granted(world, { valid_until: undefined });
    node.clock.advance(hourMs);
    world = await worldOf(node, node.tenant);
    expect(await expire()).toBe(0);
    expect(await statusOf(consent)).toBe("granted");
    node.clock.advance(hourMs);
    world = await worldOf(node, node.tenant);
    expect(await expire(node.tenant.secondBranchId)).toBe(0);
    const counts = await Promise.all([expire(), expire()]);
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1]);
    const after = await read(consent);
    expect(after).toMatchObject({ status: "expired", active: false, updated_by: "system" });
    expect(after.status_history.map(({ status }) => status)).toEqual(["granted", "expired"]);
    expect([await statusOf(consent), await statusOf(lasting)]).toEqual(["expired", "granted"]);
    const published = await publishedOf(node, consent.id);
    expect(published.filter((type) => type === "consent.expired")).toHaveLength(1);
  });

  test("opens nothing any more from its time on: the records go to no other branch", async () => {
    world = await worldOf(node, node.tenant);
    const consent = await granted(world, sharing);
    expect(await isWithheld(consent)).toBe(false);
    node.clock.advance(2 * hourMs);
    expect(await isWithheld(consent)).toBe(true);
    expect(await expire()).toBe(1);
    expect(await isWithheld(consent)).toBe(true);
    world = await worldOf(node, node.tenant);
    await newConsent(world, {
      ...sharing,
      ...said,
      decision: "permit",
      patient_id: consent.patient_id,
    });
    expect(await isWithheld(consent)).toBe(false);
  });

  test("that was only asked for is over as well, and what was withdrawn stays so", async () => {
    world = await worldOf(node, node.tenant);
    const until = { valid_until: inHours(node, 2) };
    const asked = await newConsent(world, until);
    const withdrawn = await granted(world);
    const params = { id: withdrawn.id };
    const body = { status: "revoked", status_reason: "Wants it no more" } as const;
    await world.client.call(consentsContract.update, { params, body });
    node.clock.advance(3 * hourMs);
    world = await worldOf(node, node.tenant);
    expect(await expire()).toBe(1);
    expect([(await read(asked)).status, (await read(withdrawn)).status]).toEqual([
      "expired",
      "revoked",
    ]);
    expect(await statusOf(withdrawn)).toBe("revoked");
  });

  test("leaves the record granted where another consent stands", async () => {
    world = await worldOf(node, node.tenant);
    const short = await granted(world);
    const { patient_id } = short;
    await granted(world, { patient_id, valid_until: inHours(node, 48) });
    node.clock.advance(3 * hourMs);
    world = await worldOf(node, node.tenant);
    expect(await expire()).toBe(1);
    expect(await statusOf(short)).toBe("granted");
  });
});

test("a branch ends those that were noted there, and its screens hear of it", async () => {
  const [branch] = engines;
  if (branch === undefined) throw new Error("there is no branch");
  const node = await branch.start();
  await granted(await worldOf(node, node.tenant));
  node.clock.advance(3 * hourMs);
  const { store, runtime, tenant } = node;
  const published: unknown[] = [];
  const identity = { tenantId: tenant.id, branchId: tenant.branchId };
  const onWritten = (unit: { readonly operation: { readonly type: string } }) =>
    published.push(unit.operation.type);
  expect(await expireConsentsHere({ store, runtime, identity, onWritten })).toBe(1);
  expect(published).toEqual(["consent.expire"]);
  await node.stop();
});

test("the hub has the patient's record follow one that a branch ended without holding the patient, once", async () => {
  const hub = await startTestHub();
  const world = await worldOf(hub, hub.tenant);
  await hub.enrolmentCode(hub.tenant.remoteBranchId);
  const ended = await granted(world);
  const other = await granted(world);
  const standing = await granted(world);
  await granted(world, { patient_id: standing.patient_id, valid_until: inHours(hub, 48) });
  hub.clock.advance(3 * hourMs);
  for (const { id } of [ended, standing])
    await writeAsSystem(hub, hub.tenant.id, async (write) => {
      const row = await write.load(consentsTable, id);
      if (row !== null) write.update(consentsTable, row, { status: "expired" });
    });
  const { app: url } = hub.urls;
  const store = openPostgresStore({ url, size: 2, instance: "hub", schema: hubSchema });
  const { runtime } = hub;
  expect(await followExpiredAtHub({ store, runtime })).toBe(1);
  expect(await followExpiredAtHub({ store, runtime })).toBe(0);
  await store.close();
  const { client } = await worldOf(hub, hub.tenant);
  const statuses = await Promise.all(
    [ended, other, standing].map(async ({ patient_id: id }) => {
      const { body } = await client.call(patientsContract.get, { params: { id } });
      return body.consent_status;
    }),
  );
  expect(statuses).toEqual(["expired", "granted", "granted"]);
  await hub.stop();
});

test("the hub ends those of the branches that have no node", async () => {
  const hub = await startTestHub();
  await granted(await worldOf(hub, hub.tenant));
  // Only tenants that somebody can come in to are looked after.
  await hub.enrolmentCode(hub.tenant.remoteBranchId);
  hub.clock.advance(3 * hourMs);
  const { app: url } = hub.urls;
  const store = openPostgresStore({ url, size: 2, instance: "hub", schema: hubSchema });
  const { runtime } = hub;
  const counts = await Promise.all([
    expireConsentsAtHub({ store, runtime }),
    expireConsentsAtHub({ store, runtime }),
  ]);
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1]);
  await store.close();
  await hub.stop();
});
