import { readBatchNumber } from "#ui/desk/stock/batch-number.ts";
import type { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { readAmount } from "#ui/desk/money/amounts.ts";
import { readCount } from "#ui/desk/stores/move-draft.ts";

/** What is sent of a batch that is put on record. */
export type OpeningBody = NonNullable<RequestOf<typeof stockContract.create>["body"]>;

/** A form in which nothing has been typed. */
export const emptyOpening = {
  itemId: "",
  place: "",
  batch: "",
  /** YYYY-MM-DD. */
  expiry: "",
  quantity: "",
  mrp: "",
  cost: "",
  /** In hundredths of a percent; "" for none. */
  rate: "",
  gtin: "",
  supplierId: "",
  note: "",
};

/** A batch that is put on record, as it is typed. */
export type OpeningDraft = Readonly<typeof emptyOpening>;

function isAmount(typed: string): boolean {
  return typed.trim() === "" || readAmount(typed) !== null;
}

/** The fields of a batch that cannot be sent as they are. Whether what it is of expires, the branch says. */
export function openingGaps(draft: OpeningDraft): readonly (keyof OpeningDraft)[] {
  const { itemId, place, batch, quantity, mrp, cost } = draft;
  const units = readCount(quantity);
  return [
    ...(itemId === "" ? ["itemId" as const] : []),
    ...(place === "" ? ["place" as const] : []),
    ...(readBatchNumber(batch) === null ? ["batch" as const] : []),
    ...(units === null || units === 0 ? ["quantity" as const] : []),
    ...(isAmount(mrp) ? [] : ["mrp" as const]),
    ...(isAmount(cost) ? [] : ["cost" as const]),
  ];
}

/** What is sent of a batch that lacks nothing. */
export function openingBody(draft: OpeningDraft): OpeningBody {
  const { expiry, mrp, cost, rate, gtin, supplierId, note } = draft;
  return {
    item_id: draft.itemId,
    location_id: draft.place,
    batch_no: draft.batch.trim().toUpperCase(),
    quantity: readCount(draft.quantity) ?? 1,
    ...(expiry === "" ? {} : { expiry_date: expiry }),
    ...(mrp.trim() === "" ? {} : { mrp_minor: readAmount(mrp) }),
    ...(cost.trim() === "" ? {} : { cost_minor: readAmount(cost) }),
    ...(rate === "" ? {} : { gst_rate_bp: Number(rate) }),
    ...(gtin.trim() === "" ? {} : { gtin: gtin.trim() }),
    ...(supplierId === "" ? {} : { supplier_id: supplierId }),
    ...(note.trim() === "" ? {} : { note: note.trim() }),
  };
}
