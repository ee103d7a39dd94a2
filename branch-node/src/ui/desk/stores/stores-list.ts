import type * as z from "zod";
import type { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import type {
  BatchStatus,
  givenMoveKinds,
} from "@edgeward/shared/clinical/stock/stock-parts.contract.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** What came and went of a batch. */
export type StockMove = z.output<typeof stockMovesContract.get.response>;

/** The parts of the stores. */
export const storeParts = [
  "stock",
  "expiring",
  "low",
  "aside",
  "count",
  "transit",
  "orders",
] as const;

/** One of the parts. */
export type StorePart = (typeof storeParts)[number];

/** What stands in the address of the stores: the part, and of which item and place stock is shown. */
export interface StoresSearch {
  readonly show?: StorePart | undefined;
  readonly item?: string | undefined;
  readonly place?: string | undefined;
}

function idIn(value: unknown, prefix: string): string | undefined {
  return typeof value === "string" && value.startsWith(`${prefix}_`) ? value : undefined;
}

/** Reads an address of the stores; what it cannot mean is left out. */
export function storesSearch({
  show,
  item,
  place,
}: Readonly<Record<string, unknown>>): StoresSearch {
  return {
    show: storeParts.find((known) => known === show),
    item: idIn(item, "itm"),
    place: idIn(place, "loc"),
  };
}

/** How a state of a batch is shown. */
export const batchLooks: Readonly<
  Record<BatchStatus, { readonly text: TextId; readonly tone: Tone }>
> = {
  available: { text: "batchState.available", tone: "good" },
  quarantined: { text: "batchState.quarantined", tone: "warning" },
  recalled: { text: "batchState.recalled", tone: "danger" },
  expired: { text: "batchState.expired", tone: "danger" },
  depleted: { text: "batchState.depleted", tone: "neutral" },
};

/** What somebody does with a batch. */
export type MoveKind = (typeof givenMoveKinds)[number];

/** What can be done with a batch as it stands, in the order of how often it is. @param mayRelease whoever approves */
export function movesFor(
  { status, on_hand: there }: Pick<Batch, "status" | "on_hand">,
  mayRelease: boolean,
): readonly MoveKind[] {
  const isThere = there > 0;
  const isBlocked = status === "quarantined" || status === "recalled";
  return [
    "count",
    ...(isThere && !isBlocked ? (["transfer"] as const) : []),
    ...(isThere ? (["write_off"] as const) : []),
    ...(isThere && status !== "quarantined" ? (["quarantine"] as const) : []),
    ...(isBlocked && mayRelease ? (["release"] as const) : []),
    ...(status === "recalled" ? [] : (["recall"] as const)),
  ];
}

/** An item of which so little is left that it asks for an order. */
export interface LowItem {
  readonly itemId: string;
  /** What there is of it that can be given out. */
  readonly there: number;
}

/** The items of some batches, each with what can be given out of it, those of which least is there first. */
export function lowItems(
  batches: readonly Pick<Batch, "item_id" | "status" | "on_hand">[],
): readonly LowItem[] {
  const sums = new Map<string, number>();
  for (const { item_id: id, status, on_hand: there } of batches)
    sums.set(id, (sums.get(id) ?? 0) + (status === "available" ? there : 0));
  return [...sums]
    .map(([itemId, there]) => ({ itemId, there }))
    .toSorted((one, other) => one.there - other.there);
}

/** What stands in the address of a new order: whether it begins with what is low. */
export interface NewOrderSearch {
  readonly low?: true | undefined;
}

/** Reads an address of a new order. */
export function newOrderSearch({ low }: Readonly<Record<string, unknown>>): NewOrderSearch {
  return { low: low === true || low === "true" ? true : undefined };
}

/** How much to order of what is low: as much again as asks for an order, with what lacks up to there. */
export function suggestedQuantity(level: number | null, there: number): number {
  return level === null ? 1 : Math.max(1, 2 * level - there);
}
