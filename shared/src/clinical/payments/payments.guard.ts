import * as z from "zod";
import { cashierShiftsTable } from "#clinical/cashier-shifts/cashier-shifts.table.ts";
import { invoiceFault } from "#clinical/invoices/invoices.guard.ts";
import { invoicesTable } from "#clinical/invoices/invoices.table.ts";
import { isAllowed } from "#contract/access.ts";
import type { Change, Operation } from "#db/model.ts";
import type { RecordRow } from "#db/table.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard, JudgedBy, RecordSet } from "#resource/command-writes.ts";
import { keptTenders, paymentCrud, paymentKinds } from "./payments.contract.ts";
import { leftOf, paymentSums, settlementOf, tendersFault } from "./payments.rules.ts";
import { paymentsTable } from "./payments.table.ts";

const own = paymentsTable.name;

const paid = z.object({
  kind: z.enum(paymentKinds),
  invoice_id: z.string().nullable(),
  patient_id: z.string(),
  payment_of_id: z.string().nullable(),
  tenders: keptTenders,
  amount_minor: z.int(),
  tendered_minor: z.int().nullable(),
  change_minor: z.int(),
  cash_minor: z.int(),
  cashier_shift_id: z.string(),
  received_by: z.string(),
  reason: z.string().nullable(),
  claim_id: z.string().nullish(),
});
type Paid = z.output<typeof paid>;

const settled = z.object({ paid_minor: z.int(), refunded_minor: z.int(), patient_id: z.string() });

function isBack({ kind }: Paid): boolean {
  return kind === "refund" || kind === "void";
}

function sumsFault(row: Paid): string | null {
  const fault = tendersFault(row.tenders, row.kind);
  if (fault !== null) return `${fault[0]}: ${fault[1]}`;
  const sums = Object.entries(paymentSums(row.tenders, row.tendered_minor));
  const entries = new Map<string, unknown>(Object.entries(row));
  const off = sums.find(([name, value]) => entries.get(name) !== value);
  if (off !== undefined) return `${off[0]}: is not what the tenders come to`;
  if (row.change_minor < 0) return "tendered_minor: is less than the cash";
  return isBack(row) && row.reason === null ? "reason: is missing" : null;
}

function shiftFault(row: Paid, { before, operation }: Arrival): string | null {
  if (row.received_by !== operation.actor.id) return "received_by: is not who records it";
  const shift = before({ table: cashierShiftsTable.name, id: row.cashier_shift_id });
  if (shift === null) return null;
  if (shift["cashier_id"] !== row.received_by) return "cashier_shift_id: is another cashier's";
  return shift["status"] === "open" ? null : "cashier_shift_id: is not open";
}

const fitting: Readonly<Record<string, readonly unknown[]>> = {
  adjustment: ["advance"],
  refund: ["payment", "advance"],
  void: ["payment", "advance", "adjustment"],
};

function followingFault(row: Paid, origin: RecordRow): string | null {
  if (fitting[row.kind]?.includes(origin["kind"]) !== true)
    return "payment_of_id: is nothing that this goes back to";
  if (row.amount_minor > Number(origin["amount_minor"]))
    return "amount_minor: is more than was paid";
  if (row.kind === "adjustment") return null;
  if (origin["invoice_id"] !== row.invoice_id) return "invoice_id: is not that of the payment";
  if (row.kind === "refund") return null;
  if ((origin["claim_id"] ?? null) !== null) return "payment_of_id: is of a claim's settlement";
  if (!sameJson(origin["tenders"], row.tenders)) return "tenders: are not those of the payment";
  return origin["cashier_shift_id"] === row.cashier_shift_id
    ? null
    : "payment_of_id: is of another shift";
}

// With what voids one of these: that is left again.
function followingOf(originId: string): RecordSet {
  return { table: own, column: "payment_of_id", value: originId, andOfThese: true };
}

const following = z.object({
  id: z.string(),
  kind: z.enum(paymentKinds),
  amount_minor: z.int(),
  payment_of_id: z.string().nullable(),
});

/** What others have left of a payment. A branch that was put back to an old copy knows less of them. */
function leftBefore({ id }: Change, origin: RecordRow, { among }: Arrival): number {
  const others = among(followingOf(origin.id)).filter((one) => one.id !== id);
  const amount = Number(origin["amount_minor"]);
  const known = others.flatMap((one) => following.safeParse(one).data ?? []);
  return leftOf({ id: origin.id, amount_minor: amount }, known);
}

function originFault(change: Change, row: Paid, arrival: Arrival): string | null {
  const needs = fitting[row.kind] !== undefined;
  if (needs !== (row.payment_of_id !== null))
    return `payment_of_id: ${needs ? "is missing" : "goes without"}`;
  if (row.payment_of_id === null) return null;
  const origin = arrival.before({ table: own, id: row.payment_of_id });
  if (origin === null) return null;
  const fault = followingFault(row, origin);
  if (fault !== null) return fault;
  return row.amount_minor > leftBefore(change, origin, arrival)
    ? "amount_minor: is more than is left of the payment"
    : null;
}

function invoicedFault(row: Paid, invoice: Change | undefined, arrival: Arrival): string | null {
  if (row.invoice_id === null) {
    const isFree = row.kind === "advance" || isBack(row);
    return isFree && invoice === undefined ? null : "invoice_id: is missing";
  }
  if (row.kind === "advance" || invoice?.id !== row.invoice_id)
    return "invoice_id: is not the invoice that is paid";
  const before = settled.safeParse(arrival.before(invoice));
  if (!before.success) return null;
  const { paid: more, refunded } = settlementOf(row.kind, row.amount_minor);
  const { paid_minor: was, refunded_minor: back, patient_id: patient } = before.data;
  const after = { paid_minor: was, refunded_minor: back, ...invoice.fields };
  if (after.paid_minor !== was + more || after.refunded_minor !== back + refunded)
    return "amount_minor: is not what is settled of the invoice";
  if (was + more < back + refunded) return "amount_minor: is more than was paid of the invoice";
  return patient === row.patient_id ? null : "patient_id: is not the invoice's";
}

function dueFault(row: Paid, invoice: Change | undefined, arrival: Arrival): string | null {
  const isPaying = row.kind === "payment" || row.kind === "adjustment";
  const due = invoice === undefined ? null : (arrival.before(invoice)?.["due_minor"] ?? null);
  return isPaying && due !== null && row.amount_minor > Number(due)
    ? "amount_minor: is more than is due"
    : null;
}

/** What is wrong with a payment, by the field. @param invoice the change of the bill that it is of */
export function paidFault(
  change: Change,
  invoice: Change | undefined,
  arrival: Arrival,
): string | null {
  const read = paid.safeParse(change.fields);
  if (!read.success) return "tenders: are not of their form";
  const row = read.data;
  const { roles } = arrival;
  if (isBack(row) && roles !== null && !isAllowed(roles, paymentCrud.resource, "approve"))
    return "kind: is not theirs to pay back";
  return (
    sumsFault(row) ??
    shiftFault(row, arrival) ??
    originFault(change, row, arrival) ??
    invoicedFault(row, invoice, arrival) ??
    dueFault(row, invoice, arrival)
  );
}

/** By which records a payment is judged where it arrives: the shift, the payment that it goes back to, and what else does. */
export function paymentJudgedBy({ changes }: Operation): ReturnType<JudgedBy> {
  return changes.flatMap(({ table, fields }) => {
    if (table !== own) return [];
    const names = [
      [cashierShiftsTable.name, fields["cashier_shift_id"]],
      [own, fields["payment_of_id"]],
    ] as const;
    const named = names.flatMap(([name, id]) =>
      typeof id === "string" ? [{ table: name, id }] : [],
    );
    const { payment_of_id: origin } = fields;
    return typeof origin === "string" ? [...named, followingOf(origin)] : named;
  });
}

// What a payer pays of a claim comes with the claim's settlement alone.
function unclaimedFault({ fields }: Change): string | null {
  return (fields["claim_id"] ?? null) === null ? null : "claim_id: comes with a claim's settlement";
}

/** What a payment has to be where it arrives: what its tenders come to, of an open shift, and settled of its invoice. */
export const paymentGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const invoice = changes.find(({ table }) => table === invoicesTable.name);
  for (const [nth, change] of changes.entries()) {
    const fault =
      change.table === own
        ? (unclaimedFault(change) ?? paidFault(change, invoice, arrival))
        : invoiceFault(change, arrival);
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
};
