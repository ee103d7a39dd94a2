import type { Server } from "node:http";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createSelfDescription,
  type SelfDescription,
} from "@edgeward/shared/http/self-description.ts";
import { writeOperatorToken } from "@edgeward/shared/http/operator-token.ts";
import { closeServer, pauseRequests, listen } from "@edgeward/shared/http/listen.ts";
import { createLimitedServer, usualLimits } from "@edgeward/shared/http/server-limits.ts";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import type { FileStore } from "@edgeward/shared/files/file-store.ts";
import { createLineWriter } from "@edgeward/shared/log/line-writer.ts";
import { createLogger, type Logger } from "@edgeward/shared/log/log.ts";
import { createHubApp, type HubApp } from "./app.ts";
import { mountConsolePages } from "#console/pages.ts";
import { openPostgresStore, type PostgresStore } from "#db/postgres-store.ts";
import { provisionDatabase } from "#db/provision.ts";
import { TableStatistics } from "#db/table-statistics.ts";
import { mountHubFiles } from "#files/mount-files.ts";
import { NotificationSocket } from "#fleet/nodes/notification-socket.ts";
import { finishUpgrade } from "#fleet/ingest/after-upgrade.ts";
import { feedBlocker, watchFeed } from "#fleet/feed/feed-stall.ts";
import { FeedNotifier } from "#fleet/feed/feed-notifier.ts";
import { RestoreWatch } from "#fleet/nodes/restore-watch.ts";
import { startMaintenance } from "#fleet/maintenance.ts";
import { startOwnWork } from "#fleet/own-work.ts";
import { mountOperator } from "./operator.ts";
import { enterShortNames } from "#tenancy/directory.ts";
import { createSecrets, readOrMakeSecret, type Secrets } from "#tenancy/secrets.ts";
import { ensureSigningKey, loadSigningKeys, type SigningKeys } from "#tenancy/signing-keys.ts";
import { startDispatcher, type Dispatcher } from "#webhooks/dispatcher.ts";

/** What a hub is started with. */
export interface HubSettings {
  /** A role that may make roles and tables. */
  readonly databaseUrl: string;
  /** Keys and passwords are kept here. */
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** Distinguishes several hub processes on one database. */
  readonly instance: string;
  /** Where callers reach it; null for the address it listens on. */
  readonly publicUrl: string | null;
  /** Whether webhook receivers may be plain HTTP on loopback: only for the demo. */
  readonly allowLoopbackHttp: boolean;
  /** The operator's token; without one a new one is made at each start and left in a file. */
  readonly operatorToken?: string | null;
  /** Addresses and networks of the proxies before it; without them calls come from whoever connects. */
  readonly trustedProxies?: readonly string[];
}

const connections = 8;
/** Each branch keeps one open for its notification socket and a few for its batches. */
const mostCallers = 10_000;
/** Several branches may have one address. */
const mostOfAnAddress = 2_000;
const version = "0.1.0";
// The pages of both nodes are built in one place, out of one kit; this is the way to what lies there, and no import.
const pagesFolder = fileURLToPath(new URL("../../branch-node/dist/ui/console", import.meta.url));
const errorPagesFolder = fileURLToPath(new URL("../../docs/errors", import.meta.url));

/** Logs as JSON lines on standard error. */
export function standardLog(): Logger {
  return createLogger(
    createLineWriter((text) => void process.stderr.write(text)),
    { surface: "hub", release: version },
    systemClock.now,
  );
}

function operatorTokenOf({ operatorToken, folder }: HubSettings): string {
  return operatorToken ?? writeOperatorToken(join(folder, "operator-token"));
}

/** A hub that listens: what it is made of, started part by part and ended in the opposite order. */
export class HubNode {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  readonly hub: HubApp;
  readonly files: FileStore;
  readonly operatorToken: string;
  readonly url: string;
  readonly port: number;
  readonly #server: Server;
  readonly #dispatcher: Dispatcher;
  readonly #notificationSocket: NotificationSocket;
  readonly #notifier: FeedNotifier;
  readonly #maintenance: ReturnType<typeof startMaintenance>;
  readonly #ownWork: ReturnType<typeof startOwnWork>;
  readonly #restoreWatch: RestoreWatch;
  readonly #feedWatch: ReturnType<typeof watchFeed>;
  readonly #statistics: TableStatistics;

  constructor(settings: HubSettings, parts: HubParts) {
    const { store, secrets, log } = parts;
    this.store = store;
    this.secrets = secrets;
    this.url = parts.url;
    this.port = parts.port;
    this.#server = parts.server;
    this.operatorToken = operatorTokenOf(settings);
    const description = createSelfDescription();
    const { instance } = settings;
    this.#notifier = new FeedNotifier({ url: parts.appUrl, instance, log });
    this.hub = createHubApp({
      store,
      secrets,
      keys: parts.keys,
      log,
      instance: settings.instance,
      publicUrl: this.url,
      feedNotifier: this.#notifier,
      trustedProxies: settings.trustedProxies ?? [],
      bootstrapFolder: join(settings.folder, "bootstrap"),
      now: systemClock.now,
      onRequest: description.onRequest,
      allowLoopbackHttp: settings.allowLoopbackHttp,
    });
    const { allowLoopbackHttp } = settings;
    const { runtime, release, ingest } = this.hub;
    const dispatching = { ...runtime, url: parts.workerUrl, secrets, log };
    this.#dispatcher = startDispatcher({ ...dispatching, allowLoopbackHttp });
    const operating = { store, secrets, allowLoopbackHttp, operatorToken: this.operatorToken };
    const { publicKeys } = parts.keys;
    mountOperator(this.hub, { ...operating, publicKeys, onChange: this.#dispatcher.wake });
    const { app, surface } = this.hub;
    this.files = mountHubFiles({ app, surface, secrets, folder: settings.folder });
    this.#describe(description);
    mountConsolePages(app, pagesFolder);
    this.hub.seal();
    const maintained = { store, now: systemClock.now, runtime, release, ingest, log };
    this.#maintenance = startMaintenance(maintained);
    this.#ownWork = startOwnWork(maintained);
    this.#notificationSocket = new NotificationSocket(this.#server, this.hub);
    this.#statistics = new TableStatistics({ url: settings.databaseUrl, log });
    this.#followWrites();
    const file = join(settings.folder, `mark-${instance}.json`);
    this.#restoreWatch = new RestoreWatch({ store, runtime, instance, file, log });
    this.#feedWatch = watchFeed(store, systemClock.now, log);
  }

  /** Begins to serve, once it is known whether the database has been put back to a backup. */
  async serve(): Promise<void> {
    const serve = pauseRequests(this.#server);
    await this.hub.issuer.revocations.start();
    await this.#restoreWatch.look();
    const { runtime, ingest } = this.hub;
    await finishUpgrade({ store: this.store, runtime, ingest });
    await enterShortNames(this.store);
    serve(this.hub.app);
    // A process before this one may have been stopped between what arrived and what waited for it.
    this.hub.release.begin();
  }

  /** Ends everything; requests under way may finish, deliveries under way are given back. */
  async stop(): Promise<void> {
    this.hub.issuer.revocations.stop();
    this.#notificationSocket.close();
    await this.#notifier.close();
    await closeServer(this.#server);
    await this.#dispatcher.stop();
    await this.#maintenance.stop();
    await this.#ownWork.stop();
    await this.hub.release.stop();
    await this.#restoreWatch.stop();
    await this.#feedWatch.stop();
    await this.#statistics.stop();
    await this.hub.readAudit.drain();
    await this.store.close();
  }

  #followWrites(): void {
    this.#notifier.listen((tenantId) => this.#notificationSocket.ring(tenantId));
    this.hub.onWritten((tenantId) => {
      this.#notifier.ring(tenantId);
      this.#dispatcher.wake();
      this.#statistics.written();
    });
  }

  #describe(description: SelfDescription): void {
    description.mount(this.hub.app, {
      title: "Edgeward hub",
      version,
      url: this.url,
      errorPagesFolder,
      now: systemClock.now,
      checks: {
        database: async () => {
          await this.store.platform((session) => session.query("SELECT 1", []));
          return { ok: true };
        },
        // A hub that is taken out of service for it would help nobody; whoever keeps the database has to see it.
        feed: async () => {
          const blocker = await feedBlocker(this.store, systemClock.now());
          const detail = blocker === null ? { state: "ok" } : { state: "stalled", ...blocker };
          return { ok: true, detail };
        },
      },
      metricsToken: this.operatorToken,
    });
  }
}

interface HubParts {
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  readonly keys: SigningKeys;
  readonly workerUrl: string;
  readonly appUrl: string;
  readonly server: Server;
  readonly port: number;
  readonly url: string;
  readonly log: Logger;
}

/** Migrates the database and starts a hub on it. @throws the server's error when the port is taken */
export async function startHub(settings: HubSettings, log = standardLog()): Promise<HubNode> {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const secrets = createSecrets(readOrMakeSecret(join(settings.folder, "secret")));
  const passwords = join(settings.folder, "database-passwords.json");
  const { urls } = await provisionDatabase(settings.databaseUrl, passwords);
  await ensureSigningKey(settings.databaseUrl, secrets, systemClock.now());
  const { instance } = settings;
  const store = openPostgresStore({ url: urls.app, size: connections, instance });
  const keys = await loadSigningKeys(store, secrets);
  const server = createLimitedServer({
    ...usualLimits,
    connections: mostCallers,
    ofAnAddress: mostOfAnAddress,
    uncounted: [...usualLimits.uncounted, ...(settings.trustedProxies ?? [])],
  });
  const port = await listen(server, settings.port, settings.host);
  const url = settings.publicUrl ?? `http://${settings.host}:${port}`;
  const node = new HubNode(settings, {
    store,
    secrets,
    keys,
    workerUrl: urls.worker,
    appUrl: urls.app,
    server,
    port,
    url,
    log,
  });
  await node.serve();
  return node;
}
