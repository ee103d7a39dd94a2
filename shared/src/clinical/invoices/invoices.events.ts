import { eventTypes, type EventType } from "#contract/event-types.ts";
import type { WriteContext } from "#resource/context.ts";
import type { InvoiceStatus } from "./invoice-parts.contract.ts";
import { invoicesTable, type InvoiceRow } from "./invoices.table.ts";

/** What is published of invoices. */
export const invoiceEvents = eventTypes("invoice", {
  created: "an invoice was generated",
  updated: "an invoice was drawn up, or changed otherwise",
  paid: "nothing more has to be paid of an invoice",
  voided: "an invoice was voided",
  written_off: "what was owed of an invoice was given up",
  credited: "a credit note took back some or all of an invoice",
});

// Payloads leave the node: ids, numbers, states and amounts, never what was charged for.
function thin(row: InvoiceRow) {
  return {
    patient_id: row.patient_id,
    encounter_id: row.encounter_id,
    invoice_no: row.invoice_no,
    invoice_type: row.invoice_type,
    status: row.status,
    total_minor: row.total_minor,
    due_minor: row.due_minor,
    currency: row.currency,
    issued_at: row.issued_at,
  };
}

/** Publishes one event of an invoice. */
export function emitOf(ctx: WriteContext, event: EventType, row: InvoiceRow): void {
  ctx.write.emit(event, invoicesTable, row, thin(row));
}

const reached: Readonly<Partial<Record<InvoiceStatus, EventType>>> = {
  paid: invoiceEvents.paid,
  void: invoiceEvents.voided,
  written_off: invoiceEvents.written_off,
};

/** Publishes what a change has made of an invoice. */
export function emitStep(ctx: WriteContext, before: InvoiceRow | null, after: InvoiceRow): void {
  const isIssued = before?.issued_at !== after.issued_at && after.issued_at !== null;
  if (isIssued) emitOf(ctx, invoiceEvents.created, after);
  const step = Object.entries(reached).find(([status]) => status === after.status)?.[1];
  if (step !== undefined && before?.status !== after.status) emitOf(ctx, step, after);
  else if (!isIssued) emitOf(ctx, invoiceEvents.updated, after);
}
