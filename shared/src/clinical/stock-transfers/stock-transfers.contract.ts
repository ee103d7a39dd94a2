import * as z from "zod";
import {
  createEndpoint,
  getEndpoint,
  listEndpoint,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { idOf, text } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readOnlyFields, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";
import {
  arrivedShape,
  givenArrived,
  givenSent,
  givenSettled,
  keptArrived,
  keptSettled,
  sentShape,
  settledShape,
  transferStatuses,
} from "./transfer-parts.contract.ts";

const never = { given: "never" } as const;

/** The fields of a transfer of stock. The record's branch is the one that sends. */
export const stockTransferFields = {
  from_location_id: field.id("loc", { given: "once", filter: true }),
  /** The branch that receives; the sending one itself, where goods go to another of its places. */
  to_branch_id: field.id("brn", { given: "never", filter: true }),
  lines: field.json(givenSent, sentShape, { given: "once" }),
  note: field.text(text(500), { given: "once", optional: true }),
  /** What has come, or is missing for good, as it was said one after the other. */
  receipts: field.json(keptArrived, arrivedShape, never),
  /** What became of units that were missing, as the branch that has sent them says. */
  settlements: field.json(keptSettled, settledShape, { ...never, optional: true }),
  status: field.word(transferStatuses, { given: "never", filter: true }),
  status_history: field.json(statusHistoryForm(transferStatuses), statusHistoryShape, never),
  /** How many units have neither come nor are missing for good. */
  units_in_transit: field.computed(z.int()),
  /** How many are missing for good of which nobody has said what became of them. */
  units_missing: field.computed(z.int()),
} as const;

/** Where transfers of stock are served, and to whom. */
export const stockTransferCrud = {
  path: "/v1/pharmacy/stock-transfers",
  resource: "stock_transfers",
  noun: ["stock transfer", "stock transfers"],
  tag: "Stock",
  prefix: "stt",
  home: "branch",
  orders: ["created_at", "-created_at"],
} as const satisfies CrudOptions;

/** What a transfer has from the server alone. */
export const transferComputed = ["receipts", "settlements", "status", "status_history"] as const;

const create = createEndpoint(stockTransferFields, stockTransferCrud, {
  ...readOnlyFields(transferComputed),
  /** The acting one, where it is left out. */
  to_branch_id: stockTransferFields.to_branch_id.sent.optional(),
});
const { receipts: _receipts, settlements: _settlements, ...changeable } = stockTransferFields;
const update = updateEndpoint(changeable, stockTransferCrud, {
  /** What has come. */
  receipts: givenArrived.optional(),
  /** Where it is put. */
  to_location_id: idOf("loc").optional(),
  /** What became of units that are missing, where they were sent from. */
  settlements: givenSettled.optional(),
});

/** The endpoints of transfers of stock. */
export const stockTransfersContract = {
  list: {
    ...listEndpoint(stockTransferFields, stockTransferCrud, {}),
    summary: "List what the acting branch has sent and what is sent to it, newest first",
  },
  get: getEndpoint(stockTransferFields, stockTransferCrud),
  create: {
    ...create,
    summary: "Send stock to another place or branch: it is on its way until it is received",
    errors: [
      ...create.errors,
      "invalid_reference",
      "read_only_field",
      "insufficient_balance",
      "batch_blocked",
    ],
  },
  update: {
    ...update,
    response: getEndpoint(stockTransferFields, stockTransferCrud).response,
    summary:
      "Receive what was sent, whole or in part, and say what is missing and what became of it",
    errors: [
      ...update.errors,
      "invalid_transition",
      "invalid_reference",
      "conflicting_fields",
      "branch_mismatch",
    ],
  },
} as const;
