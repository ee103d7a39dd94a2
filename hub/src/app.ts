import type { Express } from "express";
import {
  clinicalCommands,
  clinicalEventTypes,
  clinicalModules,
} from "@edgeward/shared/clinical/index.ts";
import { createJudge, type Judge } from "@edgeward/shared/sync/judge/judge.ts";
import type { Command } from "@edgeward/shared/resource/command-writes.ts";
import { createReadAudit, type ReadAudit } from "@edgeward/shared/audit/reads.ts";
import type { WrittenUnit, WriteRuntime } from "@edgeward/shared/write/model.ts";
import { clinicalRules, openRules } from "@edgeward/shared/contract/surface-rules.ts";
import { AttemptLimits } from "@edgeward/shared/http/attempt-limits.ts";
import { clientCredentialsGrant } from "@edgeward/shared/http/client-grant.ts";
import { limitAddresses } from "@edgeward/shared/http/address-limit.ts";
import { createCursorCodec } from "@edgeward/shared/http/cursor.ts";
import { createInFlight } from "@edgeward/shared/pipeline/idempotency.ts";
import {
  createExpress,
  jsonReader,
  mountSurface,
  requestIds,
  securityHeaders,
  unknownAddress,
} from "@edgeward/shared/http/mount.ts";
import { problemHandler } from "@edgeward/shared/http/problem.ts";
import { authorise, byAccessToken, enterBranch } from "@edgeward/shared/pipeline/admission.ts";
import { cachedPlans } from "@edgeward/shared/clinical/tenants/plan.queries.ts";
import { clinicalPlans } from "@edgeward/shared/contract/plans.ts";
import { limitByPlan, limitRefused } from "@edgeward/shared/pipeline/plan-limits.ts";
import { branchFinder } from "#tenancy/branch-settings.ts";
import { sharedCallCount } from "#tenancy/shared-call-count.ts";
import { openSurface } from "@edgeward/shared/pipeline/open-surface.ts";
import type { RequestRecord, Surface } from "@edgeward/shared/pipeline/surface.ts";
import { mountTokenEndpoint } from "@edgeward/shared/http/token-endpoint.ts";
import { createTokenVerifier, type TokenVerifier } from "@edgeward/shared/http/tokens.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { createIdSource, type IdSource } from "@edgeward/shared/kernel/ids.ts";
import { valueSealOf } from "@edgeward/shared/kernel/value-seal.ts";
import { createHlc, tolerableAheadMs, type HybridClock } from "@edgeward/shared/kernel/hlc.ts";
import type { Module } from "@edgeward/shared/resource/module.ts";
import { maximumRequestBytes } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { mountConsole } from "#console/mount-console.ts";
import type { PostgresStore } from "#db/postgres-store.ts";
import { bootstrapFilesModule, bootstrapModule } from "#fleet/bootstrap/bootstrap.module.ts";
import { batchReader } from "#fleet/ingest/batch-reader.ts";
import { Bootstraps } from "#fleet/bootstrap/bootstraps.ts";
import { enrolmentModule, nodeAssertionGrant } from "#fleet/nodes/enrolment.ts";
import type { FeedNotifier } from "#fleet/feed/feed-notifier.ts";
import { grantsModule } from "#fleet/feed/grants.module.ts";
import type { IngestServices } from "#fleet/ingest/take-set.ts";
import { ReleaseLane, type Releases } from "#fleet/ingest/release-lane.ts";
import { AuditExchange } from "#fleet/nodes/audit-exchange.ts";
import type { FleetServices } from "#fleet/nodes/handshake.ts";
import { beginIncarnation } from "#fleet/nodes/incarnation.ts";
import { hubSink } from "#fleet/feed/hub-sink.ts";
import { nodeStatusModule } from "#fleet/node-status.module.ts";
import { hubRevenueModule } from "#fleet/waiting-branches.ts";
import { operationsModule, retryOrDiscardModule } from "#fleet/ingest/operations.module.ts";
import { createContactNotes } from "#fleet/nodes/last-contact.ts";
import { feedModule, fleetModule, offlineBatchModule } from "#fleet/sync.module.ts";
import { schemaHistory, type SchemaHistory } from "@edgeward/shared/sync/wire/schema-history.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import {
  clientKey,
  findClient,
  hashClientSecret,
  issueToken,
  type IssuerOptions,
} from "#tenancy/clients.ts";
import { jwksModule } from "#tenancy/jwks.module.ts";
import { Revocations } from "#tenancy/revocations.ts";
import type { SigningKeys } from "#tenancy/signing-keys.ts";
import "#db/hub-schema.ts";

function hubModules(
  options: HubOptions,
  ingest: IngestServices,
  release: Releases,
  fleet: FleetServices,
  revocations: Revocations,
): readonly Module[] {
  return [
    ...clinicalModules,
    offlineBatchModule(ingest, release),
    feedModule(
      createContactNotes(options.store, options.now),
      revocations,
      options.store,
      options.feedNotifier,
    ),
    fleetModule(fleet, ingest, release),
    grantsModule,
    operationsModule,
    retryOrDiscardModule(ingest, release),
    nodeStatusModule,
    hubRevenueModule,
  ];
}

/** What a hub is put together from. */
export interface HubOptions {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  readonly keys: SigningKeys;
  readonly log: Logger;
  /** This hub process among several: `hub` or `hub2`. */
  readonly instance: string;
  /** Where callers reach it, without a slash at the end. */
  readonly publicUrl: string;
  /** Addresses of the proxies before it, whose `X-Forwarded-For` says where a call came from. */
  readonly trustedProxies?: readonly string[];
  /** Rings when a feed has grown; without one nobody can wait for it. */
  readonly feedNotifier?: FeedNotifier;
  /** Where bootstrap files are made, shared by the hub's processes; without one there are none. */
  readonly bootstrapFolder?: string;
  /** The steps by which older nodes' operations become those of today; the product's own where none are given. */
  readonly schemaHistory?: SchemaHistory;
  /** Whether webhook receivers may be plain HTTP on loopback: only for the demo. */
  readonly allowLoopbackHttp?: boolean;
  /** Commands beside the product's own, whose operations are taken. */
  readonly commands?: readonly Command[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onRequest?: (record: RequestRecord) => void;
}

/** A hub ready to listen. */
export interface HubApp {
  readonly app: Express;
  readonly runtime: WriteRuntime;
  readonly tokens: TokenVerifier;
  readonly issuer: IssuerOptions;
  /** What taking batches needs, also those that come by hand. */
  readonly ingest: IngestServices;
  /** Runs what waited for what has arrived. */
  readonly release: ReleaseLane;
  readonly readAudit: ReadAudit;
  /** What branches keep of the hub's audit, and the hub of theirs. */
  readonly auditExchange: AuditExchange;
  /** For what is served beside the modules, by the same rules. */
  readonly surface: Surface;
  /** The surfaces' modules on this hub. */
  readonly modules: readonly Module[];
  /** Notified after each commit. */
  onWritten(listener: (tenantId: string, unit: WrittenUnit | null) => void): void;
  /** Ends the chain; call it after everything else has been mounted. */
  seal(): void;
}

// A name, not an address: a hub that moves must not make its branches' tokens worthless.
const hubIssuer = "edgeward-hub";
const bodyLimit = maximumRequestBytes;
const openBodyLimit = 16_384;
function hubRuntime(options: HubOptions, newId: IdSource, hlc: HybridClock): WriteRuntime {
  return {
    nodeId: options.instance,
    kind: "hub",
    now: options.now,
    newId,
    tick: hlc.tick,
    hashValue: (tenantId, text) => options.secrets.hash(`audit:${tenantId}`, text),
    valueSeal: (tenantId) => valueSealOf(clientKey(options.secrets, tenantId)),
    sink: hubSink,
    reactors: [],
  };
}

// Not within the handshake: it writes for every tenant, and the node need not wait for the others.
function fleetServices(
  { store, log }: HubOptions,
  runtime: WriteRuntime,
  audit: AuditExchange,
): FleetServices {
  return {
    audit,
    onLoss: (seen) => {
      log.warn("hub_restored", {});
      beginIncarnation({ store, runtime }, seen).catch((error: unknown) =>
        log.error("incarnation_failed", {}, error),
      );
    },
  };
}

function mountTokens(app: Express, surface: Surface, options: HubOptions, issuer: IssuerOptions) {
  const { store, secrets } = options;
  mountTokenEndpoint(app, surface, {
    client_credentials: clientCredentialsGrant({
      findClient: (clientId) => findClient(store, clientId),
      hashSecret: (tenantId, secret) => hashClientSecret(secrets, tenantId, secret),
      attempts: issuer.attempts,
      issue: (claims) => issueToken(issuer, claims),
    }),
    "urn:ietf:params:oauth:grant-type:jwt-bearer": nodeAssertionGrant(issuer),
  });
}

/** What those ask who have no token of `/v1`. */
function mountOpen(app: Express, surface: Surface, options: HubOptions, issuer: IssuerOptions) {
  const { keys, publicUrl, allowLoopbackHttp = false } = options;
  mountConsole(app, surface, { ...issuer, publicUrl, allowLoopbackHttp });
  mountTokens(app, surface, options, issuer);
  mountSurface(app, openSurface(surface, { rules: openRules, bodyLimit: openBodyLimit }), [
    jwksModule(keys),
    enrolmentModule(issuer, surface.runtime, keys),
  ]);
  // And what stands behind the surfaces, which count their callers by themselves.
  app.use(limitAddresses(() => performance.now()));
}

// Files for new nodes are made where there is a folder for them.
function bootstrapsOf(options: HubOptions): Bootstraps | null {
  const { bootstrapFolder: folder, store, secrets, log, now } = options;
  return folder === undefined ? null : new Bootstraps({ store, folder, secrets, now, log });
}

type Listener = (tenantId: string, unit: WrittenUnit | null) => void;

function surfaceOf(
  options: HubOptions,
  {
    tokens,
    ...parts
  }: Pick<Surface, "runtime" | "readAudit" | "docsUrl"> & {
    readonly tokens: TokenVerifier;
  },
  listeners: readonly Listener[],
): Surface {
  const { store, now } = options;
  return {
    ...parts,
    policy: {
      ...clinicalRules,
      eventTypes: clinicalEventTypes,
      authenticate: limitRefused(byAccessToken(tokens), now),
      enter: enterBranch(branchFinder(store, now)),
      takeLimit: limitByPlan({
        surface: "clinical",
        plans: clinicalPlans,
        planOf: cachedPlans(store),
        count: sharedCallCount(options),
        now,
      }),
      authorise,
    },
    store,
    cursors: createCursorCodec(options.secrets.key("cursor"), now),
    inFlight: createInFlight(),
    log: options.log,
    bodyLimit,
    onWritten: (tenantId, unit) => {
      for (const listener of listeners) listener(tenantId, unit);
    },
    onRequest: options.onRequest ?? (() => undefined),
  };
}

function judgeOf({ commands = [] }: HubOptions): Judge {
  return createJudge([...clinicalCommands, ...commands]);
}

function hubTokens({ keys, now }: HubOptions, revocations: Revocations): TokenVerifier {
  return createTokenVerifier({
    keysOf: (from, audience) =>
      from === hubIssuer && audience === "clinical" ? keys.publicKeys : null,
    isRevoked: revocations.isRevoked,
    now,
  });
}

/** Puts a hub together. Nothing listens yet. */
export function createHubApp(options: HubOptions): HubApp {
  const { store, secrets, keys, log, now } = options;
  const newId = createIdSource(now);
  const clock = createHlc({ now, nodeTag: options.instance, mostAheadMs: tolerableAheadMs });
  const runtime = hubRuntime(options, newId, clock);
  const receiveStamp = (hlc: string) => void clock.receive(hlc);
  const { schemaHistory: history = schemaHistory } = options;
  const ingest = { receiveStamp, log, history, judge: judgeOf(options) };
  const release = new ReleaseLane({ store, runtime, ingest, log });
  const key = () => keys.active;
  const attempts = new AttemptLimits({ write: (work) => store.platform(work), now });
  const revocations = new Revocations({ store, now, log });
  const issuer = { store, secrets, key, issuer: hubIssuer, now, newId, attempts, revocations };
  const tokens = hubTokens(options, revocations);
  const onAuditFault = (error: unknown) => log.error("read_audit_failed", {}, error);
  const readAudit = createReadAudit(store, runtime, onAuditFault);
  const listeners: Listener[] = [];
  const docsUrl = `${options.publicUrl}/docs/errors`;
  const app = createExpress();
  app.set("trust proxy", options.trustedProxies ?? []);
  app.use(requestIds(newId), securityHeaders);
  const bootstraps = bootstrapsOf(options);
  const audit = new AuditExchange({ key, keys: () => keys.publicKeys.keys, log });
  const modules = [
    ...hubModules(options, ingest, release, fleetServices(options, runtime, audit), revocations),
    ...(bootstraps === null ? [] : [bootstrapModule(bootstraps)]),
  ];
  const parts = { runtime, tokens, readAudit, docsUrl };
  const surface = surfaceOf(options, parts, listeners);
  mountSurface(app, surface, modules, batchReader(jsonReader(bodyLimit), bodyLimit));
  if (bootstraps !== null) mountSurface(app, surface, [bootstrapFilesModule(bootstraps)]);
  mountOpen(app, surface, options, issuer);
  return {
    app,
    runtime,
    tokens,
    issuer,
    ingest,
    release,
    readAudit,
    auditExchange: audit,
    surface,
    modules,
    onWritten: (listener) => void listeners.push(listener),
    seal: () => {
      app.use(unknownAddress);
      app.use(problemHandler(docsUrl, log));
    },
  };
}
