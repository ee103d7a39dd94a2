import { useItem } from "./item-queries.ts";

/** What an item is called. */
export function ItemName({ id }: { readonly id: string }) {
  return <bdi>{useItem(id)?.name ?? "…"}</bdi>;
}
