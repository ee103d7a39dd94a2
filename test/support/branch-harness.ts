import { createHmac, randomBytes, webcrypto } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { journalSink } from "@edgeward/branch-node/sync/journal-sink.ts";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import { createReadAudit } from "@edgeward/shared/db/read-audit.ts";
import type { NodeRuntime } from "@edgeward/shared/db/runtime.ts";
import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import { createInFlight } from "@edgeward/shared/http/idempotency.ts";
import {
  createExpress,
  mountSurface,
  requestIds,
  securityHeaders,
  unknownAddress,
} from "@edgeward/shared/http/mount.ts";
import { problemHandler } from "@edgeward/shared/http/problem.ts";
import type { Surface } from "@edgeward/shared/http/surface.ts";
import { createTokenVerifier, type SigningKey } from "@edgeward/shared/http/tokens.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { errorLog } from "./error-log.ts";
import { testStart } from "./hub-harness.ts";
import { holdableStore, listen, type TestNode } from "./node.ts";
import { seedTenant } from "./seed.ts";

const bodyLimit = 1024 * 1024;

async function makeKey() {
  const pair = await webcrypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
  const key: SigningKey = { kid: "test-node", privateKey: pair.privateKey };
  const { x = "" } = await webcrypto.subtle.exportKey("jwk", pair.publicKey);
  return { key, publicJwk: { kty: "OKP", crv: "Ed25519", x, kid: key.kid, alg: "EdDSA" } };
}

function branchRuntime(clock: TestClock, secret: Buffer): NodeRuntime {
  const newId = createIdSource(clock.now);
  const nodeId = newId("nod");
  const hlc = createHlc({ now: clock.now, nodeTag: nodeId });
  return {
    nodeId,
    kind: "branch",
    now: clock.now,
    newId,
    tick: () => hlc.tick(),
    hashValue: (tenantId, text) =>
      createHmac("sha256", secret).update(tenantId).update(text).digest("hex"),
    sink: journalSink(() => 1),
    reactors: [],
  };
}

/** Starts a branch node on an encrypted database file of its own, with two tenants in it. */
export async function startTestBranch(): Promise<TestNode> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-branch-"));
  const secret = randomBytes(32);
  const opened = openSqliteStore({ file: join(folder, "branch.db"), key: secret });
  await migrateBranch(opened.handle);
  const { store, holdWrites } = holdableStore(opened);
  const clock = createTestClock(testStart);
  const log = errorLog(clock.now);
  const { key, publicJwk } = await makeKey();
  const runtime = branchRuntime(clock, secret);
  const listening = await listen();
  const readAudit = createReadAudit(store, runtime, (error) =>
    log.error("read_audit_failed", {}, error),
  );
  const docsUrl = `${listening.url}/docs/errors`;
  const surface: Surface = {
    store,
    runtime,
    modules: clinicalModules,
    tokens: createTokenVerifier({
      keys: () => ({ keys: [publicJwk] }),
      isTrusted: (issuer, audience) => issuer === listening.url && audience === "clinical",
      isRevoked: () => false,
      now: clock.now,
    }),
    cursors: createCursorCodec(secret, clock.now),
    inFlight: createInFlight(),
    readAudit,
    log,
    docsUrl,
    bodyLimit,
    findBranch: (tenantId, branchId) =>
      store.read({ tenantId }, (session) => findBranchSettings(session.kysely, tenantId, branchId)),
    takeLimit: () => Promise.resolve({ remaining: null }),
    onWritten: () => undefined,
    onRequest: () => undefined,
  };
  const app = createExpress();
  app.use(requestIds(runtime.newId), securityHeaders);
  mountSurface(app, surface);
  app.use(unknownAddress);
  app.use(problemHandler(docsUrl, log));
  listening.serve(app);
  const base = { store: opened, runtime };
  return {
    engine: "branch",
    url: listening.url,
    clock,
    store: opened,
    runtime,
    readAudit,
    issuer: listening.url,
    key,
    tenant: await seedTenant(base, { code: "PUN", hasNode: true }),
    other: await seedTenant(base, { code: "DEL", hasNode: true }),
    bodyLimit,
    holdWrites,
    stop: async () => {
      await listening.close();
      await readAudit.drain();
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
