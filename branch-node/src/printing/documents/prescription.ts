import { paragraph, type Block, type DocumentContent } from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import {
  doctorSignature,
  documentOf,
  linesBlock,
  medicineTable,
  patientFields,
  type TemplateContext,
} from "./parts.ts";

/** A prescription. */
export function prescriptionContent(
  context: TemplateContext,
  data: DocumentData<"prescription">,
): DocumentContent {
  const { wording } = context;
  const { textOf } = wording;
  const fields = [
    ...patientFields(context, data.patient, data.issued_at),
    { label: textOf("date"), value: wording.instant(data.issued_at) },
    { label: textOf("number"), value: data.rx_no },
    { label: textOf("doctor"), value: data.doctor.name },
  ];
  if (data.doctor.department !== null)
    fields.push({ label: textOf("department"), value: data.doctor.department });
  const vitals = data.vitals.map(({ name, value }) => `${name}: ${value}`).join(" · ");
  const blocks: Block[] = [
    { kind: "fields", fields },
    { kind: "gap" },
    ...said(textOf("allergies"), data.allergies.join(", ")),
    ...said(textOf("vitals"), vitals),
    ...said(textOf("diagnosis"), data.diagnosis ?? ""),
    { kind: "text", text: "Rx", size: "large", isBold: true, align: "left" },
    medicineTable(context, data.items),
    ...linesBlock(textOf("advice"), data.advice),
  ];
  if (data.follow_up_on !== null) {
    const day = wording.date(data.follow_up_on);
    blocks.push({ kind: "fields", fields: [{ label: textOf("follow_up"), value: day }] });
  }
  const symbol = { kind: "qr", content: data.code ?? data.rx_no } as const;
  blocks.push(doctorSignature(context, data.doctor, { kind: "code", symbol, caption: data.rx_no }));
  return documentOf(context, {
    title: textOf("prescription"),
    running: `${textOf("prescription")} ${data.rx_no} · ${data.patient.name}`,
    blocks,
  });
}

// On one line each: a prescription should fit on a half sheet.
function said(label: string, text: string): readonly Block[] {
  return text === "" ? [] : [paragraph(`${label}: ${text}`)];
}
