import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleHolidaysContract as contract } from "@edgeward/shared/clinical/holidays/holidays.console.contract.ts";
import { holidaysContract } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { nameTenant, seedAdministrator, signIn } from "./administrators.ts";

let hub: TestHub;
let page: Client;
let managersPage: Client;
let headers: Readonly<Record<string, string>>;

async function openPage(role: string): Promise<Client> {
  const { tenant } = hub;
  const branches = [tenant.branchId];
  const { username } = await seedAdministrator(hub, tenant, { username: role, role, branches });
  const cookie = await signIn(hub, { tenant: "ours", username });
  const own = { cookie, origin: hub.url, "x-tenant-id": tenant.id, "x-branch-id": tenant.branchId };
  if (role === "tenant_admin") headers = own;
  return createClient({ baseUrl: hub.url, headers: () => own });
}

beforeAll(async () => {
  hub = await startTestHub();
  await nameTenant(hub, hub.tenant, "ours");
  page = await openPage("tenant_admin");
  managersPage = await openPage("branch_admin");
});
afterAll(() => hub?.stop());

const body = { date: "2026-12-25", name: "Christmas" };

test("adds a holiday, changes it and takes it away, as /v1 has it and with the author in the audit", async () => {
  const { body: made } = await page.call(contract.create, { body });
  expect(made).toMatchObject({ ...body, closes: true, branches: null, status: "active" });
  const { id } = made;
  const change = (said: object) => page.call(contract.update, { params: { id }, body: said });
  const branches = [hub.tenant.secondBranchId];
  expect((await change({ branches, closes: false })).body).toMatchObject({
    branches,
    closes: false,
  });
  expect((await change({ status: "withdrawn" })).body.status).toBe("withdrawn");
  const listed = (await page.call(contract.list, { query: { date_from: "2026-01-01" } })).body.data;
  expect(listed).toMatchObject([{ id, status: "withdrawn" }]);
  const program = await clientFor(hub, hub.tenant);
  const { body: known } = await program.call(holidaysContract.get, { params: { id } });
  expect(known).toMatchObject({ id, status: "withdrawn", branches });
  const audited = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT DISTINCT actor_type FROM audit_events WHERE entity_id = $1", [id]),
  );
  expect(audited).toEqual([{ actor_type: "staff" }]);
});

test("names the field of a holiday that stands already, and does not write over what was changed since", async () => {
  const again = { ...body, name: "Republic Day", date: "2027-01-26" };
  const { body: made } = await page.call(contract.create, { body: again });
  await expect(page.call(contract.create, { body: again })).rejects.toMatchObject({
    status: 422,
    code: "duplicate_value",
    details: { fields: [{ path: "name" }] },
  });
  const request = { params: { id: made.id }, body: { note: "Parade" } };
  const seen = { headers: { "if-match": `"v${made.version}"` } };
  await page.call(contract.update, request, seen);
  await expect(
    page.call(contract.update, { ...request, body: { note: "Later" } }, seen),
  ).rejects.toMatchObject({ status: 412, code: "version_conflict" });
});

test("is read by an administrator of a branch, and changed by those of the tenant alone", async () => {
  expect((await managersPage.call(contract.list)).body.data.length).toBeGreaterThan(0);
  await expect(managersPage.call(contract.create, { body })).rejects.toMatchObject({ status: 403 });
});

test("is nobody's without a session, from another site's page, of another tenant or for another's branch", async () => {
  const status = async (more: Readonly<Record<string, string>>) =>
    (await fetch(`${hub.url}/console/api/holidays`, { headers: { ...headers, ...more } })).status;
  expect(await status({})).toBe(200);
  expect(await status({ cookie: "edgeward_console=nonsense" })).toBe(401);
  expect(await status({ origin: "https://evil.example" })).toBe(403);
  expect(await status({ "x-tenant-id": hub.other.id })).toBe(403);
  expect(await status({ "x-branch-id": hub.other.branchId })).toBe(403);
  expect(await status({ "x-branch-id": "" })).toBe(400);
});
