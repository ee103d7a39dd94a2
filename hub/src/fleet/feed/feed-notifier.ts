import pg from "pg";
import type { Logger } from "@edgeward/shared/log/log.ts";

const channel = "edgeward_feed";
// Many commits of one moment are one message to the other hub processes.
const gatherMs = 20;
const reconnectMs = 1_000;

/** What the notifier needs of the hub. */
export interface FeedNotifierOptions {
  readonly url: string;
  /** Distinguishes this hub process from the others. */
  readonly instance: string;
  readonly log: Logger;
}

/** Says in every hub process that a tenant's feed has grown, whichever process it was that wrote. */
export class FeedNotifier {
  readonly #options: FeedNotifierOptions;
  readonly #listeners = new Set<(tenantId: string) => void>();
  readonly #gathered = new Set<string>();
  #client: pg.Client | null = null;
  #gathering: NodeJS.Timeout | null = null;
  #reconnect: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: FeedNotifierOptions) {
    this.#options = options;
    void this.#connect();
  }

  /** After a commit: here at once, in the other processes a moment later. */
  ring(tenantId: string): void {
    this.#notify(tenantId);
    this.#gathered.add(tenantId);
    this.#gathering ??= setTimeout(() => this.#pass(), gatherMs);
  }

  /** Returns what ends the listening. */
  listen(listener: (tenantId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    if (this.#reconnect !== null) clearTimeout(this.#reconnect);
    await this.#client?.end().catch(() => undefined);
  }

  #notify(tenantId: string): void {
    for (const listener of this.#listeners) listener(tenantId);
  }

  #pass(): void {
    this.#gathering = null;
    const tenantIds = [...this.#gathered];
    this.#gathered.clear();
    for (const tenantId of tenantIds) {
      const payload = `${this.#options.instance} ${tenantId}`;
      // One that is lost costs a branch of another process its next look at the feed, ten seconds at the most.
      this.#client?.query("SELECT pg_notify($1, $2)", [channel, payload]).catch(() => undefined);
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: "edgeward-feed-notifier",
    });
    client.on("error", () => this.#lost(client));
    client.on("end", () => this.#lost(client));
    client.on("notification", ({ payload }) => this.#heard(payload ?? ""));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      this.#client = client;
      if (this.#isClosed) await client.end();
    } catch (error) {
      this.#options.log.warn("feed_notifier_failed", { code: String(error) });
      this.#lost(client);
    }
  }

  #heard(payload: string): void {
    const [instance, tenantId] = payload.split(" ");
    if (instance !== this.#options.instance && tenantId !== undefined) this.#notify(tenantId);
  }

  #lost(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    if (this.#isClosed || this.#reconnect !== null) return;
    this.#reconnect = setTimeout(() => {
      this.#reconnect = null;
      void this.#connect();
    }, reconnectMs);
    this.#reconnect.unref();
  }
}
