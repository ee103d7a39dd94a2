import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import { stockLocationsContract } from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** A place where goods are kept. */
export type StockPlace = z.output<typeof stockLocationsContract.get.response>;

/** The places of the branch, by their codes. */
export function usePlaces() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.stockLocations, "all"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readAll(
        async (query) =>
          (await client.call(stockLocationsContract.list, { query }, { signal })).body,
      ),
  });
}

/** What a place is called; nothing while that is not known. */
export function usePlaceName(): (id: string) => string {
  const { data = [] } = usePlaces();
  return (id) => data.find((each) => each.id === id)?.name ?? "";
}

const storageKey = "edgeward.shelf";

/** The places from which goods are given out, the shelves first. */
export function shelvesOf(places: readonly StockPlace[]): readonly StockPlace[] {
  const inUse = places.filter(({ status, kind }) => status === "active" && kind !== "quarantine");
  return inUse.toSorted(
    (one, other) => Number(other.kind === "shelf") - Number(one.kind === "shelf"),
  );
}

/** The shelves by their ids, that from which this screen gave out last before the others. */
export function usualShelves(places: readonly StockPlace[]): readonly string[] {
  const remembered = localStorage.getItem(storageKey);
  const ids = shelvesOf(places).map(({ id }) => id);
  return ids.toSorted((one, other) => Number(other === remembered) - Number(one === remembered));
}

/** Keeps from which shelf this screen gives out. */
export function rememberShelf(id: string): void {
  localStorage.setItem(storageKey, id);
}
