import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { putHubState, readHubState } from "#db/hub-state.ts";
import { beginIncarnation, incarnationOf, type IncarnationOptions } from "./incarnation.ts";

// A database that is put back is older than its last mark by as much as is lost at the most unnoticed.
const everyMs = 30_000;

const markShape = z.object({ mark: z.int() });

/** What watching for restores needs of the hub. */
export interface RestoreWatchOptions extends IncarnationOptions {
  /** Distinguishes this hub process from the others. */
  readonly instance: string;
  /** Where this process keeps its mark outside of the database. */
  readonly file: string;
  readonly log: Pick<Logger, "warn" | "error">;
}

const transactionName = "transaction";

async function currentTransaction(session: Session): Promise<bigint> {
  const [row] = await session.query("SELECT pg_current_xact_id()::text AS id", []);
  return BigInt(String(row?.["id"]));
}

/**
 * Notices that the hub's database was put back to a backup: a mark goes up in the database and then in a file beside
 * it, and a database whose mark is below the file's has forgotten something.
 */
export class RestoreWatch {
  readonly #options: RestoreWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();

  constructor(options: RestoreWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#running = this.look().catch((error: unknown) =>
        // A database that is away for a moment is looked at again at the next turn.
        options.log.error("restore_watch_failed", {}, error),
      );
    }, everyMs);
    this.#timer.unref();
  }

  /** Compares the marks and sets them on. */
  async look(): Promise<void> {
    const { store, file, log } = this.#options;
    const inFile = existsSync(file)
      ? markShape.parse(JSON.parse(readFileSync(file, "utf8"))).mark
      : 0;
    const inDatabase = await this.#databaseMark();
    if (inDatabase < inFile || (await this.#isLoaded())) {
      log.warn("hub_restored", { count: Math.max(0, inFile - inDatabase) });
      const seenAt = await store.platform((session) => readHubState(session, this.#seenName));
      await beginIncarnation(this.#options, await store.platform(incarnationOf), seenAt);
    }
    const next = Math.max(inFile, inDatabase) + 1;
    await this.#setDatabaseMark(next);
    await store.platform(async (session) => {
      await putHubState(session, transactionName, String(await currentTransaction(session)));
      await putHubState(session, this.#seenName, isoInstant(this.#options.runtime.now()));
    });
    writeFileSync(`${file}.new`, JSON.stringify({ mark: next }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  // A dump that was loaded into another server, where transactions are counted from the beginning again.
  #isLoaded(): Promise<boolean> {
    return this.#options.store.platform(async (session) => {
      const known = await readHubState(session, transactionName);
      return known !== null && BigInt(known) > (await currentTransaction(session));
    });
  }

  async #databaseMark(): Promise<number> {
    const name = this.#name();
    return Number(
      (await this.#options.store.platform((session) => readHubState(session, name))) ?? 0,
    );
  }

  async #setDatabaseMark(mark: number): Promise<void> {
    const name = this.#name();
    await this.#options.store.platform((session) => putHubState(session, name, String(mark)));
  }

  /** When this process looked last: what is younger a backup need not have. */
  get #seenName(): string {
    return `seen:${this.#options.instance}`;
  }

  #name(): string {
    return `mark:${this.#options.instance}`;
  }
}
