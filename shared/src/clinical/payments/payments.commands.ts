import type * as z from "zod";
import type { CashierShiftRow } from "#clinical/cashier-shifts/cashier-shifts.table.ts";
import { shiftToTake } from "#clinical/cashier-shifts/cashier-shifts.commands.ts";
import { currencyOf } from "#clinical/invoices/invoices.commands.ts";
import type { InvoiceRow } from "#clinical/invoices/invoices.table.ts";
import { invoiceToSettle, settleInvoice } from "#clinical/invoices/settled-invoices.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { referencedPatient, today } from "#clinical/patients/patients.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { question } from "#db/question.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import { addMoney } from "#kernel/money.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import type { Fields } from "#write/model.ts";
import { nextOfBranch } from "#write/series.ts";
import {
  paymentCrud,
  paymentKinds,
  type PaymentKind,
  type paymentsContract,
  type Tender,
} from "./payments.contract.ts";
import { paymentEvents } from "./payments.events.ts";
import { leftOf, paymentSums, settlementOf, tendersFault } from "./payments.rules.ts";
import { paymentsTable, type PaymentRow } from "./payments.table.ts";

type CreateBody = z.output<typeof paymentsContract.create.body>;
type PaymentFields = Fields<typeof paymentsTable.columns>;

/** What a payment is of, as it was found. */
interface Subject {
  readonly patientId: string;
  readonly invoice: InvoiceRow | null;
  readonly origin: PaymentRow | null;
}

function wrong(path: string, message: string, code: FieldIssue["code"] = "validation_error") {
  return fieldError({ path, code, message });
}

const events = {
  payment: paymentEvents.received,
  advance: paymentEvents.received,
  adjustment: paymentEvents.adjusted,
  refund: paymentEvents.refunded,
  void: paymentEvents.voided,
} as const;

function emit(ctx: WriteContext, kind: PaymentKind, row: PaymentRow): void {
  const { patient_id, invoice_id, payment_of_id, receipt_no, amount_minor, currency } = row;
  const thin = { patient_id, invoice_id, payment_of_id, receipt_no, amount_minor, currency };
  ctx.write.emit(events[kind], paymentsTable, row, thin);
}

const named: Readonly<
  Record<PaymentKind, readonly ("invoice_id" | "patient_id" | "payment_of_id" | "reason")[]>
> = {
  payment: ["invoice_id"],
  advance: ["patient_id"],
  adjustment: ["invoice_id", "payment_of_id"],
  refund: ["payment_of_id", "reason"],
  void: ["payment_of_id", "reason"],
};
// An invoice or a patient may be repeated where it follows from what is named.
const refused: Readonly<Record<PaymentKind, readonly ("invoice_id" | "payment_of_id")[]>> = {
  payment: ["payment_of_id"],
  advance: ["invoice_id", "payment_of_id"],
  adjustment: [],
  refund: [],
  void: [],
};

function refuseUnsaid(kind: PaymentKind, body: CreateBody): void {
  const missing = named[kind].find((name) => (body[name] ?? null) === null);
  if (missing !== undefined) throw wrong(missing, `is required of what is ${kind}`);
  const extra = refused[kind].find((name) => (body[name] ?? null) !== null);
  if (extra !== undefined)
    throw wrong(extra, `goes without: this is ${kind}`, "conflicting_fields");
}

async function originOf(ctx: WriteContext, kind: PaymentKind, id: string): Promise<PaymentRow> {
  const row = await ctx.write.load(paymentsTable, id);
  const isHere = row !== null && row.branch_id === ctx.branch.id;
  const fitting: Readonly<Record<string, readonly string[]>> = {
    adjustment: ["advance"],
    refund: ["payment", "advance"],
    void: ["payment", "advance", "adjustment"],
  };
  if (isHere && fitting[kind]?.includes(row.kind) === true) return row;
  throw wrong("payment_of_id", `names nothing of this branch for ${kind}`, "invalid_reference");
}

/** What a payment goes back to and is of. The invoice is held first, as a credit note holds it. */
async function subjectOf(ctx: WriteContext, kind: PaymentKind, body: CreateBody): Promise<Subject> {
  const originId = body.payment_of_id ?? null;
  const origin = originId === null ? null : await originOf(ctx, kind, originId);
  const isBack = kind === "refund" || kind === "void";
  const invoiceId = isBack ? (origin?.invoice_id ?? null) : (body.invoice_id ?? null);
  if (isBack && (body.invoice_id ?? invoiceId) !== invoiceId)
    throw wrong("invoice_id", "is not that of the payment", "invalid_reference");
  const invoice = invoiceId === null ? null : await invoiceToSettle(ctx, invoiceId);
  const patientId = invoice?.patient_id ?? origin?.patient_id;
  const said = body.patient_id;
  if (patientId === undefined) {
    const patient = await referencedPatient(ctx, "patient_id", said ?? "");
    return { patientId: patient.id, invoice, origin };
  }
  const people = await samePerson(ctx.db, ctx.tenantId, patientId);
  if (said !== undefined && !people.includes(said))
    throw wrong("patient_id", "is not whose bill it is", "invalid_reference");
  if (origin !== null && !people.includes(origin.patient_id))
    throw wrong("payment_of_id", "was paid by somebody else", "invalid_reference");
  return { patientId, invoice, origin };
}

function tendersOf(kind: PaymentKind, body: CreateBody, origin: PaymentRow | null) {
  const given = body.tenders ?? [];
  if (kind === "void" && given.length > 0)
    throw wrong("tenders", "goes without: the whole is voided", "conflicting_fields");
  if (kind === "void" && origin !== null) return origin.tenders;
  const tenders = given.map(({ reference = null, bank = null, ...one }): Tender => ({
    ...one,
    reference,
    bank,
  }));
  const fault = tendersFault(tenders, kind);
  if (fault !== null) throw wrong(...fault);
  return tenders;
}

function refuseTendered(kind: PaymentKind, cash: number, tendered: number | null): void {
  if (tendered === null) return;
  const isIn = kind === "payment" || kind === "advance";
  if (!isIn || cash === 0) throw wrong("tendered_minor", "goes with cash that is paid");
  if (tendered < cash) throw wrong("tendered_minor", `is less than the cash of ${cash}`);
}

const following = question(
  (db, { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom("payments")
      .select(["id", "kind", "amount_minor", "payment_of_id"])
      .where("tenant_id", "=", tenantId)
      .where("payment_of_id", "in", ids),
);

async function followingOf(ctx: WriteContext, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return following(ctx.db, { tenantId: ctx.tenantId, ids });
}

/** Refuses to take back more of a payment than is left of it. @throws AppError overpayment, duplicate_value, validation_error */
async function refuseBeyond(
  ctx: WriteContext,
  kind: PaymentKind,
  origin: PaymentRow,
  amount: number,
  shift: CashierShiftRow,
): Promise<void> {
  const direct = await followingOf(ctx, [origin.id]);
  const further = await followingOf(
    ctx,
    direct.map(({ id }) => id),
  );
  const left = leftOf(origin, [...direct, ...further]);
  if (kind !== "void") {
    if (amount > left) throw wrong("tenders", `come to more than is left: ${left}`, "overpayment");
    return;
  }
  if (direct.some((one) => one.kind === "void"))
    throw wrong("payment_of_id", "was voided already", "duplicate_value");
  if (origin.claim_id !== null)
    throw wrong("payment_of_id", "is of a claim's settlement; pay it back instead");
  if (left !== origin.amount_minor) throw wrong("payment_of_id", "was paid back or used in part");
  if (origin.cashier_shift_id !== shift.id)
    throw wrong("payment_of_id", "is of another shift; pay it back instead");
}

// 2,00,000 rupees: who takes more of somebody in a day in cash is fined as much (Income-tax Act, section 269ST).
const mostCash: Readonly<Record<string, number>> = { INR: 20_000_000 };

interface PaidOnDay {
  readonly tenantId: string;
  readonly people: readonly string[];
  readonly date: string;
}

const paidOnDay = question((db, { tenantId, people, date }: PaidOnDay) =>
  db
    .selectFrom("payments")
    .select(["kind", "cash_minor"])
    .where("tenant_id", "=", tenantId)
    .where("patient_id", "in", people)
    .where("receipt_date", "=", date)
    .where("kind", "in", ["payment", "advance", "void"]),
);

/** @throws AppError cash_limit_exceeded */
async function refuseCash(
  ctx: WriteContext,
  { patientId }: Subject,
  currency: string,
  { tenders, cash, date }: { readonly tenders: readonly Tender[]; cash: number; date: string },
): Promise<void> {
  const most = mostCash[currency];
  if (most === undefined || cash === 0) return;
  const people = await samePerson(ctx.db, ctx.tenantId, patientId);
  const rows = await paidOnDay(ctx.db, { tenantId: ctx.tenantId, people, date });
  const signed = rows.map((one) => (one.kind === "void" ? -one.cash_minor : one.cash_minor));
  if (addMoney(cash, ...signed) <= most) return;
  const nth = tenders.findIndex(({ method }) => method === "cash");
  throw wrong(
    `tenders.${nth}.amount_minor`,
    `is more cash than may be taken of a patient in a day: ${most}`,
    "cash_limit_exceeded",
  );
}

function refuseOver(kind: PaymentKind, { invoice }: Subject, amount: number): void {
  const isPaying = kind === "payment" || kind === "adjustment";
  if (invoice === null || !isPaying || amount <= invoice.due_minor) return;
  throw wrong("tenders", `come to more than is due: ${invoice.due_minor}`, "overpayment");
}

/** Puts down what was paid, under a receipt's number, and settles the bill that it is of. */
export async function postPayment(
  ctx: WriteContext,
  fields: Omit<PaymentFields, "branch_id" | "receipt_no" | "receipt_date" | "received_by">,
  invoice: InvoiceRow | null,
): Promise<PaymentRow> {
  const date = today(ctx);
  const held = {
    ...fields,
    branch_id: ctx.branch.id,
    receipt_no: "",
    receipt_date: date,
    received_by: ctx.caller.id,
  };
  await ctx.write.refuseTaken(paymentsTable, held);
  const row = ctx.write.insert(paymentsTable, ctx.newId(paymentCrud.prefix), {
    ...held,
    receipt_no: await nextOfBranch(ctx.write, "receipt", ctx.branch, date),
  });
  const kind = enumValueOf(paymentKinds, row.kind);
  emit(ctx, kind, row);
  if (invoice !== null) settleInvoice(ctx, invoice, settlementOf(kind, row.amount_minor));
  return row;
}

/**
 * Records what was paid, paid ahead, paid back or voided.
 * @throws AppError forbidden, validation_error, invalid_reference, conflicting_fields, overpayment, duplicate_payment,
 * duplicate_value, cash_limit_exceeded, patient_merged
 */
export async function recordPayment(ctx: WriteContext, body: CreateBody): Promise<PaymentRow> {
  const { kind = "payment" } = body;
  const isBack = kind === "refund" || kind === "void";
  if (isBack && !mayDo(ctx, paymentCrud.resource, "approve"))
    throw new AppError("forbidden", "This role may not pay back or void what was paid.");
  refuseUnsaid(kind, body);
  const shift = await shiftToTake(ctx, body.cashier_shift_id);
  const subject = await subjectOf(ctx, kind, body);
  const { invoice, origin, patientId } = subject;
  const tenders = tendersOf(kind, body, origin);
  const tendered = body.tendered_minor ?? null;
  const sums = paymentSums(tenders, tendered);
  refuseTendered(kind, sums.cash_minor, tendered);
  refuseOver(kind, subject, sums.amount_minor);
  if (origin !== null) await refuseBeyond(ctx, kind, origin, sums.amount_minor, shift);
  const currency = invoice?.currency ?? origin?.currency ?? (await currencyOf(ctx));
  const cash = isBack ? 0 : sums.cash_minor;
  await refuseCash(ctx, subject, currency, { tenders, cash, date: today(ctx) });
  const fields = {
    kind,
    invoice_id: invoice?.id ?? null,
    patient_id: patientId,
    payment_of_id: origin?.id ?? null,
    tenders,
    ...sums,
    tendered_minor: tendered,
    currency,
    cashier_shift_id: shift.id,
    reason: body.reason ?? null,
    claim_id: null,
    metadata: body.metadata ?? {},
  };
  return postPayment(ctx, fields, invoice);
}
