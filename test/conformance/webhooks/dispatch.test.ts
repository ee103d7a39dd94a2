import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { listDeliveries, type ListedDelivery } from "@edgeward/hub/webhooks/deliveries.ts";
import { rotateSecret } from "@edgeward/hub/webhooks/endpoints.ts";
import type { Dispatcher } from "@edgeward/hub/webhooks/dispatcher.ts";
import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import { startReceiver, type Receiver } from "./receiver.ts";
import { acceptsAnyMatch, acceptsFirst, acceptsLast } from "./verify.ts";
import {
  eventually,
  startWebhookBench,
  type BenchTenant,
  type WebhookBench,
} from "#conformance/webhook-bench.ts";

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => minutes(count * 60);

let bench: WebhookBench;
const receivers: Receiver[] = [];
const dispatchers: Dispatcher[] = [];

beforeAll(async () => {
  bench = await startWebhookBench();
});

afterAll(() => bench.stop());

afterEach(async () => {
  await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.stop()));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function listenAt(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  receivers.push(started);
  return started;
}

function dispatch(options: Parameters<WebhookBench["dispatch"]>[0] = {}): Dispatcher {
  const started = bench.dispatch(options);
  dispatchers.push(started);
  return started;
}

async function deliveries(tenant: BenchTenant): Promise<readonly ListedDelivery[]> {
  const cursors = createCursorCodec(Buffer.alloc(32), bench.clock.now);
  const query = { tenantId: tenant.id, endpointId: undefined, limit: 100, cursor: undefined };
  const page = await listDeliveries(bench.store, cursors, query);
  return page.data;
}

async function delivery(tenant: BenchTenant): Promise<ListedDelivery> {
  const [first] = await deliveries(tenant);
  if (first === undefined) throw new Error("there is no delivery");
  return first;
}

function attempted(tenant: BenchTenant, count: number): Promise<ListedDelivery> {
  return eventually(
    () => delivery(tenant),
    (one) => one.attempt_count === count,
  );
}

describe("a delivery", () => {
  test("carries the event, its tenant and a signature that the receiver can check", async () => {
    const to = await listenAt();
    const tenant = await bench.newTenant();
    const { signingSecret } = await bench.endpoint(tenant, to.url);
    const payload = { status: "booked", diagnosis: "asthma" };
    const [eventId] = await bench.emit(tenant, [{ type: "appointment.booked", payload }]);
    dispatch();
    await attempted(tenant, 1);

    const [got] = to.received;
    if (got === undefined) throw new Error("nothing arrived");
    expect(to.received).toHaveLength(1);
    expect(got.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-event": "appointment.booked",
      "x-service-id": eventId,
      "x-service-tenant": tenant.id,
      "x-service-attempt": "1",
      "webhook-id": eventId,
    });
    expect(got.headers["x-service-signature"]).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(acceptsAnyMatch(got, signingSecret)).toBe(true);
    expect(acceptsAnyMatch({ ...got, body: `${got.body} ` }, signingSecret)).toBe(false);
    expect(JSON.parse(got.body)).toMatchObject({
      id: eventId,
      type: "appointment.booked",
      tenant_id: tenant.id,
      surface: "clinical",
      data: { object: { id: tenant.doctorId, status: "booked" }, previous_attributes: null },
    });
    expect(got.body).not.toContain("asthma");
  });

  test("is made for the endpoints that asked for the event, and for no other tenant's", async () => {
    const [all, some, stranger] = [await listenAt(), await listenAt(), await listenAt()];
    const [tenant, other] = [await bench.newTenant(), await bench.newTenant()];
    await bench.endpoint(tenant, all.url);
    await bench.endpoint(tenant, some.url, ["invoice.created", "patient.created"]);
    await bench.endpoint(other, stranger.url);
    dispatch();
    await bench.emit(tenant, [{ type: "patient.created" }, { type: "patient.updated" }]);
    await eventually(
      () => deliveries(tenant),
      (list) => list.length === 3 && list.every((one) => one.delivery_status === "delivered"),
    );
    const types = (to: Receiver) =>
      to.received.map((got) => String(got.headers["x-service-event"])).toSorted();
    expect(types(all)).toEqual(["patient.created", "patient.updated"]);
    expect(types(some)).toEqual(["patient.created"]);
    expect(types(stranger)).toEqual([]);
  });

  test("is made for the endpoints of the surface on which the event was published", async () => {
    const [clinical, booking] = [await listenAt(), await listenAt()];
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, clinical.url);
    const { id } = await bench.endpoint(tenant, booking.url);
    await bench.store.write({ tenantId: tenant.id }, (session) =>
      session.query("UPDATE webhook_endpoints SET surface = 'booking' WHERE id = $1", [id]),
    );
    const [ours] = await bench.emit(tenant, [{ type: "invoice.created" }]);
    const [theirs] = await bench.emit(tenant, [{ type: "invoice.created" }], "booking");
    dispatch();
    await eventually(
      () => deliveries(tenant),
      (list) => list.length === 2 && list.every((one) => one.delivery_status === "delivered"),
    );
    const got = (to: Receiver) =>
      to.received.map(({ headers, body }) => [
        headers["x-service-id"],
        /"surface":"(\w+)"/u.exec(body)?.[1],
      ]);
    expect(got(clinical)).toEqual([[ours, "clinical"]]);
    expect(got(booking)).toEqual([[theirs, "booking"]]);
  });

  test("arrives once each when two dispatchers share the work", async () => {
    const to = await listenAt();
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    const events = Array.from({ length: 300 }, () => ({ type: "encounter.updated" }));
    const ids = await bench.emit(tenant, events);
    dispatch();
    dispatch();
    await eventually(
      () => to.received.length,
      (count) => count >= ids.length,
    );
    await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.stop()));
    const got = to.received.map((one) => String(one.headers["x-service-id"]));
    expect(got.toSorted()).toEqual(ids.toSorted());
  });
});

describe("a failed delivery", () => {
  test("is tried again after five seconds, as the same event and the next attempt", async () => {
    const to = await listenAt((index) => (index === 0 ? 500 : 204));
    const tenant = await bench.newTenant();
    const { signingSecret } = await bench.endpoint(tenant, to.url);
    await bench.emit(tenant, [{ type: "patient.created" }]);
    const dispatcher = dispatch();
    const failed = await attempted(tenant, 1);
    expect(failed).toMatchObject({
      delivery_status: "pending",
      attempts: [
        { attempt_number: 1, http_status: 500, error_class: "status", response_excerpt: "noted" },
      ],
    });
    const wait =
      Date.parse(failed.next_attempt_at ?? "") - Date.parse(failed.attempts[0]?.attempted_at ?? "");
    expect(wait).toBeGreaterThanOrEqual(4_000);
    expect(wait).toBeLessThanOrEqual(7_000);

    bench.clock.advance(7_000);
    dispatcher.wake();
    expect(await attempted(tenant, 2)).toMatchObject({
      delivery_status: "delivered",
      next_attempt_at: null,
    });
    const [first, second] = to.received;
    expect(second?.headers["x-service-attempt"]).toBe("2");
    expect(second?.headers["x-service-id"]).toBe(first?.headers["x-service-id"]);
    expect(second?.body).toBe(first?.body);
    expect(to.received.every((got) => acceptsAnyMatch(got, signingSecret))).toBe(true);
    expect(second?.headers["x-service-signature"]).not.toBe(first?.headers["x-service-signature"]);
  });

  test("is not tried before its time", async () => {
    const to = await listenAt(() => 503);
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    await bench.emit(tenant, [{ type: "patient.created" }]);
    const dispatcher = dispatch();
    await attempted(tenant, 1);
    bench.clock.advance(7_000);
    dispatcher.wake();
    await attempted(tenant, 2);
    bench.clock.advance(minutes(3));
    dispatcher.wake();
    // A claim that finds the next event shows that the sweep has passed by the one that waits.
    const seen = await listenAt();
    await bench.endpoint(tenant, seen.url, ["invoice.created"]);
    await bench.emit(tenant, [{ type: "invoice.created" }]);
    dispatcher.wake();
    await eventually(
      () => seen.received.length,
      (count) => count === 1,
    );
    const tries = to.received.filter((got) => got.headers["x-service-event"] === "patient.created");
    expect(tries).toHaveLength(2);
  });

  test("waits as long as the receiver asks, within bounds", async () => {
    const to = await listenAt(() => (response) => {
      response.writeHead(429, { "retry-after": "8" }).end();
    });
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    await bench.emit(tenant, [{ type: "patient.created" }]);
    dispatch();
    const failed = await attempted(tenant, 1);
    const wait =
      Date.parse(failed.next_attempt_at ?? "") - Date.parse(failed.attempts[0]?.attempted_at ?? "");
    expect(wait).toBeGreaterThanOrEqual(8_000);
    expect(wait).toBeLessThan(9_000);
  });

  test("is given up after ten attempts over three days", async () => {
    const to = await listenAt(() => 500);
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    await bench.emit(tenant, [{ type: "patient.created" }]);
    const dispatcher = dispatch();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const waiting = await attempted(tenant, attempt);
      expect(waiting.delivery_status).toBe(attempt < 10 ? "pending" : "exhausted");
      bench.clock.advance(hours(29));
      dispatcher.wake();
    }
    const done = await delivery(tenant);
    expect(done.attempts.map((one) => one.attempt_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(to.received.map((got) => Number(got.headers["x-service-attempt"]))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  test("is not sent on to where the receiver redirects it", async () => {
    const elsewhere = await listenAt();
    const to = await listenAt(() => (response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
    });
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    await bench.emit(tenant, [{ type: "patient.created" }]);
    dispatch();
    expect((await attempted(tenant, 1)).attempts).toMatchObject([
      { http_status: 307, error_class: "redirect" },
    ]);
    expect(elsewhere.received).toHaveLength(0);
  });

  test("names a receiver that is not there", async () => {
    const gone = await startReceiver();
    await gone.close();
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, gone.url);
    await bench.emit(tenant, [{ type: "patient.created" }]);
    dispatch();
    expect((await attempted(tenant, 1)).attempts).toMatchObject([
      { http_status: null, error_class: "connection" },
    ]);
  });
});

describe("an endpoint", () => {
  async function endpointOf(tenant: BenchTenant) {
    return bench.store.read({ tenantId: tenant.id }, (session) =>
      session.kysely
        .selectFrom("webhook_endpoints")
        .select(["status", "disabled_reason", "failing_since", "failure_count"])
        .where("tenant_id", "=", tenant.id)
        .executeTakeFirstOrThrow(),
    );
  }

  test("that answers 410 is disabled, and what waits for it is cancelled", async () => {
    const to = await listenAt((index) => (index < 3 ? 500 : 410));
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    await bench.emit(
      tenant,
      Array.from({ length: 3 }, () => ({ type: "patient.created" })),
    );
    const dispatcher = dispatch();
    await eventually(
      () => deliveries(tenant),
      (list) => list.every((one) => one.attempt_count === 1),
    );
    await bench.emit(tenant, [{ type: "patient.updated" }]);
    dispatcher.wake();
    expect(
      await eventually(
        () => endpointOf(tenant),
        ({ status }) => status === "disabled",
      ),
    ).toMatchObject({ disabled_reason: "gone" });
    await eventually(
      () => deliveries(tenant),
      (list) => list.every((one) => one.delivery_status === "cancelled"),
    );
    await bench.emit(tenant, [{ type: "patient.updated" }]);
    expect(await deliveries(tenant)).toHaveLength(4);
    expect(to.received).toHaveLength(4);
  });

  test("is disabled after five days and twenty failures without a success, not before", async () => {
    const to = await listenAt(() => 500);
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    await bench.emit(
      tenant,
      Array.from({ length: 19 }, () => ({ type: "patient.created" })),
    );
    const dispatcher = dispatch();
    await eventually(
      () => endpointOf(tenant),
      ({ failure_count: count }) => count === 19,
    );
    const failing = await endpointOf(tenant);
    expect(failing).toMatchObject({ status: "enabled" });
    // A twentieth failure alone is not enough.
    await bench.emit(tenant, [{ type: "patient.updated" }]);
    dispatcher.wake();
    await eventually(
      () => endpointOf(tenant),
      ({ failure_count: count }) => count === 20,
    );
    expect(await endpointOf(tenant)).toMatchObject({
      status: "enabled",
      failing_since: failing.failing_since,
    });
    bench.clock.advance(hours(5 * 24));
    dispatcher.wake();
    expect(
      await eventually(
        () => endpointOf(tenant),
        ({ status }) => status === "disabled",
      ),
    ).toMatchObject({ disabled_reason: "failing" });
  });

  test("is well again after one success", async () => {
    const to = await listenAt((index) => (index < 2 ? 500 : 200));
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    await bench.emit(tenant, [{ type: "patient.created" }, { type: "patient.created" }]);
    const dispatcher = dispatch();
    await eventually(
      () => endpointOf(tenant),
      ({ failure_count: count }) => count === 2,
    );
    bench.clock.advance(7_000);
    dispatcher.wake();
    expect(
      await eventually(
        () => endpointOf(tenant),
        ({ failure_count: count }) => count === 0,
      ),
    ).toMatchObject({ status: "enabled", failing_since: null });
  });

  test("keeps the beginning of a long reply, without what the database cannot hold", async () => {
    const to = await listenAt(() => (response) => {
      response.writeHead(200);
      response.write(`\0${"é".repeat(10_000)}`);
      const timer = setInterval(() => response.write("x".repeat(16_384)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const tenant = await bench.newTenant();
    await bench.endpoint(tenant, to.url);
    await bench.emit(tenant, [{ type: "patient.created" }]);
    dispatch();
    const done = await attempted(tenant, 1);
    expect(done.delivery_status).toBe("delivered");
    const excerpt = done.attempts[0]?.response_excerpt ?? "";
    expect(excerpt).toMatch(/^\uFFFDé{2000,}/);
    expect(excerpt.length).toBeLessThanOrEqual(4_096);
  });
});

describe("rotation", () => {
  test("signs by both secrets until the old one ends", async () => {
    const to = await listenAt();
    const tenant = await bench.newTenant();
    const { id, signingSecret: old } = await bench.endpoint(tenant, to.url);
    const fresh = await rotateSecret(bench.store, bench.secrets, {
      tenantId: tenant.id,
      endpointId: id,
      expiresInSeconds: undefined,
      now: bench.clock.now(),
    });
    const dispatcher = dispatch();
    const receive = async (count: number) => {
      await bench.emit(tenant, [{ type: "patient.created" }]);
      dispatcher.wake();
      // What is not written down yet would be sent again when the clock goes on.
      await eventually(
        () => deliveries(tenant),
        (list) => list.filter((one) => one.delivery_status === "delivered").length === count,
      );
      const got = to.received[count - 1];
      if (got === undefined) throw new Error("nothing arrived");
      return got;
    };
    const during = await receive(1);
    expect([fresh, old].map((secret) => acceptsAnyMatch(during, secret))).toEqual([true, true]);
    // Receivers that look at one signature only: which of the two secrets they may hold meanwhile.
    expect([fresh, old].map((secret) => acceptsFirst(during, secret))).toEqual([true, false]);
    expect([fresh, old].map((secret) => acceptsLast(during, secret))).toEqual([false, true]);

    bench.clock.advance(hours(24) + 1);
    const after = await receive(2);
    expect([fresh, old].map((secret) => acceptsAnyMatch(after, secret))).toEqual([true, false]);
    expect(acceptsFirst(after, fresh) && acceptsLast(after, fresh)).toBe(true);
  });
});
