import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import type { Change } from "@edgeward/shared/db/model.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import { changedFields } from "@edgeward/shared/write/row-change.ts";
import type { SimHub } from "./sim-hub.ts";
import { tableNamed, simHubSchema } from "./tables.ts";
import { Broken } from "./broken.ts";
import { keptLostRows } from "./given-back.ts";

interface Written {
  readonly hlc: string;
  readonly change: Change;
}

interface Record {
  readonly table: TableDeclaration;
  readonly row: RecordRow;
  readonly writes: readonly Written[];
  readonly conflicts: readonly RecordRow[];
  /** As nodes gave it back to a hub that did not take it, where a person finds it. */
  readonly aside: readonly Readonly<globalThis.Record<string, unknown>>[];
}

function valueIn(row: RecordRow, table: TableDeclaration, field: string): unknown {
  return table.columns[field] === undefined ? row.unknown_fields[field] : row[field];
}

function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

// Overwritten by a writer that had seen it (or the same value under another's stamp), or kept in a conflict.
function isAccountedFor(record: Record, one: Written, field: string): boolean {
  const value = one.change.fields[field];
  const alike = record.writes.filter(({ change }) =>
    sameJson(change.fields[field] ?? null, value ?? null),
  );
  const stamps = new Set(alike.map(({ hlc }) => hlc));
  const isSeen = record.writes.some(({ change }) => stamps.has(change.base[field] ?? ""));
  const isShown = record.conflicts.some(
    (row) =>
      row["field"] === field &&
      (stamps.has(String(row["kept_stamp"])) || stamps.has(String(row["other_stamp"]))) &&
      (sameJson(row["kept_value"], value) || sameJson(row["other_value"], value)),
  );
  const isAside = record.aside.some((row) => sameJson(row[field] ?? null, value ?? null));
  return isSeen || isShown || isAside;
}

// A state that its machine has left behind by one of its ways is in the record's past, not lost.
function hasMovedOn(record: Record, one: Written, field: string): boolean {
  const ways = record.table.stateMachine?.(field, record.row)?.[String(one.change.fields[field])];
  if (ways === undefined) return false;
  return record.writes.some(({ change }) => ways.includes(String(change.fields[field])));
}

function checkField(record: Record, one: Written, field: string): void {
  const { table, row } = record;
  const rule = table.fieldRules[field];
  if (typeof rule === "object") return;
  const { fields, added } = one.change;
  const value = field in fields ? fields[field] : added?.[field];
  const stands = valueIn(row, table, field);
  if (rule !== undefined) {
    const missing = entries(value).find(
      (entry) => !entries(stands).some((other) => sameJson(other, entry)),
    );
    if (missing === undefined) return;
    throw new Broken(6, `${table.name}.${field} lost ${JSON.stringify(missing)}`);
  }
  if (sameJson(stands, value) || isAccountedFor(record, one, field)) return;
  if (table.stateFields.includes(field) && hasMovedOn(record, one, field)) return;
  if (table.columns[field] === undefined && stands === undefined) {
    throw new Broken(12, `${table.name}.${field} did not travel`);
  }
  throw new Broken(6, `${table.name}.${field} lost ${JSON.stringify(value)} in silence`);
}

// Where reports one record go, every step is one of the machine's ways from where some writer stood.
function checkStates(record: Record): void {
  for (const field of record.table.stateFields) {
    const ways = record.table.stateMachine?.(field, record.row) ?? null;
    if (ways === null) continue;
    const ended = record.writes
      .map(({ change }) => String(change.fields[field]))
      .filter((state) => ways[state]?.length === 0);
    const stands = String(record.row[field]);
    const isShown = record.conflicts.some((row) => row["field"] === field);
    if (new Set(ended).size > 1 && !isShown) {
      throw new Broken(6, `${record.table.name}.${field} ended twice, as ${stands}, unseen`);
    }
    if (ended.length > 0 && ways[stands]?.length !== 0 && !isShown) {
      throw new Broken(13, `${record.table.name}.${field} came back from its end to ${stands}`);
    }
  }
}

/** Whether every value that was ever taken stands, was replaced knowingly, or waits in a conflict. @throws Broken */
export async function checkNothingLost(hub: SimHub): Promise<void> {
  const conflicts = await hub.rows(conflictsTable);
  const received = await hub.received();
  const lost = keptLostRows(received);
  const taken = received.filter(({ outcome }) => outcome !== "held" && outcome !== "rejected");
  const writes: Written[] = [
    ...hub.changes.all,
    ...taken.flatMap(({ operation }) =>
      operation.changes.map((change) => ({ hlc: operation.hlc, change })),
    ),
  ];
  const known = new Map<string, readonly RecordRow[]>();
  for (const [name, group] of Map.groupBy(writes, ({ change }) => `${change.table}/${change.id}`)) {
    const [first] = group;
    if (first === undefined || simHubSchema.find(first.change.table) === null) continue;
    const table = tableNamed(first.change.table);
    const rows = known.get(table.name) ?? (await hub.rows(table));
    known.set(table.name, rows);
    const row = rows.find(({ id }) => id === first.change.id);
    if (row === undefined) throw new Broken(2, `${name} is gone`);
    const about = conflicts.filter((one) => one["entity_id"] === row.id);
    const aside = lost
      .filter((one) => one.table === table.name && one.row["id"] === row.id)
      .map((one) => one.row);
    const record = { table, row, writes: group, conflicts: about, aside };
    for (const one of group) {
      for (const field of changedFields(one.change)) checkField(record, one, field);
    }
    checkStates(record);
  }
}
