import type * as z from "zod";
import { referencedVisit } from "#clinical/encounters/encounters.commands.ts";
import { claimOfBill } from "#clinical/claims/claimed-bills.commands.ts";
import { referencedPatient, today } from "#clinical/patients/patients.commands.ts";
import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { question } from "#db/question.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { holdsOneOf, mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState } from "#resource/state-machine.ts";
import type { Fields } from "#write/model.ts";
import { nextOfBranch } from "#write/series.ts";
import { dueOf, settledStatus, sumsOf } from "./invoice-amounts.contract.ts";
import {
  invoiceStatuses,
  type GivenLine,
  type InvoiceLine,
  type InvoiceStatus,
} from "./invoice-parts.contract.ts";
import { invoiceCrud, type invoicesContract } from "./invoices.contract.ts";
import { emitStep } from "./invoices.events.ts";
import { drawLines, isRepeated } from "./invoices.lines.ts";
import { attributionOf, payerOf, splitOf } from "./invoices.payer.ts";
import { supplyOf } from "./place-of-supply.commands.ts";
import { invoiceSteps } from "./invoices.states.ts";
import { invoicesTable, type InvoiceRow } from "./invoices.table.ts";

type InvoiceFields = Fields<typeof invoicesTable.columns>;
type CreateBody = z.output<typeof invoicesContract.create.body>;
type UpdateBody = z.output<typeof invoicesContract.update.body>;
type Patch = Partial<Omit<InvoiceFields, "lines" | "payer_split">>;

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

function notOfPatient(path: string): AppError {
  return fieldError({
    path,
    code: "invalid_reference",
    message: "names none of the patient's here",
  });
}

async function refuseOthers(
  ctx: WriteContext,
  table: "admissions" | "appointments",
  path: string,
  { id, people }: { readonly id: string; readonly people: readonly string[] },
): Promise<void> {
  const row = await ctx.db
    .selectFrom(table)
    .select(["patient_id", "branch_id"])
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  const isTheirs = row !== undefined && people.includes(row.patient_id);
  if (!isTheirs || row.branch_id !== ctx.branch.id) throw notOfPatient(path);
}

async function refuseForeign(ctx: WriteContext, body: CreateBody): Promise<void> {
  const { encounter_id: visit, admission_id: stay, appointment_id: booking } = body;
  const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
  if (typeof visit === "string") await referencedVisit(ctx, "encounter_id", visit, patient.id);
  const people = await samePerson(ctx.db, ctx.tenantId, patient.id);
  if (typeof stay === "string")
    await refuseOthers(ctx, "admissions", "admission_id", { id: stay, people });
  if (typeof booking === "string")
    await refuseOthers(ctx, "appointments", "appointment_id", { id: booking, people });
}

const currencies = question((db, { tenantId }: { readonly tenantId: string }) =>
  db
    .selectFrom("tenants")
    .select("currency")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", tenantId),
);

/** The currency in which a tenant charges. */
export async function currencyOf({ db, tenantId }: WriteContext): Promise<string> {
  const [row] = await currencies(db, { tenantId });
  if (row === undefined) throw new Error("the tenant is not here");
  return row.currency;
}

function refusePastDue(ctx: WriteContext, due: string | null): void {
  if (due !== null && due < today(ctx)) throw wrong("due_date", "is before the day of the invoice");
}

const mostOfInvoice = 9_000_000_000_000_000;

/** An invoice's lines and sums, as far as they follow from what is charged. */
async function drawn(
  ctx: WriteContext,
  said: Pick<
    InvoiceRow,
    "patient_id" | "payer_id" | "place_of_supply" | "seller_gstin" | "is_rounded"
  >,
  given: readonly GivenLine[],
  before: readonly InvoiceLine[],
) {
  const { place_of_supply, isIntraState } = await supplyOf(ctx, said);
  const { patient_id: patientId, payer_id: payerId } = said;
  const lines = await drawLines(ctx, { patientId, payerId, given, before, isIntraState });
  const sums = sumsOf(lines, said.is_rounded);
  if (sums.subtotal_minor > mostOfInvoice) throw wrong("lines", "come to more than can be charged");
  return { lines, place_of_supply, ...sums, due_minor: sums.total_minor };
}

function stepOf(ctx: WriteContext, status: InvoiceStatus, reason: string | null) {
  return { status, at: ctx.write.at, by: ctx.caller.id, reason };
}

const unsettled = { paid_minor: 0, refunded_minor: 0, credited_minor: 0, written_off_minor: 0 };

/** The number, the day and the state with which an invoice is issued. The last before the end: the number is held until then. */
async function issued(ctx: WriteContext, row: Pick<InvoiceRow, "total_minor">) {
  const date = today(ctx);
  const status = settledStatus({ ...unsettled, total_minor: row.total_minor });
  return {
    status,
    invoice_no: await nextOfBranch(ctx.write, "invoice", ctx.branch, date),
    issue_date: date,
    issued_at: ctx.write.at,
  };
}

/**
 * Issues an invoice, or draws one up.
 * @throws AppError invalid_reference, patient_merged, validation_error, read_only_field, already_billed, forbidden
 */
export async function drawInvoice(
  ctx: WriteContext,
  body: CreateBody,
  said: Omit<InvoiceFields, "lines" | "payer_split" | "branch_id">,
): Promise<InvoiceRow> {
  await refuseForeign(ctx, body);
  refusePastDue(ctx, said.due_date);
  const given = { ...said, ...(await payerOf(ctx, said, body.bill_to)) };
  const figures = await drawn(ctx, given, body.lines, []);
  const fields: InvoiceFields = {
    ...given,
    ...(await attributionOf(ctx, body)),
    ...figures,
    payer_split: splitOf(given.payer_id, body.payer_split, null, figures.total_minor),
    ...unsettled,
    branch_id: ctx.branch.id,
    currency: await currencyOf(ctx),
    invoice_no: null,
    issue_date: null,
    issued_at: null,
    status: "draft",
    status_history: [],
  };
  await ctx.write.refuseTaken(invoicesTable, fields);
  const step = body.draft === true ? { status: "draft" as const } : await issued(ctx, figures);
  const row = ctx.write.insert(invoicesTable, ctx.newId(invoiceCrud.prefix), {
    ...fields,
    ...step,
    status_history: [stepOf(ctx, step.status, null)],
  });
  emitStep(ctx, null, row);
  return row;
}

const shortestReason = 3;

/** Refuses a step that is not the caller's to take, or lacks its reason. @throws AppError forbidden, validation_error */
function refuseStep(ctx: WriteContext, row: InvoiceRow, to: InvoiceStatus, reason: string): void {
  if (row.status === "draft") return;
  const isTheirs =
    to === "written_off" ? holdsOneOf(ctx, ["tenant_admin"]) : mayDo(ctx, "invoices", "approve");
  if (!isTheirs) throw new AppError("forbidden", `This role may not take an invoice to ${to}.`);
  if (reason.length < shortestReason)
    throw wrong("status_reason", `is required: at least ${shortestReason} characters`);
  if (to === "void" && row.credited_minor > 0)
    throw wrong("status", "cannot be void: a credit note has taken back some of it");
}

const fixed = [
  "due_date",
  "place_of_supply",
  "seller_gstin",
  "buyer_gstin",
  "is_rounded",
  "invoice_type",
  "bill_to",
  "payer_id",
] as const;

function isResplit(row: InvoiceRow, { payer_split: said }: UpdateBody): boolean {
  return said !== undefined && !sameJson({ ...row.payer_split, ...said }, row.payer_split);
}

function refuseLate(row: InvoiceRow, patch: Patch, body: UpdateBody): void {
  const message = "stays as it was issued; a credit note takes back what is wrong";
  const differs = fixed.find(
    (name) => patch[name] !== undefined && !sameJson(patch[name], row[name]),
  );
  const isOther = body.lines !== undefined && !isRepeated(body.lines, row.lines);
  const others = [isOther ? "lines" : [], isResplit(row, body) ? "payer_split" : []].flat();
  const path = differs ?? others[0];
  if (path !== undefined) throw fieldError({ path, code: "read_only_field", message });
}

/** What follows of a draft from its total: who pays what. */
function resplit(row: InvoiceRow, payerId: string | null, body: UpdateBody, total: number) {
  const before =
    row.payer_split === null || payerId !== row.payer_id
      ? null
      : { ...row.payer_split, total_minor: row.total_minor };
  return { payer_split: splitOf(payerId, body.payer_split, before, total) };
}

async function redrawn(
  ctx: WriteContext,
  row: InvoiceRow,
  given: Patch,
  body: UpdateBody,
): Promise<Partial<InvoiceFields>> {
  const said = { ...row, ...given };
  const isRepaid = given.payer_id !== undefined || given.bill_to !== undefined;
  const patch = isRepaid ? { ...given, ...(await payerOf(ctx, said, body.bill_to)) } : given;
  const after = { ...row, ...patch };
  if (patch.due_date !== undefined) refusePastDue(ctx, after.due_date);
  const isSame = body.lines === undefined || isRepeated(body.lines, row.lines);
  const isPlaced = (["place_of_supply", "seller_gstin", "is_rounded", "payer_id"] as const).every(
    (name) => sameJson(after[name], row[name]),
  );
  if (isSame && isPlaced)
    return { ...patch, ...resplit(row, after.payer_id, body, row.total_minor) };
  const figures = await drawn(ctx, after, body.lines ?? row.lines, row.lines);
  return { ...patch, ...figures, ...resplit(row, after.payer_id, body, figures.total_minor) };
}

// The payer would be asked to pay what nobody owes any more.
async function refuseClaimed(ctx: WriteContext, { id }: InvoiceRow): Promise<void> {
  const claim = await claimOfBill(ctx, id);
  if (claim === null) return;
  const message = `is claimed of its payer by the claim ${claim}: cancel that first`;
  throw fieldError({ path: "status", code: "already_claimed", message });
}

async function stepped(
  ctx: WriteContext,
  row: InvoiceRow,
  to: InvoiceStatus,
  reason: string | null,
): Promise<Partial<InvoiceFields>> {
  const history = (status: InvoiceStatus) => ({
    status,
    status_history: [...row.status_history, stepOf(ctx, status, reason)],
  });
  if (to === "issued") {
    await ctx.write.refuseTaken(invoicesTable, { ...row, lines: [] });
    const step = await issued(ctx, row);
    return { ...step, ...history(step.status) };
  }
  if (to === "void") await refuseClaimed(ctx, row);
  if (to === "void") return { ...history(to), due_minor: 0 };
  const written = { ...row, written_off_minor: dueOf(row) };
  return {
    ...history(to),
    written_off_minor: written.written_off_minor,
    due_minor: dueOf(written),
  };
}

/**
 * Changes a draft, or takes an invoice a step further.
 * @throws AppError invalid_transition, forbidden, validation_error, read_only_field, invalid_reference, already_billed,
 * already_claimed
 */
export async function changeInvoice(
  ctx: WriteContext,
  row: InvoiceRow,
  patch: Patch,
  body: UpdateBody,
): Promise<InvoiceRow> {
  const from = enumValueOf(invoiceStatuses, row.status);
  const wanted = body.status ?? from;
  const to = wanted === from ? from : nextState(invoiceSteps, from, wanted);
  const reason = body.status_reason ?? "";
  if (to !== from) refuseStep(ctx, row, to, reason);
  if (from !== "draft") refuseLate(row, patch, body);
  const kept: Partial<InvoiceFields> =
    from === "draft"
      ? await redrawn(ctx, row, patch, body)
      : { metadata: patch.metadata ?? row.metadata };
  if (to === "issued")
    refusePastDue(ctx, kept.due_date === undefined ? row.due_date : (kept.due_date ?? null));
  const step = to === from ? {} : await stepped(ctx, { ...row, ...kept }, to, reason || null);
  const after = ctx.write.update(invoicesTable, row, { ...kept, ...step });
  if (after !== row) emitStep(ctx, row, after);
  return after;
}
