import { withSealed, withSealedRow } from "#db/sealed-values.ts";
import { conflictsTable } from "#db/core.table.ts";
import type { RowChange, SqlRow } from "#db/model.ts";
import type { Session } from "#db/session.ts";
import { upsertStatement } from "#db/statements.ts";
import type { RecordRow, TableDeclaration } from "#db/table.ts";
import type { ValueSeal } from "#kernel/value-seal.ts";
import { applyRows } from "./apply-rows.ts";

/** Runs something in a transaction of its own for a tenant. */
type InTransaction = (work: (session: Session) => Promise<string | null>) => Promise<string | null>;

const rowsAtOnce = 500;

/** Goes through the rows of a table by their ids, some of them in each transaction. */
async function eachSlice(
  run: InTransaction,
  slice: (session: Session, after: string) => Promise<readonly SqlRow[]>,
): Promise<void> {
  for (let after: string | null = ""; after !== null;) {
    const from: string = after;
    after = await run(async (session) => {
      const rows = await slice(session, from);
      return rows.length < rowsAtOnce ? null : String(rows.at(-1)?.["id"]);
    });
  }
}

function rowsAfter(
  session: Session,
  table: string,
  condition: string,
  values: readonly unknown[],
): Promise<readonly SqlRow[]> {
  const { dialect } = session;
  return session.query(
    `SELECT * FROM ${table} WHERE tenant_id = ${dialect.placeholder(1)} AND id > ${dialect.placeholder(2)}
      AND (${condition}) ORDER BY id LIMIT ${rowsAtOnce}`,
    values,
  );
}

async function sealTable(
  run: InTransaction,
  table: TableDeclaration,
  tenantId: string,
  seal: ValueSeal,
): Promise<void> {
  const holds = Object.keys(table.sealed ?? {}).map((name) => `${name} NOT IN ('[]', '{}')`);
  await eachSlice(run, async (session, after) => {
    const rows = await rowsAfter(session, table.name, holds.join(" OR "), [tenantId, after]);
    const changes = rows.flatMap((given): RowChange[] => {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- SELECT * of a table that has recordColumns
      const before = given as RecordRow;
      const sealed = withSealed(table, before, seal);
      return sealed === before ? [] : [{ table, before, after: sealed }];
    });
    if (changes.length > 0) await applyRows(session, { tenantId, changes }, { cause: "arrived" });
    return rows;
  });
}

async function sealConflicts(
  run: InTransaction,
  tables: readonly TableDeclaration[],
  tenantId: string,
  seal: ValueSeal,
): Promise<void> {
  const names = tables.map(({ name }) => `'${name}'`).join(", ");
  await eachSlice(run, async (session, after) => {
    const condition = `entity IN (${names})`;
    const rows = await rowsAfter(session, conflictsTable.name, condition, [tenantId, after]);
    const changed = rows.flatMap((row) => {
      const sealed = withSealedRow(session.schema, conflictsTable, row, seal);
      return sealed === row ? [] : [upsertStatement(session.dialect, conflictsTable, sealed)];
    });
    await session.runAll(changed);
    return rows;
  });
}

/**
 * Seals what an older program has kept in clear of a tenant's records, with what is derived from them. It makes no operation,
 * for nothing has changed; what is sealed already stays as it is.
 */
export async function sealKept(
  run: InTransaction,
  tables: readonly TableDeclaration[],
  tenantId: string,
  seal: ValueSeal,
): Promise<void> {
  const sealing = tables.filter((table) => table.sealed !== undefined);
  for (const table of sealing) await sealTable(run, table, tenantId, seal);
  if (sealing.length > 0) await sealConflicts(run, sealing, tenantId, seal);
}
