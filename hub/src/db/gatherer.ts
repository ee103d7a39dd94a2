import type { Dialect } from "@edgeward/shared/db/dialect.ts";
import { lookUpStatement } from "@edgeward/shared/db/statements.ts";
import type { LookUp, SqlRow } from "@edgeward/shared/db/model.ts";
import type { Run } from "./postgres-lane.ts";

interface Asker<T> {
  readonly resolve: (answer: T) => void;
  readonly reject: (error: unknown) => void;
}

interface Question {
  readonly asked: LookUp;
  readonly askers: (Asker<readonly SqlRow[]> & { readonly values: readonly string[] })[];
}

// In one order, so that two transactions that take numbers of the same series wait for each other instead of both.
const takeNumbers = `INSERT INTO counters (tenant_id, counter_name, counter_value)
  SELECT $1::text, n.counter_name, n.wanted FROM unnest($2::text[], $3::bigint[]) AS n (counter_name, wanted)
   ORDER BY n.counter_name
  ON CONFLICT (tenant_id, counter_name) DO UPDATE SET counter_value = counters.counter_value + excluded.counter_value
  RETURNING counter_name, counter_value`;

// The same for one, where a statement over several is taken for one of several machines.
const takeOne = `INSERT INTO counters (tenant_id, counter_name, counter_value) VALUES ($1, $2, $3)
  ON CONFLICT (tenant_id, counter_name) DO UPDATE SET counter_value = counters.counter_value + excluded.counter_value
  RETURNING counter_name, counter_value`;

function nameOf({ table, columns, fixed, column, isLocking, limit }: LookUp): string {
  return JSON.stringify([table, columns, fixed, column, isLocking, limit]);
}

/** Joins what many commands ask at the same moment into one statement for each kind of question. */
export class Gatherer {
  readonly #run: Run;
  readonly #dialect: Dialect;
  readonly #tenantId: string;
  #questions = new Map<string, Question>();
  #numbers = new Map<string, Asker<number>[]>();
  #isWaiting = false;

  constructor(run: Run, dialect: Dialect, tenantId: string) {
    this.#run = run;
    this.#dialect = dialect;
    this.#tenantId = tenantId;
  }

  lookUp(asked: LookUp): Promise<readonly SqlRow[]> {
    if (asked.values.length === 0) return Promise.resolve([]);
    const name = nameOf(asked);
    const question = this.#questions.get(name) ?? { asked, askers: [] };
    this.#questions.set(name, question);
    this.#soon();
    return new Promise((resolve, reject) => {
      question.askers.push({ values: asked.values, resolve, reject });
    });
  }

  next(counterName: string): Promise<number> {
    const askers = this.#numbers.get(counterName) ?? [];
    this.#numbers.set(counterName, askers);
    this.#soon();
    return new Promise((resolve, reject) => {
      askers.push({ resolve, reject });
    });
  }

  // When every command that could go on has done so and waits for an answer.
  #soon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    process.nextTick(() => {
      this.#isWaiting = false;
      const [questions, numbers] = [this.#questions, this.#numbers];
      this.#questions = new Map();
      this.#numbers = new Map();
      for (const question of questions.values()) void this.#ask(question);
      if (numbers.size > 0) void this.#take(numbers);
    });
  }

  async #ask({ asked, askers }: Question): Promise<void> {
    const values = [...new Set(askers.flatMap((asker) => asker.values))].toSorted();
    const { text, values: given } = lookUpStatement(this.#dialect, { ...asked, values });
    try {
      const { rows } = await this.#run(text, given);
      const byValue = Map.groupBy(rows, (row) => row[asked.column]);
      for (const asker of askers)
        asker.resolve(asker.values.flatMap((value) => byValue.get(value) ?? []));
    } catch (error) {
      for (const asker of askers) asker.reject(error);
    }
  }

  async #taken(
    counters: readonly { readonly name: string; readonly wanted: number }[],
  ): Promise<readonly SqlRow[]> {
    if (!this.#dialect.isSpread) {
      const names = counters.map(({ name }) => name);
      const wanted = counters.map((counter) => counter.wanted);
      return (await this.#run(takeNumbers, [this.#tenantId, names, wanted])).rows;
    }
    const inOrder = counters.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const results = await Promise.all(
      inOrder.map(({ name, wanted }) => this.#run(takeOne, [this.#tenantId, name, wanted])),
    );
    return results.flatMap(({ rows }) => rows);
  }

  async #take(numbers: ReadonlyMap<string, readonly Asker<number>[]>): Promise<void> {
    try {
      const rows = await this.#taken(
        Array.from(numbers, ([name, askers]) => ({ name, wanted: askers.length })),
      );
      const last = new Map(rows.map((row) => [row["counter_name"], Number(row["counter_value"])]));
      for (const [name, askers] of numbers) {
        const before = (last.get(name) ?? Number.NaN) - askers.length;
        for (const [index, asker] of askers.entries()) asker.resolve(before + index + 1);
      }
    } catch (error) {
      for (const asker of [...numbers.values()].flat()) asker.reject(error);
    }
  }
}
