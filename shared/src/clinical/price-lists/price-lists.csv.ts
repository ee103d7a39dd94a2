import { issuesToFields } from "#contract/issues.ts";
import { code, int } from "#contract/fields.ts";
import type { Reader } from "#db/session.ts";
import { inList } from "#db/statements.ts";
import type { CsvOutcome } from "#contract/csv.ts";
import { fieldError } from "#kernel/errors.ts";
import {
  readCsv,
  rejectsOf,
  wholeNumber,
  type CsvReject,
  type CsvRow,
} from "#resource/csv-rows.ts";
import * as z from "zod";
import { mostPrices, type Price } from "./price-lists.contract.ts";

/** The columns of a price list's CSV; the name is for people. */
export const priceColumns = ["item_code", "item_name", "price_minor"] as const;

const pricedRow = z.object({ item_code: code, price_minor: int(0, 10_000_000_000) });

interface Place {
  readonly db: Reader;
  readonly tenantId: string;
}

/** Items by their codes. */
async function itemIds({ db, tenantId }: Place, codes: readonly string[]) {
  if (codes.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom("items")
    .select(["id", "code"])
    .where("tenant_id", "=", tenantId)
    .where("code", "in", inList([...new Set(codes)]))
    .execute();
  return new Map(rows.map((row) => [row.code, row.id]));
}

function readRows(rows: readonly CsvRow[]) {
  return rows.map(({ row, cells }) => {
    const { item_code, price_minor = "" } = cells;
    return { row, read: pricedRow.safeParse({ item_code, price_minor: wholeNumber(price_minor) }) };
  });
}

/**
 * The prices of a list after the rows of a CSV, and what became of these.
 * @throws AppError validation_error, for `csv`
 */
export async function pricesFromCsv(
  place: Place,
  before: readonly Price[],
  csv: string,
): Promise<Omit<CsvOutcome, "is_trial"> & { readonly prices: readonly Price[] }> {
  const { rows, rejects: torn } = readCsv(csv, priceColumns, ["item_code", "price_minor"]);
  const read = readRows(rows);
  const ids = await itemIds(
    place,
    read.flatMap((one) => one.read.data?.item_code ?? []),
  );
  const prices = new Map(before.map((one) => [one.item_id, one.price_minor]));
  const counts = { made: 0, changed: 0, unchanged: 0 };
  const rejects: CsvReject[] = [...torn];
  const seen = new Set<string>();
  for (const { row, read: one } of read) {
    if (!one.success) {
      rejects.push(...rejectsOf(row, issuesToFields(one.error)));
      continue;
    }
    const id = ids.get(one.data.item_code);
    const isTwice = id !== undefined && seen.has(id);
    if (id === undefined || isTwice) {
      const [refusal, message] = isTwice
        ? (["duplicate_value", "stands in a row before"] as const)
        : (["invalid_reference", "is the code of no item"] as const);
      rejects.push({ row, field: "item_code", code: refusal, message });
      continue;
    }
    seen.add(id);
    const was = prices.get(id);
    if (was === undefined) counts.made += 1;
    else if (was === one.data.price_minor) counts.unchanged += 1;
    else counts.changed += 1;
    prices.set(id, one.data.price_minor);
  }
  if (prices.size > mostPrices)
    throw fieldError({
      path: "csv",
      code: "validation_error",
      message: `makes the list longer than ${mostPrices} prices`,
    });
  return {
    ...counts,
    rejects: rejects.toSorted((a, b) => a.row - b.row),
    prices: [...prices].map(([item_id, price_minor]) => ({ item_id, price_minor })),
  };
}

/** The rows of a price list's CSV. */
export async function priceRows({ db, tenantId }: Place, prices: readonly Price[]) {
  if (prices.length === 0) return [];
  const rows = await db
    .selectFrom("items")
    .select(["id", "code", "name"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", inList(prices.map((one) => one.item_id)))
    .execute();
  const named = new Map(rows.map((row) => [row.id, row]));
  return prices.flatMap(({ item_id: id, price_minor: price }) => {
    const item = named.get(id);
    return item === undefined ? [] : [[item.code, item.name, price]];
  });
}
