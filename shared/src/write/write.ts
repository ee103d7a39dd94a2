import type { EventType } from "#contract/event-types.ts";
import { clinicalRules, type EventSurface } from "#contract/surface-rules.ts";
import { AppError } from "#kernel/errors.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { isoInstant } from "#kernel/clock.ts";
import {
  type AuditEntry,
  type AuditItem,
  type RowChange,
  operationSchemaVersion,
  type DomainEvent,
  type Operation,
  type WriteOrigin,
  type SqlRow,
  type Statement,
} from "#db/model.ts";
import { applyRows, keptBeside } from "./apply-rows.ts";
import { asRecord, auditOfRow, travellingChange, valueHash } from "./row-change.ts";
import { refuseTakenClaims } from "./derived.ts";
import { withSealed } from "#db/sealed-values.ts";
import type { WrittenUnit, Fields, OpenWrite, WriteRuntime } from "./model.ts";
import type { Session } from "#db/session.ts";
import { withDerived, type Columns, type RowOfColumns, type TableDeclaration } from "#db/table.ts";

const namesOfColumns = new WeakMap<Columns, readonly string[]>();

function columnNames({ columns }: Pick<TableDeclaration, "columns">): readonly string[] {
  const known = namesOfColumns.get(columns);
  if (known !== undefined) return known;
  const made = Object.keys(columns);
  namesOfColumns.set(columns, made);
  return made;
}

class UnitOfWork implements OpenWrite {
  readonly session: Session;
  readonly origin: WriteOrigin;
  readonly runtime: WriteRuntime;
  readonly at: string;
  readonly #operationType: string;
  readonly #surface: EventSurface;
  readonly #hlc: string;
  readonly #rows = new Map<string, RowChange>();
  // What was read for change stays as it was read until this command changes it.
  readonly #loaded = new Map<string, SqlRow>();
  readonly #events: DomainEvent[] = [];
  readonly #audits: AuditEntry[] = [];
  readonly #asked = new Set<string>();
  readonly #announced: DomainEvent[] = [];
  readonly acts: (() => void)[] = [];

  constructor(
    session: Session,
    runtime: WriteRuntime,
    origin: WriteOrigin,
    operationType: string,
    surface: EventSurface,
  ) {
    this.session = session;
    this.runtime = runtime;
    this.origin = origin;
    this.at = isoInstant(runtime.now());
    this.#operationType = operationType;
    this.#surface = surface;
    this.#hlc = runtime.tick();
  }

  insert<C extends Columns>(
    table: TableDeclaration<C>,
    id: string,
    fields: Fields<C>,
  ): RowOfColumns<C> {
    const row = withDerived(table, {
      ...this.#sealed(table, fields),
      id,
      tenant_id: this.origin.tenantId,
      created_at: this.at,
      created_by: this.origin.actor.id,
      ...this.#touched(1),
      stamps: { "*": this.#hlc },
      unknown_fields: {},
    });
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
    // A derived column that stands as it should not is put right beside, and is no change of this command.
    const row = withDerived(table, pending?.after ?? asRecord(current));
    const given = Object.entries(this.#sealed(table, patch)).filter(
      ([, value]) => value !== undefined,
    );
    const wanted = withDerived(table, { ...row, ...Object.fromEntries(given) });
    const changed = Object.entries(wanted).filter(
      ([name, value]) => value !== row[name] && !sameJson(value, row[name]),
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
    const before = pending === undefined ? asRecord(current) : pending.before;
    this.#rows.set(key, { table, before, after });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the row it came from was RowOfColumns<C>
    return after as unknown as RowOfColumns<C>;
  }

  async load<C extends Columns>(
    table: TableDeclaration<C>,
    id: string,
  ): Promise<RowOfColumns<C> | null> {
    return (await this.loadAll(table, [id])).get(id) ?? null;
  }

  async loadAll<C extends Columns>(
    table: TableDeclaration<C>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, RowOfColumns<C>>> {
    const keyOf = (id: string) => `${table.name}/${id}`;
    this.session.addToWriteSet(ids.map(keyOf));
    const kept = ids.flatMap((id) => {
      const row = this.#rows.get(keyOf(id))?.after ?? this.#loaded.get(keyOf(id));
      return row === undefined ? [] : [[id, row] as const];
    });
    const here = new Map<string, SqlRow>(kept);
    const values = ids.filter((id) => !here.has(id));
    const rows =
      values.length === 0
        ? []
        : await this.session.lookUp({
            table: table.name,
            columns: columnNames(table),
            tenantId: this.origin.tenantId,
            fixed: {},
            column: "id",
            values,
            isLocking: true,
            limit: 1,
          });
    for (const row of rows) {
      const id = String(row["id"]);
      this.#loaded.set(keyOf(id), row);
      here.set(id, row);
    }
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the columns are those that the table declares
    return here as ReadonlyMap<string, RowOfColumns<C>>;
  }

  async refuseTaken<C extends Columns>(
    table: TableDeclaration<C>,
    fields: Partial<Fields<C>>,
  ): Promise<void> {
    this.#asked.add(table.name);
    const kept = this.#sealed(table, fields);
    const row = asRecord({ ...kept, id: "", tenant_id: this.origin.tenantId });
    await refuseTakenClaims(this.session, { table, before: null, after: row });
  }

  next(counterName: string): Promise<number> {
    return this.session.next(counterName);
  }

  emit(
    { type }: EventType,
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

  afterCommit(act: () => void): void {
    this.acts.push(act);
  }

  sends(id: string): boolean {
    if (this.runtime.kind !== "branch") return false;
    return [...this.#rows.values()].some(
      (change) => change.after.id === id && change.table.merge !== "local",
    );
  }

  makes(id: string): boolean {
    return [...this.#rows.values()].some(({ before, after }) => before === null && after.id === id);
  }

  async undo(): Promise<void> {
    await this.session.undo();
    this.#rows.clear();
    this.#loaded.clear();
    this.#events.length = 0;
    this.#audits.length = 0;
    this.#announced.length = 0;
    this.acts.length = 0;
  }

  async flush(extra: readonly Statement[]): Promise<WrittenUnit | null> {
    await this.#react();
    const rows = [...this.#rows.values()];
    const { tenantId } = this.origin;
    const surface = this.#surface;
    const operation = this.#operation(rows);
    const unit = { tenantId, operation, surface, rows, announced: this.#announced };
    const isEmpty = rows.length + this.#events.length + this.#announced.length === 0;
    await applyRows(
      this.session,
      {
        tenantId,
        changes: rows,
        events: keptBeside(this.runtime.sink, operation, surface),
        audit: { runtime: this.runtime, items: this.#auditItems(rows) },
      },
      {
        cause: "made",
        runtime: this.runtime,
        asked: this.#asked,
        beside: async () => {
          const added = isEmpty ? [] : await this.runtime.sink.statements(unit, this.session);
          return [...added, ...extra];
        },
      },
    );
    return isEmpty ? null : unit;
  }

  #sealed<V extends SqlRow>(table: TableDeclaration, values: V): V {
    if (table.sealed === undefined) return values;
    return withSealed(table, values, this.runtime.valueSeal(this.origin.tenantId));
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

  #auditItems(rows: readonly RowChange[]): readonly AuditItem[] {
    const hash = valueHash(this.runtime, this.origin.tenantId);
    const entries = [...rows.map((change) => auditOfRow(change, hash)), ...this.#audits];
    return entries.map((entry) => ({ origin: this.origin, entry, at: this.at }));
  }
}

/**
 * Begins a command's write. `operationType` names the command: `patient.update`. @param surface where its events are
 * published; what a node does by itself is of the clinical one
 */
export function openWrite(
  session: Session,
  runtime: WriteRuntime,
  origin: WriteOrigin,
  operationType: string,
  surface: EventSurface = clinicalRules.eventSurface,
): OpenWrite {
  return new UnitOfWork(session, runtime, origin, operationType, surface);
}

/** A record that must exist. @throws AppError not_found, the same for what never was and what belongs to another tenant */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined)
    throw new AppError("not_found", "There is no such record.");
  return row;
}
