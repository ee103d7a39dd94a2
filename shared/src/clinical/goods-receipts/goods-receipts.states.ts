import type { StateMachine } from "#resource/state-machine.ts";
import type { ReceiptStatus } from "./goods-receipt-parts.contract.ts";

/**
 * The ways between the states of a goods receipt. What was inspected stays as it is until it is posted, or is a draft again;
 * whoever posts a draft has inspected it themselves. What was posted is in stock, and goes out of it as a whole.
 */
export const receiptStates: StateMachine<ReceiptStatus> = {
  subject: "A goods receipt",
  transitions: {
    draft: ["inspected", "posted", "cancelled"],
    inspected: ["draft", "posted", "cancelled"],
    posted: ["reversed"],
    reversed: [],
    cancelled: [],
  },
};
