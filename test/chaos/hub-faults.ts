import type { Sequenced } from "@edgeward/hub/fleet/ingest/ingest-set.ts";
import { simHubSchema } from "./tables.ts";
import { changedFields, stampOf } from "@edgeward/shared/write/row-change.ts";
import type { Change } from "@edgeward/shared/db/model.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import type { Defects } from "./defects.ts";

type Rows = ReadonlyMap<string, RecordRow>;

// A writer that claims to have seen what stands overwrites it without a word.
function claimingSeen(change: Change, row: RecordRow, fields: readonly string[]): Change {
  const seen = Object.fromEntries(fields.map((name) => [name, stampOf(row, name)]));
  return { ...change, base: { ...change.base, ...seen } };
}

function changed(change: Change, hlc: string, rows: Rows, defects: Defects): Change {
  const row = rows.get(`${change.table}/${change.id}`);
  const table = simHubSchema.find(change.table);
  if (row === undefined || table === null || change.kind === "insert") return change;
  const names = changedFields(change);
  const isLater = (name: string) => hlc > stampOf(row, name);
  if (defects.has("last_write_wins")) return claimingSeen(change, row, names.filter(isLater));
  const states = names.filter((name) => table.stateFields.includes(name) && isLater(name));
  return defects.has("clock_decides_states") ? claimingSeen(change, row, states) : change;
}

/** An operation as a faulty hub would read it. */
export function changedForDefects(item: Sequenced, rows: Rows, defects: Defects): Sequenced {
  if (defects.size === 0) return item;
  const { operation } = item;
  const changes = operation.changes.map((one) => changed(one, operation.hlc, rows, defects));
  return { ...item, operation: { ...operation, changes } };
}

/** A row without what this hub does not know. */
export function dropUnknown(row: RecordRow): RecordRow {
  return { ...row, unknown_fields: {} };
}
