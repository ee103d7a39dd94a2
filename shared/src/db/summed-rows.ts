import type { Dialect } from "./dialect.ts";
import type { TableDeclaration } from "./table.ts";

// Sums of rows that the database keeps by triggers, so that a sum stands with its rows whatever puts these down: a command, a
// batch of another node, a file that a branch begins from.

/** SQL by the column that it is for. */
export type ColumnSql = Readonly<Record<string, string>>;

/** What one row of a table adds to a sum. Each is SQL of the row by its name in the trigger. */
export interface Summed {
  /** Further sources of the statement, grouped by the column; empty for the row alone. */
  readonly from: (row: string) => string;
  readonly groupedBy?: string;
  readonly where: (row: string) => string;
  /** The sum that it belongs to; a part that is left out is an empty text. */
  readonly keys: (row: string) => ColumnSql;
  /** What it adds; what is left out is nothing. */
  readonly amounts: (row: string) => ColumnSql;
}

/** A table whose rows are summed up, in one or more ways. */
export interface SummedTable {
  readonly table: string;
  readonly sums: readonly Summed[];
}

type Into = Pick<TableDeclaration, "name" | "columns" | "primaryKey">;

/** What one row adds to the sums, or takes from them. */
function addition(into: Into, of: Summed, row: string, sign: "" | "-"): string {
  const { name: sum, primaryKey: keyNames } = into;
  const measures = Object.keys(into.columns).filter((name) => !keyNames.includes(name));
  const keys: ColumnSql = {
    tenant_id: `${row}.tenant_id`,
    branch_id: `${row}.branch_id`,
    ...of.keys(row),
  };
  const amounts = of.amounts(row);
  const values = [
    ...keyNames.map((name) => keys[name] ?? "''"),
    ...measures.map((name) => (amounts[name] === undefined ? "0" : `${sign}${amounts[name]}`)),
  ];
  const group = keys[of.groupedBy ?? ""];
  const grouped = group === undefined ? "" : `\n     GROUP BY ${group}`;
  const sums = measures.map((name) => `${name} = ${sum}.${name} + excluded.${name}`);
  return `INSERT INTO ${sum} (${[...keyNames, ...measures].join(", ")})
     SELECT ${values.join(", ")}
     ${of.from(row)} WHERE ${of.where(row)}${grouped}
     ON CONFLICT (${keyNames.join(", ")}) DO UPDATE SET ${sums.join(", ")}`;
}

function additions(into: Into, { sums }: SummedTable, row: string, sign: "" | "-"): string {
  return sums.map((of) => `${addition(into, of, row, sign)};`).join("\n     ");
}

function sqliteTriggers(into: Into, of: SummedTable): readonly string[] {
  const { table } = of;
  const [added, taken] = [additions(into, of, "NEW", ""), additions(into, of, "OLD", "-")];
  const trigger = (when: string, name: string, body: string) =>
    `CREATE TRIGGER ${table}_${name} AFTER ${when} ON ${table} BEGIN\n     ${body}\n     END`;
  return [
    trigger("INSERT", "summed", added),
    trigger("UPDATE", "summed_anew", `${taken}\n     ${added}`),
    trigger("DELETE", "summed_less", taken),
  ];
}

function postgresTriggers(into: Into, of: SummedTable): readonly string[] {
  const { table } = of;
  return [
    `CREATE FUNCTION sum_${table}() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
     IF TG_OP <> 'INSERT' THEN
     ${additions(into, of, "OLD", "-")}
     END IF;
     IF TG_OP <> 'DELETE' THEN
     ${additions(into, of, "NEW", "")}
     END IF;
     RETURN NULL;
     END $$`,
    `CREATE TRIGGER ${table}_summed AFTER INSERT OR UPDATE OR DELETE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION sum_${table}()`,
  ];
}

/** The triggers by which rows of some tables are summed up in another. */
export function summingTriggers(
  dialect: Pick<Dialect, "engine">,
  into: Into,
  tables: readonly SummedTable[],
): readonly string[] {
  const triggersOf = dialect.engine === "postgres" ? postgresTriggers : sqliteTriggers;
  return tables.flatMap((of) => triggersOf(into, of));
}
