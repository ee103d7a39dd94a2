import { conflictsTable } from "#db/core.table.ts";
import { writesOf, type Command, type TableWrites, type Writes } from "#resource/command-writes.ts";
import type { RecordRules } from "#resource/module.ts";
import { conflictEvents } from "./conflicts.events.ts";

const resolved = writesOf(conflictsTable, {
  changes: ["conflict_status", "resolution", "resolved_value", "resolution_note"],
  events: [conflictEvents.conflict_resolved],
});

// What its own commands change of a record, a decision may change; also what is fixed otherwise, where two records have
// one value and a body may name another.
function changedBy(commands: readonly Command[], rules: readonly RecordRules[]) {
  // What the hub alone changes no two nodes can disagree about.
  const writes = commands
    .flatMap((command) => command.writes)
    .filter(({ table }) => table.merge !== "central_reference" && table.merge !== "local");
  return [...Map.groupBy(writes, ({ table }) => table.name)].flatMap(([name, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const rule = rules.find(({ table }) => table.name === name);
    const disputed = Object.keys(rule?.body?.shape ?? {}).filter(
      (field) =>
        first.table.columns[field] !== undefined && rule?.readOnly?.includes(field) !== true,
    );
    const changes = [...new Set([...own.flatMap((one) => one.changes), ...disputed])];
    return changes.length === 0 ? [] : [{ first, changes, event: rule?.updatedEvent }];
  });
}

/** What a person's decision about a conflict writes: the conflict, and any of what the commands change of a record. */
export function conflictWrites(
  commands: readonly Command[],
  rules: readonly RecordRules[],
): Writes {
  const records = changedBy(commands, rules).map(
    ({ first: { table }, changes, event }): TableWrites => ({
      table,
      makes: false,
      // A decision may settle what two records of a kind claim.
      several: true,
      changes,
      events: event === undefined ? [] : [event],
      eventFields: {},
    }),
  );
  return { "conflict.resolve": [resolved, ...records] };
}
