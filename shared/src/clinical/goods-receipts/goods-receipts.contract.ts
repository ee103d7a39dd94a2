import { currencyCode, invoiceNumber } from "#contract/code-fields.ts";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { date, money, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import { givenReceived, receiptStatuses, receivedShape } from "./goods-receipt-parts.contract.ts";

const computed = { given: "never" } as const;

/** The fields of a goods receipt. Amounts are in the minor unit of its currency. */
export const goodsReceiptFields = {
  /** Of a series of its own of the branch and the financial year, without a gap. */
  grn_no: field.text(invoiceNumber, { given: "never", filter: true }),
  /** Without one it was not ordered. */
  purchase_order_id: field.id("po", { given: "once", optional: true, filter: true }),
  /** The order's, where there is one. */
  supplier_id: field.id("sup", { given: "never", filter: true }),
  supplier_invoice_no: field.text(str(1, 16), { given: "once", filter: true }),
  supplier_invoice_date: field.text(date, { given: "once" }),
  location_id: field.id("loc", { given: "once", filter: true }),
  lines: field.json(givenReceived, receivedShape, {}),
  currency: field.text(currencyCode, computed),
  taxable_total_minor: field.int(money, computed),
  tax_total_minor: field.int(money, computed),
  total_minor: field.int(money, computed),
  status: field.word(receiptStatuses, { given: "later", initial: "draft", filter: true }),
  status_history: field.json(statusHistoryForm(receiptStatuses), statusHistoryShape, computed),
  posted_at: field.text(ts, { ...computed, optional: true }),
} as const;

/** Where goods receipts are served, and to whom. */
export const goodsReceiptCrud = {
  path: "/v1/goods-receipts",
  resource: "goods_receipts",
  noun: ["goods receipt", "goods receipts"],
  prefix: "grn",
  home: "branch",
  orders: ["created_at", "-created_at"],
} as const satisfies CrudOptions;

/** What a receipt has from the server alone. */
export const receiptComputed = [
  "grn_no",
  "currency",
  "taxable_total_minor",
  "tax_total_minor",
  "total_minor",
  "posted_at",
] as const;

const create = createEndpoint(goodsReceiptFields, goodsReceiptCrud, {
  ...readOnlyFields([...receiptComputed, "status", "status_history"]),
  /** The order's, where it is left out. */
  supplier_id: goodsReceiptFields.supplier_id.sent.optional(),
});
const update = updateEndpoint(goodsReceiptFields, goodsReceiptCrud, {
  status_reason: str(3, 500).optional(),
});
const errors = ["invalid_reference", "read_only_field", "over_receipt", "batch_expired"] as const;

/** The endpoints of goods receipts. */
export const goodsReceiptsContract = {
  list: {
    ...listEndpoint(goodsReceiptFields, goodsReceiptCrud, {}),
    summary: "List the goods receipts of the acting branch, newest first",
  },
  get: getEndpoint(goodsReceiptFields, goodsReceiptCrud),
  create: {
    ...create,
    summary: "Note what has come of a supplier",
    errors: [...create.errors, ...errors, "duplicate_value"],
  },
  update: {
    ...update,
    summary: "Change a draft, or inspect, post, reverse or cancel a goods receipt",
    errors: [...update.errors, ...errors, "invalid_transition", "insufficient_balance"],
  },
} as const;
