import type { Block, DocumentContent } from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { creditNoteContent } from "./credit-note.ts";
import { documentOf, patientFields, type TemplateContext } from "./parts.ts";

type Bill = Exclude<DocumentData<"bill">, { kind: "credit_note" }>;

/** A bill, one with taxes is a tax invoice; or what a credit note takes back of one. */
export function billContent(context: TemplateContext, data: DocumentData<"bill">): DocumentContent {
  return data.kind === "credit_note"
    ? creditNoteContent(context, data)
    : invoiceContent(context, data);
}

function invoiceContent(context: TemplateContext, bill: Bill): DocumentContent {
  const { wording } = context;
  const { textOf } = wording;
  const title = textOf(bill.taxes.length > 0 ? "tax_invoice" : "bill");
  const fields = [
    ...patientFields(context, bill.patient, bill.issued_at),
    { label: textOf("invoice_no"), value: bill.invoice_no },
    { label: textOf("date"), value: wording.instant(bill.issued_at) },
  ];
  if (bill.bill_to !== null) fields.push({ label: textOf("bill_to"), value: bill.bill_to });
  if (bill.seller_gstin !== null) fields.push({ label: textOf("gstin"), value: bill.seller_gstin });
  if (bill.buyer_gstin !== null)
    fields.push({ label: textOf("buyer_gstin"), value: bill.buyer_gstin });
  // Only where there is tax does it matter in which state it falls due.
  if (bill.place_of_supply !== null && bill.taxes.length > 0)
    fields.push({ label: textOf("place_of_supply"), value: bill.place_of_supply });
  const blocks: Block[] = [
    { kind: "fields", fields },
    lineTable(context, bill),
    { kind: "totals", rows: totalRows(context, bill) },
  ];
  if (bill.code !== null) {
    const symbol = { kind: "qr", content: bill.code } as const;
    blocks.push({ kind: "code", symbol, caption: bill.invoice_no });
  }
  return documentOf(context, {
    title,
    running: `${title} ${bill.invoice_no} · ${bill.patient.name}`,
    blocks,
  });
}

function lineTable({ wording }: TemplateContext, bill: Bill): Block {
  const { textOf, number, amount } = wording;
  const hasDiscount = bill.lines.some((line) => line.discount_minor > 0);
  const hasCode = bill.lines.some((line) => line.hsn_sac !== null);
  return {
    kind: "table",
    columns: [
      { title: "#", share: 1, align: "left", onReceipt: "hidden" },
      { title: textOf("item"), share: 7.5, align: "left", onReceipt: "line" },
      ...(hasCode
        ? [{ title: textOf("hsn"), share: 3.2, align: "left", onReceipt: "hidden" } as const]
        : []),
      { title: textOf("quantity"), share: 1.6, align: "right", onReceipt: "cell" },
      { title: textOf("rate"), share: 3, align: "right", onReceipt: "cell" },
      ...(hasDiscount
        ? [{ title: textOf("discount"), share: 3.2, align: "right", onReceipt: "cell" } as const]
        : []),
      { title: textOf("amount"), share: 3.6, align: "right", onReceipt: "cell" },
    ],
    rows: bill.lines.map((line, index) => ({
      cells: [
        number(index + 1),
        line.description,
        ...(hasCode ? [line.hsn_sac ?? ""] : []),
        number(line.quantity),
        amount(line.unit_price_minor, bill.currency),
        ...(hasDiscount
          ? [line.discount_minor === 0 ? "" : amount(line.discount_minor, bill.currency)]
          : []),
        amount(line.total_minor, bill.currency),
      ],
      notes: [],
    })),
  };
}

function totalRows({ wording }: TemplateContext, bill: Bill) {
  const { textOf, money, number } = wording;
  const row = (label: string, minor: number, isStrong = false) => ({
    label,
    value: money(minor, bill.currency),
    isStrong,
  });
  const taxes = bill.taxes.map((tax) =>
    row(`${tax.name} ${number(tax.rate_bp / 100)}%`, tax.amount_minor),
  );
  return [
    row(textOf("subtotal"), bill.subtotal_minor),
    ...(bill.discount_total_minor === 0
      ? []
      : [row(textOf("discount"), -bill.discount_total_minor)]),
    ...taxes,
    ...(bill.round_off_minor === 0 ? [] : [row(textOf("round_off"), bill.round_off_minor)]),
    row(textOf("total"), bill.total_minor, true),
    ...(bill.paid_minor === 0 ? [] : [row(textOf("paid"), bill.paid_minor)]),
    ...(bill.credited_minor === 0 ? [] : [row(textOf("credited"), -bill.credited_minor)]),
    ...(bill.written_off_minor === 0 ? [] : [row(textOf("written_off"), -bill.written_off_minor)]),
    ...(bill.due_minor === 0 ? [] : [row(textOf("due"), bill.due_minor, true)]),
  ];
}
