import { currencyCode, invoiceNumber } from "#contract/code-fields.ts";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { date, int, money, str, text, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import {
  actorIdForm,
  readOnlyFields,
  statusHistoryForm,
  statusHistoryShape,
} from "#contract/record.ts";
import { givenOrdered, orderedShape, orderStatuses } from "./purchase-order-parts.contract.ts";

const computed = { given: "never" } as const;

/** The fields of a purchase order. Amounts are in the minor unit of its currency. */
export const purchaseOrderFields = {
  /** Of a series of its own of the branch and the financial year, without a gap. */
  po_no: field.text(invoiceNumber, { given: "never", filter: true }),
  supplier_id: field.id("sup", { given: "once", filter: true }),
  /** Where the goods are to go. */
  location_id: field.id("loc", { given: "once", filter: true }),
  lines: field.json(givenOrdered, orderedShape, {}),
  currency: field.text(currencyCode, computed),
  expected_by: field.text(date, { optional: true }),
  payment_terms_days: field.int(int(0, 180), { optional: true }),
  notes: field.text(text(2000), { optional: true }),
  taxable_total_minor: field.int(money, computed),
  tax_total_minor: field.int(money, computed),
  total_minor: field.int(money, computed),
  /** Who has approved or rejected it: nobody who has made it. */
  decided_by: field.text(actorIdForm, { ...computed, optional: true }),
  decided_at: field.text(ts, { ...computed, optional: true }),
  status: field.word(orderStatuses, { given: "later", initial: "draft", filter: true }),
  status_history: field.json(statusHistoryForm(orderStatuses), statusHistoryShape, computed),
} as const;

/** Where purchase orders are served, and to whom. */
export const purchaseOrderCrud = {
  path: "/v1/purchase-orders",
  resource: "purchase_orders",
  noun: ["purchase order", "purchase orders"],
  prefix: "po",
  home: "branch",
  orders: ["created_at", "-created_at"],
} as const satisfies CrudOptions;

/** What an order has from the server alone. */
export const orderComputed = [
  "po_no",
  "currency",
  "taxable_total_minor",
  "tax_total_minor",
  "total_minor",
  "decided_by",
  "decided_at",
] as const;

const create = createEndpoint(
  purchaseOrderFields,
  purchaseOrderCrud,
  readOnlyFields([...orderComputed, "status", "status_history"]),
);
const update = updateEndpoint(purchaseOrderFields, purchaseOrderCrud, {
  status_reason: str(3, 500).optional(),
});

/** The endpoints of purchase orders. */
export const purchaseOrdersContract = {
  list: {
    ...listEndpoint(purchaseOrderFields, purchaseOrderCrud, {}),
    summary: "List the purchase orders of the acting branch, newest first",
  },
  get: getEndpoint(purchaseOrderFields, purchaseOrderCrud),
  create: {
    ...create,
    summary: "Draw up a purchase order",
    errors: [...create.errors, "invalid_reference", "read_only_field"],
  },
  update: {
    ...update,
    summary: "Change a draft, or submit, approve, reject, send, close or cancel a purchase order",
    errors: [...update.errors, "invalid_reference", "invalid_transition", "forbidden"],
  },
} as const;
