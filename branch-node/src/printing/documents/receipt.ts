import type { Block, DocumentContent } from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { documentOf, patientFields, type TemplateContext } from "./parts.ts";

/** A receipt for money. */
export function receiptContent(
  context: TemplateContext,
  data: DocumentData<"receipt">,
): DocumentContent {
  const { textOf, brief, instant, money } = context.wording;
  const fields = [
    { label: textOf("receipt_no"), value: data.receipt_no },
    { label: textOf("date"), value: instant(data.received_at) },
    ...patientFields(context, data.patient, data.received_at),
    ...(data.invoice_no === null ? [] : [{ label: textOf("invoice_no"), value: data.invoice_no }]),
    { label: textOf("paid_by"), value: textOf(data.method) },
    ...(data.method_ref === null ? [] : [{ label: textOf("reference"), value: data.method_ref }]),
  ];
  const sums = [
    ["amount", data.amount_minor],
    ["tendered", data.tendered_minor],
    ["change", data.change_minor],
    ["due", data.due_minor],
  ] as const;
  const rows = sums.flatMap(([key, minor]) =>
    minor === null
      ? []
      : [{ label: textOf(key), value: money(minor, data.currency), isStrong: key === "amount" }],
  );
  const thanks = `${brief("received_with_thanks")}: ${money(data.amount_minor, data.currency)}`;
  const blocks: Block[] = [
    { kind: "fields", fields },
    { kind: "rule" },
    { kind: "totals", rows },
    { kind: "text", text: thanks, size: "normal", isBold: true, align: "center" },
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
    title: textOf("receipt"),
    running: `${textOf("receipt")} ${data.receipt_no} · ${data.patient.name}`,
    blocks,
  });
}
