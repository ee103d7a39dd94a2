import type { SqlSession } from "#db/session.ts";

/** The numbers of dense series that one command has taken: they are given back where it is refused. */
export class TakenNumbers {
  readonly #session: SqlSession;
  readonly #tenantId: string;
  #hasTaken = false;

  constructor(session: SqlSession, tenantId: string) {
    this.#session = session;
    this.#tenantId = tenantId;
  }

  async next(counterName: string): Promise<number> {
    const isFirst = !this.#hasTaken;
    this.#hasTaken = true;
    const { dialect, shared } = this.#session;
    if (shared !== undefined) return shared.next(counterName);
    // Both in one round trip: the engine takes them in this order.
    const savepoint = isFirst ? this.#session.query("SAVEPOINT command", []) : null;
    const counted = this.#session.query(
      `INSERT INTO counters (tenant_id, counter_name, counter_value)
         VALUES (${dialect.placeholder(1)}, ${dialect.placeholder(2)}, 1)
         ON CONFLICT (tenant_id, counter_name) DO UPDATE SET counter_value = counters.counter_value + 1
         RETURNING counter_value`,
      [this.#tenantId, counterName],
    );
    const [[row]] = await Promise.all([counted, savepoint]);
    const value = row?.["counter_value"];
    if (typeof value !== "number") throw new Error(`counter ${counterName} gave no number`);
    return value;
  }

  async giveBack(): Promise<void> {
    if (!this.#hasTaken) return;
    // Others may have taken later numbers of the same series by now.
    this.#session.shared?.giveBackNumbers();
    await this.#session.query("ROLLBACK TO SAVEPOINT command", []);
    this.#hasTaken = false;
  }
}
