import { moveReasons } from "@edgeward/shared/clinical/stock/stock-parts.contract.ts";
import * as z from "zod";
import { readAmount } from "#ui/desk/money/amounts.ts";
import type { Pack } from "#ui/desk/pharmacy/pack-scan.ts";
import { readBatchNumber } from "#ui/desk/stock/batch-number.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { readCount } from "#ui/desk/stores/move-draft.ts";

const text = z.string().catch("");

/** The fields of a batch that was found. */
export const foundFields = z.object({
  key: z.string(),
  itemId: z.string(),
  batch: text,
  /** YYYY-MM-DD, or "" while none is given. */
  expiry: text,
  mrp: text,
  /** Its tax in hundredths of a per cent; "" for that of the batch elsewhere in the branch, or none. */
  rate: text,
  gtin: text,
  counted: text,
  reason: z.enum(["", ...moveReasons]).catch(""),
});

/** A batch that stands where none of it is on record, as it is typed. */
export type FoundDraft = Readonly<z.output<typeof foundFields>>;

/** A line for a batch of an item of which nothing more is said. */
export function emptyFound(key: string, itemId: string): FoundDraft {
  const unsaid = { batch: "", expiry: "", mrp: "", rate: "", gtin: "", counted: "" };
  return { key, itemId, ...unsaid, reason: "" };
}

/** What of a line is lacking, by its field. */
export type FoundGap = "batch" | "expiry" | "mrp" | "quantity" | "reason";

/** What of a line cannot be sent as it is. @param isDated whether what it is of expires */
export function foundGaps(line: FoundDraft, isDated: boolean): readonly FoundGap[] {
  const { expiry, mrp, counted, reason } = line;
  const units = readCount(counted);
  return [
    ...(readBatchNumber(line.batch) === null ? ["batch" as const] : []),
    ...(expiry === "" && isDated ? ["expiry" as const] : []),
    ...(mrp.trim() === "" || readAmount(mrp) !== null ? [] : ["mrp" as const]),
    ...(units === null || units === 0 ? ["quantity" as const] : []),
    ...(reason === "" ? ["reason" as const] : []),
  ];
}

/** What is sent of a line; null where something lacks. @param isDated whether what it is of expires */
export function foundBody(line: FoundDraft, isDated: boolean) {
  const { itemId, batch, expiry, mrp, rate, gtin, counted, reason } = line;
  const [number, units, most] = [readBatchNumber(batch), readCount(counted), readAmount(mrp)];
  if (number === null || units === null || reason === "") return null;
  if (foundGaps(line, isDated).length > 0) return null;
  return {
    item_id: itemId,
    batch_no: number,
    ...(expiry === "" ? {} : { expiry_date: expiry }),
    ...(most === null ? {} : { mrp_minor: most }),
    ...(rate === "" ? {} : { gst_rate_bp: Number(rate) }),
    ...(gtin === "" ? {} : { gtin }),
    counted: units,
    reason_code: reason,
  };
}

/** A batch of the branch as far as a pack is compared with it. */
type Known = Pick<
  Batch,
  "id" | "item_id" | "location_id" | "batch_no" | "expiry_date" | "mrp_minor" | "gst_rate_bp"
>;

/** What a pack is on a sheet: a batch that stands there, one that was found, or of no item that is known. */
export type PackOnSheet =
  | { readonly kind: "standing"; readonly stockId: string }
  | { readonly kind: "found"; readonly line: FoundDraft }
  | { readonly kind: "unknown" };

/**
 * Where a pack goes on the sheet of a place.
 * @param known the branch's batches with its number @param standing ids of those on the sheet
 */
export function packOnSheet(
  pack: Pack,
  {
    known,
    standing,
    key,
  }: {
    readonly known: readonly Known[];
    readonly standing: ReadonlySet<string>;
    readonly key: string;
  },
): PackOnSheet {
  const { gtin, lot, expiry } = pack;
  const own = known.filter(({ batch_no: no }) => no === lot?.toUpperCase());
  const here = (lot === null ? known : own).find(({ id }) => standing.has(id));
  if (here !== undefined) return { kind: "standing", stockId: here.id };
  const like = own[0] ?? known[0];
  if (like === undefined) return { kind: "unknown" };
  const [label] = own;
  const line = {
    ...emptyFound(key, like.item_id),
    gtin,
    batch: lot?.toUpperCase() ?? "",
    expiry: expiry ?? label?.expiry_date ?? "",
  };
  return { kind: "found", line };
}
