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
  const { word } = context.wording;
  const diagnoses = data.diagnoses.map(({ code, text }) =>
    code === null ? text : `${text} (${code})`,
  );
  const blocks: Block[] = [
    { kind: "fields", fields: stayFields(context, data) },
    ...linesBlock(word("diagnosis"), diagnoses),
    ...sections.flatMap((key) => linesBlock(word(key), (data[key] ?? "").split("\n"))),
  ];
  if (data.medicines.length > 0) {
    blocks.push(
      { kind: "heading", text: word("medicines") },
      medicineTable(context, data.medicines),
    );
  }
  blocks.push(
    ...linesBlock(word("advice"), data.advice),
    { kind: "gap" },
    { kind: "fields", fields: afterwards(context, data) },
    doctorSignature(context, data.doctor),
  );
  return documentOf(context, {
    title: word("discharge_summary"),
    running: `${word("discharge_summary")} ${data.admission_no} · ${data.patient.name}`,
    blocks,
  });
}

function stayFields(context: TemplateContext, data: Discharge) {
  const { word, instant } = context.wording;
  return [
    ...patientFields(context, data.patient, data.admitted_at),
    { label: word("admission_no"), value: data.admission_no },
    ...(data.ward === null ? [] : [{ label: word("ward"), value: data.ward }]),
    { label: word("doctor"), value: data.doctor.name },
    { label: word("admitted"), value: instant(data.admitted_at) },
    { label: word("discharged"), value: instant(data.discharged_at) },
    { label: word("discharge_type"), value: word(data.discharge_type) },
    { label: word("condition"), value: word(data.condition) },
  ];
}

function afterwards({ wording }: TemplateContext, data: Discharge) {
  const { word } = wording;
  return [
    ...(data.follow_up_on === null
      ? []
      : [{ label: word("follow_up"), value: wording.date(data.follow_up_on) }]),
    ...(data.emergency_phone === null
      ? []
      : [{ label: word("emergency"), value: data.emergency_phone }]),
  ];
}
