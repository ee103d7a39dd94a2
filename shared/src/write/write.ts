import { AppError } from "#kernel/errors.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { isoInstant } from "#kernel/clock.ts";
import {
  type AuditEntry,
  type RowChange,
  operationSchemaVersion,
  type DomainEvent,
  type Operation,
  type WriteOrigin,
  type SqlRow,
  type Statement,
} from "#db/model.ts";
import { auditStatements } from "#audit/append.ts";
import { asRecord, auditOfRow, eventStatements, travellingChange } from "./row-change.ts";
import { derivedStatements, refuseTakenClaims, lockNamesOf } from "./derived.ts";
import { lookUp } from "#db/read.ts";
import { refuseOverdrafts } from "./overdraft.ts";
import type { WrittenUnit, Fields, OpenWrite, WriteRuntime } from "./model.ts";
import type { SqlSession } from "#db/session.ts";
import { TakenNumbers } from "./taken-numbers.ts";
import { insertStatement, updateStatement } from "#db/statements.ts";
import type { Columns, RowOfColumns, TableDeclaration } from "#db/table.ts";

class UnitOfWork implements OpenWrite {
  readonly session: SqlSession;
  readonly origin: WriteOrigin;
  readonly runtime: WriteRuntime;
  readonly at: string;
  readonly #operationType: string;
  readonly #hlc: string;
  readonly #rows = new Map<string, RowChange>();
  readonly #events: DomainEvent[] = [];
  readonly #audits: AuditEntry[] = [];
  readonly #asked = new Set<string>();
  readonly #announced: DomainEvent[] = [];
  readonly #numbers: TakenNumbers;

  constructor(
    session: SqlSession,
    runtime: WriteRuntime,
    origin: WriteOrigin,
    operationType: string,
  ) {
    this.session = session;
    this.runtime = runtime;
    this.origin = origin;
    this.at = isoInstant(runtime.now());
    this.#operationType = operationType;
    this.#numbers = new TakenNumbers(session, origin.tenantId);
    this.#hlc = runtime.tick();
  }

  insert<C extends Columns>(
    table: TableDeclaration<C>,
    id: string,
    fields: Fields<C>,
  ): RowOfColumns<C> {
    const row = {
      ...fields,
      id,
      tenant_id: this.origin.tenantId,
      created_at: this.at,
      created_by: this.origin.actor.id,
      ...this.#touched(1),
      stamps: { "*": this.#hlc },
      unknown_fields: {},
    };
    this.#rows.set(`${table.name}/${id}`, { table, before: null, after: asRecord(row) });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- Fields<C> and the system columns are C together
    return row as unknown as RowOfColumns<C>;
  }

  update<C extends Columns>(
    table: TableDeclaration<C>,
    current: RowOfColumns<C>,
    patch: Partial<Fields<C>>,
  ): RowOfColumns<C> {
    const key = `${table.name}/${String(current["id"])}`;
    const pending = this.#rows.get(key);
    const row = pending?.after ?? asRecord(current);
    const changed = Object.entries(patch).filter(
      ([name, value]) => value !== undefined && !sameJson(value, row[name]),
    );
    if (changed.length === 0) return current;
    const isFresh = pending !== undefined && pending.before === null;
    const stamps = isFresh
      ? row.stamps
      : { ...row.stamps, ...Object.fromEntries(changed.map(([name]) => [name, this.#hlc])) };
    const after = {
      ...row,
      ...Object.fromEntries(changed),
      ...this.#touched(pending === undefined ? row.version + 1 : row.version),
      stamps,
    };
    this.#rows.set(key, { table, before: pending === undefined ? row : pending.before, after });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the row it came from was RowOfColumns<C>
    return after as unknown as RowOfColumns<C>;
  }

  async load<C extends Columns>(
    table: TableDeclaration<C>,
    id: string,
  ): Promise<RowOfColumns<C> | null> {
    const thing = `${table.name}/${id}`;
    const pending = this.#rows.get(thing);
    this.session.shared?.hold(thing);
    const [row] =
      pending === undefined
        ? await lookUp(this.session, {
            table: table.name,
            columns: Object.keys(table.columns),
            tenantId: this.origin.tenantId,
            fixed: {},
            column: "id",
            values: [id],
            isLocking: true,
            limit: 1,
          })
        : [pending.after];
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the columns are those that the table declares
    return row === undefined ? null : (row as RowOfColumns<C>);
  }

  async refuseTaken<C extends Columns>(
    table: TableDeclaration<C>,
    fields: Partial<Fields<C>>,
  ): Promise<void> {
    this.#asked.add(table.name);
    const row = asRecord({ ...fields, id: "", tenant_id: this.origin.tenantId });
    await refuseTakenClaims(this.session, { table, before: null, after: row });
  }

  next(counterName: string): Promise<number> {
    return this.#numbers.next(counterName);
  }

  emit(
    type: string,
    table: TableDeclaration,
    row: SqlRow,
    payload: Readonly<Record<string, unknown>>,
  ): void {
    const record = asRecord(row);
    this.#events.push({
      id: this.runtime.newId("evt"),
      type,
      entity: table.name,
      entity_id: record.id,
      entity_version: record.version,
      branch_id: record.branch_id,
      payload,
    });
  }

  audit(entry: AuditEntry): void {
    this.#audits.push(entry);
  }

  announce(events: readonly DomainEvent[]): void {
    this.#announced.push(...events);
  }

  sends(id: string): boolean {
    if (this.runtime.kind !== "branch") return false;
    return [...this.#rows.values()].some(
      (change) => change.after.id === id && change.table.merge !== "local",
    );
  }

  async undo(): Promise<void> {
    await this.#numbers.giveBack();
    this.#rows.clear();
    this.#events.length = 0;
    this.#audits.length = 0;
    this.#announced.length = 0;
  }

  async flush(extra: readonly Statement[]): Promise<WrittenUnit | null> {
    await this.#react();
    const rows = [...this.#rows.values()];
    for (const thing of rows.flatMap(lockNamesOf)) this.session.shared?.hold(thing);
    // One round trip where the engine is reached over a wire. Only reads: what the node adds may count, and must come
    // after nothing can be refused any more.
    const [audits] = await Promise.all([
      this.#auditStatements(rows),
      refuseOverdrafts(this.session, this.runtime, this.origin.tenantId, rows),
      ...rows
        .filter((change) => !this.#isFreeByMaking(change))
        .map((change) => refuseTakenClaims(this.session, change)),
    ]);
    const { tenantId } = this.origin;
    const unit = { tenantId, operation: this.#operation(rows), rows, announced: this.#announced };
    const isEmpty = rows.length + this.#events.length + this.#announced.length === 0;
    const statements = [
      ...rows.flatMap((change) => this.#rowStatements(change)),
      ...eventStatements(this.session.dialect, unit),
      ...audits,
      ...(isEmpty ? [] : await this.runtime.sink.statements(unit, this.session)),
      ...extra,
    ];
    await this.session.runAll(statements);
    return isEmpty ? null : unit;
  }

  // What was not known when the others were asked for is a number made here. Were it taken all the same, the database
  // would refuse it, the shared transaction be undone, and this command told so when it runs by itself.
  #isFreeByMaking({ table, before }: RowChange): boolean {
    return this.session.shared !== undefined && before === null && this.#asked.has(table.name);
  }

  #touched(version: number) {
    return {
      updated_at: this.at,
      updated_by: this.origin.actor.id,
      version,
      origin: this.runtime.kind,
      origin_node_id: this.runtime.nodeId,
      hlc: this.#hlc,
    };
  }

  // A reactor may emit events of its own; those are not handed to reactors again.
  async #react(): Promise<void> {
    const given = [...this.#events, ...this.#announced];
    for (const event of given) {
      for (const reactor of this.runtime.reactors) await reactor(event, this);
    }
  }

  readonly #hash = (value: unknown): string =>
    this.runtime.hashValue(this.origin.tenantId, JSON.stringify(value) ?? "null");

  #rowStatements(change: RowChange): readonly Statement[] {
    const { dialect } = this.session;
    const row =
      change.before === null
        ? insertStatement(dialect, change.table, change.after)
        : updateStatement(dialect, change.table, change.after);
    return [row, ...derivedStatements(dialect, change, "made")];
  }

  #operation(rows: readonly RowChange[]): Operation {
    const travelling = rows.filter((change) => change.table.merge !== "local");
    const subject = travelling[0] ?? rows[0];
    return {
      op_id: this.runtime.newId("op"),
      type: this.#operationType,
      entity: subject?.table.name ?? "",
      entity_id: subject?.after.id ?? "",
      hlc: this.#hlc,
      at: this.at,
      branch_id: this.origin.branchId,
      actor: this.origin.actor,
      device_id: this.origin.deviceId,
      reason: this.origin.reason,
      schema: operationSchemaVersion,
      changes: travelling.map(travellingChange),
      events: this.#events,
    };
  }

  #auditStatements(rows: readonly RowChange[]): Promise<readonly Statement[]> {
    const entries = [...rows.map((change) => auditOfRow(change, this.#hash)), ...this.#audits];
    const items = entries.map((entry) => ({ origin: this.origin, entry, at: this.at }));
    return auditStatements(this.session, this.runtime, this.origin.tenantId, items);
  }
}

/** Begins a command's write. `operationType` names the command: `patient.update`. */
export function openWrite(
  session: SqlSession,
  runtime: WriteRuntime,
  origin: WriteOrigin,
  operationType: string,
): OpenWrite {
  return new UnitOfWork(session, runtime, origin, operationType);
}

/** A record that must exist. @throws AppError not_found, the same for what never was and what belongs to another tenant */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined)
    throw new AppError("not_found", "There is no such record.");
  return row;
}
