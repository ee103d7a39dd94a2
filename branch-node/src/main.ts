import { createServer, type Server } from "node:http";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JSONWebKeySet } from "jose";
import * as z from "zod";
import { createSelfDescription } from "@edgeward/shared/http/self-description.ts";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import { createLogger, type Logger } from "@edgeward/shared/kernel/log.ts";
import type { DomainEvent } from "@edgeward/shared/db/operation.ts";
import type { SyncStatus } from "@edgeward/shared/sync/sync-status.contract.ts";
import { createBranchApp, type BranchApp } from "./app.ts";
import { migrateBranch } from "./db/branch-migrations.ts";
import { readState, stateStatement } from "./db/node-state.ts";
import { openSqliteStore, type SqliteStore } from "./db/sqlite-store.ts";
import { databaseKey, enrolNode, purposeKey, readIdentity, type NodeIdentity } from "./identity.ts";
import { readDisplay } from "./lan/display.ts";
import { mountPages } from "./lan/pages.ts";
import { openSockets, type Sockets } from "./lan/sockets.ts";
import { createTickets } from "./lan/tickets.ts";
import { wsTicketModule } from "./lan/ws-ticket.module.ts";
import type { PrinterConfig } from "./printing/print-worker.ts";
import { startSpooler, type Spooler } from "./printing/spooler.ts";
import { startSyncEngine, type LinkReport, type SyncEngine } from "./sync/engine.ts";
import { createHubClient, type HubClient } from "./sync/hub-client.ts";
import { readSyncStatus, syncStatusModule } from "./sync/sync-status.module.ts";

/** Where the built pages are. */
export const pagesFolder = join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "ui");

export interface BranchSettings {
  /** Keys, identity and database are kept here. */
  readonly folder: string;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly printers: readonly PrinterConfig[];
  /** Where the hub is, when that is not where it was at the enrolment. */
  readonly hubUrl: string | null;
  /** Needed until the node has been enrolled. */
  readonly enrolment: { readonly hubUrl: string; readonly code: string; readonly name: string } | null;
}

/** A branch node that listens. */
export interface RunningBranch {
  readonly url: string;
  readonly port: number;
  readonly identity: NodeIdentity;
  readonly store: SqliteStore;
  readonly branch: BranchApp;
  readonly spooler: Spooler;
  syncStatus(): Promise<SyncStatus>;
  stop(): Promise<void>;
}

const keySetShape = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
const version = "0.1.0";
const errorPagesFolder = fileURLToPath(new URL("../../docs/errors", import.meta.url));
const keysEveryMs = 5 * 60_000;
const statusEveryMs = 5_000;
const noReport: LinkReport = {
  state: "offline",
  since: new Date(0).toISOString(),
  lastContactAt: null,
  clockSkewMs: null,
  reason: null,
};

/** Logs as JSON lines on standard error. */
export function standardLog(nodeId: string): Logger {
  return createLogger((line) => process.stderr.write(`${line}\n`), { node_id: nodeId }, systemClock.now);
}

async function identityOf(settings: BranchSettings): Promise<NodeIdentity> {
  const known = await readIdentity(settings.folder, settings.hubUrl);
  if (known !== null) return known;
  const { enrolment } = settings;
  if (enrolment === null) {
    throw new Error("this machine is not enrolled; run: edgeward branch enrol --hub URL --code CODE");
  }
  return enrolNode(settings.folder, enrolment.hubUrl, enrolment.code, enrolment.name);
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
  });
}

/** The hub's public keys: those remembered from before, refreshed while the hub can be asked. */
class HubKeys {
  current: JSONWebKeySet = { keys: [] };
  readonly #store: SqliteStore;
  readonly #hub: HubClient;
  readonly #tenantId: string;

  constructor(store: SqliteStore, hub: HubClient, tenantId: string) {
    this.#store = store;
    this.#hub = hub;
    this.#tenantId = tenantId;
  }

  async recall(): Promise<void> {
    const text = await this.#store.read({ tenantId: this.#tenantId }, (session) =>
      readState(session, "hub_keys"),
    );
    if (text !== null) this.current = keySetShape.parse(JSON.parse(text));
  }

  async refresh(): Promise<void> {
    const keys = keySetShape.parse(await this.#hub.get("/.well-known/jwks.json"));
    this.current = keys;
    await this.#store.write({ tenantId: this.#tenantId }, (session) =>
      session.runAll([stateStatement(session, "hub_keys", JSON.stringify(keys))]),
    );
  }
}

function wireEvent(event: DomainEvent) {
  return {
    type: "event",
    event: {
      type: event.type,
      entity: event.entity,
      entity_id: event.entity_id,
      branch_id: event.branch_id,
      payload: event.payload,
    },
  };
}

/** Opens the database, enrols where that is still to do, and starts everything that a branch is. */
export async function startBranch(settings: BranchSettings, givenLog?: Logger): Promise<RunningBranch> {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const identity = await identityOf(settings);
  const log = givenLog ?? standardLog(identity.nodeId);
  const store = openSqliteStore({
    file: join(settings.folder, "branch.db"),
    key: databaseKey(settings.folder),
  });
  await migrateBranch(store.handle);
  const { tenantId, branchId } = identity;
  const scope = { tenantId };
  const { now } = systemClock;
  const hub = createHubClient({ identity, now });
  const hubKeys = new HubKeys(store, hub, tenantId);
  await hubKeys.recall();
  const lastHlc = await store.read(scope, (session) => readState(session, "last_hlc"));

  // Made one after the other below, and told of changes from the first request on.
  let engine: SyncEngine | null = null;
  let spooler: Spooler | null = null;
  let sockets: Sockets | null = null;
  const report = () => engine?.report() ?? noReport;
  const syncStatus = () =>
    store.read(scope, (session) => readSyncStatus(session, tenantId, identity.nodeId, report(), now()));
  let statusTimer: NodeJS.Timeout | null = null;
  const announceStatus = () => {
    // Many changes of one moment are one message.
    statusTimer ??= setTimeout(() => {
      statusTimer = null;
      syncStatus().then(
        (status) => sockets?.broadcast({ type: "sync", status }),
        (error: unknown) => log.error("status_failed", {}, error),
      );
    }, 100);
  };

  const server = createServer();
  const port = await listen(server, settings.port, settings.host);
  const url = `http://${settings.host === "0.0.0.0" ? "127.0.0.1" : settings.host}:${port}`;
  const description = createSelfDescription();
  const tickets = createTickets(now);
  const modules = [syncStatusModule(report), wsTicketModule(tickets)];
  const branch = await createBranchApp({
    store,
    identity,
    nodeKey: purposeKey(settings.folder, "branch"),
    hubKeys: () => hubKeys.current,
    log,
    publicUrl: url,
    now,
    lastHlc,
    modules,
    onRequest: description.onRequest,
    onWritten: (unit) => {
      for (const event of unit?.operation.events ?? []) sockets?.broadcast(wireEvent(event));
      spooler?.wake();
      engine?.wake();
      if (unit !== null) sockets?.refreshDisplays();
      announceStatus();
    },
  });
  const display = (code: string) =>
    store.read(scope, (session) => readDisplay(session, tenantId, branchId, code, now()));
  branch.app.get("/display/:code/state", async (request, response, next) => {
    const state = await display(request.params.code);
    if (state === null) next();
    else response.setHeader("Cache-Control", "no-store").json(state);
  });
  description.mount(branch.app, {
    title: "Edgeward branch node",
    version,
    url,
    modules: [...clinicalModules, ...modules],
    errorPagesFolder,
    checks: {
      database: async () => {
        await store.read(scope, (session) => session.query("SELECT 1", []));
        return { ok: true };
      },
      // The hub being away is a state to show, not a reason to be unready.
      hub: () => Promise.resolve({ ok: true, detail: { link: report().state } }),
      printers: () => Promise.resolve({ ok: true, detail: { states: spooler?.printerStates() ?? [] } }),
    },
    metricsToken: null,
  });
  mountPages(branch.app, pagesFolder);
  branch.seal();
  server.on("request", branch.app);
  sockets = openSockets({
    server,
    tickets,
    display,
    greeting: async () => ({ type: "sync", status: await syncStatus() }),
  });
  spooler = await startSpooler({
    store,
    runtime: branch.runtime,
    tenantId,
    branchId,
    printers: settings.printers,
    log,
    onJob: (job) => sockets?.broadcast({ type: "print", job: { id: job.id, status: job.status } }),
  });
  engine = startSyncEngine({
    store,
    runtime: branch.runtime,
    identity,
    hub,
    log,
    receiveStamp: (hlc) => {
      branch.clock.receive(hlc);
    },
    onArrived: (row) => {
      const payload = { entity: row.table, entity_id: row.id };
      sockets?.broadcast({
        type: "event",
        event: { type: `${row.table}.arrived`, ...payload, branch_id: branchId, payload: {} },
      });
      if (row.table === "appointments") sockets?.refreshDisplays();
    },
    onChange: announceStatus,
  });
  const refreshKeys = () => {
    hubKeys.refresh().catch(() => undefined);
  };
  refreshKeys();
  const timers = [setInterval(refreshKeys, keysEveryMs), setInterval(announceStatus, statusEveryMs)];
  for (const timer of timers) timer.unref();

  return {
    url,
    port,
    identity,
    store,
    branch,
    spooler,
    syncStatus,
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      if (statusTimer !== null) clearTimeout(statusTimer);
      sockets?.close();
      await closeServer(server);
      await spooler?.stop();
      await engine?.stop();
      await branch.readAudit.drain();
      await hub.close();
      await store.close();
    },
  };
}
