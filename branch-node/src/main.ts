import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSelfDescription } from "@edgeward/shared/http/self-description.ts";
import { writeOperatorToken } from "@edgeward/shared/http/operator-token.ts";
import { closeServer, pauseRequests, listen } from "@edgeward/shared/http/listen.ts";
import { createLimitedServer } from "@edgeward/shared/http/server-limits.ts";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { Module } from "@edgeward/shared/resource/module.ts";
import type { FeedRow } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import type { WrittenUnit } from "@edgeward/shared/write/model.ts";
import { createBranchApp, type BranchApp } from "./app.ts";
import { lastStamp } from "#db/last-stamp.ts";
import type { CommittingStore } from "#db/sqlite-store.ts";
import { purposeKey } from "#node/branch-key.ts";
import { type NodeIdentity } from "#node/identity.ts";
import type { FileLane } from "#files/lane.ts";
import { SiteDevices } from "./site-devices.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { mountBranchFiles } from "./mount-files.ts";
import { mountDisplay, readDisplay, shownTables } from "#lan/display.ts";
import { ownHosts } from "#lan/own-hosts.ts";
import { mountPages } from "#lan/pages.ts";
import { release } from "#node/release.ts";
import { Sockets } from "#lan/sockets.ts";
import type { LanTls } from "#lan/tls/lan-tls.ts";
import { createTickets } from "#lan/tickets.ts";
import { wsTicketModule } from "#lan/ws-ticket.module.ts";
import {
  admissionTables,
  heedAdmitted,
  isOver,
  HubKeys,
  noReport,
  recallAdmitted,
  readinessChecks,
  standardLog,
  watchDisk,
  type DiskReport,
  eventsOf,
  wireEvent,
} from "./node-parts.ts";
import { mountBranchOperator } from "./operator.ts";
import type { Recurring } from "./own-work.ts";
import { openBranch, type BranchSettings, type OpenedBranch } from "./open-branch.ts";
import { discoveryModule } from "#printing/discovery.module.ts";
import { PrintRoom } from "#printing/print-room.ts";
import { StatusAnnouncer } from "./status-announcer.ts";
import { SyncEngine } from "#sync/engine.ts";
import { identityInEpoch } from "#sync/epoch.ts";
import { grantRequestsModule } from "#sync/grants.module.ts";
import { HubClient } from "#sync/hub-client.ts";
import { OutcomeLearning } from "#sync/outcome-learning.ts";
import { operationsModule } from "#sync/operations.module.ts";
import { resolutionRelayModule } from "#sync/resolution-relay.ts";
import { readSyncStatus, syncStatusModule } from "#sync/sync-status.module.ts";

const pagesFolder = join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "ui");
const errorPagesFolder = fileURLToPath(new URL("../../docs/errors", import.meta.url));

interface BranchParts extends OpenedBranch {
  readonly log: Logger;
}

/** A branch node: what it is made of, started part by part and ended in the opposite order. */
export class BranchNode {
  readonly identity: NodeIdentity;
  readonly store: CommittingStore;
  readonly log: Logger;
  readonly tls: LanTls;
  readonly #settings: BranchSettings;
  readonly #opened: BranchParts;
  readonly #server = createLimitedServer();
  readonly #hub: HubClient;
  readonly #hubKeys: HubKeys;
  readonly #tickets = createTickets(systemClock.now);
  readonly #description = createSelfDescription();
  readonly #recurring: Recurring[] = [];
  readonly #siteDevices: SiteDevices;
  readonly #status: StatusAnnouncer;
  readonly #disk: () => DiskReport;
  readonly #outcomes: OutcomeLearning;
  #branch: BranchApp | null = null;
  #engine: SyncEngine | null = null;
  #printRoom: PrintRoom | null = null;
  #sockets: Sockets | null = null;
  #fileLane: FileLane | null = null;
  /** Where it listens. */
  url = "";
  port = 0;

  constructor(settings: BranchSettings, parts: BranchParts) {
    const { identity, store, log, epoch, clock } = parts;
    this.#settings = settings;
    this.#opened = parts;
    this.identity = identityInEpoch(identity, epoch);
    this.store = store;
    this.log = log;
    this.#disk = watchDisk(store, log, clock.now);
    this.#hub = new HubClient({ identity, now: clock.now, onDate: clock.hearDate });
    this.#hubKeys = new HubKeys({ store, hub: this.#hub, identity, log });
    this.#status = new StatusAnnouncer({
      read: () => this.syncStatus(),
      notify: (status) => this.#sockets?.broadcast({ type: "sync", status }),
      log,
    });
    this.#siteDevices = new SiteDevices({
      ...parts,
      settings,
      identity: this.identity,
      tickets: this.#tickets,
      sockets: () => this.#sockets,
      nodeUrl: () => this.url,
      onWritten: (unit) => this.#written(unit),
    });
    this.tls = this.#siteDevices.tls;
    this.#outcomes = new OutcomeLearning({
      ...parts,
      runtime: () => this.#branch?.runtime,
      onLearned: (undone) => {
        for (const { table, id } of undone) this.#notify(`${table}.discarded`, table, id);
        this.#status.announce();
      },
    });
  }

  /** Starts everything. @throws the server's error when the port is taken */
  async start(): Promise<void> {
    const { host, port } = this.#settings;
    await this.#hubKeys.recall();
    const serve = pauseRequests(this.#server);
    this.port = await listen(this.#server, port, host);
    this.url = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${this.port}`;
    const branch = await this.#createApp();
    this.#branch = branch;
    this.#sockets = this.#openSockets();
    this.#printRoom = this.#openPrintRoom(branch);
    await this.#printRoom.start();
    await this.#siteDevices.start();
    this.#engine = this.#startEngine(branch);
    serve(branch.app);
    this.#outcomes.learn();
    const { store, identity, log } = this;
    const kept = { store, identity, log, runtime: branch.runtime };
    const work = startHousekeeping({ ...kept, onWritten: (unit) => this.#written(unit) });
    this.#recurring.push(...work, this.#hubKeys.keepFresh());
    this.#status.begin();
  }

  /** What a person needs to know to trust the box. */
  syncStatus(): Promise<SyncStatus> {
    const { tenantId, nodeId } = this.identity;
    return this.store.read({ tenantId }, (session) =>
      readSyncStatus(session, tenantId, nodeId, this.#report(), this.#opened.clock.now()),
    );
  }

  /** Ends everything; requests under way and the slip being printed may finish. */
  async stop(): Promise<void> {
    const ended = Promise.all(this.#recurring.map((each) => each.stop()));
    await this.#status.stop();
    this.#sockets?.close();
    await closeServer(this.#server);
    await this.#siteDevices.stop();
    await this.#printRoom?.stop();
    await this.#fileLane?.stop();
    await this.#engine?.stop();
    await this.#outcomes.settled();
    await this.#branch?.readAudit.drain();
    await Promise.all([this.#hub.close(), ended]);
    await this.store.close();
  }

  readonly #closeOver = () => this.#sockets?.closeOver();

  readonly #report = () => this.#engine?.report() ?? noReport;

  #modules(): readonly Module[] {
    return [
      syncStatusModule(this.#report),
      wsTicketModule(this.#tickets),
      operationsModule,
      grantRequestsModule,
      ...this.#siteDevices.modules(),
      discoveryModule(),
      resolutionRelayModule(this.#hub, this.#siteDevices.decisions),
    ];
  }

  async #createApp(): Promise<BranchApp> {
    const { store, identity, log } = this;
    const lastHlc = await store.read({ tenantId: identity.tenantId }, (session) =>
      lastStamp(session, identity.tenantId),
    );
    const branch = createBranchApp({
      store,
      identity,
      nodeKey: purposeKey(this.#settings.folder, "branch"),
      hubKeys: () => this.#hubKeys.current,
      log,
      publicUrl: this.url,
      now: this.#opened.clock.now,
      lastHlc,
      isOwnHost: ownHosts(this.#settings.hostNames),
      modules: this.#modules(),
      onRequest: this.#description.onRequest,
      onWritten: (unit) => this.#written(unit),
      isDeviceRefused: (caller) => this.#siteDevices.gate.isRefused(caller),
    });
    await recallAdmitted(branch, this.#closeOver);
    this.#siteDevices.mount(branch);
    this.#mountRest(branch);
    return branch;
  }

  #mountRest(branch: BranchApp): void {
    const { folder, operatorToken } = this.#settings;
    mountDisplay(branch.app, this.#display);
    this.#description.mount(branch.app, {
      title: "Edgeward branch node",
      version: release,
      url: this.url,
      errorPagesFolder,
      now: this.#opened.clock.now,
      checks: readinessChecks({
        store: this.store,
        tenantId: this.identity.tenantId,
        disk: this.#disk,
        link: () => this.#report().state,
        printers: () => this.#printRoom?.printerStates() ?? [],
      }),
      metricsToken: null,
    });
    mountBranchOperator(branch, {
      token: operatorToken ?? writeOperatorToken(join(folder, "operator-token")),
      store: this.store,
      hub: this.#hub,
      identity: this.identity,
      syncStatus: () => this.syncStatus(),
      printers: () => this.#printRoom?.printerStates() ?? [],
      tls: () => this.tls.state(),
    });
    this.#fileLane = mountBranchFiles({
      branch,
      identity: this.identity,
      hub: this.#hub,
      folder,
      key: purposeKey(folder, "files"),
      isLinkAtRest: () => this.#report().state === "online",
    });
    mountPages(branch.app, pagesFolder);
    branch.seal();
  }

  readonly #display = (code: string) => {
    const { tenantId, branchId } = this.identity;
    return this.store.read({ tenantId }, (session) =>
      readDisplay(session, tenantId, branchId, code, this.#opened.clock.now()),
    );
  };

  #openSockets(): Sockets {
    return new Sockets({
      server: this.#server,
      isOwnHost: ownHosts(this.#settings.hostNames),
      tickets: this.#tickets,
      display: this.#display,
      handshake: async () => ({ type: "sync", status: await this.syncStatus() }),
      devices: this.#siteDevices.devices,
      isOver: (holder) => this.#branch !== null && isOver(this.#branch, holder),
    });
  }

  #openPrintRoom(branch: BranchApp): PrintRoom {
    const { tenantId, branchId } = this.identity;
    return new PrintRoom({
      store: this.store,
      runtime: branch.runtime,
      tenantId,
      branchId,
      settingsPrinters: this.#settings.printers,
      log: this.log,
      onWritten: (unit) => this.#written(unit),
      onNews: (message) => this.#sockets?.broadcast(message),
    });
  }

  #startEngine(branch: BranchApp): SyncEngine {
    return new SyncEngine({
      ...this.#opened,
      runtime: branch.runtime,
      identity: this.identity,
      hub: this.#hub,
      hubKeys: this.#hubKeys,
      bootstrapFolder: join(this.#settings.folder, "bootstrap"),
      disk: () => this.#disk().state,
      receiveStamp: (hlc) => void branch.clock.receive(hlc),
      onArrived: (row) => this.#arrived(row),
      onQuarantined: () => this.#outcomes.learn(),
      onFilled: () => this.#filled(),
      onEnd: () => this.#siteDevices.gate.closeAll(),
      onChange: () => {
        this.#fileLane?.wake();
        this.#status.announce();
      },
    });
  }

  #written(unit: WrittenUnit | null): void {
    this.#siteDevices.see(unit);
    for (const event of eventsOf(unit)) this.#sockets?.broadcast(wireEvent(event));
    if (unit !== null) this.#sockets?.refreshDisplays();
    this.#printRoom?.written(unit);
    this.#engine?.wake();
    this.#fileLane?.wake();
    this.#status.announce();
  }

  #notify(type: string, entity: string, id: string): void {
    const about = { entity, entity_id: id, branch_id: this.identity.branchId };
    this.#sockets?.broadcast({ type: "event", event: { type, ...about, payload: {} } });
    if (shownTables.has(entity)) this.#sockets?.refreshDisplays();
  }

  #arrived(row: FeedRow): void {
    this.#notify(`${row.table}.arrived`, row.table, row.id);
    if (row.table === "operation_outcomes") this.#outcomes.learn();
    this.#siteDevices.arrived(row);
    heedAdmitted(this.#branch, [row.table], { log: this.log, onEnded: this.#closeOver });
  }

  #filled(): void {
    this.#outcomes.learn();
    this.#siteDevices.arrived(null);
    heedAdmitted(this.#branch, admissionTables, { log: this.log, onEnded: this.#closeOver });
  }
}

/** Opens the database, enrols where that is still to do, and starts everything that a branch is. */
export async function startBranch(
  settings: BranchSettings,
  givenLog?: Logger,
): Promise<BranchNode> {
  const logOf = (nodeId: string) => givenLog ?? standardLog(nodeId, release);
  const opened = await openBranch(settings, logOf);
  const node = new BranchNode(settings, { ...opened, log: logOf(opened.identity.nodeId) });
  await node.start();
  return node;
}
