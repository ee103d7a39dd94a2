import * as z from "zod";
import { creditOf } from "#clinical/invoices/invoice-amounts.contract.ts";
import { keptLines } from "#clinical/invoices/invoice-parts.contract.ts";
import { invoiceFault } from "#clinical/invoices/invoices.guard.ts";
import { invoicesTable } from "#clinical/invoices/invoices.table.ts";
import type { Change } from "#db/model.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { creditSums } from "./credit-notes.amounts.ts";
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
  lines: keptLines,
  round_off_minor: z.int(),
  total_minor: z.int(),
  credited_minor: z.int(),
});

// What was taken back before is not seen here; its share of a tax may be rounded by one to either side.
const mostRounded = 1;

function linesFault(note: Noted, lines: z.output<typeof keptLines>): string | null {
  for (const [nth, credit] of note.lines.entries()) {
    const line = lines.find(({ id }) => id === credit.line_id);
    if (line === undefined || credit.taxable_minor > line.taxable_minor)
      return `lines.${nth}: is more than the invoice has`;
    const { taxable_minor: taxable, cgst_minor: cgst, sgst_minor: sgst, igst_minor: igst } = credit;
    const whole = creditOf(line, 0, taxable);
    const isShare = [
      [cgst, whole.cgst_minor],
      [sgst, whole.sgst_minor],
      [igst, whole.igst_minor],
    ].every(([one = 0, other = 0]) => Math.abs(one - other) <= mostRounded);
    if (!isShare || credit.total_minor !== taxable + cgst + sgst + igst)
      return `lines.${nth}: is worked out otherwise`;
  }
  return null;
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
  const after = before.credited_minor + data.total_minor;
  if (invoice.fields["credited_minor"] !== after || after > before.total_minor)
    return "total_minor: is not what is credited of the invoice";
  const isRounding =
    data.round_off_minor === (after === before.total_minor ? before.round_off_minor : 0);
  return isRounding
    ? linesFault(data, before.lines)
    : "round_off_minor: goes with the last of the lines";
}

/** What a credit note has to be where it arrives: shares of its invoice's lines, of which no more is taken back than was charged. */
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
