import {
  drugSchedules,
  itemKinds,
  itemUnits,
  type itemsContract,
} from "@edgeward/shared/clinical/items/items.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { readAmount, typedAmount } from "#ui/desk/money/amounts.ts";
import type { Item } from "#ui/desk/stock/item-queries.ts";
import { readCount } from "#ui/desk/stores/move-draft.ts";

/** What is sent of a new item. */
export type ItemBody = NonNullable<RequestOf<typeof itemsContract.create>["body"]>;

/** What is sent of one that is changed. */
export type ItemPatch = NonNullable<RequestOf<typeof itemsContract.update>["body"]>;

/** A form in which nothing has been typed. */
export const emptyItem = {
  code: "",
  name: "",
  unit: "tablet",
  kind: "drug",
  schedule: "",
  price: "",
  level: "",
};

/** An item, as it is typed. */
export type ItemDraft = Readonly<typeof emptyItem>;

/** An item as its form begins. */
export function itemDraft(item: Item | null): ItemDraft {
  if (item === null) return emptyItem;
  const { code, name, unit, kind, schedule, price_minor: price, reorder_level: level } = item;
  return {
    code,
    name,
    unit,
    kind,
    schedule: schedule ?? "",
    price: price === null ? "" : typedAmount(price),
    level: level === null ? "" : String(level),
  };
}

/** The fields of an item that cannot be sent as they are. */
export function itemGaps({ code, name, price, level }: ItemDraft): readonly (keyof ItemDraft)[] {
  return [
    ...(code.trim() === "" ? ["code" as const] : []),
    ...(name.trim() === "" ? ["name" as const] : []),
    ...(price.trim() === "" || readAmount(price) !== null ? [] : ["price" as const]),
    ...(level.trim() === "" || readCount(level) !== null ? [] : ["level" as const]),
  ];
}

/** What is sent of a new item. */
export function itemBody({ code, name, unit, kind, ...rest }: ItemDraft): ItemBody {
  const { schedule, price, level } = rest;
  return {
    code: code.trim(),
    name: name.trim(),
    unit: itemUnits.find((known) => known === unit) ?? "each",
    kind: itemKinds.find((known) => known === kind) ?? "consumable",
    // Schedules are of medicines alone.
    schedule: kind === "drug" ? (drugSchedules.find((known) => known === schedule) ?? null) : null,
    price_minor: readAmount(price),
    reorder_level: readCount(level),
  };
}

/** What is sent of an item that is changed: what is no longer as it was. */
export function itemPatch(draft: ItemDraft, item: Item): ItemPatch {
  const { code: _, ...said } = itemBody(draft);
  const now: Readonly<Record<string, unknown>> = item;
  return Object.fromEntries(Object.entries(said).filter(([name, value]) => now[name] !== value));
}
