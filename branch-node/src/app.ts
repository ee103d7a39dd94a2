import { createHmac } from "node:crypto";
import type { Express } from "express";
import type { JSONWebKeySet } from "jose";
import { clinicalEventTypes, clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import { createReadAudit, type ReadAudit } from "@edgeward/shared/audit/reads.ts";
import type { WrittenUnit, WriteRuntime } from "@edgeward/shared/write/model.ts";
import { clinicalRules } from "@edgeward/shared/contract/surface-rules.ts";
import type { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import { clientCredentialsGrant } from "@edgeward/shared/http/client-grant.ts";
import { limitAddresses } from "@edgeward/shared/http/address-limit.ts";
import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import { createInFlight } from "@edgeward/shared/pipeline/idempotency.ts";
import {
  createExpress,
  mountSurface,
  requestIds,
  securityHeaders,
  unknownAddress,
} from "@edgeward/shared/http/mount.ts";
import { problemHandler } from "@edgeward/shared/http/problem.ts";
import { authorise, byAccessToken, enterBranch } from "@edgeward/shared/pipeline/admission.ts";
import { cachedPlans } from "@edgeward/shared/clinical/tenants/plan.queries.ts";
import { clinicalPlans } from "@edgeward/shared/contract/plans.ts";
import { limitByPlan, limitRefused, ownCallCount } from "@edgeward/shared/pipeline/plan-limits.ts";
import type { RequestRecord, Surface } from "@edgeward/shared/pipeline/surface.ts";
import { mountTokenEndpoint, type GrantedToken } from "@edgeward/shared/http/token-endpoint.ts";
import {
  createTokenVerifier,
  signAccessToken,
  type TokenClaims,
  type TokenVerifier,
} from "@edgeward/shared/http/tokens.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { createHlc, tolerableAheadMs, type HybridClock } from "@edgeward/shared/kernel/hlc.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { Caller } from "@edgeward/shared/resource/context.ts";
import type { Module } from "@edgeward/shared/resource/module.ts";
import { maximumRequestBytes } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import { hostGuard, ownHosts, type OwnHosts } from "#lan/own-hosts.ts";
import { auditHash, branchSeal, type NodeIdentity } from "#node/identity.ts";
import { SuspendedClients } from "#node/suspended-clients.ts";
import { tokenReactor } from "#printing/token-reactor.ts";
import { branchAttempts } from "#staff/branch-attempts.ts";
import { StaffAuth } from "#staff/sign-in.ts";
import { previewModule } from "#printing/preview.module.ts";
import { ownPinModule } from "#staff/own-pin.module.ts";
import { mountStaffRoutes } from "#staff/staff-routes.ts";
import { journalSink } from "#sync/journal-sink.ts";
import { branchRevenueModule } from "#sync/unsent-revenue.ts";

const clientTokenSeconds = 900;

/** What a branch's HTTP side is put together from. */
export interface BranchOptions {
  readonly store: SqliteStore;
  readonly identity: NodeIdentity;
  /** 32 bytes of this node's own, for cursors and hashes. */
  readonly nodeKey: Uint8Array;
  /** The hub's public keys as last seen, so that its tokens are understood without it. */
  readonly hubKeys: () => JSONWebKeySet;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly now: () => number;
  /** The newest stamp made before the last stop, or null. */
  readonly lastHlc: string | null;
  /** Whether a request's `Host` means this branch; by itself names of the local network. */
  readonly isOwnHost?: OwnHosts;
  /** Modules beyond the clinical ones. */
  readonly modules: readonly Module[];
  readonly onWritten: (unit: WrittenUnit | null) => void;
  /** Whether a device's token counts no longer. */
  readonly isDeviceRefused?: (caller: Caller) => boolean;
  readonly onRequest: (record: RequestRecord) => void;
}

/** A branch's HTTP side, ready to listen. */
export interface BranchApp {
  readonly app: Express;
  readonly runtime: WriteRuntime;
  readonly clock: HybridClock;
  readonly tokens: TokenVerifier;
  readonly staff: StaffAuth;
  readonly suspended: SuspendedClients;
  readonly readAudit: ReadAudit;
  readonly attempts: AttemptLimits;
  /** For what is served beside the modules, by the same rules. */
  readonly surface: Surface;
  /** Ends the chain; call it after everything else has been mounted. */
  seal(): void;
}

/** The hub's runtime twin on a branch: ids, stamps, journal, and the work that belongs to events. */
function branchRuntime(options: BranchOptions): {
  readonly runtime: WriteRuntime;
  readonly clock: HybridClock;
} {
  const { identity, now, nodeKey } = options;
  // Neither a tablet nor another branch, by way of the hub, takes this branch's clock into tomorrow.
  const clock = createHlc({ now, nodeTag: identity.nodeId, mostAheadMs: tolerableAheadMs });
  if (options.lastHlc !== null) clock.restore(options.lastHlc);
  const runtime: WriteRuntime = {
    nodeId: identity.nodeId,
    kind: "branch",
    now,
    newId: createIdSource(now),
    tick: clock.tick,
    hashValue: auditHash(nodeKey),
    valueSeal: branchSeal(identity),
    sink: journalSink(() => identity.epoch),
    reactors: [tokenReactor],
  };
  return { runtime, clock };
}

function hashClientSecret(identity: NodeIdentity, tenantId: string, secret: string): string {
  // The branch serves one tenant; another's client gets a hash that matches nothing.
  const key = tenantId === identity.tenantId ? identity.clientKey : Buffer.alloc(32);
  return createHmac("sha256", key).update(secret).digest("hex");
}

function issuerFor(options: BranchOptions, runtime: WriteRuntime) {
  const { identity } = options;
  return async (claims: Omit<TokenClaims, "iss" | "aud">): Promise<GrantedToken> => {
    const full = {
      ...claims,
      iss: `branch:${identity.nodeId}`,
      aud: `branch:${identity.branchId}`,
    };
    const key = { kid: identity.nodeId, privateKey: identity.privateKey };
    const accessToken = await signAccessToken(
      key,
      full,
      clientTokenSeconds,
      runtime.now(),
      runtime.newId("ses"),
    );
    return { accessToken, expiresInSeconds: clientTokenSeconds, scope: claims.scope ?? null };
  };
}

function mountTokens(
  app: Express,
  surface: Surface,
  options: BranchOptions,
  attempts: AttemptLimits,
): void {
  const { store, identity } = options;
  const grant = clientCredentialsGrant({
    findClient: (clientId) =>
      store.read({ tenantId: identity.tenantId }, (session) =>
        session.kysely
          .selectFrom("clients")
          .selectAll()
          .where("tenant_id", "=", identity.tenantId)
          .where("id", "=", clientId)
          .executeTakeFirst(),
      ),
    hashSecret: (tenantId, secret) => hashClientSecret(identity, tenantId, secret),
    attempts,
    issue: issuerFor(options, surface.runtime),
  });
  mountTokenEndpoint(app, surface, { client_credentials: grant });
}

function tokenVerifier(
  options: BranchOptions,
  staff: StaffAuth,
  suspended: SuspendedClients,
): TokenVerifier {
  const { identity } = options;
  return createTokenVerifier({
    keysOf: (issuer, audience) => {
      if (issuer === identity.hubIssuer && audience === "clinical") return options.hubKeys();
      const isOwn = issuer === `branch:${identity.nodeId}`;
      return isOwn && audience === `branch:${identity.branchId}`
        ? { keys: [identity.publicJwk] }
        : null;
    },
    isRevoked: (caller) =>
      suspended.has(caller) ||
      (caller.sessionId !== null && staff.sessions.isOver(caller.sessionId)) ||
      options.isDeviceRefused?.(caller) === true,
    now: options.now,
  });
}

/** The branch's own settings, asked anew after this long: every request needs them, and they change once in months. */
const settingsMs = 1_000;

type FindBranch = Parameters<typeof enterBranch>[0];

function ownBranch(store: SqliteStore, identity: NodeIdentity): FindBranch {
  let known: { readonly at: number; readonly found: ReturnType<FindBranch> } | null = null;
  return async (tenantId, branchId) => {
    if (tenantId !== identity.tenantId || branchId !== identity.branchId) return null;
    if (known !== null && performance.now() - known.at < settingsMs) return known.found;
    const found = store.read({ tenantId }, (session) =>
      findBranchSettings(session.kysely, tenantId, branchId),
    );
    known = { at: performance.now(), found };
    // Nobody is kept out by an answer from before the branch had come, or by one that failed.
    found.then(
      (settings) => (known = settings === null ? null : known),
      () => (known = null),
    );
    return found;
  };
}

function surfaceOf(
  options: BranchOptions,
  {
    tokens,
    ...parts
  }: Pick<Surface, "runtime" | "readAudit" | "docsUrl"> & {
    readonly tokens: TokenVerifier;
  },
): Surface {
  const { store, identity } = options;
  return {
    ...parts,
    policy: {
      ...clinicalRules,
      eventTypes: clinicalEventTypes,
      authenticate: limitRefused(byAccessToken(tokens), options.now),
      // The node serves one branch; its tenant's other branches are the hub's to serve.
      enter: enterBranch(ownBranch(store, identity)),
      takeLimit: limitByPlan({
        surface: "clinical",
        plans: clinicalPlans,
        planOf: cachedPlans(store),
        count: ownCallCount(options.now),
        now: options.now,
      }),
      authorise,
    },
    store,
    cursors: createCursorCodec(options.nodeKey, options.now),
    inFlight: createInFlight(),
    log: options.log,
    bodyLimit: maximumRequestBytes,
    onWritten: (_tenantId, unit) => options.onWritten(unit),
    onRequest: options.onRequest,
  };
}

/** Puts a branch's HTTP side together. Nothing listens yet. */
export function createBranchApp(options: BranchOptions): BranchApp {
  const { store, identity, log } = options;
  const { runtime, clock } = branchRuntime(options);
  const readAudit = createReadAudit(store, runtime, (error) =>
    log.error("read_audit_failed", {}, error),
  );
  const attempts = branchAttempts(store, identity.tenantId, options.now);
  const staff = new StaffAuth({ store, runtime, identity, audit: readAudit, attempts });
  const suspended = new SuspendedClients(store, identity.tenantId);
  const tokens = tokenVerifier(options, staff, suspended);
  const docsUrl = `${options.publicUrl}/docs/errors`;
  const app = createExpress();
  app.use(requestIds(runtime.newId), securityHeaders, hostGuard(options.isOwnHost ?? ownHosts()));
  const surface = surfaceOf(options, { runtime, tokens, readAudit, docsUrl });
  const ownPin = ownPinModule({ store, runtime, identity, audit: readAudit, attempts });
  mountSurface(app, surface, [
    ...clinicalModules,
    branchRevenueModule,
    previewModule,
    ...options.modules,
    ownPin,
  ]);
  mountTokens(app, surface, options, attempts);
  mountStaffRoutes(app, staff, surface);
  app.use(limitAddresses(() => performance.now()));
  return {
    app,
    runtime,
    clock,
    tokens,
    staff,
    suspended,
    readAudit,
    attempts,
    surface,
    seal: () => {
      app.use(unknownAddress);
      app.use(problemHandler(docsUrl, log));
    },
  };
}
