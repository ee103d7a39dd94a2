import type * as z from "zod";
import type { CsvOutcome } from "#contract/csv.ts";
import { issuesToFields } from "#contract/issues.ts";
import { isGivenLater, type Field } from "#contract/record-fields.ts";
import type { SqlRow } from "#db/model.ts";
import { inList } from "#db/statements.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  readCsv,
  rejectsOf,
  wholeNumber,
  type CsvReject,
  type CsvRow,
} from "#resource/csv-rows.ts";
import { itemFields, itemsContract } from "./items.contract.ts";

const { create, update } = itemsContract;
type CreateBody = z.output<typeof create.body>;
type UpdateBody = z.output<typeof update.body>;

const fields: readonly (readonly [name: string, declared: Field])[] = Object.entries(itemFields);
// A list within a cell is nothing that a table program writes.
const columned = fields.filter(([, { kind }]) => kind !== "json" && kind !== "none");

/** The columns of a CSV of items. */
export const itemColumns = columned.map(([name]) => name);

const words: Readonly<Record<string, boolean>> = { true: true, false: false };

function valueOf({ kind, options }: Field, cell: string): unknown {
  if (cell === "") return options.optional === true ? null : undefined;
  if (kind === "int") return wholeNumber(cell);
  return kind === "bool" ? (words[cell.toLowerCase()] ?? cell) : cell;
}

function bodyOf(cells: CsvRow["cells"], isNew: boolean): SqlRow {
  const said = columned.flatMap(([name, declared]) => {
    const { [name]: cell } = cells;
    const isGiven = isNew ? declared.options.given !== "later" : isGivenLater(declared);
    const value = cell === undefined || !isGiven ? undefined : valueOf(declared, cell);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(said);
}

async function idsByCode({ db, tenantId }: WriteContext, rows: readonly CsvRow[]) {
  const codes = rows.flatMap(({ cells }) => cells["code"] ?? []);
  if (codes.length === 0) return new Map<string, string>();
  const known = await db
    .selectFrom("items")
    .select(["id", "code"])
    .where("tenant_id", "=", tenantId)
    .where("code", "in", inList([...new Set(codes)]))
    .execute();
  return new Map(known.map((row) => [row.code, row.id]));
}

/** What the rows of a CSV ask for. */
export interface ItemSteps {
  readonly makes: readonly CreateBody[];
  /** By the items' ids. */
  readonly changes: ReadonlyMap<string, UpdateBody>;
  readonly rejects: CsvOutcome["rejects"];
}

/**
 * What the rows of a CSV ask for: a known code is changed, another is made; an empty cell empties what may be empty.
 * @throws AppError validation_error, for `csv`
 */
export async function stepsFromCsv(ctx: WriteContext, csv: string): Promise<ItemSteps> {
  const { rows, rejects: torn } = readCsv(csv, itemColumns, ["code"]);
  const ids = await idsByCode(ctx, rows);
  const makes: CreateBody[] = [];
  const changes = new Map<string, UpdateBody>();
  const rejects: CsvReject[] = [...torn];
  const seen = new Set<string>();
  for (const one of rows) {
    const { code = "" } = one.cells;
    if (seen.has(code)) {
      const message = "stands in a row before";
      rejects.push({ row: one.row, field: "code", code: "duplicate_value", message });
      continue;
    }
    seen.add(code);
    const id = ids.get(code);
    if (id === undefined) {
      const read = create.body.safeParse(bodyOf(one.cells, true));
      if (read.success) makes.push(read.data);
      else rejects.push(...rejectsOf(one.row, issuesToFields(read.error)));
    } else {
      const read = update.body.safeParse(bodyOf(one.cells, false));
      if (read.success) changes.set(id, read.data);
      else rejects.push(...rejectsOf(one.row, issuesToFields(read.error)));
    }
  }
  return { makes, changes, rejects: rejects.toSorted((a, b) => a.row - b.row) };
}
