import type { EventSurface } from "@edgeward/shared/contract/surface-rules.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hubSink } from "@edgeward/hub/fleet/feed/hub-sink.ts";
import { openPostgresStore, type PostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { provisionDatabase, type DatabaseUrls } from "@edgeward/hub/db/provision.ts";
import { createSecrets } from "@edgeward/hub/tenancy/secrets.ts";
import {
  startDispatcher,
  type Dispatcher,
  type DispatcherOptions,
} from "@edgeward/hub/webhooks/dispatcher.ts";
import { addEndpoint, type AddedEndpoint } from "@edgeward/hub/webhooks/endpoints.ts";
import { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { createTestClock, type TestClock } from "#support/clock.ts";
import { errorLog } from "#support/error-log.ts";
import { startTestPostgres } from "#support/postgres.ts";
import { seedTenant, systemOrigin, type TestTenant } from "#support/seed.ts";
import { testSeal } from "#support/value-seal.ts";

/** A tenant that a test acts for. */
export type BenchTenant = TestTenant;

/** The hub's own secret in these tests. */
export const hubSecret = Buffer.alloc(32, 7);

/** An event to be written. */
export interface EventPlan {
  readonly type: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** A hub's database with tenants, and everything that webhooks hang on. */
export interface WebhookBench {
  readonly urls: DatabaseUrls;
  readonly store: PostgresStore;
  /** Sees what the dispatcher sees. */
  readonly worker: PostgresStore;
  readonly secrets: ReturnType<typeof createSecrets>;
  readonly runtime: WriteRuntime;
  readonly clock: TestClock;
  newTenant(): Promise<TestTenant>;
  endpoint(tenant: TestTenant, url: string, eventTypes?: readonly string[]): Promise<AddedEndpoint>;
  /** Writes events as a command does, through the one writer; returns their ids. */
  emit(
    tenant: TestTenant,
    events: readonly EventPlan[],
    surface?: EventSurface,
  ): Promise<readonly string[]>;
  /** Starts a dispatcher; it is stopped with the bench at the latest. */
  dispatch(options?: Partial<DispatcherOptions>): Dispatcher;
  stop(): Promise<void>;
}

function runtimeOf(clock: TestClock): WriteRuntime {
  const newId = createIdSource(clock.now);
  const hlc = createHlc({ now: clock.now, nodeTag: "hub" });
  return {
    nodeId: "hub",
    kind: "hub",
    now: clock.now,
    newId,
    tick: () => hlc.tick(),
    hashValue: (_tenantId, text) => text,
    valueSeal: testSeal,
    sink: hubSink,
    reactors: [],
  };
}

function emitter(store: PostgresStore, runtime: WriteRuntime): WebhookBench["emit"] {
  return (tenant, events, surface) =>
    store.write({ tenantId: tenant.id }, async (session) => {
      const write = openWrite(session, runtime, systemOrigin(tenant.id), "test.emit", surface);
      const doctor = await write.load(staffTable, tenant.doctorId);
      if (doctor === null) throw new Error("the tenant has no doctor");
      const changed = write.update(staffTable, doctor, { designation: runtime.newId("req") });
      for (const { type, payload } of events)
        write.emit({ type, meaning: "what a test says" }, staffTable, changed, payload ?? {});
      const unit = await write.flush([]);
      return (unit?.operation.events ?? []).map((event) => event.id);
    });
}

/** Starts a bench on a PostgreSQL of its own. */
export async function startWebhookBench(): Promise<WebhookBench> {
  const postgres = await startTestPostgres();
  const folder = mkdtempSync(join(tmpdir(), "edgeward-webhooks-"));
  const { urls } = await provisionDatabase(postgres.url, join(folder, "passwords.json"));
  const store = openPostgresStore({ url: urls.app, size: 4, instance: "hub" });
  const worker = openPostgresStore({ url: urls.worker, size: 1, instance: "test" });
  const secrets = createSecrets(hubSecret);
  const clock = createTestClock("2026-11-23T03:00:00.000Z");
  const runtime = runtimeOf(clock);
  const { now, newId } = runtime;
  const dispatchers: Dispatcher[] = [];
  let tenants = 0;
  return {
    urls,
    store,
    worker,
    secrets,
    runtime,
    clock,
    newTenant: () => {
      tenants += 1;
      return seedTenant({ store, runtime }, { code: `T${tenants}`, hasNode: false });
    },
    endpoint: ({ id: tenantId }, url, eventTypes = ["*"]) =>
      addEndpoint(store, secrets, {
        tenantId,
        url,
        eventTypes,
        allowLoopbackHttp: true,
        now,
        newId,
      }),
    emit: emitter(store, runtime),
    dispatch: (options = {}) => {
      const base = { url: urls.worker, secrets, log: errorLog(now), now, newId };
      const dispatcher = startDispatcher({ ...base, allowLoopbackHttp: true, ...options });
      dispatchers.push(dispatcher);
      return dispatcher;
    },
    stop: async () => {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
      await Promise.all([store.close(), worker.close()]);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until something holds; fails with what it was last when it never does. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  holds: (value: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline) {
      throw new Error(`never came to hold; last seen: ${JSON.stringify(value)?.slice(0, 500)}`);
    }
    await delay(25);
  }
}
