/**
 * Every table of the node at hand, by name. Each `*.table.ts` adds its own row type here by declaration merging,
 * so a table is declared once and the query builder knows it everywhere.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging in the *.table.ts files
export interface Database {}

/** The name of a declared table. */
export type TableName = keyof Database & string;
