import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { startChild, type Child } from "../../scripts/demo/children.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { freePort } from "../../scripts/free-port.ts";
import { copyFolder } from "./made-once.ts";
import { ownerUrl, schemaFolder } from "./postgres.ts";

/** The demo's PostgreSQL, with every commit on the disk: it can be stopped and started under a running hub. */
export class DurablePostgres {
  readonly #folder: string;
  readonly #log = mkdtempSync(join(tmpdir(), "edgeward-durable-pg-log-"));
  readonly #port: number;
  readonly #within: readonly string[];
  #child: Child | null = null;

  /** @param within a command that starts it in a place of its own @param disk where its data lie */
  constructor(port: number, within: readonly string[] = [], disk = tmpdir()) {
    this.#folder = mkdtempSync(join(disk, "edgeward-durable-pg-"));
    this.#port = port;
    this.#within = within;
  }

  /** A role that may make roles and tables. */
  get url(): string {
    return ownerUrl(this.#port);
  }

  /** Starts it on the data it had before. */
  async start(): Promise<void> {
    this.#child = await startChild({
      name: "PostgreSQL",
      file: fileURLToPath(new URL("../../scripts/demo/postgres-process.ts", import.meta.url)),
      args: [this.#folder, String(this.#port), ""],
      within: this.#within,
      logFile: join(this.#log, "postgres.log"),
      readyWithinMs: 60_000,
    });
  }

  /** Ends it: whoever is connected loses the connection. */
  async pause(): Promise<void> {
    await this.#child?.stop();
  }

  /** Copies its data while it stands still, as a backup of files does. */
  async backUp(folder: string): Promise<void> {
    await this.pause();
    copyFolder(this.#folder, folder);
    await this.start();
  }

  /** Puts a copy of its data in the place of what it has, and starts on that. */
  async putBack(folder: string): Promise<void> {
    await this.pause();
    rmSync(this.#folder, { recursive: true, force: true });
    copyFolder(folder, this.#folder);
    await this.start();
  }

  /** Kills it with everything it has forked, as a machine's end does: nothing is written any more. */
  async kill(): Promise<void> {
    const running = this.#child?.process;
    const [first = ""] = readFileSync(join(this.#folder, "postmaster.pid"), "utf8").split("\n");
    const postmaster = Number(first);
    // Once stopped it can neither fork again nor notice how its children end.
    process.kill(postmaster, "SIGSTOP");
    for (const pid of [...childrenOf(postmaster), postmaster]) process.kill(pid, "SIGKILL");
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  }

  /** Ends it for good and removes its data. */
  async stop(): Promise<void> {
    await this.pause();
    for (const folder of [this.#folder, this.#log])
      rmSync(folder, { recursive: true, force: true });
  }
}

// Linux lists them; elsewhere PostgreSQL's own processes notice within moments that the first of them is gone.
function childrenOf(pid: number): readonly number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return listed === "" ? [] : listed.split(" ").map(Number);
  } catch {
    return [];
  }
}

/**
 * Starts a PostgreSQL that can be stopped and started again.
 * @param disk where its data lie @param data what it begins with a copy of; otherwise with the hub's roles and tables
 */
export async function startDurablePostgres(
  disk = tmpdir(),
  data?: string,
): Promise<DurablePostgres> {
  const postgres = new DurablePostgres(await freePort(), [], disk);
  await postgres.putBack(data ?? join(await schemaFolder(), "postgres"));
  return postgres;
}
