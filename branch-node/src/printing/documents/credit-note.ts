import type { Block, DocumentContent } from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { documentOf, patientFields, type TemplateContext } from "./parts.ts";

type CreditNote = Extract<DocumentData<"bill">, { kind: "credit_note" }>;

function fieldsOf(context: TemplateContext, note: CreditNote) {
  const { textOf, instant } = context.wording;
  // Only where there is tax does it matter in which state it falls due.
  const place = note.taxes.length > 0 ? note.place_of_supply : null;
  const optional = [
    ["gstin", note.seller_gstin],
    ["buyer_gstin", note.buyer_gstin],
    ["place_of_supply", place],
  ] as const;
  return [
    ...patientFields(context, note.patient, note.issued_at),
    { label: textOf("credit_note_no"), value: note.credit_note_no },
    { label: textOf("date"), value: instant(note.issued_at) },
    { label: textOf("of_invoice"), value: note.invoice_no },
    { label: textOf("invoice_date"), value: instant(note.invoice_issued_at) },
    ...optional.flatMap(([key, value]) => (value === null ? [] : [{ label: textOf(key), value }])),
    { label: textOf("reason"), value: note.reason },
  ];
}

function lineTable({ wording }: TemplateContext, note: CreditNote): Block {
  const { textOf, number, amount } = wording;
  const hasCode = note.lines.some((line) => line.hsn_sac !== null);
  const code = { title: textOf("hsn"), share: 3.2, align: "left", onReceipt: "hidden" } as const;
  return {
    kind: "table",
    columns: [
      { title: "#", share: 1, align: "left", onReceipt: "hidden" },
      { title: textOf("item"), share: 7.5, align: "left", onReceipt: "line" },
      ...(hasCode ? [code] : []),
      { title: textOf("quantity"), share: 1.6, align: "right", onReceipt: "cell" },
      { title: textOf("taken_back"), share: 3.6, align: "right", onReceipt: "cell" },
    ],
    rows: note.lines.map((line, index) => ({
      cells: [
        number(index + 1),
        line.description,
        ...(hasCode ? [line.hsn_sac ?? ""] : []),
        line.quantity === null ? "" : number(line.quantity),
        amount(line.amount_minor, note.currency),
      ],
      notes: [],
    })),
  };
}

function totalRows({ wording }: TemplateContext, note: CreditNote) {
  const { textOf, money, number } = wording;
  const row = (label: string, minor: number, isStrong = false) => ({
    label,
    value: money(minor, note.currency),
    isStrong,
  });
  return [
    row(textOf("subtotal"), note.subtotal_minor),
    ...note.taxes.map((tax) => row(`${tax.name} ${number(tax.rate_bp / 100)}%`, tax.amount_minor)),
    ...(note.round_off_minor === 0 ? [] : [row(textOf("round_off"), note.round_off_minor)]),
    row(textOf("total"), note.total_minor, true),
  ];
}

/** What is taken back of a bill: of which one, why, and what of its lines and taxes. */
export function creditNoteContent(context: TemplateContext, note: CreditNote): DocumentContent {
  const { textOf } = context.wording;
  const title = textOf("credit_note");
  const blocks: Block[] = [
    { kind: "fields", fields: fieldsOf(context, note) },
    lineTable(context, note),
    { kind: "totals", rows: totalRows(context, note) },
    ...(note.issued_by === null
      ? []
      : [{ kind: "signature", name: note.issued_by, lines: [], code: null } as const]),
  ];
  return documentOf(context, {
    title,
    running: `${title} ${note.credit_note_no} · ${note.patient.name}`,
    blocks,
  });
}
