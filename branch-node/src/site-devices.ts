import { activeDevices } from "@edgeward/shared/clinical/devices/devices.queries.ts";
import { devicesTable, type DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";
import type { FeedRow } from "@edgeward/shared/sync/wire/batch.contract.ts";
import type { WriteRuntime, WrittenUnit } from "@edgeward/shared/write/model.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { Module } from "@edgeward/shared/resource/module.ts";
import type { BranchApp } from "#app.ts";
import type { BranchClock } from "#sync/branch-clock.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { DeviceListener, Sockets } from "#lan/sockets.ts";
import type { Tickets } from "#lan/tickets.ts";
import { ownNetwork } from "#lan/tls/lan-names.ts";
import { LanTls } from "#lan/tls/lan-tls.ts";
import { deviceOrigin } from "#lan/tls/lan-tls-state.ts";
import { mountTrust } from "#lan/tls/trust-routes.ts";
import type { BranchSettings } from "#open-branch.ts";
import { checkInsModule } from "#kiosk/check-ins.module.ts";
import { kioskExitModule } from "#kiosk/exit.module.ts";
import { branchAttempts } from "#staff/branch-attempts.ts";
import { DeviceAuth } from "#pairing/device-auth.ts";
import { DeviceGate } from "#pairing/device-gate.ts";
import { mountDeviceRoutes } from "#pairing/device-routes.ts";
import { staffOnDeviceModule } from "#pairing/staff-on-device.ts";
import { pairingModule, type DeviceDoor } from "#pairing/pairing.module.ts";
import { scansModule } from "#scanning/scans.module.ts";
import { noteThere } from "#site-devices/device-health.ts";
import { DevicePresence } from "#site-devices/device-presence.ts";
import { ScannerStation, type Scan } from "#site-devices/scanner-station.ts";
import { TabletReleaseLane } from "#sync/tablets/release-lane.ts";
import type { TabletDecisions } from "#sync/tablets/retry-or-discard.ts";
import { tabletBatchModule } from "#sync/tablets/tablet-ingest.ts";
import { recordName } from "#sync/tablets/tablet-context.ts";

/** What the floor needs of the node. */
export interface SiteDevicesOptions {
  readonly store: SqliteStore;
  readonly identity: NodeIdentity;
  readonly settings: Pick<BranchSettings, "folder" | "host" | "tlsPort" | "network">;
  readonly clock: Pick<BranchClock, "now">;
  readonly tickets: Tickets;
  readonly log: Logger;
  readonly sockets: () => Sockets | null;
  readonly nodeUrl: () => string;
  /** Notified after the commit of what the floor itself writes. */
  readonly onWritten: (unit: WrittenUnit | null) => void;
}

/** What stands around the node: kiosks and tablets with screens of their own, and scanners on its cables. */
export class SiteDevices {
  /** Which kiosks and tablets may act. */
  readonly gate: DeviceGate;
  /** HTTPS, without which a browser lets no device have a key. */
  readonly tls: LanTls;
  readonly #options: SiteDevicesOptions;
  readonly #presence: DevicePresence;
  readonly #station: ScannerStation;
  readonly #releases: TabletReleaseLane;
  #branch: BranchApp | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: SiteDevicesOptions) {
    this.#options = options;
    const { store, identity, settings, clock } = options;
    this.tls = new LanTls({
      ...options,
      ...settings,
      port: settings.tlsPort ?? null,
      now: clock.now,
      network: settings.network ?? ownNetwork,
    });
    this.gate = new DeviceGate({
      store,
      identity,
      onClosed: (deviceId, end) => this.#options.sockets()?.closeDevice(deviceId, end),
    });
    this.#releases = new TabletReleaseLane({ ...options, runtime: () => this.#runtime() });
    this.#presence = new DevicePresence({
      now: () => performance.now(),
      onChange: (deviceId, isThere) => this.#note(deviceId, isThere),
    });
    this.#station = new ScannerStation({
      onScan: (scan) => this.#deliver(scan),
      onState: (scannerId, state) => {
        if (state !== "connecting") this.#note(scannerId, state === "ready");
      },
    });
  }

  /** What an administrator's decision about a device's operation needs. */
  get decisions(): TabletDecisions {
    const { store, onWritten } = this.#options;
    return { store, onWritten, runtime: () => this.#runtime(), releases: this.#releases };
  }

  /** Takes in that a record has come from the hub, or all of them anew: operations of a tablet may wait for it. */
  arrived(row: Pick<FeedRow, "table" | "id"> | null): void {
    if (row === null) this.#releases.sweep();
    else this.#releases.look([recordName(row)]);
  }

  /** What hears the connections of devices. */
  get devices(): DeviceListener {
    return {
      refusalOf: (holder) => this.gate.refusalOf(holder),
      onHeard: (deviceId) => this.#presence.heard(deviceId),
      onLeft: (deviceId) => this.#presence.left(deviceId),
    };
  }

  /** What the floor adds to /v1. */
  modules(): readonly Module[] {
    const { store, identity, clock } = this.#options;
    return [
      pairingModule(this.#options.tickets, (origin) => this.#door(origin)),
      staffOnDeviceModule(this.gate),
      tabletBatchModule((hlc) => void this.#branch?.clock.receive(hlc), this.#releases),
      scansModule,
      checkInsModule(Date.now),
      kioskExitModule(branchAttempts(store, identity.tenantId, clock.now)),
    ];
  }

  /** Serves how devices get in. */
  mount(branch: BranchApp): void {
    this.#branch = branch;
    const { runtime, readAudit: audit, attempts } = branch;
    mountTrust(branch.app, this.tls);
    mountDeviceRoutes(
      branch.app,
      new DeviceAuth({ ...this.#options, runtime, audit, attempts, gate: this.gate }),
      branch.surface,
    );
  }

  /** Looks at what is registered, and begins to listen. */
  async start(): Promise<void> {
    const { store, identity } = this.#options;
    const { tenantId, branchId } = identity;
    await this.gate.recall();
    this.#releases.sweep();
    const rows = await store.read({ tenantId }, ({ kysely }) =>
      activeDevices(kysely, tenantId, branchId),
    );
    for (const row of rows) {
      const isScreen = this.gate.find(row.id) !== null;
      if (isScreen && row.health_status === "online") this.#presence.expect(row.id);
      await this.#station.take(row);
    }
    const app = this.#branch?.app;
    if (app === undefined) return;
    this.tls.start({ app, attach: (server) => this.#options.sockets()?.attach(server) });
  }

  /** Takes in what a command has changed. */
  see(unit: WrittenUnit | null): void {
    this.gate.see(unit);
    for (const { table, after } of unit?.rows ?? []) {
      if (table.name !== devicesTable.name) continue;
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a row of this very table
      const row = after as unknown as DeviceRow;
      this.#station.take(row).catch((error: unknown) => {
        this.#options.log.error("scanner.fault", { device_id: row.id }, error);
      });
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.tls.stop();
    this.#presence.stop();
    await this.#station.stop();
    await this.#releases.stop();
    await this.#writing;
  }

  #runtime(): WriteRuntime {
    const runtime = this.#branch?.runtime;
    if (runtime === undefined) throw new Error("the branch has not been put together yet");
    return runtime;
  }

  /** Where a device comes in, and the authority that it has to trust there. @param origin where the desk is */
  #door(origin: string = this.#options.nodeUrl()): DeviceDoor {
    const state = this.tls.state();
    return {
      origin: deviceOrigin(origin, state),
      authority: state.port === null ? null : state.ca_sha256,
    };
  }

  #deliver({ scannerId, scannerName, text }: Scan): void {
    const at = isoInstant(Date.now());
    const scan = { scanner_id: scannerId, scanner_name: scannerName, text, at };
    const isTaken = this.#options.sockets()?.deliverScan(scannerId, { type: "scan", scan });
    // What was scanned may be a patient's; that somebody scanned in vain is all that a log may say.
    if (isTaken !== true) this.#options.log.warn("scan.unheard", { device_id: scannerId });
  }

  #note(deviceId: string, isThere: boolean): void {
    const runtime = this.#branch?.runtime;
    if (runtime === undefined || this.#isStopped) return;
    this.#writing = this.#writing
      .then(async () => {
        // What ends with the node has not gone by itself.
        if (!this.#isStopped) await noteThere({ ...this.#options, runtime }, deviceId, isThere);
      })
      .catch((error: unknown) => {
        this.#options.log.error("device.health_failed", { device_id: deviceId }, error);
      });
  }
}
