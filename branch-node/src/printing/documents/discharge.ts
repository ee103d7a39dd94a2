import type { Block, DocumentContent } from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import {
  doctorSignature,
  documentOf,
  linesBlock,
  medicineTable,
  patientFields,
  type TemplateContext,
} from "./parts.ts";

type Discharge = DocumentData<"discharge">;

const sections = [
  "complaints",
  "history",
  "findings",
  "investigations",
  "procedures",
  "course",
] as const;

/** The summary that a patient takes home from a stay. */
export function dischargeContent(context: TemplateContext, data: Discharge): DocumentContent {
  const { textOf } = context.wording;
  const diagnoses = data.diagnoses.map(({ code, text }) =>
    code === null ? text : `${text} (${code})`,
  );
  const blocks: Block[] = [
    { kind: "fields", fields: stayFields(context, data) },
    ...linesBlock(textOf("diagnosis"), diagnoses),
    ...sections.flatMap((key) => linesBlock(textOf(key), (data[key] ?? "").split("\n"))),
  ];
  if (data.medicines.length > 0) {
    blocks.push(
      { kind: "heading", text: textOf("medicines") },
      medicineTable(context, data.medicines),
    );
  }
  blocks.push(
    ...linesBlock(textOf("advice"), data.advice),
    { kind: "gap" },
    { kind: "fields", fields: afterwards(context, data) },
    doctorSignature(context, data.doctor),
  );
  return documentOf(context, {
    title: textOf("discharge_summary"),
    running: `${textOf("discharge_summary")} ${data.admission_no} · ${data.patient.name}`,
    blocks,
  });
}

function stayFields(context: TemplateContext, data: Discharge) {
  const { textOf, instant } = context.wording;
  return [
    ...patientFields(context, data.patient, data.admitted_at),
    { label: textOf("admission_no"), value: data.admission_no },
    ...(data.ward === null ? [] : [{ label: textOf("ward"), value: data.ward }]),
    { label: textOf("doctor"), value: data.doctor.name },
    { label: textOf("admitted"), value: instant(data.admitted_at) },
    { label: textOf("discharged"), value: instant(data.discharged_at) },
    { label: textOf("discharge_type"), value: textOf(data.discharge_type) },
    { label: textOf("condition"), value: textOf(data.condition) },
  ];
}

function afterwards({ wording }: TemplateContext, data: Discharge) {
  const { textOf } = wording;
  return [
    ...(data.follow_up_on === null
      ? []
      : [{ label: textOf("follow_up"), value: wording.date(data.follow_up_on) }]),
    ...(data.emergency_phone === null
      ? []
      : [{ label: textOf("emergency"), value: data.emergency_phone }]),
  ];
}
