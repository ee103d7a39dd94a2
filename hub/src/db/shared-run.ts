import type { Kysely } from "kysely";
import {
  chainedStatements,
  headIn,
  streamOf,
  type ChainEnd,
} from "@edgeward/shared/audit/append.ts";
import type { AuditItem, Statement } from "@edgeward/shared/db/model.ts";
import type { Database } from "@edgeward/shared/db/database.ts";
import { joinRows } from "@edgeward/shared/db/statements.ts";
import type { AuditRuntime, Session } from "@edgeward/shared/db/session.ts";
import { Gatherer } from "./gatherer.ts";
import { kyselyOn, type Lane, type Run } from "./postgres-lane.ts";

// What a command cannot do while others share its transaction: it then runs in one of its own.
class NeedsOwnTransaction extends Error {
  constructor() {
    super("this command needs a transaction of its own");
    this.name = "NeedsOwnTransaction";
  }
}

// Thrown into a command that wants what another command of the transaction holds.
class Held extends Error {}

/** Thrown where numbers were taken by a command that was then refused. */
export class NumbersGivenBack extends Error {}

// Thrown into a command that need not have run.
class AlreadyAnswered extends Error {}

const nothing = Promise.resolve(null);

/** A command that may share its transaction. */
export interface SharedCommand {
  readonly run: (session: Session) => Promise<unknown>;
}

/** What became of a command; `own` where it has to run in a transaction of its own. */
export type CommandOutcome =
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "own" };

/** What a command leaves to be written when it has come to its end. */
interface PendingEffects {
  readonly statements: Statement[];
  readonly audits: { readonly runtime: AuditRuntime; readonly items: readonly AuditItem[] }[];
  hasNumbers: boolean;
  /** Whether it asked for more than it can have here, also where it caught the refusal. */
  needsOwn: boolean;
  /** What has to be known before numbers are taken. */
  known: Promise<unknown>;
}

// A query builder that only asks: what changes rows goes through the write door.
function askingKysely(run: Run): Kysely<Database> {
  return kyselyOn(run, (kind) => {
    if (kind !== "SelectQueryNode") throw new NeedsOwnTransaction();
  });
}

/** Commands of one tenant that share one transaction. */
export class SharedRun {
  readonly #lane: Lane;
  readonly #tenantId: string;
  readonly #gatherer: Gatherer;
  readonly #kysely: Kysely<Database>;
  readonly #stream: string;
  readonly #firstEnd: Promise<ChainEnd>;
  #end: ChainEnd | null = null;
  #holders = new Map<string, PendingEffects>();
  #fault: { readonly error: unknown } | null = null;

  constructor(lane: Lane, instance: string, tenantId: string) {
    this.#lane = lane;
    this.#tenantId = tenantId;
    const run: Run = (text, values) => this.#noted(lane.run(text, values));
    this.#gatherer = new Gatherer(run, lane.dialect, tenantId);
    this.#kysely = askingKysely(run);
    this.#stream = streamOf({ nodeId: instance }, lane.name);
    // Asked beside the first questions of the commands, though it is needed at their end.
    this.#firstEnd = this.#endOf(this.#stream);
    this.#firstEnd.catch(() => undefined);
  }

  /** Runs commands side by side, then one by one those that got in each other's way; all is sent, nothing committed. */
  async all(commands: readonly SharedCommand[]): Promise<readonly CommandOutcome[]> {
    const first = await this.#pass(commands);
    const outcomes: CommandOutcome[] = [];
    for (const [index, outcome] of first.entries()) {
      const command = commands[index];
      if (outcome !== null || command === undefined) outcomes.push(outcome ?? { kind: "own" });
      else
        outcomes.push(
          ...(await this.#pass([command])).map((second) => second ?? { kind: "own" as const }),
        );
    }
    return outcomes;
  }

  // The transaction is over when any statement has failed, whatever the command makes of it.
  async #noted<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      this.#fault ??= { error };
      throw error;
    }
  }

  async #pass(commands: readonly SharedCommand[]): Promise<readonly (CommandOutcome | null)[]> {
    this.#holders = new Map();
    const left: PendingEffects[] = [];
    const outcomes = await Promise.all(
      commands.map(async ({ run }) => {
        const effects: PendingEffects = {
          statements: [],
          audits: [],
          hasNumbers: false,
          needsOwn: false,
          known: nothing,
        };
        const outcome = await this.#outcomeOf(run(this.#sessionOf(effects)), effects);
        if (outcome?.kind === "done") left.push(effects);
        return outcome;
      }),
    );
    if (this.#fault !== null) throw this.#fault.error;
    await this.#put(left);
    return outcomes;
  }

  async #outcomeOf(
    running: Promise<unknown>,
    effects: PendingEffects,
  ): Promise<CommandOutcome | null> {
    try {
      const value = await running;
      return effects.needsOwn ? this.#own(effects) : { kind: "done", value };
    } catch (error) {
      if (effects.needsOwn || error instanceof NeedsOwnTransaction) return this.#own(effects);
      this.#undoIfNumbered(effects);
      return error instanceof Held ? null : { kind: "failed", error };
    }
  }

  #own(effects: PendingEffects): CommandOutcome {
    this.#undoIfNumbered(effects);
    return { kind: "own" };
  }

  // A number that nobody keeps would be a gap.
  #undoIfNumbered({ hasNumbers }: PendingEffects): void {
    if (hasNumbers) this.#fault ??= { error: new NumbersGivenBack() };
  }

  #sessionOf(effects: PendingEffects): Session {
    const needsOwn = () => {
      effects.needsOwn = true;
      return Promise.reject(new NeedsOwnTransaction());
    };
    return {
      schema: this.#lane.engine.schema,
      dialect: this.#lane.dialect,
      kysely: this.#kysely,
      query: needsOwn,
      queryAll: needsOwn,
      lock: needsOwn,
      // Where another process runs the same, the first to commit stands, and the whole transaction of the other is undone; its
      // commands then run by themselves, and are refused.
      tryLock: () => Promise.resolve(true),
      recheck: () => Promise.resolve(),
      runAll: async (statements) => {
        effects.statements.push(...statements);
      },
      lookUp: (question) => this.#gatherer.lookUp(question),
      addToWriteSet: (names) => {
        for (const name of names) this.#hold(name, effects);
      },
      // The command asks its own first questions beside this one: a round trip less.
      unlessAnswered: (stored) => {
        effects.known = stored;
        return nothing;
      },
      next: async (counterName) => {
        if ((await effects.known) !== null) throw new AlreadyAnswered();
        effects.hasNumbers = true;
        return this.#gatherer.next(counterName);
      },
      audit: async (runtime, items) => {
        if (items.length > 0) effects.audits.push({ runtime, items });
        return [];
      },
      // Nothing is put down behind them but with what all of the transaction's commands write.
      keepNumbers: () => Promise.resolve(),
      undo: async () => {
        // Others may have taken later numbers of the same series by now.
        if (effects.hasNumbers) throw new NumbersGivenBack();
        // What a refused command did has not happened, and nobody may be notified of it.
        effects.audits.length = 0;
        effects.statements.length = 0;
      },
    };
  }

  #hold(key: string, effects: PendingEffects): void {
    const holder = this.#holders.get(key);
    if (holder !== undefined && holder !== effects) throw new Held();
    this.#holders.set(key, effects);
  }

  async #endOf(stream: string): Promise<ChainEnd> {
    const [row] = await this.#gatherer.lookUp({
      table: "audit_heads",
      columns: ["stream", "seq", "hash"],
      tenantId: this.#tenantId,
      fixed: {},
      column: "stream",
      values: [stream],
      isLocking: false,
      limit: 1,
    });
    return { tenantId: this.#tenantId, stream, head: headIn(row) };
  }

  async #put(left: readonly PendingEffects[]): Promise<void> {
    const statements = left.flatMap((effects) => effects.statements);
    const audits = left.flatMap((effects) => effects.audits);
    const [first] = audits;
    if (first !== undefined) {
      const end = this.#end ?? (await this.#firstEnd);
      const items = audits.flatMap((audit) => audit.items);
      const chained = chainedStatements(this.#lane.dialect, first.runtime, end, items);
      this.#end = chained.end;
      statements.push(...chained.statements);
    }
    await this.#lane.engine.runAll(joinRows(statements));
  }
}
