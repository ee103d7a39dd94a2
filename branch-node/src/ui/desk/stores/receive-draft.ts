import * as z from "zod";
import { readBatchNumber } from "#ui/desk/stock/batch-number.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { readAmount, typedAmount } from "#ui/desk/money/amounts.ts";
import { readCount } from "./move-draft.ts";
import type { Order } from "./orders-list.ts";
import type { ReceiptBody } from "./orders-queries.ts";

const text = z.string().catch("");

const line = z.object({
  key: z.string(),
  /** The line of the order. */
  poLine: z.int(),
  itemId: z.string(),
  batch: text,
  /** YYYY-MM-DD, or "" while none is given. */
  expiry: text,
  mrp: text,
  /** What one costs; null as it was ordered. */
  cost: z.string().nullable().catch(null),
  gtin: text,
  quantity: text,
  free: text,
  rejected: text,
  reason: text,
});

const receiveFields = z.object({
  invoiceNo: text,
  invoiceDay: text,
  place: text,
  lines: z.array(line).catch([]),
});

/** One batch that has come, as it is typed. */
export type ReceivedDraft = Readonly<z.output<typeof line>>;

/** What has come, as it is typed. */
export type ReceiveDraft = Readonly<z.output<typeof receiveFields>>;

/** What has come as the branch keeps its form. */
export function receiveState(fields: ReceiveDraft, intentKey: string): FormState {
  return { fields: { ...fields }, intent_key: intentKey };
}

/** Reads such a form back; null for what is none. */
export function readReceive(formState: FormState): ReceiveDraft | null {
  return z.object({ fields: receiveFields }).safeParse(formState).data?.fields ?? null;
}

/** An empty line for a batch of what was ordered. */
export function emptyReceived(
  key: string,
  { line_no: poLine, item_id: itemId }: Pick<Order["lines"][number], "line_no" | "item_id">,
  quantity = "",
): ReceivedDraft {
  const unsaid = { batch: "", expiry: "", mrp: "", gtin: "", free: "", rejected: "", reason: "" };
  return { key, poLine, itemId, quantity, cost: null, ...unsaid };
}

/** The form with which an order is received: what is still to come of each line. */
export function receiveOf({ lines, location_id: place }: Order): ReceiveDraft {
  const open = lines.flatMap((one) => {
    const left = one.quantity - one.received_qty;
    return left > 0 ? [emptyReceived(String(one.line_no), one, String(left))] : [];
  });
  return { invoiceNo: "", invoiceDay: "", place, lines: open };
}

/** The lines with another batch of the same goods behind one. */
export function withBatch(lines: readonly ReceivedDraft[], key: string, serial: number) {
  const place = lines.findIndex((one) => one.key === key);
  const one = lines[place];
  if (one === undefined) return lines;
  const { poLine, itemId, cost } = one;
  const made = emptyReceived(`${key}/${serial}`, { line_no: poLine, item_id: itemId });
  return lines.toSpliced(place + 1, 0, { ...made, cost });
}

/** Whether nothing has come of a line. */
function isNothing({ quantity, free, batch }: ReceivedDraft): boolean {
  const isNone = (typed: string) => typed.trim().replace(/^0+$/u, "") === "";
  return isNone(quantity) && isNone(free) && batch.trim() === "";
}

/** What of a line is lacking, by its field. */
export type ReceivedGap =
  | "batch"
  | "expiry"
  | "quantity"
  | "free"
  | "rejected"
  | "reason"
  | "mrp"
  | "cost";

const shortestReason = 3;

function isCount(typed: string): boolean {
  return typed.trim() === "" || readCount(typed) !== null;
}

/** What of a line cannot be sent as it is. @param isDated whether what it is of expires @param today YYYY-MM-DD */
export function receivedGaps(
  one: ReceivedDraft,
  { isDated, today }: { readonly isDated: boolean; readonly today: string },
): readonly ReceivedGap[] {
  if (isNothing(one)) return [];
  const { batch, expiry, quantity, free, rejected, reason, mrp, cost } = one;
  const [units, back] = [readCount(quantity), readCount(rejected) ?? 0];
  return [
    ...(readBatchNumber(batch) === null ? ["batch" as const] : []),
    ...((expiry === "" ? isDated : expiry <= today) ? ["expiry" as const] : []),
    ...(units === null || units === 0 ? ["quantity" as const] : []),
    ...(isCount(free) ? [] : ["free" as const]),
    ...(isCount(rejected) && back <= (units ?? 0) ? [] : ["rejected" as const]),
    ...(back > 0 && reason.trim().length < shortestReason ? ["reason" as const] : []),
    ...(mrp.trim() === "" || readAmount(mrp) !== null ? [] : ["mrp" as const]),
    ...(cost === null || readAmount(cost) !== null ? [] : ["cost" as const]),
  ];
}

/** What of the form besides its lines is lacking. */
export function headGaps({ invoiceNo, invoiceDay, place }: ReceiveDraft, today: string) {
  return [
    ...(invoiceNo.trim() === "" ? ["invoiceNo" as const] : []),
    ...(invoiceDay === "" || invoiceDay > today ? ["invoiceDay" as const] : []),
    ...(place === "" ? ["place" as const] : []),
  ];
}

/** The lines that are sent, in their order. */
export function sentReceived({ lines }: Pick<ReceiveDraft, "lines">): readonly ReceivedDraft[] {
  return lines.filter((one) => !isNothing(one));
}

/** What of an order's lines a receipt takes. */
type OrderedLine = Pick<Order["lines"][number], "line_no" | "unit_cost_minor" | "gst_rate_bp">;

/** What of an order a receipt takes. */
type ReceivedOrder = Pick<Order, "id"> & { readonly lines: readonly OrderedLine[] };

/** The line of an order of which a batch has come. */
export function orderedLine(
  { lines }: Pick<ReceivedOrder, "lines">,
  { poLine }: Pick<ReceivedDraft, "poLine">,
) {
  return lines.find(({ line_no: no }) => no === poLine);
}

/** What one of a batch costs, as the form shows it: what was ordered, until another price is typed. */
export function costText({ cost }: Pick<ReceivedDraft, "cost">, ordered: number | undefined) {
  return cost ?? (ordered === undefined ? "" : typedAmount(ordered));
}

/** What is sent of a form that lacks nothing. */
export function receiptBody(draft: ReceiveDraft, order: ReceivedOrder): ReceiptBody {
  return {
    purchase_order_id: order.id,
    supplier_invoice_no: draft.invoiceNo.trim(),
    supplier_invoice_date: draft.invoiceDay,
    location_id: draft.place,
    lines: sentReceived(draft).map((one) => {
      const ordered = orderedLine(order, one);
      const [free, back] = [readCount(one.free) ?? 0, readCount(one.rejected) ?? 0];
      const mrp = readAmount(one.mrp);
      return {
        po_line_no: one.poLine,
        item_id: one.itemId,
        batch_no: one.batch.trim().toUpperCase(),
        ...(one.expiry === "" ? {} : { expiry_date: one.expiry }),
        ...(mrp === null ? {} : { mrp_minor: mrp }),
        ...(one.gtin === "" ? {} : { gtin: one.gtin }),
        quantity: readCount(one.quantity) ?? 1,
        ...(free === 0 ? {} : { free_qty: free }),
        ...(back === 0 ? {} : { rejected_qty: back, reject_reason: one.reason.trim() }),
        unit_cost_minor: readAmount(one.cost ?? "") ?? ordered?.unit_cost_minor ?? 0,
        gst_rate_bp: ordered?.gst_rate_bp ?? 0,
      };
    }),
  };
}
