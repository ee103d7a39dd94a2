import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { RowSum } from "@edgeward/shared/resource/command-writes.ts";
import type { Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import type { IngestContext } from "./ingest-context.ts";

const sqlTypes: Readonly<Record<string, string>> = { int: "bigint", bool: "boolean" };

interface Summed {
  readonly table: TableDeclaration;
  readonly amount: string;
  readonly of: readonly string[];
}

/** What a column adds up to over the rows that have some values, and over no others: one look by the fields that name them. */
export async function sumsBy(
  session: Session,
  tenantId: string,
  { table, amount, of }: Summed,
  items: readonly (readonly unknown[])[],
): Promise<readonly { readonly of: readonly unknown[]; readonly sum: number }[]> {
  const types = of.map(
    (name) => `${name} ${sqlTypes[table.columns[name]?.kind ?? "text"] ?? "text"}`,
  );
  const names = of.join(", ");
  const records = items.map((values) =>
    Object.fromEntries(of.map((name, nth) => [name, values[nth]])),
  );
  const found = await session.query(
    `SELECT ${names}, sum(${amount})::text AS balance FROM ${table.name}
      WHERE tenant_id = $1
        AND (${names}) IN (SELECT ${names} FROM jsonb_to_recordset($2::jsonb) AS item(${types.join(", ")}))
      GROUP BY ${names}`,
    [tenantId, JSON.stringify(records)],
  );
  return found.map((row: SqlRow) => ({
    of: of.map((name) => row[name]),
    sum: Number(row["balance"]),
  }));
}

type Fields = Readonly<Record<string, unknown>>;

/** By what rows one sum of a table is told from another. */
interface Shape {
  readonly table: string;
  readonly sum: string;
  readonly names: readonly string[];
}

function shapeOf({ table, sum, of }: RowSum): Shape {
  return { table, sum, names: Object.keys(of).toSorted() };
}

function nameOfShape({ table, sum, names }: Shape): string {
  return `${table}/${sum}/${names.join(",")}`;
}

function keyOf(shape: Shape, fields: Fields): string {
  return `${nameOfShape(shape)}/${JSON.stringify(shape.names.map((name) => fields[name]))}`;
}

/** What rows add up to while the operations of a set are merged one by one, with those that wait. */
export class RowSums {
  readonly #shapes: ReadonlyMap<string, readonly Shape[]>;
  readonly #sums: Map<string, number>;

  /** @param there what they add up to now, by their keys */
  constructor(sums: readonly RowSum[], there: ReadonlyMap<string, number> = new Map()) {
    const shapes = new Map(sums.map(shapeOf).map((shape) => [nameOfShape(shape), shape]));
    this.#shapes = Map.groupBy(shapes.values(), ({ table }) => table);
    this.#sums = new Map(there);
  }

  /** What some rows add up to. */
  of(sum: RowSum): number {
    return this.#sums.get(keyOf(shapeOf(sum), sum.of)) ?? 0;
  }

  /** Notes a row that was taken, or waits to be. */
  add(table: string, row: Fields): void {
    for (const shape of this.#shapes.get(table) ?? []) {
      const amount = Number(row[shape.sum]);
      const key = keyOf(shape, row);
      if (Number.isSafeInteger(amount)) this.#sums.set(key, (this.#sums.get(key) ?? 0) + amount);
    }
  }
}

/** For sets that are judged by no sum. */
export function noSums(): RowSums {
  return new RowSums([]);
}

// What waits of the branch, of whichever of its nodes: the branch itself counts it as its own. The set's own operations are
// about to be looked at.
async function waitingRows(
  { session, tenantId, branchId }: IngestContext,
  tables: readonly string[],
  items: readonly Sequenced[],
): Promise<readonly { readonly table: string; readonly fields: Fields }[]> {
  const rows = await session.query(
    `SELECT change->>'table' AS name, change->'fields' AS fields
       FROM received_operations r
       CROSS JOIN LATERAL jsonb_path_query(r.operation::jsonb, '$.changes[*] ? (@.kind == "insert")') AS change
      WHERE r.tenant_id = $1 AND r.outcome = 'held' AND r.op_id <> ALL($3::text[])
        AND r.node_id IN (SELECT id FROM nodes WHERE tenant_id = $1 AND branch_id = $2)
        AND change->>'table' = ANY($4::text[])`,
    [tenantId, branchId, items.map(({ operation }) => operation.op_id), tables],
  );
  return rows.flatMap(({ name, fields }) =>
    typeof fields === "object" && fields !== null
      ? [{ table: String(name), fields: Object.fromEntries(Object.entries(fields)) }]
      : [],
  );
}

/** What rows add up to before a set: asked behind the locks of the records that it touches. Most sets ask for no sum. */
export async function loadSums(
  context: IngestContext,
  sums: readonly RowSum[],
  items: readonly Sequenced[],
): Promise<RowSums> {
  const { session, tenantId } = context;
  const there = new Map<string, number>();
  for (const group of Map.groupBy(sums, (sum) => nameOfShape(shapeOf(sum))).values()) {
    const [first] = group;
    const table = first === undefined ? null : session.schema.find(first.table);
    if (first === undefined || table === null) continue;
    const shape = shapeOf(first);
    const wanted = new Map(group.map(({ of }) => [keyOf(shape, of), of]));
    const values = [...wanted.values()].map((of) => shape.names.map((name) => of[name]));
    const summed = { table, amount: shape.sum, of: shape.names };
    for (const { of, sum } of await sumsBy(session, tenantId, summed, values))
      there.set(`${nameOfShape(shape)}/${JSON.stringify(of)}`, sum);
  }
  const loaded = new RowSums(sums, there);
  const tables = [...new Set(sums.map(({ table }) => table))];
  for (const { table, fields } of await waitingRows(context, tables, items))
    loaded.add(table, fields);
  return loaded;
}
