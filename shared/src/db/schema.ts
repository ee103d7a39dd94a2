import type { TableDeclaration } from "./table.ts";

const tables = new Map<string, TableDeclaration>();

/** Makes a table known to decoding, migrations and sync. A name can be taken once. */
export function registerTables(declarations: readonly TableDeclaration[]): void {
  for (const table of declarations) {
    const known = tables.get(table.name);
    if (known !== undefined && known !== table)
      throw new Error(`table ${table.name} is declared twice`);
    tables.set(table.name, table);
  }
}

/** All tables of this node. */
export function registeredTables(): readonly TableDeclaration[] {
  return [...tables.values()];
}

/** The declaration of a table, or null for a name that this node does not know. */
export function findTable(name: string): TableDeclaration | null {
  return tables.get(name) ?? null;
}
