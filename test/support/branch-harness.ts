import { createHmac, randomBytes, webcrypto } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBranchApp, type BranchApp, type BranchOptions } from "@edgeward/branch-node/app.ts";
import { branchSchema } from "@edgeward/branch-node/db/branch-schema.ts";
import { createSchema } from "@edgeward/shared/db/schema.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import { openSqliteStore, type SqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import type { NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { maximumRequestBytes } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { branchFileKey, newBranchFile } from "./branch-file.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { errorLog } from "./error-log.ts";
import { testStart } from "./hub-harness.ts";
import { pausableStore, listen, type Door, type TestNode } from "./node.ts";
import { seedTenant, type TestTenant } from "./seed.ts";
import { requireSendable } from "./sendable.ts";
import { testClientKey, testSeal } from "./value-seal.ts";

/** What seeds the database in the hub's place. */
function seedingRuntime(clock: TestClock, secret: Buffer): WriteRuntime {
  const hlc = createHlc({ now: clock.now, nodeTag: "hub" });
  return {
    nodeId: "hub",
    kind: "hub",
    now: clock.now,
    newId: createIdSource(clock.now),
    tick: () => hlc.tick(),
    hashValue: (tenantId, text) =>
      createHmac("sha256", secret).update(tenantId).update(text).digest("hex"),
    valueSeal: testSeal,
    sink: { statements: async () => [] },
    reactors: [],
  };
}

async function identityFor(tenant: TestTenant, nodeId: string): Promise<NodeIdentity> {
  const pair = await webcrypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
  const { x = "" } = await webcrypto.subtle.exportKey("jwk", pair.publicKey);
  return {
    nodeId,
    tenantId: tenant.id,
    branchId: tenant.branchId,
    epoch: 1,
    counters: [],
    pinnedHubKeys: [],
    hubUrl: "http://127.0.0.1:9",
    hubIssuer: "edgeward-hub",
    clientKey: testClientKey,
    privateKey: pair.privateKey,
    publicJwk: { kty: "OKP", crv: "Ed25519", x, kid: nodeId, alg: "EdDSA", use: "sig" },
  };
}

interface Served {
  readonly door: Door;
  readonly branch: BranchApp;
  close(): Promise<void>;
}

async function serveBranch(
  store: SqliteStore,
  clock: TestClock,
  identity: NodeIdentity,
  { onWritten, modules }: Pick<BranchOptions, "onWritten" | "modules">,
): Promise<Served> {
  const listening = await listen();
  const branch = createBranchApp({
    store,
    identity,
    nodeKey: randomBytes(32),
    hubKeys: () => ({ keys: [] }),
    log: errorLog(clock.now),
    publicUrl: listening.url,
    now: clock.now,
    lastHlc: null,
    modules,
    onWritten: (unit) => {
      requireSendable(unit, modules);
      onWritten(unit);
    },
    onRequest: () => undefined,
  });
  branch.seal();
  listening.serve(branch.app);
  return {
    branch,
    door: {
      url: listening.url,
      issuer: `branch:${identity.nodeId}`,
      audience: `branch:${identity.branchId}`,
      key: { kid: identity.nodeId, privateKey: identity.privateKey },
    },
    close: async () => {
      await listening.close();
      await branch.readAudit.drain();
    },
  };
}

interface TestBranchOptions extends Partial<Pick<BranchOptions, "onWritten" | "modules">> {
  /** Tables that only the test has. */
  readonly tables?: readonly TableDeclaration[];
}

/**
 * Starts a branch node on an encrypted database file of its own. A second node, of another tenant, works on the same
 * file: no branch has that, so that whatever a query forgets to leave out is there to be found.
 */
export async function startTestBranch({
  onWritten = () => undefined,
  modules = [],
  tables = [],
}: TestBranchOptions = {}): Promise<TestNode> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-branch-"));
  const secret = randomBytes(32);
  const opened = openSqliteStore({
    file: await newBranchFile(folder),
    key: branchFileKey,
    schema: createSchema([...branchSchema.tables, ...tables]),
  });
  const { store, pauseWrites } = pausableStore(opened);
  const clock = createTestClock(testStart);
  const seeding = { store: opened, runtime: seedingRuntime(clock, secret) };
  const tenant = await seedTenant(seeding, { code: "PUN", hasNode: true });
  const other = await seedTenant(seeding, { code: "DEL", hasNode: true });
  const newId = seeding.runtime.newId;
  const identity = await identityFor(tenant, newId("nod"));
  const own = await serveBranch(store, clock, identity, { onWritten, modules });
  const strange = await identityFor(other, newId("nod"));
  const second = await serveBranch(opened, clock, strange, {
    onWritten: () => undefined,
    modules: [],
  });
  return {
    ...own.door,
    engine: "branch",
    otherDoor: second.door,
    clock,
    store: opened,
    runtime: own.branch.runtime,
    readAudit: own.branch.readAudit,
    tenant,
    other,
    bodyLimit: maximumRequestBytes,
    pauseWrites,
    stop: async () => {
      await own.close();
      await second.close();
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
