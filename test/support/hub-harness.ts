import { mkdtempSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHubApp, type HubApp, type HubOptions } from "@edgeward/hub/app.ts";
import { hubSchema } from "@edgeward/hub/db/hub-schema.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { createEnrolmentCode } from "@edgeward/hub/fleet/nodes/enrolment.ts";
import { provisionDatabase, type DatabaseUrls } from "@edgeward/hub/db/provision.ts";
import { createSecrets } from "@edgeward/hub/tenancy/secrets.ts";
import { ensureSigningKey, loadSigningKeys } from "@edgeward/hub/tenancy/signing-keys.ts";
import { createSchema } from "@edgeward/shared/db/schema.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import { maximumRequestBytes } from "@edgeward/shared/sync/wire/sizes.contract.ts";
import { noteAsked, takeAsked } from "./asked-of-hub.ts";
import { isOnCitus } from "./citus.ts";
import { createTestClock } from "./clock.ts";
import { errorLog } from "./error-log.ts";
import { pausableStore, listen, type TestNode } from "./node.ts";
import { startTestPostgres } from "./postgres.ts";
import { seedTenant } from "./seed.ts";
import { refuseWithoutTenant } from "./tenant-conditions.ts";

/** A hub under test, and the ways into its database. */
export interface TestHub extends TestNode {
  readonly adminUrl: string;
  readonly urls: DatabaseUrls;
  /** What taking batches needs. */
  readonly ingest: HubApp["ingest"];
  /** What it serves. */
  readonly modules: HubApp["modules"];
  /** What further modules and surfaces are served with. */
  readonly surface: HubApp["surface"];
  /** A code by which one machine becomes the node of a branch of the first tenant. */
  enrolmentCode(branchId: string): Promise<string>;
}

/** A Monday, half an hour before the doctors begin. */
export const testStart = "2026-11-23T03:00:00.000Z";

interface TestHubOptions extends Pick<HubOptions, "schemaHistory" | "commands"> {
  /** RFC 3339; a Monday morning unless something of the test goes by the machine's own clock. */
  readonly startsAt?: string;
  /** Tables that only the test has. */
  readonly tables?: readonly TableDeclaration[];
}

/** Starts a hub on a PostgreSQL of its own, with two tenants. */
export async function startTestHub({
  startsAt = testStart,
  tables = [],
  ...given
}: TestHubOptions = {}): Promise<TestHub> {
  noteAsked();
  const postgres = await startTestPostgres();
  const folder = mkdtempSync(join(tmpdir(), "edgeward-hub-"));
  const { urls } = await provisionDatabase(postgres.url, join(folder, "passwords.json"));
  const opened = openPostgresStore({
    url: urls.app,
    size: 8,
    instance: "hub",
    schema: createSchema([...hubSchema.tables, ...tables]),
  });
  const { store, pauseWrites } = pausableStore(opened);
  const secrets = createSecrets(randomBytes(32));
  const clock = createTestClock(startsAt);
  await ensureSigningKey(postgres.url, secrets, clock.now());
  const keys = await loadSigningKeys(store, secrets);
  const listening = await listen();
  const hub = createHubApp({
    store,
    secrets,
    keys,
    log: errorLog(clock.now),
    instance: "hub",
    publicUrl: listening.url,
    bootstrapFolder: join(folder, "bootstrap"),
    now: clock.now,
    ...given,
  });
  hub.seal();
  listening.serve(hub.app);
  const base = { store: opened, runtime: hub.runtime };
  const door = {
    url: listening.url,
    issuer: hub.issuer.issuer,
    audience: "clinical",
    key: keys.active,
  };
  const tenant = await seedTenant(base, { code: "PUN", hasNode: false });
  return {
    ...door,
    engine: "hub",
    otherDoor: door,
    clock,
    store: opened,
    runtime: hub.runtime,
    readAudit: hub.readAudit,
    tenant,
    enrolmentCode: (branchId) => createEnrolmentCode(hub.issuer, tenant.id, branchId),
    other: await seedTenant(base, { code: "DEL", hasNode: false }),
    bodyLimit: maximumRequestBytes,
    pauseWrites,
    adminUrl: postgres.url,
    urls,
    ingest: hub.ingest,
    modules: hub.modules,
    surface: hub.surface,
    stop: async () => {
      await listening.close();
      await hub.release.stop();
      await hub.readAudit.drain();
      await opened.close();
      try {
        const asked = takeAsked(postgres.url);
        // Citus itself refuses what it cannot send to one machine, and shows no plan of it.
        if (!isOnCitus) await refuseWithoutTenant(postgres.url, asked);
      } finally {
        await postgres.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
