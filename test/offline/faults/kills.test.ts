import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import { verifyAudit } from "@edgeward/shared/audit/verify.ts";
import type { DurablePostgres } from "#support/durable-postgres.ts";
import { startDurableProduct } from "#support/durable-product.ts";
import type { Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";
import { isSoak, Load } from "#offline/load.ts";
import "@edgeward/branch-node/db/branch-migrations.ts";

let postgres: DurablePostgres;
let product: Product;
let receiver: Server;
const reported: string[] = [];
const kills = isSoak ? 60 : 3;
const patience = isSoak ? 1_800_000 : 110_000;

async function startReceiver(): Promise<string> {
  receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: unknown) => (text += String(chunk)));
    request.on("end", () => {
      const body: unknown = JSON.parse(text);
      if (typeof body === "object" && body !== null && "id" in body) reported.push(String(body.id));
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
}

beforeAll(async () => {
  ({ product, postgres } = await startDurableProduct());
  const endpoint = { tenant_id: product.demo.tenant_id, url: await startReceiver(), events: ["*"] };
  await product.operator("POST", "/operator/webhook-endpoints", endpoint);
});

afterAll(async () => {
  await product?.stop();
  receiver?.close();
});

function counted(rows: readonly Readonly<Record<string, unknown>>[]): number {
  return Number(rows[0]?.["count"]);
}

/** Everything that was acknowledged is at the hub once, with each of its effects once. */
async function expectOnceAtHub(ids: readonly string[]): Promise<void> {
  await product.caughtUp(isSoak ? 600_000 : 60_000);
  const [row] = await product.hubRows(
    `SELECT count(*)::int AS patients, count(DISTINCT uhid)::int AS numbers,
            (SELECT count(*)::int FROM domain_events WHERE entity_id = ANY($1)) AS events,
            (SELECT count(*)::int FROM audit_events WHERE entity_id = ANY($1) AND action = 'create') AS audited,
            (SELECT count(*)::int FROM webhook_deliveries d JOIN domain_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
              WHERE e.entity_id = ANY($1)) AS deliveries
       FROM patients WHERE id = ANY($1)`,
    [ids],
  );
  const n = ids.length;
  expect(row).toEqual({ patients: n, numbers: n, events: n, audited: n, deliveries: n });
  const received = await product.hubRows(
    "SELECT count(*)::int AS count FROM received_operations WHERE node_id = $1",
    [product.nodeId],
  );
  expect(counted(received)).toBe(
    counted(product.branchRows("SELECT count(*) AS count FROM journal")),
  );
  expect((await product.operator("GET", "/operator/audit/verify")).body["ok"]).toBe(true);
}

/** At the branch nothing stands without its other half, the journal has no gap, and the audit chain is whole. */
async function expectWholeBranch(load: Load): Promise<void> {
  const known = new Set(
    product.branchRows("SELECT id FROM patients").map((row) => String(row["id"])),
  );
  expect(load.acknowledged.filter((id) => !known.has(id))).toEqual([]);
  expect(new Set(load.acknowledged).size).toBe(load.acknowledged.length);
  const stored = new Set(
    product
      .branchRows("SELECT idempotency_key AS key FROM idempotency_keys")
      .map((row) => String(row["key"])),
  );
  expect(load.keys.filter((key) => !stored.has(key))).toEqual([]);
  const halves = product.branchRows(
    `SELECT p.id FROM patients p WHERE p.origin_node_id = ?
        AND (NOT EXISTS (SELECT 1 FROM audit_events a WHERE a.entity_id = p.id AND a.action = 'create')
          OR (SELECT count(*) FROM journal j WHERE j.operation ->> '$.entity_id' = p.id) <> 1)`,
    [product.nodeId],
  );
  expect(halves).toEqual([]);
  const [journal] = product.branchRows(
    "SELECT count(*) AS count, min(seq) AS first, max(seq) AS last FROM journal",
  );
  expect(journal).toEqual({ count: journal?.["last"], first: 1, last: journal?.["last"] });
  const folder = join(product.folder, "branch");
  const store = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  const tenantId = product.demo.tenant_id;
  const verdicts = await store.read({ tenantId }, (session) => verifyAudit(session, tenantId));
  await store.close();
  expect(verdicts.filter((verdict) => !verdict.ok)).toEqual([]);
}

test(
  "a branch that is killed at random moments keeps every write it has answered, whole, and the hub gets each once",
  async () => {
    const load = new Load(product, 8);
    for (let round = 0; round < kills; round += 1) {
      // However slow the machine, the branch is killed while it writes.
      await load.answered(6, patience);
      await delay(Math.random() * 500);
      expect(await product.killBranch("SIGKILL")).toBeNull();
      await product.restartBranch();
    }
    await load.answered(1, patience);
    await load.end();
    expect(load.acknowledged.length).toBeGreaterThan(kills * 5);
    await load.clearUp();
    await expectWholeBranch(load);
    await expectOnceAtHub(load.acknowledged);
  },
  patience,
);

test(
  "a branch that is asked to end under load ends in order, and what it has answered is whole",
  async () => {
    const load = new Load(product, 8);
    await load.answered(6, patience);
    expect(await product.killBranch("SIGTERM")).toBe(0);
    await load.end();
    await expectWholeBranch(load);
    await product.restartBranch();
    await load.clearUp();
    await expectWholeBranch(load);
    await expectOnceAtHub(load.acknowledged);
  },
  patience,
);

/** Registers patients with the line cut, until so many wait. */
async function pileUp(least: number): Promise<readonly string[]> {
  product.outage(true);
  const load = new Load(product, 16);
  await until(`${least} registrations wait`, patience, () => load.acknowledged.length >= least);
  await load.end();
  return load.acknowledged;
}

/** Kills the hub while the branch pushes; returns how many operations were not yet through. */
async function killHubDuringPush(): Promise<number> {
  const before = counted(
    await product.hubRows("SELECT count(*)::int AS count FROM received_operations"),
  );
  await until("the branch pushes", 15_000, async () => {
    const { state, unsent } = await product.syncStatus();
    const now = counted(
      await product.hubRows("SELECT count(*)::int AS count FROM received_operations"),
    );
    return state === "syncing" || unsent === 0 || now > before;
  });
  await delay(Math.random() * 150);
  await product.killHub("SIGKILL");
  const { unsent } = await product.syncStatus();
  await product.restartHub();
  return Number(unsent);
}

test(
  "a hub that is killed in the middle of a long push gets everything once in the end",
  async () => {
    const ids = await pileUp(isSoak ? 20_000 : 1_200);
    product.outage(false);
    const waiting: number[] = [];
    for (let round = 0; round < kills; round += 1) waiting.push(await killHubDuringPush());
    // At least the first must have come in time, or this has shown nothing.
    expect(waiting[0]).toBeGreaterThan(0);
    await expectOnceAtHub(ids);
  },
  patience,
);

test(
  "a hub whose PostgreSQL is restarted goes on by itself: requests, pushes and webhooks",
  async () => {
    const before = await registerPatient(product, "hub");
    await postgres.pause();
    expect((await product.call("hub", "GET", `/v1/patients/${before}`)).status).toBe(500);
    const offline = await registerPatient(product, "branch");
    await postgres.start();
    await until("the hub answers again", 15_000, async () => {
      return (await product.call("hub", "GET", `/v1/patients/${before}`)).status === 200;
    });
    const after = await registerPatient(product, "hub");
    await expectOnceAtHub([offline]);
    const [event] = await product.hubRows("SELECT id FROM domain_events WHERE entity_id = $1", [
      after,
    ]);
    await until("the receiver has been notified", 20_000, () =>
      reported.includes(String(event?.["id"])),
    );
  },
  patience,
);
