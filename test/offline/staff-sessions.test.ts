import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { staffCredentialsTable, staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import { requireBootstrap } from "@edgeward/branch-node/sync/bootstrap.ts";
import { clientsTable } from "@edgeward/shared/clinical/tenants/clients.table.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import { createClient } from "@edgeward/shared/contract/client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { post } from "#support/paired-device.ts";
import { writeAsSystem } from "#support/seed.ts";
import { until } from "#support/until.ts";

const password = "seven words that nobody guesses";
const sessionShape = z.object({ access_token: z.string(), refresh_token: z.string() });
type Session = z.output<typeof sessionShape>;

let hub: TestHub;
let branch: LiveBranch;

async function addCredential(
  username: string,
  validUntil: string | null,
  staffId = hub.tenant.clerkId,
): Promise<void> {
  const verifier = await hash(password);
  const node = { store: branch.node.store, runtime: hub.runtime };
  await writeAsSystem(node, hub.tenant.id, (write) => {
    write.insert(staffCredentialsTable, `crd_${username}`, {
      branch_id: null,
      staff_id: staffId,
      username,
      password_verifier: verifier,
      pin_verifier: verifier,
      valid_until: validUntil,
      status: "active",
      metadata: {},
    });
  });
}

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
  await addCredential("ravi", null);
});
afterAll(async () => {
  await branch?.stop();
  await hub?.stop();
});

const signIn = (username = "ravi") =>
  post(`${branch.url}/auth/staff/login`, { username, password });
const refresh = (token: string) =>
  post(`${branch.url}/auth/staff/refresh`, { refresh_token: token });

async function session(): Promise<Session> {
  return sessionShape.parse((await signIn()).body);
}

function headersOf({ access_token }: Session): Readonly<Record<string, string>> {
  return {
    authorization: `Bearer ${access_token}`,
    "x-tenant-id": hub.tenant.id,
    "x-branch-id": hub.tenant.branchId,
  };
}

async function reads(holder: Session): Promise<number> {
  const answer = await fetch(`${branch.url}/v1/patients`, { headers: headersOf(holder) });
  return answer.status;
}

async function signOut(holder: Session): Promise<void> {
  const answer = await fetch(`${branch.url}/auth/staff/logout`, {
    method: "POST",
    headers: headersOf(holder),
  });
  expect(answer.status).toBe(204);
}

let own: Session;
beforeEach(async () => {
  own = await session();
  if ((await reads(own)) !== 200) throw new Error("the session opens nothing");
});

test("a session that was ended stays ended when the branch starts again", async () => {
  const other = await session();
  await signOut(own);
  expect(await reads(own)).toBe(401);
  branch = await branch.restart();
  expect(await reads(own)).toBe(401);
  expect((await refresh(own.refresh_token)).status).toBe(401);
  expect(await reads(other)).toBe(200);
});

describe("a locked page", () => {
  const unlock = (holder: Session, pin: string) =>
    fetch(`${branch.url}/auth/staff/unlock`, {
      method: "POST",
      headers: { ...headersOf(holder), "content-type": "application/json" },
      body: JSON.stringify({ pin }),
    });
  const auditOf = (action: string) =>
    branch.node.store.read({ tenantId: hub.tenant.id }, (reading) =>
      reading.kysely.selectFrom("audit_events").selectAll().where("action", "=", action).execute(),
    );

  test("is opened by the PIN of whoever is signed in, and it is in the audit", async () => {
    expect((await unlock(own, password)).status).toBe(204);
    await until("it is audited", 5_000, async () => (await auditOf("unlock")).length > 0);
  });

  test("is not opened by another PIN, nor by nobody, and whoever guesses has to wait", async () => {
    const nobody = { ...own, access_token: "x.y.z" };
    expect((await unlock(nobody, password)).status).toBe(401);
    const answers: number[] = [];
    for (let tried = 0; tried < 7; tried += 1) answers.push((await unlock(own, "0000")).status);
    expect(answers.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(answers.at(-1)).toBe(429);
    expect((await unlock(own, password)).status).toBe(429);
    await until(
      "they are audited",
      5_000,
      async () => (await auditOf("unlock_failed")).length >= 5,
    );
  });
});

describe("who acts at a colleague's desk by their own PIN", () => {
  const countersign = (pin: string) =>
    fetch(`${branch.url}/auth/staff/countersign`, {
      method: "POST",
      headers: { ...headersOf(own), "content-type": "application/json" },
      body: JSON.stringify({ staff_id: hub.tenant.doctorId, pin }),
    });

  test("takes over a shift there as themselves, once, and may do nothing else by it", async () => {
    const node = { store: branch.node.store, runtime: hub.runtime };
    await writeAsSystem(node, hub.tenant.id, async (write) => {
      const row = await write.load(staffTable, hub.tenant.doctorId);
      if (row !== null) write.update(staffTable, row, { roles: ["doctor", "billing"] });
    });
    await addCredential("asha", null, hub.tenant.doctorId);
    const client = (holder: Pick<Session, "access_token">) =>
      createClient({
        baseUrl: branch.url,
        headers: () => headersOf({ ...holder, refresh_token: "" }),
      });
    const cashier = client(own);
    const opened = { body: { counter: "Till 1", float_minor: 5_000 } };
    const params = { id: (await cashier.call(cashierShiftsContract.create, opened)).body.id };
    const change = (by: typeof cashier, body: z.input<typeof cashierShiftsContract.update.body>) =>
      by.call(cashierShiftsContract.update, { params, body });
    await change(cashier, { count: { sum_minor: 5_000 } });
    await change(cashier, { status: "handed_over", handed_to: hub.tenant.doctorId });
    await expect(change(cashier, { status: "closed" })).rejects.toMatchObject({ status: 403 });
    expect((await countersign("0000")).status).toBe(401);
    const signed = z
      .object({ access_token: z.string() })
      .parse(await (await countersign(password)).json());
    const receiver = client(signed);
    expect((await change(receiver, { status: "closed" })).body).toMatchObject({
      status: "closed",
      accepted_by: hub.tenant.doctorId,
      credited_minor: 5_000,
    });
    expect(await reads({ ...signed, refresh_token: "" })).toBe(403);
    const left = await fetch(`${branch.url}/auth/staff/logout`, {
      method: "POST",
      headers: headersOf({ ...signed, refresh_token: "" }),
    });
    expect(left.status).toBe(403);
  });
});

describe("a page's live connection", () => {
  async function ticketOf(holder: Session): Promise<string> {
    const client = createClient({ baseUrl: branch.url, headers: () => headersOf(holder) });
    return (await client.call(wsTicketContract.create, { body: {} })).body.ticket;
  }

  function connect(ticket: string): { readonly socket: WebSocket; closed: Promise<number> } {
    const socket = new WebSocket(`${branch.url.replace(/^http/u, "ws")}/ws?ticket=${ticket}`);
    const closed = new Promise<number>((resolve) => {
      socket.on("error", () => undefined);
      socket.once("close", (code) => resolve(code));
    });
    return { socket, closed };
  }

  test("ends with its session, within a second, and no other does", async () => {
    const mine = connect(await ticketOf(own));
    const another = await session();
    const theirs = connect(await ticketOf(another));
    await Promise.all(
      [mine, theirs].map(({ socket }) => new Promise((resolve) => socket.once("message", resolve))),
    );
    const began = performance.now();
    await signOut(own);
    expect(await mine.closed).toBe(4401);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(theirs.socket.readyState).toBe(WebSocket.OPEN);
    theirs.socket.terminate();
  });

  test("is not opened by a ticket from before the end", async () => {
    const ticket = await ticketOf(own);
    await signOut(own);
    expect(await connect(ticket).closed).toBe(4401);
  });
});

describe("a refresh token", () => {
  test("is good once, and an answer that was lost is given again", async () => {
    const first = sessionShape.parse((await refresh(own.refresh_token)).body);
    expect(first.refresh_token).not.toBe(own.refresh_token);
    const again = sessionShape.parse((await refresh(own.refresh_token)).body);
    expect(again.refresh_token).toBe(first.refresh_token);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  test("of many pages that ask at once has one successor", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(own.refresh_token)));
    const next = answers.map(({ body }) => sessionShape.parse(body).refresh_token);
    expect(new Set(next).size).toBe(1);
  });

  test("that was used before ends the session, for whoever has the newest one as well", async () => {
    const second = sessionShape.parse((await refresh(own.refresh_token)).body);
    const third = sessionShape.parse((await refresh(second.refresh_token)).body);
    expect((await refresh(own.refresh_token)).status).toBe(401);
    expect((await refresh(third.refresh_token)).status).toBe(401);
    expect(await reads(third)).toBe(401);
    const found = () =>
      branch.rows(
        "SELECT action FROM audit_events WHERE module = 'auth' AND action = 'token_reused'",
      );
    await until("it is in the audit", 5_000, async () => (await found()).length > 0);
    expect(await found()).toHaveLength(1);
  });

  test("that nobody was given ends nothing", async () => {
    const [id = ""] = own.refresh_token.split(".");
    expect((await refresh(`${id}.made-up`)).status).toBe(401);
    expect(await reads(own)).toBe(200);
    expect((await refresh(own.refresh_token)).status).toBe(200);
  });

  test("is not kept in the database in any form that opens anything", async () => {
    const next = sessionShape.parse((await refresh(own.refresh_token)).body);
    const rows = JSON.stringify(await branch.rows("SELECT * FROM staff_sessions"));
    for (const { refresh_token } of [own, next])
      expect(rows).not.toContain(refresh_token.split(".")[1]);
  });
});

test("a credential ends at the time that is written in it, without the hub", async () => {
  await addCredential("until-yesterday", new Date(Date.now() - 86_400_000).toISOString());
  await addCredential("until-tomorrow", new Date(Date.now() + 86_400_000).toISOString());
  const ended = await signIn("until-yesterday");
  expect([ended.status, JSON.stringify(ended.body).includes("invalid_credentials")]).toEqual([
    401,
    true,
  ]);
  expect((await signIn("until-tomorrow")).status).toBe(200);
});

async function feed(entity: "clients" | "staff", id: string): Promise<void> {
  await hub.store.write({ tenantId: hub.tenant.id }, (writing) =>
    writing.query(
      "INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id) VALUES ($1, '*', $2, $3, 'op_test')",
      [hub.tenant.id, entity, id],
    ),
  );
}

/** Changes what stands at the hub without a word in its feed: only a file of everything brings it. */
async function changeAtHub(statement: string, id: string): Promise<void> {
  await hub.store.write({ tenantId: hub.tenant.id }, (writing) =>
    writing.query(statement, [hub.tenant.id, id]),
  );
}

describe("a program that is suspended", () => {
  async function program(): Promise<string> {
    const id = hub.runtime.newId("cli");
    await writeAsSystem(hub, hub.tenant.id, (write) => {
      write.insert(clientsTable, id, {
        branch_id: null,
        name: "Laboratory",
        secret_hash: id,
        roles: ["integrator"],
        scopes: null,
        branches: null,
        status: "active",
        metadata: {},
      });
    });
    await feed("clients", id);
    const rows = () => branch.rows("SELECT 1 FROM clients WHERE id = ?", id);
    await until("the program is known", 20_000, async () => (await rows()).length === 1);
    return id;
  }

  async function connection(id: string): Promise<{ readonly closed: Promise<number> }> {
    const headers = await branch.headers(["integrator"], { sub: id, client_id: id });
    const client = createClient({ baseUrl: branch.url, headers: () => headers });
    const { ticket } = (await client.call(wsTicketContract.create, { body: {} })).body;
    const socket = new WebSocket(`${branch.url.replace(/^http/u, "ws")}/ws?ticket=${ticket}`);
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    await new Promise((resolve) => socket.once("message", resolve));
    return { closed };
  }

  test("hears nothing more over the connection that it has", async () => {
    const id = await program();
    const { closed } = await connection(id);
    await changeAtHub(
      "UPDATE clients SET status = 'suspended', version = version + 1 WHERE tenant_id = $1 AND id = $2",
      id,
    );
    await feed("clients", id);
    expect(await closed).toBe(4401);
  });

  test("is out when everything comes anew by a file after a long absence, and so is a person who was suspended", async () => {
    const id = await program();
    const { closed } = await connection(id);
    const suspend = (table: string, status: string) =>
      `UPDATE ${table} SET status = '${status}', version = version + 1 WHERE tenant_id = $1 AND id = $2`;
    await changeAtHub(suspend("clients", "suspended"), id);
    await changeAtHub(suspend("staff", "inactive"), hub.tenant.clerkId);
    await requireBootstrap(branch.node.store, hub.tenant.id);
    await feed("staff", hub.tenant.doctorId);
    expect(await closed).toBe(4401);
    await until("the session is over", 20_000, async () => (await reads(own)) === 401);
    await changeAtHub(suspend("staff", "active"), hub.tenant.clerkId);
    await feed("staff", hub.tenant.clerkId);
    await until("they may sign in again", 20_000, async () => (await signIn()).status === 200);
  });
});

test("whoever is suspended at the hub is out at the branch as soon as it hears of it", async () => {
  await hub.store.write({ tenantId: hub.tenant.id }, async (writing) => {
    const who = [hub.tenant.id, hub.tenant.clerkId];
    await writing.query(
      "UPDATE staff SET status = 'inactive', version = version + 1 WHERE tenant_id = $1 AND id = $2",
      who,
    );
    await writing.query(
      `INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id) VALUES ($1, '*', 'staff', $2, 'op_suspended')`,
      who,
    );
  });
  await until("the session is over", 20_000, async () => (await reads(own)) === 401);
  expect((await refresh(own.refresh_token)).status).toBe(401);
});
