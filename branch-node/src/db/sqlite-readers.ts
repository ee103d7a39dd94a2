import type Sqlite from "better-sqlite3";
import { KeptRows } from "@edgeward/shared/db/kept-rows.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { readingSession } from "@edgeward/shared/write/own-transaction.ts";
import { openHandle, type SqliteFile } from "./sqlite-handle.ts";
import { sqliteEngine } from "./sqlite-session.ts";

const readerCount = 4;

interface Reader {
  readonly session: Session;
  readonly begin: Sqlite.Statement;
  readonly end: Sqlite.Statement;
}

/** The few connections that reads share; each read has a snapshot of its own. */
export class SqliteReaders {
  readonly #options: SqliteFile;
  readonly #handles: Sqlite.Database[] = [];
  readonly #idle: Reader[] = [];
  readonly #keptRows = new KeptRows();
  readonly #waiting: ((reader: Reader) => void)[] = [];

  constructor(options: SqliteFile) {
    this.#options = options;
  }

  /** Runs `work` on a snapshot; waits for a connection while all are in use. */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const reader = await this.#acquire();
    reader.begin.run();
    try {
      return await work(reader.session);
    } finally {
      reader.end.run();
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(reader);
      else next(reader);
    }
  }

  close(): void {
    for (const handle of this.#handles) handle.close();
  }

  #acquire(): Reader | Promise<Reader> {
    const free = this.#idle.pop();
    if (free !== undefined) return free;
    if (this.#handles.length < readerCount) return this.#open();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #open(): Reader {
    const handle = openHandle(this.#options);
    handle.pragma("query_only = ON");
    this.#handles.push(handle);
    const [begin, end] = [handle.prepare("BEGIN"), handle.prepare("COMMIT")];
    const engine = sqliteEngine(handle, this.#options.schema, this.#keptRows);
    return { session: readingSession(engine), begin, end };
  }
}
