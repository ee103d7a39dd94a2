/**
 * Every table of the node at hand, by name. Each `*.table.ts` adds its own row type here by declaration merging,
 * so a table is declared once and the query builder knows it everywhere.
 */
export interface Database {}
