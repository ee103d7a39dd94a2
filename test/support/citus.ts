import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { provisionDatabase } from "@edgeward/hub/db/provision.ts";
// oxlint-disable-next-line no-restricted-imports -- the scripts are in no package, so this is the way to them
import { freePort } from "../../scripts/free-port.ts";
import { copyFolder, madeOnce } from "./made-once.ts";
import { until } from "./until.ts";

/** Whether the hubs of the tests stand on a coordinator and two workers in place of one PostgreSQL. */
export const isOnCitus = process.env["EDGEWARD_CITUS"] === "1";

/** A file that keeps what the servers say: each statement that one of them refuses, with the reason. */
const keptLog = process.env["EDGEWARD_CITUS_LOG"];

const packages = "/usr/lib/postgresql";

/** The programs of a PostgreSQL that has Citus. @throws Error that says how to get one */
function programs(): string {
  const versions = existsSync(packages) ? readdirSync(packages).toSorted().toReversed() : [];
  const found = versions.find((version) => existsSync(join(packages, version, "lib/citus.so")));
  if (found === undefined)
    throw new Error("there is no Citus on this machine: test/citus/prepare.sh builds it");
  return join(packages, found, "bin");
}

/** PostgreSQL refuses to run as root. */
function owner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string) =>
    Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

// Nothing here has to outlive the machine. Few shards: each is a table of its own with all indexes, and the tenants are few.
const settings = [
  "shared_preload_libraries=citus",
  "citus.shard_count=4",
  "citus.node_conninfo=sslmode=disable",
  "max_prepared_transactions=100",
  "max_connections=200",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "listen_addresses=127.0.0.1",
].flatMap((setting) => ["-c", setting]);

const machines = ["coordinator", "worker-1", "worker-2"] as const;

interface Machine {
  readonly name: (typeof machines)[number];
  readonly port: number;
}

function urlOf({ port }: Machine): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function startMachine(folder: string, machine: Machine): Promise<ChildProcess> {
  const data = join(folder, machine.name);
  const log: string[] = [];
  const server = spawn(
    join(programs(), "postgres"),
    ["-D", data, "-p", String(machine.port), "-c", "unix_socket_directories=", ...settings],
    { ...owner(), env: { ...process.env, HOME: data }, stdio: ["ignore", "ignore", "pipe"] },
  );
  server.stderr.on("data", (part: Buffer) => {
    log.push(part.toString());
    if (keptLog !== undefined) appendFileSync(keptLog, `${machine.name}: ${part.toString()}`);
  });
  await until(`${machine.name} answers`, 60_000, async () => {
    if (server.exitCode !== null)
      throw new Error(`${machine.name} did not start:\n${log.slice(-20).join("")}`);
    return withClient(urlOf(machine), async () => true).catch(() => false);
  });
  return server;
}

async function stopMachine(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT");
  await ended;
}

async function startAll(
  folder: string,
  cluster: readonly Machine[],
): Promise<{ stop(): Promise<void> }> {
  const servers = await Promise.all(cluster.map((machine) => startMachine(folder, machine)));
  return {
    stop: async () => {
      // The coordinator first: it has connections to the others.
      for (const server of servers) await stopMachine(server);
    },
  };
}

function layOut(folder: string, { name }: Machine): void {
  const data = join(folder, name);
  const as = owner();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (as !== undefined) chownSync(data, as.uid, as.gid);
  execFileSync(
    join(programs(), "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "--locale=C", "--encoding=UTF8", "--no-sync"],
    { ...as, stdio: "ignore" },
  );
}

async function joinMachines(cluster: readonly Machine[]): Promise<void> {
  for (const machine of cluster)
    await withClient(urlOf(machine), (client) => client.query("CREATE EXTENSION citus"));
  const [coordinator, ...workers] = cluster;
  if (coordinator === undefined) return;
  await withClient(urlOf(coordinator), async (client) => {
    await client.query("SELECT citus_set_coordinator_host('127.0.0.1', $1)", [coordinator.port]);
    for (const { port } of workers)
      await client.query("SELECT citus_add_node('127.0.0.1', $1)", [port]);
  });
}

const portsFile = "ports.json";

/** A folder with the data of three machines over which the hub's tables are spread, and the ports that they know of each other. */
function clusterFolder(): Promise<string> {
  return madeOnce("citus", async (made) => {
    // The folder of a run is closed to the user that PostgreSQL runs as.
    const folder = join(tmpdir(), `edgeward-citus-${randomUUID()}`);
    mkdirSync(folder);
    const cluster: Machine[] = [];
    for (const name of machines) cluster.push({ name, port: await freePort() });
    for (const machine of cluster) layOut(folder, machine);
    writeFileSync(join(folder, portsFile), JSON.stringify(cluster));
    const servers = await startAll(folder, cluster);
    try {
      await joinMachines(cluster);
      const [coordinator] = cluster;
      if (coordinator !== undefined)
        await provisionDatabase(urlOf(coordinator), join(made, "passwords.json"));
      await servers.stop();
      copyFolder(folder, join(made, "machines"));
    } finally {
      await servers.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/**
 * Starts a coordinator and two workers with the hub's tables. They know each other by their ports, which are the same in
 * every test of a run: the lane runs one file at a time.
 */
export async function startTestCitus(): Promise<{
  readonly url: string;
  readonly workerUrls: readonly string[];
  readonly socketFolder: string;
  stop(): Promise<void>;
}> {
  const prepared = await clusterFolder();
  const folder = join(tmpdir(), `edgeward-citus-${randomUUID()}`);
  copyFolder(join(prepared, "machines"), folder);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written above
  const cluster = JSON.parse(readFileSync(join(folder, portsFile), "utf8")) as readonly Machine[];
  const servers = await startAll(folder, cluster);
  const [url = "", ...workerUrls] = cluster.map(urlOf);
  return {
    url,
    workerUrls,
    // The path of a socket is limited to 107 bytes, and these folders have longer ones.
    socketFolder: "",
    stop: async () => {
      await servers.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
