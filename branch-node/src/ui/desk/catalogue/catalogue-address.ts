import { itemKinds } from "@edgeward/shared/clinical/items/items.contract.ts";

/** What stands in the address of the list of items. */
export interface ItemsSearch {
  readonly q?: string | undefined;
  readonly kind?: (typeof itemKinds)[number] | undefined;
}

/** What stands in the address of the list of suppliers. */
export interface SuppliersSearch {
  readonly q?: string | undefined;
}

function wordsOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Reads an address of the list of items; what it cannot mean is left out. */
export function itemsSearch({ q, kind }: Readonly<Record<string, unknown>>): ItemsSearch {
  return { q: wordsOf(q), kind: itemKinds.find((known) => known === kind) };
}

/** Reads an address of the list of suppliers. */
export function suppliersSearch({ q }: Readonly<Record<string, unknown>>): SuppliersSearch {
  return { q: wordsOf(q) };
}
