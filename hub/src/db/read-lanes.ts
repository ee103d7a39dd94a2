import type { Dialect } from "@edgeward/shared/db/dialect.ts";
import { KeptRows } from "@edgeward/shared/db/kept-rows.ts";
import type { Schema } from "@edgeward/shared/db/schema.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { readingSession } from "@edgeward/shared/write/own-transaction.ts";
import { kyselyOn, openWire, type Run, type Wire } from "./postgres-lane.ts";

// The server itself refuses to write here, whatever is asked.
const readOnly = "-c default_transaction_read_only=on";
// A session costs a few objects; a process that serves more tenants than this makes some of them anew.
const maximumSessions = 1_000;
// Nobody should stand behind a statement that takes this long while there is another line.
const slowMs = 20;

/** What all lanes of a process share. */
interface Shared {
  readonly schema: Schema;
  readonly keptRows: KeptRows;
}

function sessionOf(run: Run, dialect: Dialect, shared: Shared): Session {
  return readingSession({
    ...shared,
    dialect,
    kysely: kyselyOn(run),
    query: async (text, values) => (await run(text, values)).rows,
  });
}

/** One connection on which the reads of many requests stand in line, each behind the name of its tenant. */
class ReadLane {
  readonly #wire: Wire;
  readonly #shared: Shared;
  readonly #sessions = new Map<string, Session>();
  #tenantId: string | null = null;
  #waiting = 0;
  #answeredAt = 0;

  constructor(wire: Wire, shared: Shared) {
    this.#wire = wire;
    this.#shared = shared;
  }

  get isBroken(): boolean {
    return this.#wire.isBroken;
  }

  /** Whether what is sent now need not name its tenant first. */
  isNamed(tenantId: string): boolean {
    return this.#tenantId === tenantId;
  }

  /** How many statements stand here; many more where the one in front has not been answered for a while. */
  length(nowMs: number): number {
    const isStuck = this.#waiting > 0 && nowMs - this.#answeredAt > slowMs;
    return isStuck ? this.#waiting + maximumSessions : this.#waiting;
  }

  session(tenantId: string): Session {
    const known = this.#sessions.get(tenantId);
    if (known !== undefined) return known;
    if (this.#sessions.size >= maximumSessions) this.#sessions.clear();
    const made = sessionOf(this.#runFor(tenantId), this.#wire.dialect, this.#shared);
    this.#sessions.set(tenantId, made);
    return made;
  }

  async close(): Promise<void> {
    await this.#wire.client.end();
  }

  // The server takes statements in the order in which they were sent, so the tenant named last is the one they run for.
  #runFor(tenantId: string): Run {
    return async (text, values) => {
      if (this.#waiting === 0) this.#answeredAt = performance.now();
      this.#waiting += 1;
      try {
        return await (this.#wire.dialect.isSpread
          ? this.#runAlone(tenantId, text, values)
          : this.#runNamed(tenantId, text, values));
      } finally {
        this.#waiting -= 1;
        this.#answeredAt = performance.now();
      }
    };
  }

  async #runNamed(tenantId: string, ...asked: Parameters<Run>): ReturnType<Run> {
    const named = this.isNamed(tenantId) ? null : this.#name(tenantId);
    const [result] = await Promise.all([this.#wire.run(...asked), named]);
    return result;
  }

  // The machine where the tenant's rows stand learns of the tenant with a transaction only: each statement has one.
  async #runAlone(tenantId: string, ...asked: Parameters<Run>): ReturnType<Run> {
    const { client, run } = this.#wire;
    const [, result] = await Promise.all([
      client.query(`BEGIN; SET LOCAL app.tenant_id = '${tenantId}'`),
      run(...asked),
      // One that has failed is undone by this as well.
      client.query("COMMIT"),
    ]);
    return result;
  }

  async #name(tenantId: string): Promise<void> {
    this.#tenantId = tenantId;
    try {
      await this.#wire.run("SELECT set_config('app.tenant_id', $1, false)", [tenantId]);
    } catch (error) {
      // Nobody knows for whom the next statement would run.
      this.#wire.isBroken = true;
      throw error;
    }
  }
}

/**
 * The connections for everything that only reads. A read needs no transaction of its own: each statement sees what is
 * committed, and the row policies know the tenant from the session. So the reads of one moment, of as many requests as
 * there are, go to the server in one piece and come back in one.
 */
export class ReadLanes {
  readonly #url: string;
  readonly #shared: Shared;
  readonly #lanes: (Promise<ReadLane> | null)[];
  readonly #open: (ReadLane | null)[];

  constructor(url: string, size: number, schema: Schema) {
    this.#url = url;
    this.#shared = { schema, keptRows: new KeptRows() };
    this.#lanes = Array.from({ length: size }, () => null);
    this.#open = Array.from({ length: size }, () => null);
  }

  /** A session for reads of a tenant. */
  async session(tenantId: string): Promise<Session> {
    const place = this.#place(tenantId);
    const open = this.#open[place];
    const lane =
      open !== undefined && open !== null && !open.isBroken ? open : await this.#connect(place);
    return lane.session(tenantId);
  }

  async close(): Promise<void> {
    // One that could not be opened has nothing to close.
    const lanes = await Promise.all(this.#lanes.map(async (lane) => lane?.catch(() => null)));
    await Promise.all(lanes.map(async (lane) => lane?.close()));
  }

  // The shortest line; of equal ones that in which the tenant has already been named.
  #place(tenantId: string): number {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (const [place, lane] of this.#open.entries()) {
      const isHere = lane?.isNamed(tenantId) === true;
      const length = (lane?.length(now) ?? 0) + (isHere ? 0 : 0.5);
      if (length < least) [best, least] = [place, length];
    }
    return best;
  }

  async #connect(place: number): Promise<ReadLane> {
    const current = this.#lanes[place] ?? null;
    const known = await current?.catch(() => null);
    if (known !== undefined && known !== null && !known.isBroken) return known;
    // Another request may have begun to connect while this one waited.
    const begun = this.#lanes[place] ?? null;
    if (begun !== current) return this.#connect(place);
    const made = openWire(this.#url, readOnly).then((wire) => new ReadLane(wire, this.#shared));
    this.#lanes[place] = made;
    this.#open[place] = await made;
    return made;
  }
}
