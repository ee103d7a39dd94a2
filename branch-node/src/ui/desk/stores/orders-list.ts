import type * as z from "zod";
import type { goodsReceiptsContract } from "@edgeward/shared/clinical/goods-receipts/goods-receipts.contract.ts";
import type { ReceiptStatus } from "@edgeward/shared/clinical/goods-receipts/goods-receipt-parts.contract.ts";
import type { purchaseOrdersContract } from "@edgeward/shared/clinical/purchase-orders/purchase-orders.contract.ts";
import type { OrderStatus } from "@edgeward/shared/clinical/purchase-orders/purchase-order-parts.contract.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** What is ordered of a supplier. */
export type Order = z.output<typeof purchaseOrdersContract.get.response>;

/** What has come of a supplier. */
export type Receipt = z.output<typeof goodsReceiptsContract.get.response>;

interface Look {
  readonly text: TextId;
  readonly tone: Tone;
}

/** How a state of an order is shown. */
export const orderLooks: Readonly<Record<OrderStatus, Look>> = {
  draft: { text: "orderState.draft", tone: "neutral" },
  submitted: { text: "orderState.submitted", tone: "warning" },
  approved: { text: "orderState.approved", tone: "info" },
  rejected: { text: "orderState.rejected", tone: "danger" },
  sent: { text: "orderState.sent", tone: "info" },
  partially_received: { text: "orderState.partially_received", tone: "visit" },
  received: { text: "orderState.received", tone: "good" },
  closed: { text: "orderState.closed", tone: "neutral" },
  cancelled: { text: "orderState.cancelled", tone: "neutral" },
};

/** How a state of a receipt is shown. */
export const receiptLooks: Readonly<Record<ReceiptStatus, Look>> = {
  draft: { text: "receiptState.draft", tone: "warning" },
  inspected: { text: "receiptState.inspected", tone: "info" },
  posted: { text: "receiptState.posted", tone: "good" },
  reversed: { text: "receiptState.reversed", tone: "neutral" },
  cancelled: { text: "receiptState.cancelled", tone: "neutral" },
};

/** A step that somebody takes with an order. */
export type OrderStep =
  | "submitted"
  | "approved"
  | "rejected"
  | "draft"
  | "sent"
  | "closed"
  | "cancelled";

/** Who looks at an order. */
interface Looking {
  readonly mayChange: boolean;
  readonly mayApprove: boolean;
  readonly staffId: string;
}

type Stepped = Pick<Order, "status" | "created_by" | "status_history">;

function hasMade({ created_by: maker, status_history: steps }: Stepped, id: string): boolean {
  return maker === id || steps.some(({ status, by }) => status === "submitted" && by === id);
}

/** What somebody can do next with an order, what is usual first; nobody decides about their own. */
export function stepsFor(order: Stepped, who: Looking): readonly OrderStep[] {
  const { mayChange, mayApprove, staffId } = who;
  const { status } = order;
  if (!mayChange) return [];
  const mayDecide = mayApprove && !hasMade(order, staffId);
  switch (status) {
    case "draft":
      return ["submitted", "cancelled"];
    case "submitted":
      return mayDecide ? ["approved", "rejected", "cancelled"] : ["cancelled"];
    case "rejected":
      return ["draft", "cancelled"];
    case "approved":
      return ["sent", "cancelled"];
    case "sent":
      return ["cancelled"];
    case "partially_received":
    case "received":
      return ["closed"];
    case "closed":
    case "cancelled":
      return [];
  }
}

/** Whether a step needs its reason. */
export function isExplained(to: OrderStep, { status }: Pick<Order, "status">): boolean {
  return to === "rejected" || to === "cancelled" || (to === "closed" && status !== "received");
}

/** Whether goods are taken in for an order. */
export function isReceivable({ status }: Pick<Order, "status">): boolean {
  return status === "approved" || status === "sent" || status === "partially_received";
}
