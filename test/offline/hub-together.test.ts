import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { hang, startReceiver, type Receiver } from "#conformance/webhooks/receiver.ts";
import { newPatient } from "./front-desk.ts";
import { numbersFrom, say, startMoreHub, type MoreHub, type Said } from "./more-hubs.ts";
import { enrolHandNode, type HandNode } from "./sync/hand-node.ts";

// Processes of one hub, each asked by itself: what one of them has counted or changed holds at the others.

let product: Product;
let node: HandNode;
const more: MoreHub[] = [];
const receivers: Receiver[] = [];

const hubs = () => [product.hubUrl, ...more.map(({ url }) => url)];

/** The n-th process, from the first again behind the last. */
function hubAt(nth: number): string {
  return hubs()[nth % hubs().length] ?? "";
}

function count(answers: readonly Said[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

async function asProgram(branchId = product.demo.branch_id) {
  return {
    authorization: `Bearer ${await product.token("hub")}`,
    "x-tenant-id": product.demo.tenant_id,
    "x-branch-id": branchId,
  };
}

async function register(url: string, key: string, body: unknown, branchId?: string) {
  const headers = { ...(await asProgram(branchId)), "idempotency-key": key };
  return say(`${url}/v1/patients`, { method: "POST", headers, body });
}

/** Registers so many, each at the next process. */
function registerMany(times: number, branchId?: string): Promise<readonly Said[]> {
  return Promise.all(
    Array.from({ length: times }, (_, nth) =>
      register(hubAt(nth), randomUUID(), newPatient(), branchId),
    ),
  );
}

async function freeBranch(): Promise<string> {
  const [row] = await product.hubRows(
    "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 AND NOT has_node ORDER BY id",
    [product.demo.tenant_id, product.demo.branch_id],
  );
  return String(row?.["id"]);
}

async function listening(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  receivers.push(started);
  return started;
}

const eventShape = z.object({
  data: z.object({ object: z.object({ id: z.string() }) }),
});

/** Whom the events were about that have come. */
function subjectsOf({ received }: Receiver): readonly string[] {
  return received.map(({ body }) => eventShape.parse(JSON.parse(body)).data.object.id);
}

const addedShape = z.object({ id: z.string() });

async function receiverOf({ url }: Receiver): Promise<string> {
  const body = { tenant_id: product.demo.tenant_id, url, events: ["patient.created"] };
  const { body: added } = await product.operator("POST", "/operator/webhook-endpoints", body);
  return addedShape.parse(added).id;
}

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  more.push(await startMoreHub(product, "second"));
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await node?.stop();
  await Promise.all(more.map(({ child }) => child.stop()));
  await product?.stop();
});

describe.each([2, 4])("%i processes of a hub", (processes) => {
  const from = (last: number) => `127.0.${processes}.${last}`;

  beforeAll(async () => {
    const missing = Array.from({ length: processes - hubs().length }, (_, nth) =>
      startMoreHub(product, `more${nth}`),
    );
    more.push(...(await Promise.all(missing)));
  });

  test("make one record of one key, and give its answer again to the byte, each of them", async () => {
    const [key, body] = [randomUUID(), newPatient()];
    const answers = await Promise.all(
      Array.from({ length: 6 * processes }, (_, nth) => register(hubAt(nth), key, body)),
    );
    const [first] = answers.filter(({ status }) => status === 201);
    const later = await Promise.all(hubs().map((url) => register(url, key, body)));
    expect(later.map(({ status, text }) => [status, text])).toEqual(
      hubs().map(() => [201, first?.text]),
    );
    const others = await Promise.all(hubs().map((url) => register(url, key, newPatient())));
    expect(count(others, 422)).toBe(processes);
    const rows = await product.hubRows("SELECT id FROM patients WHERE id = $1", [
      first?.body["id"],
    ]);
    expect(rows).toHaveLength(1);
  });

  test("give no number twice and leave none out", async () => {
    const made = await registerMany(10 * processes);
    expect(count(made, 201)).toBe(made.length);
    const numbers = made.map(({ body }) => String(body["uhid"])).toSorted();
    expect(numbers).toEqual(numbersFrom(numbers[0] ?? "", numbers.length));
  });

  test("take one of the changes that were made of the same version, wherever they were sent", async () => {
    const [patient] = await registerMany(1);
    const path = `/v1/patients/${String(patient?.body["id"])}`;
    const headers = { ...(await asProgram()), "if-match": '"v1"' };
    const answers = await Promise.all(
      Array.from({ length: 3 * processes }, (_, nth) =>
        say(`${hubAt(nth)}${path}`, {
          method: "PUT",
          headers: { ...headers, "idempotency-key": randomUUID() },
          body: { email: `number${nth}@example.in` },
        }),
      ),
    );
    expect(count(answers, 200)).toBe(1);
    const won = answers.find(({ status }) => status === 200)?.body["email"];
    const seen = await Promise.all(
      hubs().map((url) => say(`${url}${path}`, { method: "GET", headers })),
    );
    expect(seen.map(({ body }) => [body["version"], body["email"]])).toEqual(
      hubs().map(() => [2, won]),
    );
  });

  test("count guesses together: secrets, passwords, codes and the operator's token", async () => {
    const { tenant, username } = product.demo.tenant_admin;
    const wrong = `cli_wrong${processes}`;
    const grant = { grant_type: "client_credentials", client_id: wrong, client_secret: "x" };
    const public_jwk = { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) };
    const ways = [
      { path: "/auth/token", body: grant, refused: 401, headers: {} },
      {
        path: "/console/api/sign-in",
        body: { tenant, username: `${username}${processes}`, password: "x" },
        refused: 401,
        headers: {},
      },
      {
        path: "/fleet/enrol",
        body: { code: "BCDF-1234", name: "guess", public_jwk },
        refused: 422,
        headers: {},
      },
      {
        path: "/operator/compact",
        body: {},
        refused: 401,
        headers: { authorization: "Bearer wrong" },
      },
    ];
    for (const [place, { path, body, refused, headers }] of ways.entries()) {
      const answers = await Promise.all(
        Array.from({ length: 10 * processes }, (_, nth) =>
          say(`${hubAt(nth)}${path}`, { method: "POST", headers, body, from: from(10 + place) }),
        ),
      );
      expect(count(answers, refused), path).toBeLessThanOrEqual(5);
      expect(count(answers, 429) + count(answers, refused), path).toBe(answers.length);
    }
  });

  test("know a session of the console that began at one of them, until it ends at another", async () => {
    const { tenant, username, password } = product.demo.tenant_admin;
    const begun = await say(`${product.hubUrl}/console/api/sign-in`, {
      method: "POST",
      headers: {},
      body: { tenant, username, password },
    });
    expect(begun.status).toBe(201);
    const ask = (url: string, method: string) =>
      say(`${url}/console/api/session`, { method, headers: { cookie: begun.cookie } });
    const statuses = async () =>
      (await Promise.all(hubs().map((url) => ask(url, "GET")))).map(({ status }) => status);
    expect(await statuses()).toEqual(hubs().map(() => 200));
    expect((await ask(hubAt(processes - 1), "DELETE")).status).toBe(204);
    expect(await statuses()).toEqual(hubs().map(() => 401));
  });

  test("notify a receiver of each event once, whichever of them has written it", async () => {
    const receiver = await listening();
    const endpoint_id = await receiverOf(receiver);
    const made = await registerMany(10 * processes);
    const ids = made.map(({ body }) => String(body["id"])).toSorted();
    await until("every event has arrived", 20_000, () => receiver.received.length >= ids.length);
    const { status } = await product.operator("POST", "/operator/webhook-endpoints/disable", {
      tenant_id: product.demo.tenant_id,
      endpoint_id,
    });
    expect(status).toBe(200);
    expect((await registerMany(processes)).map(({ status: made201 }) => made201)).toEqual(
      hubs().map(() => 201),
    );
    expect(subjectsOf(receiver).toSorted()).toEqual(ids);
  });

  test("go on with a cursor that another of them has given", async () => {
    const headers = await asProgram();
    const ids: unknown[] = [];
    let query = "?limit=7";
    for (let nth = 0; nth < 6; nth += 1) {
      const { status, body } = await say(`${hubAt(nth)}/v1/patients${query}`, {
        method: "GET",
        headers,
      });
      expect(status).toBe(200);
      const page = z
        .object({ data: z.array(z.object({ id: z.string() })), next_cursor: z.string() })
        .parse(body);
      ids.push(...page.data.map(({ id }) => id));
      query = `?limit=7&cursor=${page.next_cursor}`;
    }
    expect(new Set(ids).size).toBe(42);
  });
});

describe("what one process of a hub has changed", () => {
  test("holds at the others with their next request: a branch that has a node of its own", async () => {
    const branchId = await freeBranch();
    // Each of them has just asked for the branch's settings.
    const before = await registerMany(hubs().length, branchId);
    expect(before.map(({ body }) => String(body["uhid"]).includes("/H-"))).toEqual(
      hubs().map(() => false),
    );
    node = await enrolHandNode(product, branchId);
    const after = await registerMany(hubs().length, branchId);
    // The node goes on with the branch's own numbers.
    expect(after.map(({ body }) => String(body["uhid"]).includes("/H-"))).toEqual(
      hubs().map(() => true),
    );
  });

  test("is read by a branch once, whichever of them it asks for the next page", async () => {
    const client = new HubClient({ identity: node.identity, now: Date.now });
    const { tenantId, branchId } = node.identity;
    const headers = {
      authorization: `Bearer ${await client.token()}`,
      "x-tenant-id": tenantId,
      "x-branch-id": branchId,
    };
    await client.close();
    const pageShape = z.object({
      data: z.array(z.object({ table: z.string(), id: z.string() })),
      cursor: z.string(),
      has_more: z.boolean(),
    });
    let [cursor, nth] = ["", 0];
    const seen: string[] = [];
    const readOn = async (): Promise<boolean> => {
      const query = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      nth += 1;
      const url = `${hubAt(nth)}/v1/sync/feed?limit=50${query}`;
      const page = pageShape.parse((await say(url, { method: "GET", headers })).body);
      ({ cursor } = page);
      seen.push(...page.data.filter(({ table }) => table === "patients").map(({ id }) => id));
      return page.has_more;
    };
    while (await readOn());
    seen.length = 0;
    const writing = registerMany(30, branchId);
    for (let page = 0; page < 20; page += 1) await readOn();
    const ids = (await writing).map(({ body }) => String(body["id"]));
    await until("the last page has been read", 10_000, async () => {
      while (await readOn());
      return ids.every((id) => seen.includes(id));
    });
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  test("ends a program at all of them within a second", async () => {
    const { clinical_other_tenant: other, other_tenant_id, other_branch_id } = product.demo;
    const grant = { grant_type: "client_credentials", ...other };
    const { body } = await say(`${hubAt(1)}/auth/token`, {
      method: "POST",
      headers: {},
      body: grant,
    });
    const headers = {
      authorization: `Bearer ${String(body["access_token"])}`,
      "x-tenant-id": other_tenant_id,
      "x-branch-id": other_branch_id,
    };
    const statuses = async () => {
      const answers = await Promise.all(
        hubs().map((url) => say(`${url}/v1/patients?limit=1`, { method: "GET", headers })),
      );
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual(hubs().map(() => 200));
    const { client_id } = other;
    await product.operator("POST", "/operator/clients/suspend", { client_id });
    await until("nobody lets it in", 2_000, async () =>
      (await statuses()).every((status) => status === 401),
    );
    const again = await Promise.all(
      hubs().map((url) => say(`${url}/auth/token`, { method: "POST", headers: {}, body: grant })),
    );
    expect(count(again, 401)).toBe(hubs().length);
  });

  test("reaches its receiver, and keeps its chain, although the process is killed with it in hand", async () => {
    let isHanging = true;
    const receiver = await listening(() => (isHanging ? hang : 200));
    await receiverOf(receiver);
    const made = await registerMany(4 * hubs().length);
    const ids = made.map(({ body }) => String(body["id"])).toSorted();
    const came = () => new Set(subjectsOf(receiver));
    await until("all are under way", 20_000, () => ids.every((id) => came().has(id)));
    const killed = more.splice(0);
    await Promise.all(
      killed.map(({ child }) => {
        const gone = new Promise((resolve) => child.process.once("exit", resolve));
        child.process.kill("SIGKILL");
        return gone;
      }),
    );
    isHanging = false;
    const { length: before } = receiver.received;
    // As half a minute later: what the dead had in hand is free then, and so is what this one waits for.
    await product.hubRows("UPDATE webhook_deliveries SET lease_until = NULL");
    await until("all have been taken", 30_000, async () => {
      const [row] = await product.hubRows(
        `SELECT count(*)::int AS waiting FROM webhook_deliveries AS d
           JOIN domain_events AS e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
          WHERE e.entity_id = ANY($1) AND d.delivery_status <> 'delivered'`,
        [ids],
      );
      return row?.["waiting"] === 0;
    });
    expect(new Set(subjectsOf(receiver).slice(before))).toEqual(new Set(ids));
    const { body } = await product.operator("GET", "/operator/audit/verify");
    expect(body["ok"]).toBe(true);
    const writers = await product.hubRows(
      "SELECT DISTINCT split_part(stream, '/', 1) AS process FROM audit_events WHERE entity_id = ANY($1)",
      [ids],
    );
    expect(writers.length).toBe(1 + killed.length);
  });
});
