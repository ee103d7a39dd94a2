import { afterAll, beforeAll, expect, test } from "vitest";
import { noteFinding } from "@edgeward/shared/audit/foreign.ts";
import {
  consoleBranchesContract,
  type ConsoleBranch,
} from "@edgeward/shared/console/console-branches.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { revenueContract } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { localDate } from "@edgeward/shared/kernel/zones.ts";
import { feedContract } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { fleetContract } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor, headersFor } from "#support/node.ts";
import { makeKey, post } from "#support/paired-device.ts";
import { nameTenant, pageOf, seedAdministrator, signIn } from "./administrators.ts";

const nodeId = "nod_01m7ytsqhj53yqck2mvbg45kbz";
let hub: TestHub;
let page: Client;
let node: Client;

function claims() {
  return { sub: nodeId, roles: ["node"], bids: [hub.tenant.branchId] };
}

async function putNode(id: string, tenantId: string, branchId: string): Promise<void> {
  await hub.store.write({ tenantId }, (session) =>
    session.query(
      `INSERT INTO nodes (id, tenant_id, branch_id, name, public_jwk, status, epoch, accepted_seq, enrolled_at)
       VALUES ($1, $2, $3, 'front office', '{}', 'active', 1, 0, $4)`,
      [id, tenantId, branchId, new Date(hub.clock.now()).toISOString()],
    ),
  );
}

beforeAll(async () => {
  hub = await startTestHub();
  const { tenant } = hub;
  await nameTenant(hub, tenant, "ours");
  const admin = { username: "an.admin", role: "tenant_admin", branches: [tenant.branchId] };
  await seedAdministrator(hub, tenant, admin);
  page = pageOf(hub, tenant, await signIn(hub, { tenant: "ours", username: "an.admin" }));
  await putNode(nodeId, tenant.id, tenant.branchId);
  node = await clientFor(hub, tenant, { claims: claims() });
});
afterAll(() => hub?.stop());

async function branch(code: string): Promise<ConsoleBranch | undefined> {
  const { body } = await page.call(consoleBranchesContract.list);
  return body.data.find((one) => one.code === code);
}

async function shakeHands(more: {
  readonly next_seq: number;
  readonly oldest_unsent_at?: string | null;
  readonly release?: string;
}): Promise<void> {
  const own = { epoch: 1, install_id: "0123456789abcdef", is_forked: false, schema: 2 };
  const said = { ...own, answered_seq: 0, incarnation: null, nonce: null };
  await node.call(fleetContract.handshake, { body: { ...said, ...more } });
}

test("says of a branch without a node that it has none, and of one that has never spoken nothing more", async () => {
  expect(await branch("PUN2")).toMatchObject({ state: "none", node: null, unsent: null });
  expect(await branch("PUN1")).toMatchObject({
    state: "offline",
    node: { id: nodeId, name: "front office", release: null },
    last_contact_at: null,
    unsent: null,
  });
});

test("shows what a node says of itself, what it has not sent, and since when the oldest of it waits", async () => {
  const oldest = "2026-11-23T02:10:00.000Z";
  await shakeHands({ next_seq: 8, oldest_unsent_at: oldest, release: "0.1.0" });
  expect(await branch("PUN1")).toMatchObject({
    unsent: 7,
    oldest_unsent_at: oldest,
    reported_at: expect.any(String),
    node: { release: "0.1.0" },
  });
  await shakeHands({ next_seq: 1, oldest_unsent_at: null, release: "0.1.0" });
  expect(await branch("PUN1")).toMatchObject({ unsent: 0, oldest_unsent_at: null });
});

test("sums up revenue with what a branch has not sent named, and as complete once everything is here", async () => {
  const day = localDate(hub.clock.now(), "Asia/Kolkata");
  const reader = await clientFor(hub, hub.tenant);
  const asked = async () => {
    const query = { date_from: day, date_to: day };
    return (await reader.call(revenueContract.summary, { query })).body;
  };
  await shakeHands({ next_seq: 8 });
  await node.call(feedContract.feed, { query: { limit: "1" } });
  const { branchId } = hub.tenant;
  await expect.poll(asked).toMatchObject({
    complete: false,
    waiting: [{ branch_id: branchId, unsent: 7, set_aside: 0 }],
  });
  await shakeHands({ next_seq: 1 });
  await expect.poll(asked).toMatchObject({ complete: true, waiting: [] });
  // Cut off since, it may have billed more.
  hub.clock.advance(61_000);
  expect(await asked()).toMatchObject({
    complete: false,
    waiting: [{ branch_id: branchId, unsent: 0, as_of: expect.any(String) }],
  });
});

test("calls a branch in touch while it is heard of, and offline a minute later", async () => {
  const headers = await headersFor(hub, hub.tenant, { claims: claims() });
  const feed = await fetch(`${hub.url}/v1/sync/feed?limit=1`, { headers });
  expect(feed.status).toBe(200);
  await expect.poll(async () => (await branch("PUN1"))?.state).toBe("online");
  const heard = (await branch("PUN1"))?.last_contact_at;
  hub.clock.advance(61_000);
  expect(await branch("PUN1")).toMatchObject({ state: "offline", last_contact_at: heard });
  const { body } = await page.call(consoleBranchesContract.overview);
  expect(body.branches).toEqual({ online: 0, offline: 1, none: 2, blocked: 0 });
});

test("counts what waits, what was refused, what people have to decide, and what the audit shows", async () => {
  const { id: tenantId, branchId } = hub.tenant;
  await hub.store.write({ tenantId }, async (session) => {
    for (const [seq, outcome] of ["held", "rejected", "rejected", "applied"].entries())
      await session.query(
        `INSERT INTO received_operations (tenant_id, node_id, epoch, seq, op_id, operation_type, outcome, result, operation, received_at)
         VALUES ($1, $2, 1, $3, $4, 'patient.create', $5, '{}', '{}', '2026-11-23T03:00:00.000Z')`,
        [tenantId, nodeId, seq + 1, `op_${seq}`, outcome],
      );
    const found = { signed: "a.b.c", fault: `stream ${tenantId}/x went back from 9 to 3` };
    await noteFinding(session, { tenantId, nodeId }, found, hub.clock.now());
  });
  expect(await branch("PUN1")).toMatchObject({ held: 1, rejected: 2, conflicts: 0 });
  const { body } = await page.call(consoleBranchesContract.overview);
  expect(body).toMatchObject({ held: 1, rejected: 2, audit_findings: 1, feed_stalled_since: null });
  const findings = await page.call(consoleBranchesContract.findings);
  expect(findings.body.data).toMatchObject([
    { id: nodeId, branch_id: branchId, branch_name: "Branch PUN1" },
  ]);
});

test("says of a node that was turned off that it is", async () => {
  await hub.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query("UPDATE nodes SET status = 'revoked' WHERE id = $1", [nodeId]),
  );
  expect(await branch("PUN1")).toMatchObject({ state: "blocked" });
  const { body } = await page.call(consoleBranchesContract.overview);
  expect(body.branches).toMatchObject({ blocked: 1, offline: 0 });
});

test("pages the branches by name, each of them once", async () => {
  const first = await page.call(consoleBranchesContract.list, { query: { limit: "2" } });
  const cursor = first.body.next_cursor ?? "";
  const second = await page.call(consoleBranchesContract.list, { query: { limit: "2", cursor } });
  const codes = [...first.body.data, ...second.body.data].map(({ code }) => code);
  expect(codes).toEqual(["PUN1", "PUN2", "PUN3"]);
  expect([first.body.has_more, second.body.has_more]).toEqual([true, false]);
});

test("shows an administrator of one branch that branch alone", async () => {
  const { tenant } = hub;
  const manager = {
    username: "a.manager",
    role: "branch_admin",
    branches: [tenant.secondBranchId],
  };
  await seedAdministrator(hub, tenant, manager);
  const own = pageOf(hub, tenant, await signIn(hub, { tenant: "ours", username: "a.manager" }));
  const { body } = await own.call(consoleBranchesContract.list);
  expect(body.data.map(({ code }) => code)).toEqual(["PUN2"]);
  const overview = await own.call(consoleBranchesContract.overview);
  expect(overview.body).toMatchObject({ held: 0, rejected: 0, audit_findings: 0 });
  expect(overview.body.branches).toEqual({ online: 0, offline: 0, blocked: 0, none: 1 });
  expect((await own.call(consoleBranchesContract.findings)).body.data).toEqual([]);
});

test("makes a code with which a machine becomes a branch's node, once and by that very branch, and keeps it from every reader", async () => {
  const { secondBranchId: id } = hub.tenant;
  const options = { idempotencyKey: "one-code" };
  const offer = () => page.call(consoleBranchesContract.enrolmentCode, { params: { id } }, options);
  const { body: offered } = await offer();
  expect(offered).toMatchObject({ branch_id: id, code: expect.stringMatching(/^.{4}-.{4}$/u) });
  const lasts = Date.parse(offered.expires_at) - hub.clock.now();
  expect(lasts).toBeGreaterThan(590_000);
  expect(lasts).toBeLessThanOrEqual(600_000);
  // Whoever lost the answer gets the same code by the same key, and from nowhere else.
  expect((await offer()).body).toEqual(offered);
  const kept = await hub.store.read({ tenantId: hub.tenant.id }, async (session) => [
    await session.query("SELECT * FROM enrolment_codes", []),
    await session.query("SELECT response_body FROM idempotency_keys", []),
    await session.query("SELECT * FROM audit_events WHERE action = 'offer_enrolment'", []),
  ]);
  expect(kept[2]).toMatchObject([{ entity_id: id }]);
  expect(JSON.stringify(kept)).not.toContain(offered.code);
  const { x } = (await makeKey("EdDSA")).publicJwk;
  const body = {
    code: offered.code,
    name: "second office",
    public_jwk: { kty: "OKP", crv: "Ed25519", x },
  };
  const enrol = () => post(`${hub.url}/fleet/enrol`, body);
  expect(await enrol()).toMatchObject({ status: 201, body: { branch_id: id } });
  expect(await enrol()).toMatchObject({ status: 422 });
});
