import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBranchApp, type BranchApp } from "@edgeward/branch-node/app.ts";
import { branchSchema } from "@edgeward/branch-node/db/branch-schema.ts";
import { createSchema } from "@edgeward/shared/db/schema.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import { learnOutcomes } from "@edgeward/branch-node/db/operation-outcomes.ts";
import { openSqliteStore, type SqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { enrolNode, type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { grantRequestsModule } from "@edgeward/branch-node/sync/grants.module.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { operationsModule } from "@edgeward/branch-node/sync/operations.module.ts";
import { pullOnce } from "@edgeward/branch-node/sync/pull.ts";
import { pushOnce } from "@edgeward/branch-node/sync/push.ts";
import { resolutionRelayModule } from "@edgeward/branch-node/sync/resolution-relay.ts";
import { syncStatusModule } from "@edgeward/branch-node/sync/sync-status.module.ts";
import { TabletReleaseLane } from "@edgeward/branch-node/sync/tablets/release-lane.ts";
import { recordName } from "@edgeward/branch-node/sync/tablets/tablet-context.ts";
import { tabletBatchModule } from "@edgeward/branch-node/sync/tablets/tablet-ingest.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import type { WrittenUnit } from "@edgeward/shared/write/model.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import { signAccessToken, type TokenClaims } from "@edgeward/shared/http/tokens.ts";
import type { FeedRow, OperationResult } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { branchFileKey, newBranchFile } from "./branch-file.ts";
import { errorLog } from "./error-log.ts";
import type { TestHub } from "./hub-harness.ts";
import { listen } from "./node.ts";

/** A branch on a database of its own, enrolled at a hub; it speaks with the hub only when the test says so. */
export interface SyncedBranch {
  readonly identity: NodeIdentity;
  readonly store: SqliteStore;
  readonly branch: BranchApp;
  /** What requests have written so far, as screens and printers receive it. */
  readonly written: readonly (WrittenUnit | null)[];
  /** A client that acts for the branch, as a person of these roles. */
  client(roles: readonly string[], claims?: Partial<TokenClaims>): Promise<Client>;
  /** Sends all that waits; what became of each operation. */
  push(): Promise<readonly OperationResult[]>;
  /** Takes all that the hub has for it. */
  pull(): Promise<void>;
  /** Ends when what waited for what has arrived has been looked at. */
  released(): Promise<void>;
  rows(text: string, ...values: readonly unknown[]): Promise<readonly SqlRow[]>;
  stop(): Promise<void>;
}

const quiet = {
  state: "online",
  since: new Date(0).toISOString(),
  lastContactAt: null,
  clockSkewMs: 0,
  stalledSince: null,
  refusedBy: null,
  reason: null,
} as const;

interface Parts {
  readonly hub: TestHub;
  readonly identity: NodeIdentity;
  readonly store: SqliteStore;
}

async function serve(
  { hub, identity, store }: Parts,
  client: HubClient,
  written: (WrittenUnit | null)[],
) {
  const listening = await listen();
  const log = errorLog(hub.clock.now);
  const onWritten = (unit: WrittenUnit | null) => void written.push(unit);
  const runtime = () => branch.runtime;
  const releases = new TabletReleaseLane({ store, identity, log, runtime, onWritten });
  const branch: BranchApp = createBranchApp({
    store,
    identity,
    nodeKey: randomBytes(32),
    hubKeys: () => ({ keys: [] }),
    log,
    publicUrl: listening.url,
    now: hub.clock.now,
    lastHlc: null,
    modules: [
      syncStatusModule(() => quiet),
      operationsModule,
      grantRequestsModule,
      tabletBatchModule((hlc) => {
        branch.clock.receive(hlc);
      }, releases),
      resolutionRelayModule(client, { store, runtime, releases, onWritten }),
    ],
    onWritten,
    onRequest: () => undefined,
  });
  branch.seal();
  listening.serve(branch.app);
  return { branch, listening, releases };
}

/** Who of the seeded people has the first of some roles. */
function personOf({ tenant }: TestHub, [role]: readonly string[]): string {
  if (role === "doctor") return tenant.doctorId;
  return role === "nurse" ? tenant.nurseId : tenant.clerkId;
}

async function headersOf(
  { hub, identity }: Parts,
  roles: readonly string[],
  more: Partial<TokenClaims>,
): Promise<Readonly<Record<string, string>>> {
  const key = { kid: identity.nodeId, privateKey: identity.privateKey };
  const claims: TokenClaims = {
    iss: `branch:${identity.nodeId}`,
    aud: `branch:${identity.branchId}`,
    sub: personOf(hub, roles),
    tid: identity.tenantId,
    bids: [identity.branchId],
    roles,
    ...more,
  };
  const token = await signAccessToken(key, claims, 900, hub.clock.now(), hub.runtime.newId("ses"));
  return {
    authorization: `Bearer ${token}`,
    "x-tenant-id": identity.tenantId,
    "x-branch-id": identity.branchId,
  };
}

/** Notifies the branches of what was seeded: a hub's people are put down without a word to anybody. */
export async function announceSeeded(hub: TestHub): Promise<void> {
  await hub.store.write({ tenantId: hub.tenant.id }, async (session) => {
    for (const table of ["tenants", "staff"]) {
      await session.query(
        `INSERT INTO feed (tenant_id, scope, entity, entity_id, op_id)
           SELECT tenant_id, '*', '${table}', id, 'op_seed' FROM ${table} WHERE tenant_id = $1`,
        [hub.tenant.id],
      );
    }
  });
}

/** Enrols a new branch node at a hub and brings it up to date. @param tables that only the test has */
export async function startSyncedBranch(
  hub: TestHub,
  branchId: string,
  tables: readonly TableDeclaration[] = [],
): Promise<SyncedBranch> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-synced-"));
  const identity = await enrolNode(folder, hub.url, await hub.enrolmentCode(branchId), "test");
  const store = openSqliteStore({
    file: await newBranchFile(folder),
    key: branchFileKey,
    schema: createSchema([...branchSchema.tables, ...tables]),
  });
  const parts = { hub, identity, store };
  const written: (WrittenUnit | null)[] = [];
  const client = new HubClient({ identity, now: hub.clock.now });
  const { branch, listening, releases } = await serve(parts, client, written);
  const scope = { tenantId: identity.tenantId };
  const pulling = {
    ...parts,
    hub: client,
    runtime: branch.runtime,
    receiveStamp: (hlc: string) => {
      branch.clock.receive(hlc);
    },
    onArrived: (row: FeedRow) => releases.look([recordName(row)]),
  };
  const synced: SyncedBranch = {
    identity,
    store,
    branch,
    written,
    async client(roles, claims = {}) {
      const headers = await headersOf(parts, roles, claims);
      return createClient({ baseUrl: listening.url, headers: () => headers });
    },
    async push() {
      const results: OperationResult[] = [];
      for (;;) {
        const pushed = await pushOnce({ ...parts, hub: client, runtime: branch.runtime });
        if (pushed.kind === "idle") return results;
        results.push(...pushed.results);
      }
    },
    async pull() {
      while ((await pullOnce(pulling)).hasMore);
      const learner = { ...scope, branchId, runtime: branch.runtime };
      await store.write(scope, (session) => learnOutcomes(session, learner));
    },
    rows: (text, ...values) => store.read(scope, (session) => session.query(text, values)),
    released: () => releases.settled(),
    stop: async () => {
      await listening.close();
      await releases.stop();
      await branch.readAudit.drain();
      await client.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await announceSeeded(hub);
  await synced.pull();
  return synced;
}
