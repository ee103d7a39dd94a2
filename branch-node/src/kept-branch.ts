import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { announceOnLan } from "./announce.ts";
import { startBranch, type BranchNode } from "./main.ts";
import type { BranchSettings } from "./open-branch.ts";

// A disk that spoils whatever is written to it is not worn out by starts on top.
const leastBetweenMs = 5_000;

/**
 * A branch node that starts itself again when a read or a write meets a page that is not as it was written: the start
 * puts the database aside and fills a new one from the journal's second file and the hub, and no person has to come. The
 * network is notified of it from its first start to its end.
 */
export class KeptBranch {
  readonly #settings: BranchSettings;
  readonly #log: Logger | undefined;
  #node: BranchNode;
  #startedAt = performance.now();
  #restarting: Promise<void> | null = null;
  #isStopped = false;
  readonly #leaveLan: () => Promise<void>;

  private constructor(settings: BranchSettings, node: BranchNode, log: Logger | undefined) {
    // Whoever knows the address goes on with it.
    this.#settings = { ...settings, port: node.port, enrolment: null };
    this.#node = node;
    this.#log = log;
    this.#leaveLan = announceOnLan(() => this.#node, settings.host);
    this.#watch();
  }

  /** Starts a node and keeps it. @throws what the first start throws */
  static async start(settings: BranchSettings, log?: Logger): Promise<KeptBranch> {
    return new KeptBranch(settings, await startBranch(settings, log), log);
  }

  /** The node that is at work now. */
  get node(): BranchNode {
    return this.#node;
  }

  /** Ends the node, and whatever is being done to start it again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#leaveLan();
    if (this.#restarting === null) await this.#node.stop();
    else await this.#restarting;
  }

  #watch(): void {
    this.#node.store.onNotice(({ kind }) => {
      if (kind === "unusable") this.#restarting ??= this.#restart();
    });
  }

  async #restart(): Promise<void> {
    const { log } = this.#node;
    const rest = Math.max(0, leastBetweenMs - (performance.now() - this.#startedAt));
    await delay(rest);
    const tlsPort = this.#node.tls.state().port ?? this.#settings.tlsPort ?? null;
    const settings = { ...this.#settings, tlsPort };
    await this.#node.stop().catch((error: unknown) => log.error("stop_failed", {}, error));
    while (!this.#isStopped) {
      try {
        this.#startedAt = performance.now();
        this.#node = await startBranch(settings, this.#log);
        this.#watch();
        this.#restarting = null;
        if (this.#isStopped) await this.#node.stop();
        return;
      } catch (error) {
        log.error("restart_failed", {}, error);
        await delay(leastBetweenMs);
      }
    }
  }
}
