import { afterAll, beforeAll, expect, test } from "vitest";
import { branchOrigin } from "@edgeward/branch-node/node/branch-origin.ts";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { purgeExpired } from "@edgeward/shared/write/expiry.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { systemOrigin } from "#support/seed.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

const day = 86_400_000;
let hub: TestHub;
let branch: SyncedBranch;

beforeAll(async () => {
  hub = await startTestHub();
  branch = await startSyncedBranch(hub, hub.tenant.branchId);
});

afterAll(async () => {
  await branch.stop();
  await hub.stop();
});

async function begin(): Promise<string> {
  const desk = await branch.client(["front_desk"]);
  const body = { kind: "registration", form_state: { name: "Half a na" } };
  return (await desk.call(draftsContract.create, { body })).body.id;
}

function purgeAtBranch(): Promise<number> {
  const origin = branchOrigin(branch.identity, branch.identity.nodeId, "system");
  const before = isoInstant(hub.clock.now());
  return branch.store.write({ tenantId: hub.tenant.id }, (session) =>
    purgeExpired(session, branch.branch.runtime, origin, before),
  );
}

test("forms that nobody has touched for a month go, audited, on both nodes; newer ones and unsent ones stay", async () => {
  const old = await begin();
  await branch.push();
  hub.clock.advance(20 * day);
  const fresh = await begin();
  await branch.push();
  expect(await purgeAtBranch()).toBe(0);
  hub.clock.advance(11 * day);
  const desk = await branch.client(["front_desk"]);
  const unsent = await begin();
  await branch.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query("UPDATE drafts SET expires_at = created_at WHERE id = ?", [unsent]),
  );
  expect(await purgeAtBranch()).toBe(1);
  const get = desk.call(draftsContract.get, { params: { id: old } });
  await expect(get).rejects.toMatchObject({ status: 404 });
  for (const id of [fresh, unsent]) {
    expect((await desk.call(draftsContract.get, { params: { id } })).body.id).toBe(id);
  }
  expect(
    await branch.rows("SELECT action FROM audit_events WHERE entity_id = ? ORDER BY seq", old),
  ).toContainEqual({ action: "purge" });

  const gone = await hub.store.write({ tenantId: hub.tenant.id }, (session) =>
    purgeExpired(session, hub.runtime, systemOrigin(hub.tenant.id), isoInstant(hub.clock.now())),
  );
  expect(gone).toBe(1);
  // Nothing of it travels: the branch is notified of nothing.
  expect(await branch.push()).toHaveLength(1);
});
