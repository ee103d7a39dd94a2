import { question } from "#db/question.ts";
import type { Reader } from "#db/session.ts";
import type { PriceListRow } from "./price-lists.table.ts";

interface Place {
  readonly db: Reader;
  readonly tenantId: string;
}

/** What an item costs by the lists. */
export interface ListedPrice {
  readonly price_minor: number;
  readonly price_list_id: string;
}

type Holding = Pick<
  PriceListRow,
  "id" | "payer_id" | "valid_from" | "valid_to" | "status" | "prices"
>;

function holdsOn(list: Holding, day: string): boolean {
  const { valid_from: from, valid_to: to, status } = list;
  return status === "active" && from <= day && (to === null || to >= day);
}

// The payer's own before everybody's; of several that hold on the day the one that began last.
function isBefore(one: Holding, other: Holding): boolean {
  if ((one.payer_id === null) !== (other.payer_id === null)) return one.payer_id !== null;
  if (one.valid_from !== other.valid_from) return one.valid_from > other.valid_from;
  return one.id > other.id;
}

/** The prices of items on a day, by the lists of a payer and those of everybody. */
export function pricesOn(
  lists: readonly Holding[],
  itemIds: readonly string[],
  { payerId, day }: { readonly payerId: string | null; readonly day: string },
): ReadonlyMap<string, ListedPrice> {
  const wanted = new Set(itemIds);
  const prices = new Map<string, ListedPrice>();
  const holding = lists
    .filter((list) => (list.payer_id === null || list.payer_id === payerId) && holdsOn(list, day))
    .toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  for (const { id, prices: listed } of holding)
    for (const { item_id: item, price_minor } of listed)
      if (wanted.has(item) && !prices.has(item))
        prices.set(item, { price_minor, price_list_id: id });
  return prices;
}

interface Agreed {
  readonly tenantId: string;
  readonly day: string;
}

function activeBy(db: Reader, { tenantId, day }: Agreed) {
  return db
    .selectFrom("price_lists")
    .select(["id", "payer_id", "valid_from", "valid_to", "status", "prices"])
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "active")
    .where("valid_from", "<=", day);
}

const listsOfAll = question((db, agreed: Agreed) =>
  activeBy(db, agreed).where("payer_id", "is", null),
);

const listsOfPayer = question(
  (db, { payerIds, ...agreed }: Agreed & { readonly payerIds: readonly string[] }) =>
    activeBy(db, agreed).where("payer_id", "in", payerIds),
);

/** The prices of items for a payer, or for whoever pays alone, on a day; an item of which no list says one is left out. */
export async function listedPrices(
  { db, tenantId }: Place,
  itemIds: readonly string[],
  { payerId, day }: { readonly payerId: string | null; readonly day: string },
): Promise<ReadonlyMap<string, ListedPrice>> {
  if (itemIds.length === 0) return new Map();
  const ofAll = await listsOfAll(db, { tenantId, day });
  const ofPayer =
    payerId === null ? [] : await listsOfPayer(db, { tenantId, day, payerIds: [payerId] });
  return pricesOn([...ofPayer, ...ofAll], itemIds, { payerId, day });
}
