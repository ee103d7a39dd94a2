import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { clinicalEventTypes } from "@edgeward/shared/clinical/index.ts";
import { webhookOperatorModule } from "@edgeward/hub/operator/webhooks-operator.ts";
import { outsideCaller } from "@edgeward/shared/pipeline/open-surface.ts";
import { parseInput } from "@edgeward/shared/pipeline/input.ts";
import { eventually, startWebhookBench, type WebhookBench } from "#conformance/webhook-bench.ts";
import { startReceiver } from "./receiver.ts";
import { testSeal } from "#support/value-seal.ts";

let bench: WebhookBench;

beforeAll(async () => {
  bench = await startWebhookBench();
});

afterAll(() => bench.stop());

const endpointsPath = "/operator/webhook-endpoints";
const deliveriesPath = "/operator/webhook-deliveries";

async function call(method: "GET" | "POST", path: string, input: unknown) {
  const { store, secrets, runtime } = bench;
  const { now, newId } = runtime;
  const deps = { store, secrets, now, newId, allowLoopbackHttp: true, onChange: () => undefined };
  const route = webhookOperatorModule(deps).routes.find(
    ({ endpoint }) => endpoint.method === method && endpoint.path === path,
  );
  if (route?.kind !== "detached") throw new Error(`there is no ${method} ${path}`);
  const asked = {
    method,
    path,
    headers: {},
    params: {},
    query: method === "GET" ? z.record(z.string(), z.unknown()).parse(input) : {},
    body: null,
    ip: null,
    requestId: "req_operator",
    signal: AbortSignal.timeout(10_000),
  };
  const body = await route.handle(parseInput(route.endpoint, asked, input), {
    ...asked,
    tenantId: "",
    caller: outsideCaller("operator"),
    role: null,
    node: { id: "hub", kind: "hub" },
    now,
    cursors: { seal: () => "", open: () => [] },
    valueSeal: testSeal(""),
    reason: null,
    idempotencyKey: null,
    read: () => Promise.reject(new Error("the operator reads by the module's own store")),
  });
  return { status: route.endpoint.status, body };
}

const Endpoints = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

async function endpointsOf(tenantId: string) {
  const { body } = await call("GET", endpointsPath, { tenant_id: tenantId });
  return Endpoints.parse(body).data;
}

describe("registering a receiver", () => {
  test("answers its id and secret once, and lists it without the secret", async () => {
    const tenant = await bench.newTenant();
    const events = ["patient.created", "invoice.created"];
    const url = "https://hooks.example.org/in";
    const made = await call("POST", endpointsPath, { tenant_id: tenant.id, url, events });
    expect(made).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^whk_/),
        signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
    const listed = await endpointsOf(tenant.id);
    expect(listed).toMatchObject([{ url, events, status: "enabled", failure_count: 0 }]);
    expect(JSON.stringify(listed)).not.toMatch(/secret|sealed|whsec/);
  });

  test("without events asks for all of them", async () => {
    const tenant = await bench.newTenant();
    await call("POST", endpointsPath, { tenant_id: tenant.id, url: "https://hooks.example.org/" });
    expect(await endpointsOf(tenant.id)).toMatchObject([{ events: ["*"] }]);
  });

  test("keeps the secret sealed in the database", async () => {
    const tenant = await bench.newTenant();
    const { signingSecret } = await bench.endpoint(tenant, "https://hooks.example.org/in");
    const rows = await bench.worker.platform((session) =>
      session.query("SELECT * FROM webhook_endpoints WHERE tenant_id = $1", [tenant.id]),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(signingSecret.slice(6));
  });

  test("shows a tenant's endpoints to no other tenant", async () => {
    const [one, other] = [await bench.newTenant(), await bench.newTenant()];
    await bench.endpoint(one, "https://hooks.example.org/in");
    expect(await endpointsOf(one.id)).toHaveLength(1);
    expect(await endpointsOf(other.id)).toEqual([]);
  });

  test("takes every event of the catalogue by its name", async () => {
    const tenant = await bench.newTenant();
    const events = clinicalEventTypes.map(({ type }) => type);
    const body = { tenant_id: tenant.id, url: "https://hooks.example.org/in", events };
    await call("POST", endpointsPath, body);
    expect(await endpointsOf(tenant.id)).toMatchObject([{ events }]);
  });

  test.each([
    ["no tenant", { tenant_id: undefined }, "tenant_id", "validation_error"],
    [
      "an id of another kind",
      { tenant_id: "brn_01jabcdefghjkmnpqrstvwxyz0" },
      "tenant_id",
      "invalid_id",
    ],
    [
      "an unknown tenant",
      { tenant_id: "ten_01jabcdefghjkmnpqrstvwxyz0" },
      "tenant_id",
      "invalid_reference",
    ],
    [
      "an unknown event",
      { events: ["patient.created", "patient.exploded"] },
      "events.1",
      "invalid_enum",
    ],
    ["no event at all", { events: [] }, "events", "validation_error"],
    ["an inner address", { url: "https://10.0.0.1/in" }, "url", "validation_error"],
    ["plain HTTP", { url: "http://hooks.example.org/in" }, "url", "validation_error"],
    ["a field that is none", { colour: "blue" }, "colour", "unknown_field"],
  ])("with %s is refused", async (_what, wrong, path, code) => {
    const tenant = await bench.newTenant();
    const right = { tenant_id: tenant.id, url: "https://hooks.example.org/in" };
    await expect(call("POST", endpointsPath, { ...right, ...wrong })).rejects.toMatchObject({
      status: 422,
      details: { fields: [expect.objectContaining({ path, code })] },
    });
    expect(await endpointsOf(tenant.id)).toEqual([]);
  });
});

test("a disabled endpoint gets nothing more, and what waits for it is cancelled", async () => {
  const to = await startReceiver(() => 500);
  const tenant = await bench.newTenant();
  const { id } = await bench.endpoint(tenant, to.url);
  await bench.emit(tenant, [{ type: "patient.created" }]);
  const body = { tenant_id: tenant.id, endpoint_id: id };
  const disable = () => call("POST", `${endpointsPath}/disable`, body);
  expect(await disable()).toMatchObject({
    status: 200,
    body: { id, status: "disabled", disabled_reason: "operator" },
  });
  expect(await disable()).toMatchObject({ status: 200, body: { status: "disabled" } });
  await bench.emit(tenant, [{ type: "patient.updated" }]);
  const dispatcher = bench.dispatch();
  await eventually(
    () => call("GET", deliveriesPath, { tenant_id: tenant.id }),
    (answer) => JSON.stringify(answer.body).includes('"cancelled"'),
  );
  const { body: listed } = await call("GET", deliveriesPath, { tenant_id: tenant.id });
  expect(listed).toMatchObject({ data: [{ event_type: "patient.created", attempts: [] }] });
  expect(to.received).toHaveLength(0);
  await dispatcher.stop();
  await to.close();
});

describe("a new secret", () => {
  test("is notified once, and at most three sign at a time", async () => {
    const tenant = await bench.newTenant();
    const { id, signingSecret } = await bench.endpoint(tenant, "https://hooks.example.org/in");
    const body = { tenant_id: tenant.id, endpoint_id: id };
    const rotate = () => call("POST", `${endpointsPath}/rotate-secret`, body);
    const answers = [await rotate(), await rotate(), await rotate()].map((answer) => answer.body);
    const reported = new Set([signingSecret, ...answers.map((answer) => JSON.stringify(answer))]);
    expect(reported.size).toBe(4);
    const { secrets } = await bench.store.read({ tenantId: tenant.id }, (session) =>
      session.kysely
        .selectFrom("webhook_endpoints")
        .select("secrets")
        .where("tenant_id", "=", tenant.id)
        .executeTakeFirstOrThrow(),
    );
    expect(secrets).toHaveLength(3);
    const newest = bench.secrets.open(secrets[0]?.sealed ?? "");
    expect(answers.at(-1)).toEqual({ id, signing_secret: newest });
  });

  test("can end the old one at once, and never keeps it over a week", async () => {
    const tenant = await bench.newTenant();
    const { id } = await bench.endpoint(tenant, "https://hooks.example.org/in");
    const rotate = (seconds: number) =>
      call("POST", `${endpointsPath}/rotate-secret`, {
        tenant_id: tenant.id,
        endpoint_id: id,
        expires_in: seconds,
      });
    await expect(rotate(604_801)).rejects.toMatchObject({
      details: { fields: [expect.objectContaining({ path: "expires_in" })] },
    });
    await rotate(0);
    const { secrets } = await bench.store.read({ tenantId: tenant.id }, (session) =>
      session.kysely
        .selectFrom("webhook_endpoints")
        .select("secrets")
        .where("tenant_id", "=", tenant.id)
        .executeTakeFirstOrThrow(),
    );
    expect(secrets).toMatchObject([{ expires_at: null }]);
  });

  test("is refused for an endpoint of another tenant", async () => {
    const [one, other] = [await bench.newTenant(), await bench.newTenant()];
    const { id } = await bench.endpoint(one, "https://hooks.example.org/in");
    const body = { tenant_id: other.id, endpoint_id: id };
    await expect(call("POST", `${endpointsPath}/rotate-secret`, body)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(call("POST", `${endpointsPath}/disable`, body)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the deliveries", () => {
  const DeliveryPage = z.object({
    data: z.array(z.object({ id: z.string(), endpoint_id: z.string() })),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  });

  async function pageOf(query: Readonly<Record<string, string>>) {
    const { body } = await call("GET", deliveriesPath, query);
    return DeliveryPage.parse(body);
  }

  test("are listed page by page, each once, also of one endpoint alone", async () => {
    const tenant = await bench.newTenant();
    const first = await bench.endpoint(tenant, "https://hooks.example.org/one");
    await bench.endpoint(tenant, "https://hooks.example.org/two");
    await bench.emit(
      tenant,
      Array.from({ length: 5 }, () => ({ type: "patient.created" })),
    );
    const query = { tenant_id: tenant.id, limit: "4" };
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: z.infer<typeof DeliveryPage> = await pageOf(
        cursor === null ? query : { ...query, cursor },
      );
      ids.push(...page.data.map((one) => one.id));
      expect(page.has_more).toBe(page.next_cursor !== null);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);

    const one = await pageOf({ tenant_id: tenant.id, endpoint_id: first.id });
    expect(one.data).toHaveLength(5);
    expect(one.data.every((row) => row.endpoint_id === first.id)).toBe(true);
  });

  test("take no cursor of another list", async () => {
    const [one, other] = [await bench.newTenant(), await bench.newTenant()];
    await bench.endpoint(one, "https://hooks.example.org/in");
    await bench.emit(one, [{ type: "patient.created" }, { type: "patient.created" }]);
    const { next_cursor: cursor } = await pageOf({ tenant_id: one.id, limit: "1" });
    await expect(pageOf({ tenant_id: other.id, cursor: cursor ?? "" })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
    await expect(pageOf({ tenant_id: one.id, limit: "101" })).rejects.toMatchObject({
      status: 422,
    });
  });
});
