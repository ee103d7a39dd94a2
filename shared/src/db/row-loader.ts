import { lookUp } from "./look-up.ts";
import type { SqlSession } from "./session.ts";
import type { RowOfColumns, TableDeclaration } from "./table.ts";

type Columns = TableDeclaration["columns"];

/** Reads single records of a tenant by their ids. A write is one, too, and also sees what it has not put down yet. */
export interface RowLoader {
  load<C extends Columns>(table: TableDeclaration<C>, id: string): Promise<RowOfColumns<C> | null>;
}

/** A loader for what only reads. */
export function rowLoader(session: SqlSession, tenantId: string): RowLoader {
  return {
    async load<C extends Columns>(table: TableDeclaration<C>, id: string) {
      const [row] = await lookUp(session, {
        table: table.name,
        columns: Object.keys(table.columns),
        tenantId,
        fixed: {},
        column: "id",
        values: [id],
        isLocking: false,
        limit: 1,
      });
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the columns are those that the table declares
      return row === undefined ? null : (row as RowOfColumns<C>);
    },
  };
}
