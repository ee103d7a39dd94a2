import { createHash } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { ownPinContract } from "@edgeward/branch-node/staff/own-pin.contract.ts";
import { staffCredentialsTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { codeOf, post } from "#support/paired-device.ts";
import { writeAsSystem } from "#support/seed.ts";
import { until } from "#support/until.ts";

const password = "seven words that nobody guesses";
const givenPin = "5170";
const sessionShape = z.object({
  access_token: z.string(),
  staff: z.object({ has_pin: z.boolean() }),
});

let hub: TestHub;
let branch: LiveBranch;
let isHubAway = false;
let people = 0;
let username: string;
let staffId: string;
let own: Client;
let token: string;

/** Somebody who works here and whom the hub has given a password, and a PIN. */
async function addPerson(): Promise<void> {
  people += 1;
  username = `person-${people}`;
  staffId = people === 1 ? hub.tenant.doctorId : hub.tenant.clerkId;
  const [passwordVerifier, pinVerifier] = await Promise.all([hash(password), hash(givenPin)]);
  const node = { store: branch.node.store, runtime: hub.runtime };
  await branch.node.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query("DELETE FROM staff_credentials WHERE staff_id = ?", [staffId]),
  );
  await writeAsSystem(node, hub.tenant.id, (write) => {
    write.insert(staffCredentialsTable, `crd_${people}`, {
      branch_id: null,
      staff_id: staffId,
      username,
      password_verifier: passwordVerifier,
      pin_verifier: pinVerifier,
      valid_until: null,
      status: "active",
      metadata: {},
    });
  });
}

const signIn = () => post(`${branch.url}/auth/staff/login`, { username, password });

async function unlock(pin: string): Promise<number> {
  const answer = await fetch(`${branch.url}/auth/staff/unlock`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ pin }),
  });
  return answer.status;
}

const set = (pin: string, by = password) =>
  own.call(ownPinContract.set, { body: { password: by, pin } });

const audited = (action: string) =>
  branch.rows(
    "SELECT * FROM audit_events WHERE action = ? AND entity_id = ? AND module = 'auth'",
    action,
    staffId,
  );

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
});
afterAll(async () => {
  await branch?.stop();
  if (!isHubAway) await hub?.stop();
});
beforeEach(async () => {
  await addPerson();
  token = sessionShape.parse((await signIn()).body).access_token;
  const headers = {
    authorization: `Bearer ${token}`,
    "x-tenant-id": hub.tenant.id,
    "x-branch-id": hub.tenant.branchId,
  };
  own = createClient({ baseUrl: branch.url, headers: () => headers });
});

test("a PIN that somebody has set opens their page in place of the hub's, and set again it is the last", async () => {
  expect(await unlock(givenPin)).toBe(204);
  expect((await set("482913")).status).toBe(204);
  expect([await unlock(givenPin), await unlock("482913")]).toEqual([401, 204]);
  await set("60417");
  expect([await unlock("482913"), await unlock("60417")]).toEqual([401, 204]);
  expect(await audited("pin_set")).toHaveLength(2);
});

test("whoever has had no PIN has one from then on", async () => {
  await branch.node.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query("UPDATE staff_credentials SET pin_verifier = NULL WHERE username = ?", [
      username,
    ]),
  );
  expect(sessionShape.parse((await signIn()).body).staff.has_pin).toBe(false);
  await set("482913");
  expect(sessionShape.parse((await signIn()).body).staff.has_pin).toBe(true);
  expect(await unlock("482913")).toBe(204);
});

test("a PIN that is guessed easily is refused by the field's name, and all stays as it was", async () => {
  for (const pin of ["1111", "1234", "482", "48a9"])
    await expect(set(pin)).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "pin" }] },
    });
  expect(await unlock(givenPin)).toBe(204);
});

test("a wrong password is refused by the field's name and counts as an attempt to sign in", async () => {
  for (let tried = 0; tried < 5; tried += 1)
    await expect(set("482913", "a guess")).rejects.toMatchObject({
      status: 422,
      details: { fields: [{ path: "password" }] },
    });
  await expect(set("482913", "a guess")).rejects.toMatchObject({ code: "rate_limited" });
  expect(codeOf(await signIn())).toBe("rate_limited");
  expect(await unlock(givenPin)).toBe(204);
  await until("it is audited", 5_000, async () => (await audited("pin_refused")).length === 5);
});

test("neither a program nor a screen has a PIN", async () => {
  const program = await branch.client(["front_desk"], { sub: "cli_lab", client_id: "cli_lab" });
  const body = { password, pin: "482913" };
  await expect(program.call(ownPinContract.set, { body })).rejects.toMatchObject({ status: 403 });
  const screen = await branch.client(["device"]);
  await expect(screen.call(ownPinContract.set, { body })).rejects.toMatchObject({ status: 403 });
});

/** Whether anything that the branch keeps has a text in it. */
async function isKept(text: string): Promise<boolean> {
  const tables = await branch.rows("SELECT name FROM sqlite_master WHERE type = 'table'");
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      JSON.stringify(await branch.rows(`SELECT * FROM "${String(name)}"`)),
    ),
  );
  return texts.some((kept) => kept.includes(text));
}

test("no other trace of password and PIN is kept than a verifier, and nothing of them travels", async () => {
  const journal = () => branch.rows("SELECT COUNT(*) AS count FROM journal");
  const before = await journal();
  const body = { password, pin: "98140736" };
  await own.call(ownPinContract.set, { body });
  expect(await journal()).toEqual(before);
  const bodyHash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  for (const text of [body.pin, password, bodyHash]) expect(await isKept(text)).toBe(false);
  expect(await isKept("$argon2id$")).toBe(true);
  expect(await branch.rows("SELECT * FROM idempotency_keys WHERE principal = ?", staffId)).toEqual(
    [],
  );
});

test("a PIN of one's own counts no longer when the hub has given another password", async () => {
  await set("482913");
  const verifier = await hash("another password");
  await branch.node.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query("UPDATE staff_credentials SET password_verifier = ? WHERE username = ?", [
      verifier,
      username,
    ]),
  );
  expect([await unlock("482913"), await unlock(givenPin)]).toEqual([401, 204]);
});

test("it is set while the hub is away, and is there after a restart", async () => {
  await hub.stop();
  isHubAway = true;
  expect((await set("482913")).status).toBe(204);
  branch = await branch.restart();
  expect(await unlock("482913")).toBe(204);
});
