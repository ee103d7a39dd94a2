import * as z from "zod";
import { isAllowed } from "#contract/access.ts";
import type { Change } from "#db/model.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { dueOf, grossOf, lineAmounts, settledStatus, sumsOf } from "./invoice-amounts.contract.ts";
import {
  keptLines,
  keptSplit,
  lineAmounts as amountNames,
  type InvoiceLine,
} from "./invoice-parts.contract.ts";
import { invoiceCrud } from "./invoices.contract.ts";
import { invoicesTable } from "./invoices.table.ts";

const figures = z.object({
  lines: keptLines,
  is_rounded: z.boolean(),
  place_of_supply: z.string().nullable(),
  seller_gstin: z.string().nullable(),
  subtotal_minor: z.int(),
  discount_total_minor: z.int(),
  tax_total_minor: z.int(),
  round_off_minor: z.int(),
  total_minor: z.int(),
  paid_minor: z.int(),
  refunded_minor: z.int(),
  credited_minor: z.int(),
  written_off_minor: z.int(),
  due_minor: z.int(),
  status: z.string(),
  invoice_no: z.string().nullable(),
  payer_id: z.string().nullish(),
  payer_split: keptSplit.nullish(),
});
type Figures = z.output<typeof figures>;

// Where nobody says whose state the seller's is, either split may be right, but one of all lines.
function splitsOf({ place_of_supply: place, seller_gstin: seller }: Figures): readonly boolean[] {
  return seller === null ? [true, false] : [place === seller.slice(0, 2)];
}

function isWorkedOut(lines: readonly InvoiceLine[], isIntraState: boolean): boolean {
  return lines.every((line) => {
    if (line.discount_minor > grossOf(line)) return false;
    const amounts = lineAmounts(line, isIntraState);
    return amountNames.every((name) => line[name] === amounts[name]);
  });
}

function splitFault({ payer_id: payer, payer_split: split, total_minor: total }: Figures) {
  const [hasPayer, hasSplit] = [typeof payer === "string", (split ?? null) !== null];
  if (hasPayer !== hasSplit) return "payer_split: goes with a payer";
  return split && split.patient_minor + split.payer_minor !== total
    ? "payer_split: does not come to the total"
    : null;
}

/** What is wrong with the figures of an invoice as it is to stand, by the field. */
function figuresFault(row: Figures): string | null {
  if (!splitsOf(row).some((isIntra) => isWorkedOut(row.lines, isIntra)))
    return "lines: are worked out otherwise";
  const sums = Object.entries(sumsOf(row.lines, row.is_rounded));
  const off = sums.find(
    ([name, value]) => !sameJson(Object.entries(row).find(([one]) => one === name)?.[1], value),
  );
  if (off !== undefined) return `${off[0]}: is not what the lines come to`;
  const split = splitFault(row);
  if (split !== null) return split;
  const isOver = row.status === "void";
  if (row.due_minor !== (isOver ? 0 : dueOf(row))) return "due_minor: is not what is left";
  const isOpen = row.status !== "void" && row.status !== "draft";
  if (isOpen && row.status !== settledStatus(row))
    return "status: does not follow from what was paid";
  if (isOpen && row.invoice_no === null) return "invoice_no: is missing";
  return row.status === "draft" && row.invoice_no !== null ? "invoice_no: is of no draft" : null;
}

/** What is wrong with an invoice as a change leaves it, by the field; null for one that is not here. */
export function invoiceFault(change: Change, arrival: Arrival): string | null {
  const before = change.kind === "insert" ? {} : arrival.before(change);
  if (before === null) return null;
  const row = figures.safeParse({ ...before, ...change.fields });
  if (!row.success) return `${row.error.issues[0]?.path.join(".") ?? "lines"}: is not of its form`;
  return figuresFault(row.data);
}

const ofDraft = [
  "lines",
  "place_of_supply",
  "seller_gstin",
  "buyer_gstin",
  "payer_id",
  "payer_split",
  "doctor_id",
  "department",
  "is_rounded",
  "total_minor",
  "invoice_no",
  "issue_date",
  "issued_at",
] as const;

function discounted(value: unknown): ReadonlyMap<string, InvoiceLine> {
  const lines = keptLines.safeParse(value).data ?? [];
  return new Map(lines.filter((one) => one.discount_minor > 0).map((one) => [one.id, one]));
}

function rightsFault({ fields }: Change, { roles }: Arrival, before: unknown, isDraft: boolean) {
  if (roles === null) return null;
  const mayApprove = isAllowed(roles, invoiceCrud.resource, "approve");
  const given = [...discounted(fields["lines"]).values()];
  const stood = discounted(before);
  const isNew = given.some((line) => stood.get(line.id)?.discount_minor !== line.discount_minor);
  if (isNew && !mayApprove) return "lines: have a discount that is not theirs to give";
  if (fields["status"] === "written_off" && !roles.includes("tenant_admin"))
    return "status: is not theirs to write off";
  return fields["status"] === "void" && !isDraft && !mayApprove
    ? "status: is not theirs to void"
    : null;
}

function changedFault(change: Change, arrival: Arrival): string | null {
  const before = arrival.before(change);
  const isDraft = change.kind === "insert" || before?.["status"] === "draft";
  const late =
    before !== null && !isDraft
      ? ofDraft.find((name) => change.fields[name] !== undefined)
      : undefined;
  if (late !== undefined) return `${late}: stays as it was issued`;
  return rightsFault(change, arrival, before?.["lines"], isDraft) ?? invoiceFault(change, arrival);
}

/** What an invoice has to be where it arrives: with the figures that its lines come to, and as it was issued. */
export const invoiceGuard: Guard = (arrival) => {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    const fault = change.table === invoicesTable.name ? changedFault(change, arrival) : null;
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
};
