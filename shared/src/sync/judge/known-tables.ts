import { systemColumns, type TableDeclaration } from "#db/table.ts";
import type { Command } from "#resource/command-writes.ts";
import { formCheck, type FormCheck } from "./form-check.ts";

/** The form of each field's values, and of the id. */
export type Checks = ReadonlyMap<string, FormCheck>;

/** A table that commands write: the forms of its fields, and those that some command changes. */
export interface KnownTable {
  readonly table: TableDeclaration;
  readonly checks: Checks;
  /** What no command changes is given once. */
  readonly changes: ReadonlySet<string>;
}

function isDerived({ fieldRules }: TableDeclaration, name: string): boolean {
  return typeof fieldRules[name] === "object";
}

// Said when a node starts, and so when the resource's first test runs.
function checksOf(table: TableDeclaration): Checks {
  const checks = new Map<string, FormCheck>();
  for (const name of Object.keys(table.columns)) {
    const form = table.forms[name];
    if (form !== undefined) checks.set(name, formCheck(form));
    else if (!systemColumns.has(name) && !isDerived(table, name))
      throw new Error(`${table.name}.${name} declares no form of its values`);
  }
  if (!checks.has("id")) throw new Error(`${table.name} declares no form of its ids`);
  return checks;
}

/** The tables that some commands write, by their names. @throws Error for one whose columns declare no forms */
export function knownTables(commands: readonly Command[]): ReadonlyMap<string, KnownTable> {
  const writes = commands.flatMap((command) => command.writes);
  const groups = [...Map.groupBy(writes, ({ table }) => table.name)];
  return new Map(
    groups.flatMap(([name, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const changes = new Set(own.flatMap((one) => one.changes));
      return [[name, { table: first.table, checks: checksOf(first.table), changes }] as const];
    }),
  );
}
