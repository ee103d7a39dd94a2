// Several processes of one hub on one machine: they share the port, the folder and the database.
import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { processEnv } from "@edgeward/shared/log/process-env.ts";

const program = fileURLToPath(new URL("process.ts", import.meta.url));
const firstDelayMs = 500;
const longestDelayMs = 30_000;
// One that has served for so long did not end because it cannot start.
const steadyMs = 10_000;

/** What a process of the hub says of its start. */
const processNewsShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), url: z.string() }),
  z.object({ type: z.literal("failed"), code: z.string().nullable(), message: z.string() }),
]);

/** A hub's process that did not start, with what stood in its way. */
class ProcessFailure extends Error {
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** What several processes are started with. */
export interface HubProcessesOptions {
  readonly count: number;
  /** What they share, and where their compiled code is kept. */
  readonly dataFolder: string;
  /** The other settings of `process.ts`, as the environment of each. */
  readonly env: Readonly<Record<string, string>>;
  /** The first one's name; the others have its number behind it. */
  readonly instance: string;
  readonly log: Pick<Logger, "warn">;
}

/** Under which name a process writes: each its own, and the same again when it is begun anew. */
function instanceOf(instance: string, place: number): string {
  return place === 0 ? instance : `${instance}_${place + 1}`;
}

/** The processes of a hub: one that ends by itself is begun anew, the others serve meanwhile. */
export class HubProcesses {
  readonly #options: HubProcessesOptions;
  readonly #workers = new Map<number, Worker>();
  readonly #waiting = new Map<number, NodeJS.Timeout>();
  readonly #failures = new Map<number, number>();
  readonly #processEnv: Readonly<Record<string, string>>;
  #isStopping = false;

  private constructor(options: HubProcessesOptions) {
    this.#options = options;
    this.#processEnv = processEnv({
      kind: "hub",
      dataFolder: options.dataFolder,
      nodeOptions: process.env["NODE_OPTIONS"],
    });
  }

  /**
   * Starts them, the first alone: what has to be made or brought up to date is then there for the others.
   * @returns them, with the address that they serve together
   * @throws ProcessFailure where one does not start, after the others have ended
   */
  static async start(
    options: HubProcessesOptions,
  ): Promise<{ readonly processes: HubProcesses; readonly url: string }> {
    // Said apart, because on Windows the system would choose, and gives most to one.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ exec: program });
    const processes = new HubProcesses(options);
    try {
      const url = await processes.#begin(0);
      const others = Array.from({ length: options.count - 1 }, (_, index) => index + 1);
      await Promise.all(others.map((place) => processes.#begin(place)));
      return { processes, url };
    } catch (error) {
      await processes.stop();
      throw error;
    }
  }

  /** Ends all of them in order. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    const ending = [...this.#workers.values()].map(async (worker) => {
      if (worker.isDead()) return;
      const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
      worker.process.kill("SIGTERM");
      await ended;
    });
    await Promise.all(ending);
  }

  /** @returns the address that it serves */
  async #begin(place: number): Promise<string> {
    const instance = instanceOf(this.#options.instance, place);
    const worker = cluster.fork({
      ...this.#options.env,
      EDGEWARD_DATA: this.#options.dataFolder,
      ...this.#processEnv,
      EDGEWARD_HUB_INSTANCE: instance,
    });
    this.#workers.set(place, worker);
    const url = await readyOf(worker);
    const steady = setTimeout(() => this.#failures.delete(place), steadyMs);
    steady.unref();
    worker.once("exit", (code, signal) => {
      clearTimeout(steady);
      this.#ended(place, code, signal);
    });
    return url;
  }

  #ended(place: number, exitCode: number | null, signal: string | null): void {
    if (this.#isStopping) return;
    const code = signal ?? String(exitCode);
    this.#options.log.warn("hub_process_ended", {
      code,
      pid: this.#workers.get(place)?.process.pid,
    });
    this.#beginLater(place);
  }

  #beginLater(place: number): void {
    const failures = this.#failures.get(place) ?? 0;
    this.#failures.set(place, failures + 1);
    const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
    const timer = setTimeout(() => {
      this.#waiting.delete(place);
      this.#begin(place).catch(() => {
        if (!this.#isStopping) this.#beginLater(place);
      });
    }, delay);
    this.#waiting.set(place, timer);
  }
}

/** The address that a process serves, when it does. @throws ProcessFailure */
function readyOf(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) =>
      reject(new ProcessFailure(`a process of the hub ended with code ${code}`, null));
    worker.once("exit", ended);
    worker.on("message", (message: unknown) => {
      const news = processNewsShape.safeParse(message).data;
      if (news === undefined) return;
      worker.off("exit", ended);
      if (news.type === "ready") resolve(news.url);
      else reject(new ProcessFailure(news.message, news.code));
    });
  });
}
