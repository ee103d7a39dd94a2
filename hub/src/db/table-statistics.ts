import pg from "pg";
import type { Logger } from "@edgeward/shared/log/log.ts";

// The server's processes report what they have changed once a second at the most.
const everyMs = 2_000;
// A hub that ends waits for it.
const connectWithinMs = 3_000;
// With fewer rows than this any plan is quick.
const fewestRows = 500;

// A table has doubled, or none of it has been seen yet.
const grownText = `SELECT s.relid::regclass::text AS name, s.n_mod_since_analyze::float8 AS changed,
         (s.analyze_count + s.autoanalyze_count)::float8 AS looks
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
   WHERE s.n_mod_since_analyze >= ${fewestRows} AND s.n_mod_since_analyze >= c.reltuples`;

interface Grown {
  /** As the server quotes it. */
  readonly name: string;
  /** Rows since it was last looked at. */
  readonly changed: number;
  /** How often it has been. */
  readonly looks: number;
}

/** What keeps statistics needs. */
export interface TableStatisticsOptions {
  /** Of the role that owns the tables. */
  readonly url: string;
  readonly log: Pick<Logger, "warn">;
}

/**
 * Has the server look anew at tables that have doubled, as they do while branches send what an outage left. The server does so
 * by itself (autovacuum), but looks around once a minute; until then it knows nothing of what is in a new table, and takes
 * an index that it has to walk through as a whole for a look-up by id. Measured behind 60,000 changes: a page of the feed 46 ms,
 * with statistics 13. Nothing is asked while nothing is written.
 */
export class TableStatistics {
  readonly #options: TableStatisticsOptions;
  /** As each table stood when it was last to be looked at. */
  readonly #asked = new Map<string, Grown>();
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #hasWritten = false;
  #isFailing = false;
  #isStopped = false;

  constructor(options: TableStatisticsOptions) {
    this.#options = options;
  }

  /** Rows have been written. */
  readonly written = (): void => {
    this.#hasWritten = true;
    if (this.#timer === null && !this.#isStopped) this.#wait();
  };

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
    await this.#disconnect();
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#turn();
    }, everyMs);
    this.#timer.unref();
  }

  async #turn(): Promise<void> {
    const isDue = this.#hasWritten;
    this.#hasWritten = false;
    try {
      if (isDue) await this.#look();
      else await this.#disconnect();
      this.#isFailing &&= !isDue;
    } catch (error) {
      // It is looked again with the next write, and said once; the server looks by itself besides.
      if (!this.#isFailing)
        this.#options.log.warn("table_statistics_failed", { code: String(error) });
      this.#isFailing = true;
      await this.#disconnect();
    }
    this.#timer = null;
    if ((isDue || this.#hasWritten) && !this.#isStopped) this.#wait();
  }

  async #look(): Promise<void> {
    this.#client ??= await this.#connect();
    const { rows } = await this.#client.query<Grown>(grownText);
    for (const table of rows) {
      if (this.#isStopped || this.#isInVain(table)) continue;
      this.#asked.set(table.name, table);
      // Another process of this hub, or the server itself, may be at it.
      await this.#client.query(`ANALYZE (SKIP_LOCKED) ${table.name}`);
    }
  }

  /** Whether it was asked for already and nothing came of it, for a role that does not own the table say, and little has changed since. */
  #isInVain({ name, changed, looks }: Grown): boolean {
    const before = this.#asked.get(name);
    return before !== undefined && before.looks === looks && changed < 2 * before.changed;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: "edgeward-table-statistics",
      connectionTimeoutMillis: connectWithinMs,
    });
    client.on("error", () => {
      if (this.#client === client) this.#client = null;
    });
    await client.connect();
    return client;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}
