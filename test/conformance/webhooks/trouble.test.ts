import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPoster } from "@edgeward/hub/webhooks/post.ts";
import { createSecrets } from "@edgeward/hub/tenancy/secrets.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { hang, startReceiver } from "./receiver.ts";
import {
  eventually,
  hubSecret,
  startWebhookBench,
  type BenchTenant,
  type WebhookBench,
} from "#conformance/webhook-bench.ts";

// What goes wrong around a dispatcher: it is killed, a receiver is dead, an address is one of ours.

let bench: WebhookBench;
const leaseMs = 30_000;
/** For tests that bring about the very faults a log would report. */
const muted: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  bench = await startWebhookBench();
});

afterAll(() => bench.stop());

interface DeliveryState {
  readonly delivery_status: string;
  readonly attempt_count: number;
  readonly lease_until: string | null;
}

function states(tenant: BenchTenant): Promise<readonly DeliveryState[]> {
  return bench.worker.platform((session) =>
    session.kysely
      .selectFrom("webhook_deliveries")
      .select(["delivery_status", "attempt_count", "lease_until"])
      .where("tenant_id", "=", tenant.id)
      .orderBy("id")
      .execute(),
  );
}

function attempts(tenant: BenchTenant) {
  return bench.worker.platform((session) =>
    session.kysely
      .selectFrom("webhook_attempts")
      .selectAll()
      .where("tenant_id", "=", tenant.id)
      .orderBy("attempted_at")
      .execute(),
  );
}

function startChild(): ChildProcess {
  const ahead = bench.clock.now() - Date.now();
  const script = fileURLToPath(new URL("./dispatch-child.ts", import.meta.url));
  const secret = hubSecret.toString("hex");
  return spawn(process.execPath, [script, bench.urls.worker, secret, String(ahead)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

test("what a killed dispatcher had in hand is sent again once its lease has ended", async () => {
  const to = await startReceiver((index) => (index < 3 ? hang : 200));
  const tenant = await bench.newTenant();
  await bench.endpoint(tenant, to.url);
  const ids = await bench.emit(
    tenant,
    Array.from({ length: 3 }, () => ({ type: "patient.created" })),
  );
  const child = startChild();
  await eventually(
    () => to.received.length,
    (count) => count === 3,
  );
  child.kill("SIGKILL");
  await once(child, "exit");
  const left = await states(tenant);
  expect(left).toHaveLength(3);
  expect(left.every((one) => one.delivery_status === "pending" && one.attempt_count === 0)).toBe(
    true,
  );
  expect(left.every((one) => one.lease_until !== null)).toBe(true);

  const dispatcher = bench.dispatch();
  // Another event goes out meanwhile, so the dispatcher is at work and leaves the leased ones alone.
  const [fresh] = await bench.emit(tenant, [{ type: "patient.updated" }]);
  dispatcher.wake();
  await eventually(
    () => to.received.length,
    (count) => count === 4,
  );
  expect(to.received[3]?.headers["x-service-id"]).toBe(fresh);
  // Its own lease must not end with theirs: that it has come is not yet written down.
  await eventually(
    () => states(tenant),
    (list) => list.filter((one) => one.delivery_status === "delivered").length === 1,
  );

  bench.clock.advance(leaseMs);
  dispatcher.wake();
  await eventually(
    () => states(tenant),
    (list) => list.every((one) => one.delivery_status === "delivered"),
  );
  const again = to.received.slice(4).map((got) => String(got.headers["x-service-id"]));
  expect(again.toSorted()).toEqual(ids.toSorted());
  await dispatcher.stop();
  await to.close();
});

test("a dispatcher that is stopped hands back what its receivers have not answered", async () => {
  const to = await startReceiver((index) => (index === 0 ? hang : 200));
  const tenant = await bench.newTenant();
  await bench.endpoint(tenant, to.url);
  await bench.emit(tenant, [{ type: "patient.created" }]);
  const first = bench.dispatch();
  await eventually(
    () => to.received.length,
    (count) => count === 1,
  );
  await first.stop();
  expect(await states(tenant)).toEqual([
    { delivery_status: "pending", attempt_count: 0, lease_until: null },
  ]);
  const second = bench.dispatch();
  await eventually(
    () => states(tenant),
    ([one]) => one?.delivery_status === "delivered",
  );
  await second.stop();
  await to.close();
});

test("a receiver that hangs fails after fifteen seconds, and keeps nobody else waiting", async () => {
  const dead = await startReceiver(() => hang);
  const alive = await startReceiver();
  const [one, other] = [await bench.newTenant(), await bench.newTenant()];
  await bench.endpoint(one, dead.url);
  await bench.endpoint(other, alive.url);
  // Far more than the dispatcher has places for, all due before the first of the living.
  await bench.emit(
    one,
    Array.from({ length: 200 }, () => ({ type: "encounter.updated" })),
  );
  const dispatcher = bench.dispatch({ concurrency: 16 });
  await eventually(
    () => dead.received.length,
    (count) => count === 10,
  );
  const from = Date.now();
  await bench.emit(
    other,
    Array.from({ length: 50 }, () => ({ type: "encounter.updated" })),
  );
  dispatcher.wake();
  await eventually(
    () => alive.received.length,
    (count) => count === 50,
  );
  const slowest = Math.max(...alive.received.map((got) => got.at - from));
  // Nobody's event waits until the dead have been given up.
  expect(slowest).toBeLessThan(10_000);
  expect(dead.received).toHaveLength(10);

  const timedOut = await eventually(
    () => attempts(one),
    (list) => list.length >= 10,
    20_000,
  );
  const first = timedOut.slice(0, 10);
  expect(first.every((made) => made.error_class === "timeout" && made.http_status === null)).toBe(
    true,
  );
  expect(Math.min(...first.map((made) => made.duration_ms))).toBeGreaterThanOrEqual(14_900);
  // From now on it is only probed.
  await eventually(
    () => dead.received.length,
    (count) => count > 10,
  );
  expect(dead.received.length).toBeLessThanOrEqual(12);
  await Promise.all([dead.close(), dispatcher.stop()]);
  await alive.close();
}, 60_000);

test("a hub that is not the demo sends nothing to loopback, also where an endpoint names it", async () => {
  const to = await startReceiver();
  const tenant = await bench.newTenant();
  await bench.endpoint(tenant, to.url);
  await bench.emit(tenant, [{ type: "patient.created" }]);
  const dispatcher = bench.dispatch({ allowLoopbackHttp: false });
  const [made] = await eventually(
    () => attempts(tenant),
    (list) => list.length === 1,
  );
  expect(made).toMatchObject({ error_class: "address_refused", http_status: null });
  expect(to.received).toHaveLength(0);
  await dispatcher.stop();
  await to.close();
});

test("a name that leads inside is refused before anything is dialled", async () => {
  const attempt = { url: "https://hooks.example.org:8443/in", headers: {}, body: "{}" };
  const { signal } = new AbortController();
  const asked: string[] = [];
  const outcomeFor = async (address: string, allowLoopback: boolean) => {
    const poster = createPoster({ allowLoopback }, Date.now, (hostname, _options, callback) => {
      asked.push(hostname);
      callback(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
    });
    const outcome = await poster.post(attempt, signal);
    await poster.close();
    return outcome?.errorClass;
  };
  for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1"]) {
    expect(await outcomeFor(address, false), address).toBe("address_refused");
  }
  // The same address is dialled where it is open, so it was the guard that refused it.
  expect(await outcomeFor("127.0.0.1", true)).not.toBe("address_refused");
  expect(asked).toEqual(Array.from({ length: 6 }, () => "hooks.example.org"));
});

test("a secret that cannot be opened is a failed attempt, not an endless one", async () => {
  const to = await startReceiver();
  const tenant = await bench.newTenant();
  await bench.endpoint(tenant, to.url);
  await bench.emit(tenant, [{ type: "patient.created" }]);
  const dispatcher = bench.dispatch({ secrets: createSecrets(Buffer.alloc(32, 9)), log: muted });
  const [made] = await eventually(
    () => attempts(tenant),
    (list) => list.length === 1,
  );
  expect(made).toMatchObject({ error_class: "unsignable" });
  expect(to.received).toHaveLength(0);
  await dispatcher.stop();
  await to.close();
});

test("a dispatcher lives through the end of its database connections", async () => {
  const to = await startReceiver();
  const tenant = await bench.newTenant();
  await bench.endpoint(tenant, to.url);
  const dispatcher = bench.dispatch({ log: muted });
  const end = () =>
    bench.worker.platform((session) =>
      session.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE usename = current_user AND pid <> pg_backend_pid()`,
        [],
      ),
    );
  // As soon as it has any.
  await expect.poll(async () => (await end()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  await bench.emit(tenant, [{ type: "patient.created" }]);
  dispatcher.wake();
  await eventually(
    () => states(tenant),
    ([one]) => one?.delivery_status === "delivered",
  );
  await dispatcher.stop();
  await to.close();
});
