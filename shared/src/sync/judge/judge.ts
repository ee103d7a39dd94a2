import type {
  Arrival,
  Command,
  Excess,
  JudgedBy,
  RecordName,
  RecordSet,
  RowSum,
  TableWrites,
} from "#resource/command-writes.ts";
import { refusalOf, type RefusalDetails } from "#contract/refused-fields.ts";
import type { Change, DomainEvent, Operation } from "#db/model.ts";
import { conflictsTable } from "#db/core.table.ts";
import { systemColumns } from "#db/table.ts";
import { foundConflictFault, type ConflictFault } from "./conflict-check.ts";
import { formCheck, type FormCheck } from "./form-check.ts";
import { knownTables, type Checks, type KnownTable } from "./known-tables.ts";
import { keptRowFault, type KeptRow } from "./row-check.ts";

/** Why an operation is not taken, by the field. */
export interface Fault {
  readonly code: "not_of_command" | "invalid_field" | "branch_forbidden";
  readonly message: string;
  /** Each field that is wrong, where several can be, with the figures that it was judged by. */
  readonly details?: RefusalDetails;
}

/** What may be written by commands, compiled once: each operation is held to it. */
export interface Judge {
  /** Names of the commands; where there are none, any. */
  readonly names: ReadonlySet<string>;
  /** The command of a name, as it is declared. */
  command(name: string): Command | undefined;
  /**
   * Why an operation is beyond its command, or null: its tables, their fields and values, its events.
   * @param isNewer whether a newer program wrote it, whose fields may be unknown here: they are kept beside the record
   */
  faultOf(operation: Operation, isNewer?: boolean): Fault | null;
  /** The records that have to be at hand where an operation is judged: those that it changes, and those that its command names. */
  recordsFor(operation: Operation): readonly RecordName[];
  /** The sets of records that have to be at hand besides. */
  setsFor(operation: Operation): readonly RecordSet[];
  /** The sums that have to be at hand besides. */
  sumsFor(operation: Operation): readonly RowSum[];
  /** Why an operation within its command does not fit the records that it meets, or null. */
  faultMet(arrival: Arrival): Fault | null;
  /** What an operation that is taken goes beyond of the records that it meets: a person looks at it. */
  excessesMet(arrival: Arrival): readonly Excess[];
  /** Why a record that a node has kept is none that commands can have made, or null. */
  faultKept(kept: KeptRow): Fault | null;
}

/** For those who take operations without commands: whatever a test writes. */
export const takesAll: Judge = {
  names: new Set(),
  command: () => undefined,
  faultOf: () => null,
  recordsFor: ({ changes }) => changes,
  setsFor: () => [],
  sumsFor: () => [],
  faultMet: () => null,
  excessesMet: () => [],
  faultKept: () => null,
};

interface JudgedTable {
  readonly makes: boolean;
  readonly several: boolean;
  readonly changes: ReadonlySet<string>;
  readonly checks: ReadonlyMap<string, FormCheck>;
  /** A record's fields, of which a new one may have any. */
  readonly columns: ReadonlySet<string>;
}

interface JudgedEvent {
  readonly table: string;
  readonly payload: ReadonlyMap<string, FormCheck>;
}

interface JudgedCommand {
  readonly command: Command;
  readonly tables: ReadonlyMap<string, JudgedTable>;
  readonly events: ReadonlyMap<string, JudgedEvent>;
}

function tableWrites(name: string, writes: readonly TableWrites[], checks: Checks): JudgedTable {
  const own = writes.filter(({ table }) => table.name === name);
  const [first] = own;
  const columns = Object.keys(first?.table.columns ?? {}).filter((key) => !systemColumns.has(key));
  return {
    makes: own.some(({ makes }) => makes),
    several: own.some(({ several }) => several),
    changes: new Set(own.flatMap(({ changes }) => changes)),
    checks,
    columns: new Set(columns),
  };
}

function eventsOf(
  writes: readonly TableWrites[],
  checksOfTable: (name: string) => Checks,
): ReadonlyMap<string, JudgedEvent> {
  const entries = writes.flatMap(({ table, events, eventFields }) => {
    const more = Object.entries(eventFields).map(
      ([name, form]) => [name, formCheck(form)] as const,
    );
    const about = { table: table.name, payload: new Map([...checksOfTable(table.name), ...more]) };
    return events.map(({ type }) => [type, about] as const);
  });
  return new Map(entries.toReversed());
}

class CommandJudge implements Judge {
  readonly names: ReadonlySet<string>;
  readonly #commands: ReadonlyMap<string, JudgedCommand>;
  readonly #known: ReadonlyMap<string, KnownTable>;

  constructor(commands: readonly Command[]) {
    this.#known = knownTables(commands);
    const checksOfTable = (name: string): Checks => this.#known.get(name)?.checks ?? new Map();
    this.#commands = new Map(
      commands.map((command) => {
        const { name, writes } = command;
        const tables = writes.map(({ table }) => {
          return [table.name, tableWrites(table.name, writes, checksOfTable(table.name))] as const;
        });
        const events = eventsOf(writes, checksOfTable);
        return [name, { command, tables: new Map(tables), events }];
      }),
    );
    this.names = new Set(this.#commands.keys());
  }

  command(name: string): Command | undefined {
    return this.#commands.get(name)?.command;
  }

  faultOf(operation: Operation, isNewer = false): Fault | null {
    const { type, changes, events } = operation;
    const judged = this.#commands.get(type);
    if (judged === undefined) return beyond(`type: ${type} is no command`);
    const isNode = operation.actor.type === "system";
    const { isSystem, access } = judged.command;
    if (isNode ? !isSystem : access === null)
      return beyond(`actor.type: ${type} is not given by ${isNode ? "a node" : "anybody"}`);
    const [subject] = changes;
    if (subject === undefined) return beyond("changes: an operation changes something");
    if (subject.table !== operation.entity || subject.id !== operation.entity_id)
      return beyond("entity_id: is not what the operation changes first");
    const [begins] = judged.command.writes;
    if (begins !== undefined && subject.table !== begins.table.name)
      return beyond(`changes.0.table: ${type} begins with ${begins.table.name}`);
    for (const [index, change] of changes.entries()) {
      const place = `changes.${index}`;
      const fault = changeFault(judged, change, { place, isNewer }) ?? this.#madeUp(change, place);
      if (fault !== null) return fault;
    }
    const beside = besideFault(judged, changes);
    if (beside !== null) return beside;
    for (const [index, event] of events.entries()) {
      const fault = eventFault(judged, event, changes, `events.${index}`);
      if (fault !== null) return fault;
    }
    return null;
  }

  // A conflict says of other records what they could be.
  #madeUp({ table, kind, id, fields }: Change, place: string): Fault | null {
    if (table !== conflictsTable.name || kind !== "insert") return null;
    return conflictFault(foundConflictFault(id, fields, this.#known), `${place}.fields`);
  }

  recordsFor(operation: Operation): readonly RecordName[] {
    const named = this.#judgedBy(operation).flatMap((one) => ("id" in one ? [one] : []));
    return [...operation.changes, ...named];
  }

  setsFor(operation: Operation): readonly RecordSet[] {
    return this.#judgedBy(operation).flatMap((one) => ("column" in one ? [one] : []));
  }

  sumsFor(operation: Operation): readonly RowSum[] {
    return this.#judgedBy(operation).flatMap((one) => ("sum" in one ? [one] : []));
  }

  #judgedBy(operation: Operation): ReturnType<JudgedBy> {
    return this.#commands.get(operation.type)?.command.judgedBy?.(operation) ?? [];
  }

  faultMet(arrival: Arrival): Fault | null {
    const { guard } = this.#commands.get(arrival.operation.type)?.command ?? {};
    const misfit = guard?.(arrival) ?? null;
    if (misfit === null) return null;
    return typeof misfit === "string"
      ? beyond(misfit)
      : { code: "not_of_command", ...refusalOf(misfit) };
  }

  excessesMet(arrival: Arrival): readonly Excess[] {
    return this.#commands.get(arrival.operation.type)?.command.excesses?.(arrival) ?? [];
  }

  faultKept(kept: KeptRow): Fault | null {
    const fault = keptRowFault(this.#known, kept);
    if (fault === null) return null;
    const message = `row.${fault.name}: ${fault.message}`;
    return fault.isBeyond ? beyond(message) : { code: "invalid_field", message };
  }
}

// A guard reads the one record of which its command is: it would not see another one beside it.
function besideFault({ command, tables }: JudgedCommand, changes: readonly Change[]): Fault | null {
  const seen = new Map<string, Set<string>>();
  for (const [index, { table, id }] of changes.entries()) {
    const ids = seen.get(table) ?? new Set();
    seen.set(table, ids);
    if (ids.has(id)) return beyond(`changes.${index}.id: is written twice`);
    if (ids.size > 0 && tables.get(table)?.several !== true)
      return beyond(`changes.${index}.id: ${command.name} writes one record of ${table} alone`);
    ids.add(id);
  }
  return null;
}

function conflictFault(found: ConflictFault | null, place: string): Fault | null {
  if (found === null) return null;
  return { code: "invalid_field", message: `${place}.${found.name}: ${found.message}` };
}

function beyond(message: string): Fault {
  return { code: "not_of_command", message };
}

/** Where in an operation a change stands, and whether a newer program wrote it. */
interface Reading {
  readonly place: string;
  readonly isNewer: boolean;
}

function changeFault(judged: JudgedCommand, change: Change, reading: Reading): Fault | null {
  const { table, id, kind } = change;
  const { place } = reading;
  const { name: type } = judged.command;
  const written = judged.tables.get(table);
  if (written === undefined) return beyond(`${place}.table: ${type} does not write ${table}`);
  const isInsert = kind === "insert";
  if (isInsert ? !written.makes : written.changes.size === 0)
    return beyond(`${place}.kind: ${type} does not ${isInsert ? "make" : "change"} ${table}`);
  const idFault = isInsert ? (written.checks.get("id")?.(id) ?? null) : null;
  if (idFault !== null) return { code: "invalid_field", message: `${place}.id: ${idFault}` };
  return fieldsFault(written, type, change, reading);
}

function fieldsFault(
  { changes, columns, checks }: JudgedTable,
  type: string,
  { table, kind, fields, added }: Change,
  { place, isNewer }: Reading,
): Fault | null {
  const allowed = kind === "insert" ? columns : changes;
  for (const [part, values] of Object.entries({ fields, added })) {
    for (const name of Object.keys(values ?? {})) {
      if (isNewer && !columns.has(name)) continue;
      if (!allowed.has(name))
        return beyond(`${place}.${part}.${name}: ${type} does not write ${table}.${name}`);
      const value = values?.[name];
      const fault = value === null ? null : (checks.get(name)?.(value) ?? null);
      if (fault !== null)
        return { code: "invalid_field", message: `${place}.${part}.${name}: ${fault}` };
    }
  }
  return null;
}

function eventFault(
  { command: { name: type }, events }: JudgedCommand,
  event: DomainEvent,
  changes: readonly Change[],
  place: string,
): Fault | null {
  const judged = events.get(event.type);
  if (judged === undefined) return beyond(`${place}.type: ${type} does not tell ${event.type}`);
  const change = changes.find(({ table, id }) => table === event.entity && id === event.entity_id);
  if (change === undefined || event.entity !== judged.table)
    return beyond(`${place}.entity_id: is not what the operation changes`);
  if (event.entity_version !== change.version)
    return beyond(`${place}.entity_version: is not that of the change`);
  for (const [name, value] of Object.entries(event.payload)) {
    const check = judged.payload.get(name);
    if (check === undefined) return beyond(`${place}.payload.${name}: is no field of this event`);
    const fault = value === null ? null : check(value);
    if (fault !== null)
      return { code: "invalid_field", message: `${place}.payload.${name}: ${fault}` };
  }
  return null;
}

/**
 * Compiles commands into what their operations are held to.
 * @throws Error for a table that a command writes and whose columns declare no forms
 */
export function createJudge(commands: readonly Command[]): Judge {
  return new CommandJudge(commands);
}
