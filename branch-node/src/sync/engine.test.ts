import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { insertRows } from "@edgeward/shared/db/statements.ts";
import { sqliteDialect } from "@edgeward/shared/db/dialect.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import { createKeyedHash } from "@edgeward/shared/kernel/keyed-hash.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { createLogger } from "@edgeward/shared/log/log.ts";
import { batchShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { migrateBranch } from "#db/branch-migrations.ts";
import { journalTable } from "#db/branch.table.ts";
import { openSqliteStore, type SqliteStore } from "#db/sqlite-store.ts";
import { BranchClock } from "./branch-clock.ts";
import { SyncEngine } from "./engine.ts";
import { Epoch } from "./epoch.ts";
import { branchSeal } from "#node/identity.ts";

const newId = createIdSource(Date.now);
const tenantId = newId("ten");
let folder = "";
let store: SqliteStore;
let engine: SyncEngine | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-engine-"));
  store = openSqliteStore({ file: join(folder, "branch.db"), key: randomBytes(32) });
  await migrateBranch(store.handle);
});

afterEach(async () => {
  await engine?.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Work of an outage: more than one batch carries, each operation of some 30 kB. */
async function work(count: number): Promise<void> {
  const tick = createHlc({ now: Date.now, nodeTag: "engine" }).tick;
  const rows = Array.from({ length: count }, (_, index) => {
    const id = newId("pat");
    const fields = { notes: "x".repeat(15_000) };
    const operation = {
      op_id: newId("op"),
      type: "patient.update",
      entity: "patients",
      entity_id: id,
      hlc: tick(),
      at: new Date().toISOString(),
      branch_id: null,
      actor: { id: newId("stf"), type: "staff" as const, role: null },
      device_id: null,
      reason: null,
      schema: operationSchemaVersion,
      changes: [{ table: "patients", id, kind: "update" as const, fields, base: {}, version: 2 }],
      events: [],
    };
    return {
      tenant_id: tenantId,
      epoch: 1,
      seq: index + 1,
      op_id: operation.op_id,
      operation,
      journal_state: "pending",
      result: null,
      created_at: operation.at,
    };
  });
  await store.write({ tenantId }, (session) =>
    session.runAll(insertRows(sqliteDialect, journalTable, rows, "refuse")),
  );
}

async function identity() {
  const { privateKey, publicKey } = await generateKeyPair("EdDSA", { extractable: true });
  return {
    nodeId: newId("nod"),
    tenantId,
    branchId: newId("brn"),
    epoch: 1,
    hubUrl: "http://127.0.0.1:9",
    pinnedHubKeys: [],
    hubIssuer: "edgeward-hub",
    clientKey: randomBytes(32),
    counters: [],
    privateKey,
    publicJwk: await exportJWK(publicKey),
  };
}

test("while the work of an outage drains, the branch says that it syncs, not that it is offline", async () => {
  await work(150);
  const held = Promise.withResolvers<void>();
  let batches = 0;
  const serverTime = () => new Date().toISOString();
  const feed = { data: [], cursor: "0.0", has_more: false, epoch: 1, accepted_seq: 0 };
  const hub = {
    token: () => new Promise<string>(() => undefined),
    download: () => Promise.resolve(false),
    get: (path: string): Promise<unknown> =>
      Promise.resolve(
        path.startsWith("/v1/sync/bootstrap")
          ? { state: "none", file: null }
          : { ...feed, server_time: serverTime() },
      ),
    post: async (path: string, body: unknown): Promise<unknown> => {
      const reply = { epoch: 1, accepted_seq: 0, accepted_op_id: null, counters: [] };
      const known = { schema: operationSchemaVersion, incarnation: "one", nonce: "next" };
      const hello = {
        verdict: "known",
        reason: null,
        ...reply,
        ...known,
        held: { epoch: 1, seq: 0 },
      };
      if (path === "/v1/sync/hello") return { ...hello, server_time: serverTime() };
      const batch = batchShape.parse(body);
      batches += 1;
      if (batches > 1) await held.promise;
      const results = batch.ops.map(({ op_id }, index) => ({
        op_id,
        seq: batch.first_seq + index,
        outcome: "applied",
      }));
      const accepted_seq = batch.first_seq + batch.ops.length - 1;
      return { batch_id: batch.batch_id, accepted_seq, results, server_time: serverTime() };
    },
  };
  const { tick, receive } = createHlc({ now: Date.now, nodeTag: "engine" });
  const nodeIdentity = await identity();
  engine = new SyncEngine({
    hubKeys: { current: { keys: [] } },
    store,
    runtime: {
      nodeId: nodeIdentity.nodeId,
      kind: "branch",
      now: Date.now,
      newId,
      tick,
      hashValue: createKeyedHash(randomBytes(32)),
      valueSeal: branchSeal(nodeIdentity),
    },
    identity: nodeIdentity,
    hub,
    installId: "0123456789abcdef",
    clock: new BranchClock({ now: Date.now, elapsed: () => performance.now() }),
    epoch: new Epoch(1),
    bootstrapFolder: join(folder, "bootstrap"),
    log: createLogger(() => undefined, {}, Date.now),
    receiveStamp: (hlc) => void receive(hlc),
    onArrived: () => undefined,
    onQuarantined: () => undefined,
    onFilled: () => undefined,
    onEnd: () => undefined,
    onChange: () => undefined,
  });
  engine.wake();
  // One that waits for its answer, or two of them side by side.
  await expect.poll(() => batches, { timeout: 10_000 }).toBeGreaterThan(1);
  await expect.poll(() => engine?.report().state, { timeout: 5_000 }).toBe("syncing");
  held.resolve();
  await expect.poll(() => engine?.report().state, { timeout: 10_000 }).toBe("online");
});
