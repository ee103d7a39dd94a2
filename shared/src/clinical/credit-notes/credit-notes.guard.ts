import * as z from "zod";
import { creditOf } from "#clinical/invoices/invoice-amounts.contract.ts";
import { keptLines } from "#clinical/invoices/invoice-parts.contract.ts";
import { invoiceFault } from "#clinical/invoices/invoices.guard.ts";
import { creditableStatuses } from "#clinical/invoices/invoices.states.ts";
import { invoicesTable } from "#clinical/invoices/invoices.table.ts";
import type { Change, Operation } from "#db/model.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard, RecordSet } from "#resource/command-writes.ts";
import { creditedBefore, creditSums, isAllCredited } from "./credit-notes.amounts.ts";
import { keptCredits } from "./credit-notes.contract.ts";
import { creditNotesTable } from "./credit-notes.table.ts";

const noted = z.object({
  invoice_id: z.string(),
  patient_id: z.string(),
  lines: keptCredits,
  round_off_minor: z.int(),
  total_minor: z.int(),
});
type Noted = z.output<typeof noted>;

const charged = z.object({
  patient_id: z.string(),
  status: z.string(),
  lines: keptLines,
  round_off_minor: z.int(),
  credited_minor: z.int(),
});
type Charged = z.output<typeof charged>;

const earlier = z.object({ lines: keptCredits });

function notesOf(invoiceId: string): RecordSet {
  return { table: creditNotesTable.name, column: "invoice_id", value: invoiceId };
}

/** What other credit notes have taken back of each line. */
function takenBefore({ id }: Change, { invoice_id: invoice }: Noted, arrival: Arrival) {
  const notes = arrival.among(notesOf(invoice)).filter((one) => one.id !== id);
  return creditedBefore(notes.flatMap((one) => earlier.safeParse(one).data ?? []));
}

function linesFault(
  note: Noted,
  lines: Charged["lines"],
  before: ReadonlyMap<string, number>,
): string | null {
  const named = new Set<string>();
  for (const [nth, credit] of note.lines.entries()) {
    const line = lines.find(({ id }) => id === credit.line_id);
    const taken = before.get(credit.line_id) ?? 0;
    if (line === undefined || taken + credit.taxable_minor > line.taxable_minor)
      return `lines.${nth}: is more than the invoice has`;
    if (named.has(line.id)) return `lines.${nth}: stands here twice`;
    named.add(line.id);
    const whole = Object.entries(creditOf(line, taken, credit.taxable_minor));
    const said = new Map(Object.entries(credit));
    if (!whole.every(([name, value]) => said.get(name) === value))
      return `lines.${nth}: is worked out otherwise`;
  }
  return null;
}

function takenFault(
  note: Noted,
  invoice: Charged,
  before: ReadonlyMap<string, number>,
): string | null {
  const lines = linesFault(note, invoice.lines, before);
  if (lines !== null) return lines;
  const isAll = isAllCredited(invoice.lines, before, note.lines);
  return note.round_off_minor === (isAll ? invoice.round_off_minor : 0)
    ? null
    : "round_off_minor: goes with the last of the lines";
}

function noteFault(note: Change, invoice: Change | undefined, arrival: Arrival): string | null {
  const read = noted.safeParse(note.fields);
  if (!read.success) return "lines: are not of their form";
  const { data } = read;
  const sums = creditSums(data.lines, data.round_off_minor);
  const off = Object.entries(sums).find(([name, value]) => !sameJson(note.fields[name], value));
  if (off !== undefined) return `${off[0]}: is not what the lines come to`;
  if (invoice === undefined || invoice.id !== data.invoice_id)
    return "invoice_id: is not the invoice that is credited";
  const row = charged.safeParse(arrival.before(invoice));
  if (!row.success) return null;
  const { data: before } = row;
  if (before.patient_id !== data.patient_id) return "patient_id: is not the invoice's";
  if (!creditableStatuses.includes(before.status))
    return `invoice_id: is of an invoice that is ${before.status.replaceAll("_", " ")}`;
  if (invoice.fields["credited_minor"] !== before.credited_minor + data.total_minor)
    return "total_minor: is not what is credited of the invoice";
  return takenFault(data, before, takenBefore(note, data, arrival));
}

/** By which records a credit note is judged where it arrives: all that were made of its invoice. */
export function creditJudgedBy({ changes }: Operation): readonly RecordSet[] {
  return changes.flatMap(({ table, fields: { invoice_id: invoice } }) =>
    table === creditNotesTable.name && typeof invoice === "string" ? [notesOf(invoice)] : [],
  );
}

/** What a credit note has to be where it arrives: shares of its invoice's lines, of which all of them together take back no more than was charged. */
export const creditGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const invoice = changes.find(({ table }) => table === invoicesTable.name);
  for (const [nth, change] of changes.entries()) {
    const fault =
      change.table === creditNotesTable.name
        ? noteFault(change, invoice, arrival)
        : invoiceFault(change, arrival);
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
};
