import * as z from "zod";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { readAmount } from "#ui/desk/money/amounts.ts";
import { readCount } from "./move-draft.ts";
import type { OrderBody } from "./orders-queries.ts";

const text = z.string().catch("");

const line = z.object({
  key: z.string(),
  itemId: z.string(),
  quantity: text,
  cost: text,
  /** In hundredths of a percent; "" for none. */
  rate: text,
});

const orderFields = z.object({
  supplierId: text,
  place: text,
  expected: text,
  lines: z.array(line).catch([]),
});

/** One line of an order, as it is typed. */
export type OrderLineDraft = Readonly<z.output<typeof line>>;

/** An order, as it is typed. */
export type OrderDraft = Readonly<z.output<typeof orderFields>>;

/** A form in which nothing has been typed. */
export const emptyOrder: OrderDraft = { supplierId: "", place: "", expected: "", lines: [] };

/** An order as the branch keeps its form. */
export function orderState(fields: OrderDraft, intentKey: string): FormState {
  return { fields: { ...fields }, intent_key: intentKey };
}

/** Reads an order's form back; null for what is none. */
export function readOrder(formState: FormState): OrderDraft | null {
  return z.object({ fields: orderFields }).safeParse(formState).data?.fields ?? null;
}

/** A line of something, with how much of it is suggested. */
export function orderLine(itemId: string, quantity: number, nth: number): OrderLineDraft {
  return { key: `${itemId}/${nth}`, itemId, quantity: String(quantity), cost: "", rate: "" };
}

/** What of a line is lacking, by its field. */
export type OrderLineGap = "quantity" | "cost";

/** What of a line cannot be sent as it is. */
export function orderLineGaps({ quantity, cost }: OrderLineDraft): readonly OrderLineGap[] {
  const units = readCount(quantity);
  return [
    ...(units === null || units === 0 ? ["quantity" as const] : []),
    ...(readAmount(cost) === null ? ["cost" as const] : []),
  ];
}

/** What of an order cannot be sent as it is. @param today YYYY-MM-DD */
export function orderGaps({ supplierId, place, expected, lines }: OrderDraft, today: string) {
  return [
    ...(supplierId === "" ? ["supplier" as const] : []),
    ...(place === "" ? ["place" as const] : []),
    ...(expected !== "" && expected < today ? ["expected" as const] : []),
    ...(lines.length === 0 ? ["lines" as const] : []),
  ];
}

/** What is sent of an order that lacks nothing. */
export function orderBody({ supplierId, place, expected, lines }: OrderDraft): OrderBody {
  return {
    supplier_id: supplierId,
    location_id: place,
    ...(expected === "" ? {} : { expected_by: expected }),
    lines: lines.map((one) => ({
      item_id: one.itemId,
      quantity: readCount(one.quantity) ?? 1,
      unit_cost_minor: readAmount(one.cost) ?? 0,
      ...(one.rate === "" ? {} : { gst_rate_bp: Number(one.rate) }),
    })),
  };
}
