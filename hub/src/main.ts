import { createServer, type Server } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createSelfDescription } from "@edgeward/shared/http/self-description.ts";
import { systemClock } from "@edgeward/shared/kernel/clock.ts";
import { createLogger, type Logger } from "@edgeward/shared/kernel/log.ts";
import { createHubApp, hubModules, type HubApp } from "./app.ts";
import { openPostgresStore, type PostgresStore } from "./db/postgres-store.ts";
import { provisionDatabase } from "./db/provision.ts";
import { openDoorbell } from "./fleet/doorbell.ts";
import { mountOperator } from "./operator/operator.ts";
import { createSecrets, readOrMakeSecret, type Secrets } from "./secrets.ts";
import { loadSigningKeys } from "./tenancy/signing-keys.ts";
import { startDispatcher } from "./webhooks/dispatcher.ts";

export interface HubSettings {
  /** A role that may make roles and tables. */
  readonly databaseUrl: string;
  /** Keys and passwords are kept here. */
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** Tells several hub processes on one database apart. */
  readonly instance: string;
  /** Where callers reach it; null for the address it listens on. */
  readonly publicUrl: string | null;
  /** Whether webhook receivers may be plain HTTP on loopback: only for the demo. */
  readonly allowLoopbackHttp: boolean;
}

/** A hub that listens. */
export interface RunningHub {
  readonly url: string;
  readonly port: number;
  readonly operatorToken: string;
  readonly hub: HubApp;
  readonly store: PostgresStore;
  readonly secrets: Secrets;
  stop(): Promise<void>;
}

const connections = 8;
const version = "0.1.0";
const errorPagesFolder = fileURLToPath(new URL("../../docs/errors", import.meta.url));

/** Logs as JSON lines on standard error. */
export function standardLog(release: string): Logger {
  return createLogger((line) => process.stderr.write(`${line}\n`), { surface: "hub", release }, systemClock.now);
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

function operatorTokenIn(folder: string): string {
  const token = randomBytes(32).toString("base64url");
  writeFileSync(join(folder, "operator-token"), token, { mode: 0o600 });
  return token;
}

/** Migrates the database and starts a hub on it. */
export async function startHub(settings: HubSettings, log = standardLog(version)): Promise<RunningHub> {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const secrets = createSecrets(readOrMakeSecret(join(settings.folder, "secret")));
  const provisioned = await provisionDatabase(
    settings.databaseUrl,
    join(settings.folder, "database-passwords.json"),
  );
  const store = openPostgresStore({
    url: provisioned.urls.app,
    size: connections,
    instance: settings.instance,
  });
  const keys = await loadSigningKeys(store, secrets, systemClock.now());
  const server = createServer();
  const port = await listen(server, settings.port, settings.host);
  const url = settings.publicUrl ?? `http://${settings.host}:${port}`;
  const description = createSelfDescription();
  const hub = createHubApp({
    store,
    secrets,
    keys,
    log,
    instance: settings.instance,
    publicUrl: url,
    now: systemClock.now,
    onRequest: description.onRequest,
  });
  const operatorToken = operatorTokenIn(settings.folder);
  const dispatcher = startDispatcher({
    url: provisioned.urls.worker,
    secrets,
    log,
    now: systemClock.now,
    newId: hub.runtime.newId,
    allowLoopbackHttp: settings.allowLoopbackHttp,
  });
  mountOperator(hub, { store, secrets, operatorToken, allowLoopbackHttp: settings.allowLoopbackHttp, onChange: dispatcher.wake });
  description.mount(hub.app, {
    title: "Edgeward hub",
    version,
    url,
    modules: hubModules,
    errorPagesFolder,
    checks: {
      database: async () => {
        await store.platform((session) => session.query("SELECT 1", []));
        return { ok: true };
      },
    },
    metricsToken: operatorToken,
  });
  hub.seal();
  server.on("request", hub.app);
  const doorbell = openDoorbell(server, hub.tokens);
  hub.onWritten((tenantId) => {
    doorbell.ring(tenantId);
    dispatcher.wake();
  });
  return {
    url,
    port,
    operatorToken,
    hub,
    store,
    secrets,
    stop: async () => {
      doorbell.close();
      await closeServer(server);
      await dispatcher.stop();
      await hub.readAudit.drain();
      await store.close();
    },
  };
}
