import type { TableDeclaration } from "./table.ts";

/** What a node's records are: its tables, made once from their declarations. Never changed afterwards. */
export interface Schema {
  /** In the order in which migrations make them. */
  readonly tables: readonly TableDeclaration[];
  /** Those whose records other nodes have, too. */
  readonly travelling: readonly TableDeclaration[];
  /** The declaration of a table, or null for a name that this node does not know. */
  find(name: string): TableDeclaration | null;
}

/** Makes a schema. @throws Error where two declarations have one name */
export function createSchema(declarations: readonly TableDeclaration[]): Schema {
  const byName = new Map<string, TableDeclaration>();
  for (const table of declarations) {
    if (byName.has(table.name)) throw new Error(`table ${table.name} is declared twice`);
    byName.set(table.name, table);
  }
  return {
    tables: declarations,
    travelling: declarations.filter(({ merge }) => merge !== "local"),
    find: (name) => byName.get(name) ?? null,
  };
}
