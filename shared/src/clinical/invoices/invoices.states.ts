import type { StateMachine } from "#resource/state-machine.ts";
import type { InvoiceStatus } from "./invoice-parts.contract.ts";

/** The ways between the states of an invoice. Most of an issued one follow from what is paid, refunded and credited. */
export const invoiceStates: StateMachine<InvoiceStatus> = {
  subject: "An invoice",
  transitions: {
    draft: ["issued", "paid", "void"],
    issued: ["partially_paid", "paid", "credited", "written_off", "void"],
    partially_paid: ["issued", "paid", "credited", "partially_refunded", "refunded", "written_off"],
    paid: ["issued", "partially_paid", "credited", "partially_refunded", "refunded"],
    partially_refunded: ["partially_paid", "paid", "refunded"],
    refunded: ["partially_paid", "paid", "partially_refunded"],
    credited: [],
    written_off: [],
    void: [],
  },
};

/** Those of the ways that somebody says with a change; the others are the payments' and the credit notes'. */
export const invoiceSteps: StateMachine<InvoiceStatus> = {
  subject: "An invoice",
  transitions: {
    draft: ["issued", "void"],
    issued: ["written_off", "void"],
    partially_paid: ["written_off"],
    paid: [],
    partially_refunded: [],
    refunded: [],
    credited: [],
    written_off: [],
    void: [],
  },
};

/** The states of an invoice of which something is owed. */
export const owedStatuses: readonly InvoiceStatus[] = [
  "issued",
  "partially_paid",
  "partially_refunded",
  "refunded",
];

/** The states in which what was charged can be taken back by a credit note. */
export const creditableStatuses: readonly string[] = [
  "issued",
  "partially_paid",
  "paid",
  "partially_refunded",
  "refunded",
];
