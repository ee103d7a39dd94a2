import type { EventSurface } from "#contract/surface-rules.ts";
import {
  claimsTable,
  domainEventsTable,
  reservationsTable,
  searchKeysTable,
} from "#db/core.table.ts";
import type {
  AuditItem,
  DomainEvent,
  NodeRuntime,
  Operation,
  RowChange,
  SqlRow,
  Statement,
} from "#db/model.ts";
import type { AuditRuntime, Session } from "#db/session.ts";
import { deleteRows, insertRows, updateRows, type OnTaken } from "#db/statements.ts";
import type { Claim, Reservation } from "#db/table.ts";
import {
  claimRows,
  refuseTakenClaims,
  searchKeyRows,
  timeRows,
  writeSetOf,
  type DerivedRow,
} from "./derived.ts";
import { noteDoubles, passOnClaims } from "./doubles.ts";
import { refuseOverdrafts } from "./overdraft.ts";
import type { NodeSink } from "./model.ts";
import { domainEventRow } from "./row-change.ts";

/** Rows that change together, and what is reported and audited of it. */
export interface RowSet {
  readonly tenantId: string;
  readonly changes: readonly RowChange[];
  readonly events?: readonly OperationEvent[];
  readonly audit?: { readonly runtime: AuditRuntime; readonly items: readonly AuditItem[] };
}

/** An event with the operation that it came from, and the surface on which it is published. */
export interface OperationEvent {
  readonly event: DomainEvent;
  readonly surface: EventSurface;
  readonly operation: Pick<Operation, "op_id" | "at">;
}

/** The events of an operation that are to be written with its rows: all, where the node keeps them in nothing else. */
export function keptBeside(
  sink: NodeSink,
  operation: Operation,
  surface: EventSurface,
): readonly OperationEvent[] {
  if (sink.keepsEvents?.(operation) === true) return [];
  return operation.events.map((event) => ({ event, operation, surface }));
}

/** Statements that are run with the rows; asked for when nothing can be refused any more. */
type Beside = () => Promise<readonly Statement[]> | readonly Statement[];

/** Rows that a command makes here: what another record holds is refused. */
export interface Made {
  readonly cause: "made";
  readonly runtime: Pick<NodeRuntime, "kind">;
  /** Tables whose new records' values have been asked for before their numbers were taken. */
  readonly asked: ReadonlySet<string>;
  readonly beside?: Beside;
}

/** Rows that were made elsewhere: what has happened stands, and what another record holds is reported. */
export interface Arrived {
  readonly cause: "arrived";
  /**
   * Takes what should be new for new, where one that is not makes the statement fail: looking for what is there costs each
   * row of each set more than one set that is written twice (search keys of an operation at the hub 138 -> 100 us of the
   * server's processor time).
   */
  readonly expectsNew?: boolean;
  /**
   * Lets the statement fail where a record that should be new is not: another transaction has made it since it was looked
   * for, and what stands there would be written over. Whoever asks for it looks again.
   */
  readonly refusesKnown?: boolean;
  readonly beside?: Beside;
}

/** What a record should have come to hold, and another holds already. */
export interface Taken<Of> {
  readonly change: RowChange;
  readonly of: Of;
}

/** What became of a set. */
export interface Applied {
  readonly takenClaims: readonly Taken<Claim>[];
  readonly takenTimes: readonly Taken<Reservation>[];
  /** The events that were not here before. */
  readonly freshEvents: readonly DomainEvent[];
}

/** How rows are put down whose keys others may have. */
interface Ways {
  readonly fresh: OnTaken;
  readonly changed: "update" | "replace";
  readonly freshKeys: OnTaken;
  readonly claims: OnTaken;
  readonly times: OnTaken;
  readonly events: OnTaken;
}

const madeWays: Ways = {
  fresh: "refuse",
  changed: "update",
  freshKeys: "refuse",
  claims: "refuse",
  times: "replace",
  events: "refuse",
};
const arrivedWays: Ways = {
  fresh: "replace",
  changed: "replace",
  freshKeys: "skip",
  claims: "skip",
  times: "skip",
  events: "skip",
};
const expectedWays: Ways = {
  fresh: "refuse",
  changed: "replace",
  freshKeys: "refuse",
  claims: "refuse",
  times: "skip",
  events: "refuse",
};

const claimColumns = ["claim_kind", "claim_value", "entity_id"] as const;

function claimName(row: SqlRow): string {
  return JSON.stringify(claimColumns.map((name) => row[name]));
}

/** The statements that put one set down, and what their results say. */
class RowWriter {
  readonly #session: Session;
  readonly #set: RowSet;
  readonly #ways: Ways;
  #claims: readonly DerivedRow<Claim>[] = [];
  #times: readonly DerivedRow<Reservation>[] = [];

  constructor(session: Session, set: RowSet, ways: Ways) {
    this.#session = session;
    this.#set = set;
    this.#ways = ways;
  }

  /** One group after the other is made when the one before it is under way. */
  async *statements(
    audits: Promise<readonly Statement[]>,
    beside: Beside = () => [],
  ): AsyncGenerator<Statement> {
    yield* this.#searchKeys();
    yield* this.#records();
    yield* this.#claimed();
    yield* this.#reserved();
    yield* this.#events();
    yield* await audits;
    yield* await beside();
  }

  /** @param returned the rows by which what went in is known */
  outcome(returned: readonly SqlRow[]): Applied {
    const { events = [] } = this.#set;
    const held = new Set(returned.filter((row) => "claim_kind" in row).map(claimName));
    const reserved = new Set(returned.map((row) => row["ref_id"]));
    const fresh = new Set(returned.map((row) => row["id"]));
    const isSkipping = (onTaken: OnTaken) => onTaken === "skip";
    const ways = this.#ways;
    return {
      takenClaims: this.#claims.filter(
        ({ row }) => isSkipping(ways.claims) && !held.has(claimName(row)),
      ),
      takenTimes: this.#times.filter(
        ({ row }) => isSkipping(ways.times) && !reserved.has(row["ref_id"]),
      ),
      freshEvents: events
        .map(({ event }) => event)
        .filter(({ id }) => !isSkipping(ways.events) || fresh.has(id)),
    };
  }

  *#searchKeys(): Generator<Statement> {
    const { dialect } = this.#session;
    const { fresh, added, gone } = searchKeyRows(this.#set.changes);
    yield* deleteRows(dialect, searchKeysTable, gone);
    yield* insertRows(dialect, searchKeysTable, fresh, this.#ways.freshKeys);
    yield* insertRows(dialect, searchKeysTable, added, "skip");
  }

  *#records(): Generator<Statement> {
    const { dialect } = this.#session;
    const { fresh: onTaken, changed: verb } = this.#ways;
    for (const [table, changes] of Map.groupBy(this.#set.changes, (change) => change.table)) {
      const fresh = changes.filter(({ before }) => before === null).map(({ after }) => after);
      yield* insertRows(dialect, table, fresh, onTaken);
      const changed = changes.flatMap(({ before, after }) =>
        before === null ? [] : [{ before, after }],
      );
      yield* verb === "update"
        ? updateRows(dialect, table, changed)
        : insertRows(
            dialect,
            table,
            changed.map(({ after }) => after),
            verb,
          );
    }
  }

  *#claimed(): Generator<Statement> {
    const { dialect } = this.#session;
    const { added, moved, gone } = claimRows(this.#set.changes);
    this.#claims = added;
    const { claims: onTaken } = this.#ways;
    yield* deleteRows(dialect, claimsTable, gone);
    const returning = onTaken === "skip" ? claimColumns : [];
    const rows = added.map(({ row }) => row);
    yield* insertRows(dialect, claimsTable, rows, onTaken, returning);
    const passedOn = moved.map(({ row }) => row);
    yield* insertRows(dialect, claimsTable, passedOn, "replace");
    if (onTaken === "skip") yield* noteDoubles(dialect, rows);
    yield* passOnClaims(dialect, gone);
  }

  // What arrives may overlap what was taken here meanwhile: the first keeps the time, and the other one is noted as double,
  // so that the time is nobody else's when the first leaves it.
  *#reserved(): Generator<Statement> {
    const { dialect } = this.#session;
    const { times: onTaken } = this.#ways;
    const { taken, moved, freed, leftAt } = timeRows(this.#set.changes);
    this.#times = taken;
    const rows = taken.map(({ row }) => row);
    const isArriving = onTaken === "skip";
    yield* this.#freed(isArriving ? [...freed, ...moved] : freed);
    if (isArriving) {
      yield* dialect.reserveFree(reservationsTable, rows);
      const doubles = rows.map((row) => ({ ...row, is_double: true }));
      yield* insertRows(dialect, reservationsTable, doubles, onTaken);
    } else yield* insertRows(dialect, reservationsTable, rows, onTaken);
    if (leftAt.length > 0) yield this.#passedOn(leftAt);
  }

  *#freed(ids: readonly string[]): Generator<Statement> {
    if (ids.length === 0) return;
    const { dialect } = this.#session;
    yield {
      text: `DELETE FROM reservations WHERE tenant_id = ${dialect.placeholder(1)}
        AND ref_id IN (SELECT value FROM ${dialect.elements(2)})`,
      values: [this.#set.tenantId, JSON.stringify(ids)],
    };
  }

  // Of several that have waited for one time one has it.
  #passedOn(resourceIds: readonly string[]): Statement {
    const { dialect } = this.#session;
    return {
      text: `UPDATE reservations SET is_double = FALSE WHERE tenant_id = ${dialect.placeholder(1)} AND is_double
        AND resource_id IN (SELECT value FROM ${dialect.elements(2)})
        AND NOT EXISTS (SELECT 1 FROM reservations AS other
          WHERE other.tenant_id = reservations.tenant_id AND other.resource_id = reservations.resource_id
            AND other.start_ms < reservations.end_ms AND other.end_ms > reservations.start_ms
            AND other.ref_id <> reservations.ref_id
            AND (NOT other.is_double OR other.ref_id < reservations.ref_id))`,
      values: [this.#set.tenantId, JSON.stringify(resourceIds)],
    };
  }

  *#events(): Generator<Statement> {
    const { tenantId, events = [] } = this.#set;
    const rows = events.map(({ event, operation, surface }) => ({
      ...domainEventRow(event, operation, surface),
      tenant_id: tenantId,
    }));
    const { events: onTaken } = this.#ways;
    const returning = onTaken === "skip" ? ["id"] : [];
    yield* insertRows(this.#session.dialect, domainEventsTable, rows, onTaken, returning);
  }
}

async function audited(session: Session, { audit }: RowSet): Promise<readonly Statement[]> {
  return audit === undefined ? [] : session.audit(audit.runtime, audit.items);
}

// Where a new record's values were asked for, what was not known then is a number made here.
function refuseTaken(
  session: Session,
  change: RowChange,
  asked: ReadonlySet<string>,
  beside: readonly RowChange[],
) {
  const check = () => refuseTakenClaims(session, change, beside);
  const isAsked = change.before === null && asked.has(change.table.name);
  return isAsked ? session.recheck(check) : check();
}

async function applyMade(session: Session, set: RowSet, how: Made): Promise<Applied> {
  const { tenantId, changes } = set;
  session.addToWriteSet(changes.flatMap(writeSetOf));
  const audits = audited(session, set);
  // One round trip where the engine is reached over a wire. Only reads: what the node adds may count, and must come
  // after nothing can be refused any more.
  await Promise.all([
    audits,
    refuseOverdrafts(session, how.runtime, tenantId, changes),
    ...changes.map((change) => refuseTaken(session, change, how.asked, changes)),
  ]);
  const writer = new RowWriter(session, set, madeWays);
  const statements: Statement[] = [];
  for await (const statement of writer.statements(audits, how.beside)) statements.push(statement);
  await session.keepNumbers();
  await session.runAll(statements);
  return writer.outcome([]);
}

async function applyArrived(session: Session, set: RowSet, how: Arrived): Promise<Applied> {
  // The chain's end is asked for first, and known when the rows have been sent.
  const audits = audited(session, set);
  // A statement before it may fail first.
  audits.catch(() => undefined);
  const fresh = how.refusesKnown === true ? "refuse" : arrivedWays.fresh;
  const ways = how.expectsNew === true ? expectedWays : { ...arrivedWays, fresh };
  const writer = new RowWriter(session, set, ways);
  const returned = await session.queryAll(writer.statements(audits, how.beside));
  return writer.outcome(returned.flat());
}

/**
 * Puts changed rows down with everything that goes with them: search keys, claims, reservations, audit and events. The one
 * way for rows that a command makes here and for rows that arrive, at either node.
 * @throws AppError for rows made here: the claim's code, insufficient_balance
 */
export function applyRows(session: Session, set: RowSet, how: Made | Arrived): Promise<Applied> {
  return how.cause === "made" ? applyMade(session, set, how) : applyArrived(session, set, how);
}
