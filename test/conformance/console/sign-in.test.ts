import { afterAll, beforeAll, expect, test } from "vitest";
import { staffCredentialsTable, staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { consoleBranchesContract } from "@edgeward/shared/console/console-branches.contract.ts";
import { consoleSessionContract } from "@edgeward/shared/console/console-session.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { writeAsSystem } from "#support/seed.ts";
import {
  codeOf,
  nameTenant,
  pageOf,
  seedAdministrator,
  signIn,
  trySignIn,
  type Administrator,
} from "./administrators.ts";

const minute = 60_000;
let hub: TestHub;
let admin: Administrator;

beforeAll(async () => {
  hub = await startTestHub();
  await nameTenant(hub, hub.tenant, "pune-clinics");
  await nameTenant(hub, hub.other, "delhi-clinics");
  const { branchId, secondBranchId } = hub.tenant;
  const branches = [branchId, secondBranchId];
  admin = await seedAdministrator(hub, hub.tenant, {
    username: "asha.rao",
    role: "tenant_admin",
    branches,
  });
  await seedAdministrator(hub, hub.tenant, { username: "a.clerk", role: "front_desk", branches });
  await seedAdministrator(hub, hub.other, {
    username: "their.admin",
    role: "tenant_admin",
    branches: [hub.other.branchId],
  });
});
afterAll(() => hub?.stop());

const ours = { tenant: "pune-clinics", username: "asha.rao" };

function statusOf(cookie: string, method = "GET", path = "/console/api/session"): Promise<number> {
  return fetch(`${hub.url}${path}`, {
    method,
    headers: { cookie, origin: hub.url, "x-tenant-id": hub.tenant.id },
  }).then(({ status }) => status);
}

async function auditActions(): Promise<readonly string[]> {
  await hub.readAudit.drain();
  const rows = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT action FROM audit_events WHERE tenant_id = $1 AND module = 'console'", [
      hub.tenant.id,
    ]),
  );
  return rows.map((row) => String(row["action"]));
}

test("lets an administrator in by clinic, name and password, with a cookie that no script and no other site gets at", async () => {
  const answer = await trySignIn(hub, { tenant: " Pune-Clinics ", username: "Asha.Rao" });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    staff: { id: admin.staffId, roles: ["tenant_admin"] },
    tenant: { id: hub.tenant.id },
  });
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/u);
  expect(cookie).toContain("Path=/console/api;");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await auditActions()).toContain("login");
});

test("takes the tenant's id in place of its short name", async () => {
  const cookie = await signIn(hub, { ...ours, tenant: hub.tenant.id });
  expect(await statusOf(cookie)).toBe(200);
});

test("answers a wrong clinic, another clinic, a wrong name and a wrong password alike", async () => {
  const wrong = [
    { ...ours, tenant: "no-clinic" },
    { ...ours, tenant: "delhi-clinics" },
    { ...ours, tenant: "ten_00000000000000000000000000" },
    { ...ours, username: "no.body" },
    { ...ours, password: "another one" },
  ];
  const answers = await Promise.all(
    wrong.map(async (typed) => {
      const answer = await trySignIn(hub, typed, { "x-request-id": "req_the_same" });
      return { status: answer.status, text: await answer.text() };
    }),
  );
  expect(answers[0]).toMatchObject({ status: 401, text: expect.stringMatching("invalid_cred") });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await auditActions()).toContain("login_failed");
});

test("tells somebody who is no administrator so, after the right password alone", async () => {
  const clerk = { tenant: "pune-clinics", username: "a.clerk" };
  const right = await trySignIn(hub, clerk);
  expect([right.status, right.headers.get("set-cookie")]).toEqual([403, null]);
  expect((await trySignIn(hub, { ...clerk, password: "wrong" })).status).toBe(401);
});

test("makes whoever guesses wait, and nobody who guesses another name", async () => {
  const guessed = { ...ours, username: "guessed.name", password: "no" };
  for (let tries = 0; tries < 5; tries += 1)
    expect((await trySignIn(hub, guessed)).status).toBe(401);
  const late = await trySignIn(hub, guessed);
  expect([late.status, await codeOf(late)]).toEqual([429, "rate_limited"]);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(10);
  expect((await trySignIn(hub, ours)).status).toBe(201);
});

test("refuses what a page of another site sends, also to sign in", async () => {
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  const cookie = await signIn(hub, ours);
  for (const headers of foreign) {
    expect((await trySignIn(hub, ours, headers)).status).toBe(403);
    const out = await fetch(`${hub.url}/console/api/session`, {
      method: "DELETE",
      headers: { cookie, ...headers },
    });
    expect(out.status).toBe(403);
  }
  expect(await statusOf(cookie)).toBe(200);
});

test("ends a session at once when its owner signs out", async () => {
  const cookie = await signIn(hub, ours);
  const other = await signIn(hub, ours);
  expect(await statusOf(cookie)).toBe(200);
  const out = await fetch(`${hub.url}/console/api/session`, {
    method: "DELETE",
    headers: { cookie, origin: hub.url },
  });
  expect([out.status, out.headers.get("set-cookie")]).toEqual([
    204,
    expect.stringMatching(/^edgeward_console=; Path=\/console\/api; Max-Age=0;/u),
  ]);
  expect(await statusOf(cookie)).toBe(401);
  expect(await statusOf(other)).toBe(200);
  expect(await auditActions()).toContain("logout");
});

test("ends a session where nobody has been for a quarter of an hour, and keeps one where somebody is", async () => {
  const [used, left] = [await signIn(hub, ours), await signIn(hub, ours)];
  hub.clock.advance(10 * minute);
  const page = pageOf(hub, hub.tenant, used);
  expect((await page.call(consoleSessionContract.keep)).status).toBe(204);
  // A page that reads by itself keeps nothing alive.
  expect(await statusOf(left, "GET", "/console/api/branches")).toBe(200);
  hub.clock.advance(6 * minute);
  expect(await statusOf(left)).toBe(401);
  expect(await statusOf(used)).toBe(200);
});

test("ends a session after half a day, whatever is done in it", async () => {
  const cookie = await signIn(hub, ours);
  const page = pageOf(hub, hub.tenant, cookie);
  for (let quarters = 0; quarters < 71; quarters += 1) {
    hub.clock.advance(10 * minute);
    await page.call(consoleSessionContract.keep);
  }
  expect(await statusOf(cookie)).toBe(200);
  hub.clock.advance(11 * minute);
  expect(await statusOf(cookie)).toBe(401);
});

test("ends the sessions of those who may sign in no longer, and of those who are administrators no longer", async () => {
  const cookie = await signIn(hub, ours);
  const change = (work: (roles: readonly string[], status: string) => Promise<void>) => work;
  const put = change(async (roles, status) => {
    await writeAsSystem(hub, hub.tenant.id, async (write) => {
      const staff = await write.load(staffTable, admin.staffId);
      const credential = await write.load(staffCredentialsTable, admin.credentialId);
      if (staff === null || credential === null) throw new Error("the administrator is gone");
      write.update(staffTable, staff, { roles });
      write.update(staffCredentialsTable, credential, { status });
    });
  });
  await put(["doctor"], "active");
  expect(await statusOf(cookie)).toBe(401);
  await put(["tenant_admin"], "suspended");
  expect(await statusOf(cookie)).toBe(401);
  expect((await trySignIn(hub, ours)).status).toBe(401);
  await put(["tenant_admin"], "active");
  expect(await statusOf(cookie)).toBe(200);
});

test("keeps a hash of what opens a session, and not that itself", async () => {
  const cookie = await signIn(hub, ours);
  const secret = cookie.split(".").at(-1) ?? "";
  const rows = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query("SELECT * FROM console_sessions", []),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(secret);
  const forged = cookie.replace(secret, "A".repeat(secret.length));
  expect(await statusOf(forged)).toBe(401);
});

test("shows nothing of a tenant to the administrator of another", async () => {
  const theirs = await signIn(hub, { tenant: "delhi-clinics", username: "their.admin" });
  const page = pageOf(hub, hub.tenant, theirs);
  const refused = page.call(consoleBranchesContract.list);
  await expect(refused).rejects.toMatchObject({ status: 403, code: "tenant_forbidden" });
  const own = pageOf(hub, hub.other, theirs);
  const { body } = await own.call(consoleBranchesContract.list);
  expect(body.data.map(({ code }) => code)).toEqual(["DEL1", "DEL2", "DEL3"]);
});
