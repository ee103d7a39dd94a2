import type { Block, DocumentContent } from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { tendersOn } from "@edgeward/shared/clinical/print-jobs/print-money.contract.ts";
import { documentOf, patientFields, type TemplateContext } from "./parts.ts";

type Receipt = DocumentData<"receipt">;

const titles = {
  payment: "receipt",
  advance: "advance_receipt",
  adjustment: "receipt",
  refund: "refund_receipt",
  void: "void_receipt",
} as const;

const thanks = {
  payment: "received_with_thanks",
  advance: "received_with_thanks",
  adjustment: "received_with_thanks",
  refund: "paid_back",
  void: "payment_voided",
} as const;

function fieldsOf(context: TemplateContext, data: Receipt) {
  const { textOf, instant } = context.wording;
  const tenders = tendersOn(data);
  const optional = [
    ["invoice_no", data.invoice_no],
    ["of_receipt", data.of_receipt_no],
    ["reason", data.reason],
    ["paid_by", tenders.length === 1 ? textOf(tenders[0]?.method ?? "cash") : null],
    ["reference", tenders.length === 1 ? (tenders[0]?.reference ?? null) : null],
  ] as const;
  return [
    { label: textOf("receipt_no"), value: data.receipt_no },
    { label: textOf("date"), value: instant(data.received_at) },
    ...patientFields(context, data.patient, data.received_at),
    ...optional.flatMap(([key, value]) => (value === null ? [] : [{ label: textOf(key), value }])),
  ];
}

function rowsOf({ wording }: TemplateContext, data: Receipt) {
  const { textOf, money } = wording;
  const tenders = tendersOn(data);
  const sums = [
    ["amount", data.amount_minor],
    ["tendered", data.tendered_minor],
    ["change", data.change_minor],
    ["due", data.due_minor],
  ] as const;
  const split = tenders.map(({ method, amount_minor: minor, reference }) => ({
    label: reference === null ? textOf(method) : `${textOf(method)} ${reference}`,
    value: money(minor, data.currency),
    isStrong: false,
  }));
  return [
    ...(tenders.length > 1 ? split : []),
    ...sums.flatMap(([key, minor]) =>
      minor === null
        ? []
        : [{ label: textOf(key), value: money(minor, data.currency), isStrong: key === "amount" }],
    ),
  ];
}

/** A receipt for money that came in, or went back. */
export function receiptContent(context: TemplateContext, data: Receipt): DocumentContent {
  const { textOf, brief, money } = context.wording;
  const said = `${brief(thanks[data.kind])}: ${money(data.amount_minor, data.currency)}`;
  const title = textOf(titles[data.kind]);
  const blocks: Block[] = [
    { kind: "fields", fields: fieldsOf(context, data) },
    { kind: "rule" },
    { kind: "totals", rows: rowsOf(context, data) },
    { kind: "text", text: said, size: "normal", isBold: true, align: "center" },
    ...(data.cashier === null
      ? []
      : [
          {
            kind: "signature",
            name: data.cashier,
            lines: [textOf("cashier")],
            code: null,
          } as const,
        ]),
  ];
  return documentOf(context, {
    title,
    running: `${title} ${data.receipt_no} · ${data.patient.name}`,
    blocks,
  });
}
