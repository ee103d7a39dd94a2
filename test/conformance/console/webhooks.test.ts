import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleWebhooksContract as contract } from "@edgeward/shared/console/console-webhooks.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { adult } from "../patient-desk.ts";
import { nameTenant, pageOf, seedAdministrator, signIn } from "./administrators.ts";

const url = "https://receiver.example/in";
let hub: TestHub;
let page: Client;
let staffId: string;

beforeAll(async () => {
  hub = await startTestHub();
  const { tenant } = hub;
  await nameTenant(hub, tenant, "ours");
  const admin = { username: "an.admin", role: "tenant_admin", branches: [tenant.branchId] };
  ({ staffId } = await seedAdministrator(hub, tenant, admin));
  page = pageOf(hub, tenant, await signIn(hub, { tenant: "ours", username: "an.admin" }));
});
afterAll(() => hub?.stop());

function rowsOf(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return hub.store.read({ tenantId: hub.tenant.id }, (session) => session.query(sql, []));
}

test("shows a receiver's secret once: no list has it, and the database shows it nowhere, also not as an answer that is kept", async () => {
  const body = { url, events: ["patient.created"] };
  const options = { idempotencyKey: "add-once" };
  const { body: made } = await page.call(contract.add, { body }, options);
  expect(made.signing_secret).toMatch(/^whsec_/u);
  const { body: listed } = await page.call(contract.list);
  expect(listed.data).toMatchObject([{ id: made.id, url, events: ["patient.created"] }]);
  expect(JSON.stringify(listed)).not.toContain(made.signing_secret);
  const kept = await rowsOf("SELECT response_body FROM idempotency_keys");
  const receivers = await rowsOf("SELECT * FROM webhook_endpoints");
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify([kept, receivers])).not.toContain(made.signing_secret);
  // Whoever lost the answer gets it again by the same key.
  const again = await page.call(contract.add, { body }, options);
  expect(again.body).toEqual(made);
  expect((await page.call(contract.list)).body.data).toHaveLength(1);
});

test("names the field of an address that nobody may be sent to, and of an event that there is not", async () => {
  const refused = (body: { readonly url: string; readonly events: string[] }) =>
    page.call(contract.add, { body });
  await expect(refused({ url: "http://10.0.0.1/in", events: ["*"] })).rejects.toMatchObject({
    status: 422,
    details: { fields: [{ path: "url" }] },
  });
  await expect(refused({ url, events: ["no.such"] })).rejects.toMatchObject({
    status: 422,
    details: { fields: [{ path: "events.0", code: "invalid_enum" }] },
  });
});

test("says which events there are", async () => {
  const { body } = await page.call(contract.eventTypes);
  expect(body.data).toContain("patient.created");
});

test("gives a receiver another secret, and ends what it is sent", async () => {
  const { body: made } = await page.call(contract.add, { body: { url, events: ["*"] } });
  const id = { params: { id: made.id } };
  const { body: rotated } = await page.call(contract.rotateSecret, id);
  expect(rotated.signing_secret).not.toBe(made.signing_secret);
  const { body: ended } = await page.call(contract.disable, id);
  expect(ended).toMatchObject({ id: made.id, status: "disabled" });
});

test("sends an event once more, whatever became of it, as long as its receiver is sent anything", async () => {
  const { body: made } = await page.call(contract.add, { body: { url, events: ["*"] } });
  const clerk = await clientFor(hub, hub.tenant);
  await clerk.call(patientsContract.create, { body: adult });
  const ofReceiver = { query: { endpoint_id: made.id } };
  const listed = async () => (await page.call(contract.deliveries, ofReceiver)).body.data[0];
  const id = (await listed())?.id ?? "";
  for (const was of ["delivered", "exhausted", "pending"]) {
    await hub.store.write({ tenantId: hub.tenant.id }, (session) =>
      session.query(
        `UPDATE webhook_deliveries SET delivery_status = $2, next_attempt_at = NULL,
           delivered_at = $3, attempt_count = 3 WHERE id = $1`,
        [id, was, was === "delivered" ? new Date(hub.clock.now()).toISOString() : null],
      ),
    );
    const { body: resent } = await page.call(contract.resend, { params: { id } });
    expect(resent).toMatchObject({ id, delivery_status: "pending", delivered_at: null });
    const dueMs = Date.parse(resent.next_attempt_at ?? "") - hub.clock.now();
    expect(Math.abs(dueMs)).toBeLessThan(10_000);
    expect(await listed()).toMatchObject({ delivery_status: "pending", attempt_count: 3 });
  }
  await page.call(contract.disable, { params: { id: made.id } });
  await expect(page.call(contract.resend, { params: { id } })).rejects.toMatchObject({
    status: 409,
    code: "invalid_transition",
  });
});

test("keeps in the audit who did it", async () => {
  const rows = await rowsOf("SELECT actor_id, action FROM audit_events WHERE module = 'webhooks'");
  const actions = rows.map(({ action }) => String(action));
  expect(actions.toSorted()).toEqual([
    "create",
    "create",
    "create",
    "disable",
    "disable",
    "resend",
    "resend",
    "resend",
    "update",
  ]);
  expect(new Set(rows.map(({ actor_id: actor }) => actor))).toEqual(new Set([staffId]));
});
