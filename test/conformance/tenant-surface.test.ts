import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type ApiError, type Client } from "@edgeward/shared/contract/client.ts";
import { openApiDocument } from "@edgeward/shared/contract/openapi.ts";
import { clinicalRules } from "@edgeward/shared/contract/surface-rules.ts";
import {
  createExpress,
  mountSurface,
  requestIds,
  unknownAddress,
} from "@edgeward/shared/http/mount.ts";
import { problemHandler } from "@edgeward/shared/http/problem.ts";
import { enterTenant } from "@edgeward/shared/pipeline/admission.ts";
import { run } from "@edgeward/shared/pipeline/run.ts";
import type { Surface } from "@edgeward/shared/pipeline/surface.ts";
import { contractsOf } from "@edgeward/shared/resource/module.ts";
import type { TenantScope } from "@edgeward/shared/resource/context.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { headersFor, listen, type Listening } from "#support/node.ts";
import { makeAtHub } from "#support/trial-tables.ts";
import { without } from "./requests.ts";
import { noticesContract, noticesModule, noticesTable } from "./tenant-notices.ts";

const bodyLimit = 2_000;
let hub: TestHub;
let listening: Listening;
let surface: Surface<TenantScope>;
let headers: Readonly<Record<string, string>>;
let client: Client;

/** A surface on which a key may be left out, calls act for the tenant, and too much is a 422. */
function tenantSurface({ surface: clinical }: TestHub): Surface<TenantScope> {
  return {
    ...clinical,
    bodyLimit,
    policy: {
      ...clinical.policy,
      scope: "tenant",
      idempotency: "optional",
      statuses: { payload_too_large: 422 },
      eventSurface: "account",
      tagPrefix: "Account: ",
      enter: enterTenant,
      takeLimit: () => Promise.resolve({ remaining: 7 }),
    },
  };
}

beforeAll(async () => {
  hub = await startTestHub();
  await makeAtHub(hub.adminUrl, noticesTable);
  surface = tenantSurface(hub);
  const app = createExpress();
  app.use(requestIds(hub.runtime.newId));
  mountSurface(app, surface, [noticesModule]);
  app.use(unknownAddress, problemHandler(surface.docsUrl, surface.log));
  listening = await listen();
  listening.serve(app);
  headers = without(await headersFor(hub, hub.tenant), "x-branch-id");
  client = createClient({ baseUrl: listening.url, headers: () => headers });
});
afterAll(async () => {
  await listening?.close();
  await hub?.stop();
});

async function put(id: string): Promise<void> {
  await client.call(noticesContract.create, { body: { id, title: "Closed", day: "2026-12-25" } });
}

function send(method: string, path: string, body: unknown, more: Record<string, string> = {}) {
  return fetch(`${listening.url}${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json", ...more },
    body: JSON.stringify(body),
  });
}

async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  const error = await call.then(
    () => null,
    (thrown: ApiError) => thrown,
  );
  return [error?.status ?? 0, error?.code ?? "none"];
}

describe("a surface for the whole tenant", () => {
  test("changes what a PATCH names, without a branch and without a key", async () => {
    await put("patched");
    const answer = await send("PATCH", "/account/notices/patched", { title: "Open" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("etag")).toBe('"v2"');
    expect(answer.headers.get("x-rate-limit-remaining")).toBe("7");
    expect(await answer.json()).toEqual({
      id: "patched",
      version: 2,
      title: "Open",
      day: "2026-12-25",
    });
    const stale = await send("PATCH", "/account/notices/patched", {}, { "if-match": '"v1"' });
    expect(stale.status).toBe(412);
  });

  test("answers a key that it was given a second time with the same bytes, and refuses it for another intent", async () => {
    await put("keyed");
    const key = { "idempotency-key": "one-intent" };
    const first = await send("PATCH", "/account/notices/keyed", { title: "Once" }, key);
    const second = await send("PATCH", "/account/notices/keyed", { title: "Once" }, key);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await second.text()).toBe(await first.text());
    const other = await send("PATCH", "/account/notices/keyed", { title: "Twice" }, key);
    expect(await other.json()).toMatchObject({ error: { code: "idempotency_key_reused" } });
    const { body } = await client.call(noticesContract.get, { params: { id: "keyed" } });
    expect(body).toMatchObject({ title: "Once", version: 2 });
  });

  test("runs what comes without a key each time", async () => {
    await put("twice");
    await send("PATCH", "/account/notices/twice", { title: "One" });
    const again = await send("PATCH", "/account/notices/twice", { title: "One" });
    expect([again.headers.get("etag"), again.headers.get("idempotent-replayed")]).toEqual([
      '"v3"',
      null,
    ]);
  });

  test("says of what is there already that it is", async () => {
    const body = { id: "there", title: "Closed", day: "2026-12-25" };
    const first = await client.call(noticesContract.create, { body });
    const second = await client.call(noticesContract.create, { body });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  test("publishes its events on the surface that its policy names", async () => {
    await put("published");
    await client.call(noticesContract.send, { params: { id: "published" }, body: { people: 1 } });
    const rows = await surface.store.read({ tenantId: hub.tenant.id }, (session) =>
      session.query("SELECT event_type, surface FROM domain_events WHERE entity_id = $1", [
        "published",
      ]),
    );
    expect(rows).toEqual([{ event_type: "notice.sent", surface: "account" }]);
  });

  test("takes for later with 202, ends with 204 without a body, and calls it gone from then on", async () => {
    await put("leaving");
    const id = { params: { id: "leaving" } };
    const taken = await client.call(noticesContract.send, { ...id, body: { people: 3 } });
    expect([taken.status, taken.body]).toEqual([202, { queued: 3 }]);
    const options = { idempotencyKey: "withdraw-once" };
    const ended = await client.call(noticesContract.withdraw, id, options);
    expect([ended.status, ended.body, ended.headers.get("content-type")]).toEqual([
      204,
      null,
      null,
    ]);
    const replayed = await client.call(noticesContract.withdraw, id, options);
    expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([204, "true"]);
    expect(await refusal(client.call(noticesContract.get, id))).toEqual([410, "gone"]);
    expect(await refusal(client.call(noticesContract.withdraw, id))).toEqual([410, "gone"]);
    expect(await refusal(client.call(noticesContract.calendar, id))).toEqual([410, "gone"]);
  });

  test("answers a calendar as a file, which the typed client gives as one", async () => {
    await put("dated");
    const answer = await client.call(noticesContract.calendar, { params: { id: "dated" } });
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain('filename="notice.ics"');
    expect(await answer.body.text()).toContain("DTSTART;VALUE=DATE:20261225\r\n");
    const head = await fetch(`${listening.url}/account/notices/dated/calendar`, { method: "HEAD" });
    expect([head.status, head.headers.get("allow")]).toEqual([405, "GET"]);
  });

  test("gives its codes the statuses of its own", async () => {
    const body = { id: "large", title: "x".repeat(bodyLimit), day: "2026-12-25" };
    const answer = await send("POST", "/account/notices", body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { code: "payload_too_large" } });
  });

  test("keeps a tenant's own from another, and from those who may not", async () => {
    await put("ours");
    const others = await headersFor(hub, hub.other);
    const stranger = createClient({ baseUrl: listening.url, headers: () => others });
    const id = { params: { id: "ours" } };
    expect(await refusal(stranger.call(noticesContract.get, id))).toEqual([404, "not_found"]);
    const nurse = await headersFor(hub, hub.tenant, { claims: { roles: ["nurse"] } });
    const weak = createClient({ baseUrl: listening.url, headers: () => nurse });
    expect(await refusal(weak.call(noticesContract.get, id))).toEqual([403, "forbidden"]);
    const foreign = { ...headers, "x-tenant-id": hub.other.id };
    const forged = createClient({ baseUrl: listening.url, headers: () => foreign });
    expect(await refusal(forged.call(noticesContract.get, id))).toEqual([403, "tenant_forbidden"]);
  });

  test("takes back what a command did that was refused without a key", async () => {
    const answer = await send("PATCH", "/account/notices/nowhere", { title: "Open" });
    expect(answer.status).toBe(404);
  });

  test("refuses headers that no operation could carry", async () => {
    await put("odd");
    const path = "/account/notices/odd";
    const fieldOf = async (name: string, length: number) => {
      const answer = await send("PATCH", path, {}, { [name]: "x".repeat(length) });
      const body: unknown = await answer.json();
      return [answer.status, JSON.stringify(body).includes(`"path":"${name}"`)];
    };
    expect(await fieldOf("X-Device-Id", 64)).toEqual([200, false]);
    expect(await fieldOf("X-Device-Id", 65)).toEqual([422, true]);
    expect(await fieldOf("X-Access-Reason", 500)).toEqual([200, false]);
    expect(await fieldOf("X-Access-Reason", 501)).toEqual([422, true]);
  });

  test("takes a paired device for no other device than its token's", async () => {
    await put("device");
    const claims = { did: "dev_01m7ytsqhj53yqck2mvbg45kbz" };
    const own = without(await headersFor(hub, hub.tenant, { claims }), "x-branch-id");
    const statusWith = async (deviceId: string) => {
      const more = { ...own, "x-device-id": deviceId };
      const answer = await fetch(`${listening.url}/account/notices/device`, { headers: more });
      return answer.status;
    };
    expect(await statusWith(claims.did)).toBe(200);
    expect(await statusWith("dev_01m7ytsqhj53yqck2mvbg45kb0")).toBe(403);
  });

  test("is run without a connection by the same way", async () => {
    await put("direct");
    const route = noticesModule.routes.find(({ name }) => name === "notices.get");
    if (route === undefined) throw new Error("no route");
    const call = {
      method: "GET",
      path: "/account/notices/direct",
      headers,
      params: { id: "direct" },
      query: {},
      body: null,
      ip: null,
      requestId: "req_direct",
      signal: AbortSignal.timeout(10_000),
    };
    const answer = await run(route, call, surface);
    expect([answer.status, answer.headers["ETag"]]).toEqual([200, '"v1"']);
    const refused = await run(route, { ...call, headers: {} }, surface);
    expect(refused.status).toBe(401);
  });

  test("is described as it is: PATCH, 202, 204, files, its statuses, and no branch", () => {
    const { paths } = openApiDocument({
      title: "hub",
      version: "0",
      serverUrl: listening.url,
      surfaces: [
        { rules: clinicalRules, contracts: {} },
        { rules: surface.policy, contracts: contractsOf([noticesModule]) },
      ],
    });
    const { patch, delete: withdraw } = paths["/account/notices/{id}"] ?? {};
    const names = patch?.parameters.map(({ name, required }) => `${name}${required ? "!" : ""}`);
    expect(names).toEqual([
      "id!",
      "X-Tenant-Id!",
      "X-Actor-Role",
      "X-Device-Id",
      "Idempotency-Key",
      "If-Match",
    ]);
    expect(patch?.tags).toEqual(["Account: Notices"]);
    expect(Object.keys(patch?.responses ?? {})).toContain("410");
    expect(Object.keys(patch?.responses ?? {})).not.toContain("413");
    expect(patch?.responses["422"]?.description).toContain("payload_too_large");
    expect(withdraw?.responses["204"]).not.toHaveProperty("content");
    const { post } = paths["/account/notices/{id}/deliveries"] ?? {};
    expect(post?.responses["202"]).toHaveProperty("content");
    const { get } = paths["/account/notices/{id}/calendar"] ?? {};
    expect(Object.keys(get?.responses["200"]?.content ?? {})).toEqual(["text/calendar"]);
  });
});
