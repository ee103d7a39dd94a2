import type { StateMachine } from "#resource/state-machine.ts";
import type { OrderStatus } from "./purchase-order-parts.contract.ts";

/** The ways between the states of a purchase order. What is received of it follows from goods receipts. */
export const orderStates: StateMachine<OrderStatus> = {
  subject: "A purchase order",
  transitions: {
    draft: ["submitted", "cancelled"],
    submitted: ["approved", "rejected", "cancelled"],
    rejected: ["draft", "cancelled"],
    approved: ["sent", "partially_received", "received", "cancelled"],
    sent: ["partially_received", "received", "cancelled"],
    partially_received: ["received", "closed", "sent"],
    received: ["closed", "partially_received", "sent"],
    closed: [],
    cancelled: [],
  },
};

/** Those of the ways that somebody says with a change. */
export const orderSteps: StateMachine<OrderStatus> = {
  subject: "A purchase order",
  transitions: {
    draft: ["submitted", "cancelled"],
    submitted: ["approved", "rejected", "cancelled"],
    rejected: ["draft", "cancelled"],
    approved: ["sent", "cancelled"],
    sent: ["cancelled"],
    partially_received: ["closed"],
    received: ["closed"],
    closed: [],
    cancelled: [],
  },
};

/** The states in which goods are taken in for an order. */
export const receivableStatuses: readonly OrderStatus[] = [
  "approved",
  "sent",
  "partially_received",
];

/** Those of which something was taken in that can be taken back. */
export const returnableStatuses: readonly OrderStatus[] = ["partially_received", "received"];

/** The states that somebody decides who has not made the order. */
export const decidedStatuses: readonly OrderStatus[] = ["approved", "rejected"];

/** The states that need their reason. */
export const explainedStatuses: readonly OrderStatus[] = ["rejected", "closed", "cancelled"];
