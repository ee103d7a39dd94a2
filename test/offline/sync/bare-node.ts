import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore, type SqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import { enrolNode, type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { pullOnce } from "@edgeward/branch-node/sync/pull.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { branchSchema } from "@edgeward/branch-node/db/branch-schema.ts";
import { systemColumns } from "@edgeward/shared/db/table.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { createLogger, type Logger } from "@edgeward/shared/log/log.ts";
import type { Product } from "#support/product.ts";
import type { BatchOperation } from "./hand-node.ts";
import { testSeal } from "#support/value-seal.ts";

/** A node without desk, engine or printers: what sync does with its database, step by step. */
export interface BareNode {
  readonly folder: string;
  readonly identity: NodeIdentity;
  readonly store: SqliteStore;
  readonly hub: HubClient;
  readonly runtime: WriteRuntime;
  readonly log: Logger;
  readonly receiveStamp: (hlc: string) => void;
  /** Pulls until there is nothing left. */
  pullAll(): Promise<void>;
  /** Every row of every table that travels, and of what is derived from them. */
  contents(): Readonly<Record<string, readonly unknown[]>>;
  stop(): Promise<void>;
}

const derived = ["search_keys", "claims", "reservations"];

function runtimeOf(identity: NodeIdentity, tick: () => string): WriteRuntime {
  return {
    nodeId: identity.nodeId,
    kind: "branch",
    now: Date.now,
    newId: createIdSource(Date.now),
    tick,
    hashValue: (_tenantId, text) => text,
    valueSeal: testSeal,
    sink: journalSink(() => identity.epoch),
    reactors: [],
  };
}

/** Enrols a node at a branch of the demo's tenant, with an empty database. */
export async function enrolBareNode(product: Product, branchId: string): Promise<BareNode> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-bare-node-"));
  const code = await product.enrolmentCode(branchId);
  const identity = await enrolNode(folder, product.hubUrl, code, "bare");
  const store = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  await migrateBranch(store.handle);
  const clock = createHlc({ now: Date.now, nodeTag: identity.nodeId });
  const hub = new HubClient({ identity, now: Date.now });
  const runtime = runtimeOf(identity, clock.tick);
  const receiveStamp = (hlc: string) => {
    clock.receive(hlc);
  };
  const onArrived = () => undefined;
  return {
    folder,
    identity,
    store,
    hub,
    runtime,
    log: createLogger(() => undefined, {}, Date.now),
    receiveStamp,
    async pullAll() {
      const options = { store, runtime, identity, hub, receiveStamp, onArrived };
      while ((await pullOnce(options)).hasMore);
    },
    contents: () => contentsOf(store),
    stop: async () => {
      await hub.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const emptyOf = { text: "", int: 0, bool: false, json: [], document: [] } as const;

/** An operation made by hand with everything that its tables ask for: what it leaves out is empty. */
export function withAllFields(operation: BatchOperation): BatchOperation {
  const changes = operation.changes.map((change) => {
    const columns = Object.entries(branchSchema.find(change.table)?.columns ?? {});
    const needed = columns.filter(
      ([name, column]) => !column.isNullable && !systemColumns.has(name),
    );
    const empty = needed.map(([name, column]) => [name, emptyOf[column.kind]] as const);
    return { ...change, fields: { ...Object.fromEntries(empty), ...change.fields } };
  });
  return { ...operation, changes };
}

function contentsOf(store: SqliteStore): Readonly<Record<string, readonly unknown[]>> {
  const { travelling } = branchSchema;
  const names = [...travelling.map((table) => table.name), ...derived];
  const entries = names.map((name) => {
    const rows = store.handle.prepare(`SELECT * FROM ${name}`).raw().all();
    return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  return Object.fromEntries(entries);
}
