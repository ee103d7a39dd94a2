import {
  paragraph,
  type Block,
  type CodeBlock,
  type DocumentContent,
  type Field,
} from "@edgeward/devices/page/block.ts";
import type {
  PrintedDoctor,
  PrintedMedicine,
  PrintedPatient,
} from "@edgeward/shared/clinical/print-jobs/print-document-parts.contract.ts";
import type { PrintSettings, Reprint } from "./print-settings.ts";
import type { Wording } from "./wording.ts";

/** What every template is given beside its data. */
export interface TemplateContext {
  readonly wording: Wording;
  readonly settings: PrintSettings;
  readonly reprint: Reprint | null;
}

/** Who the document is about, for a page or a receipt. */
export function patientFields(
  { wording }: TemplateContext,
  patient: PrintedPatient,
  at: string,
): readonly Field[] {
  const { textOf } = wording;
  const fields = [
    { label: textOf("patient"), value: patient.name },
    { label: textOf("uhid"), value: patient.uhid },
    { label: textOf("age_sex"), value: ageAndSex(wording, patient, at) },
  ];
  if (patient.phone !== null) fields.push({ label: textOf("phone"), value: patient.phone });
  return fields;
}

/** Age and sex on one line, as far as they are known. */
export function ageAndSex(wording: Wording, patient: PrintedPatient, at: string): string {
  const age = patient.dob === null ? [] : [wording.age(patient.dob, at)];
  const sex = patient.gender === "unknown" && age.length > 0 ? [] : [wording.brief(patient.gender)];
  return [...age, ...sex].join(", ");
}

/** Medicines as a table: generic names in capitals, as the rules for prescriptions ask. */
export function medicineTable(
  { wording }: TemplateContext,
  medicines: readonly PrintedMedicine[],
): Block {
  const { textOf, number } = wording;
  return {
    kind: "table",
    columns: [
      { title: "#", share: 1, align: "left", onReceipt: "hidden" },
      { title: textOf("medicine"), share: 8, align: "left", onReceipt: "line" },
      { title: textOf("dose"), share: 4, align: "left", onReceipt: "cell" },
      { title: textOf("frequency"), share: 6, align: "left", onReceipt: "cell" },
      { title: textOf("duration"), share: 3, align: "left", onReceipt: "cell" },
      { title: textOf("quantity"), share: 2, align: "right", onReceipt: "hidden" },
    ],
    rows: medicines.map((medicine, index) => ({
      cells: [
        number(index + 1),
        medicineName(medicine),
        medicine.dose ?? "",
        howOften(wording, medicine),
        medicine.duration_days === null
          ? ""
          : `${number(medicine.duration_days)} ${wording.brief("for_days")}`,
        medicine.quantity === null ? "" : number(medicine.quantity),
      ],
      notes: [medicine.generic_name?.toUpperCase(), medicine.instructions].filter(
        (note) => note !== undefined && note !== null,
      ),
    })),
  };
}

/** A medicine with its strength. */
export function medicineName(medicine: PrintedMedicine): string {
  return [medicine.drug_name, medicine.strength].filter((part) => part !== null).join(" ");
}

/** How often a medicine is taken, in words that a patient reads. */
export function howOften(wording: Wording, medicine: PrintedMedicine): string {
  if (medicine.frequency === "custom") return medicine.frequency_text ?? wording.textOf("custom");
  const words = wording.textOf(medicine.frequency);
  return medicine.frequency_text === null ? words : `${words}, ${medicine.frequency_text}`;
}

/** Who signs, and the document's code beside the name. */
export function doctorSignature(
  { wording }: TemplateContext,
  doctor: PrintedDoctor,
  code: CodeBlock | null = null,
): Block {
  const registration = doctor.registration_no;
  return {
    kind: "signature",
    name: doctor.name,
    code,
    lines: [
      ...(doctor.qualification === null ? [] : [doctor.qualification]),
      ...(registration === null ? [] : [`${wording.textOf("registration_no")} ${registration}`]),
    ],
  };
}

/** A heading and the lines below it; nothing where there are none. */
export function linesBlock(heading: string, lines: readonly string[]): readonly Block[] {
  const said = lines.filter((line) => line.trim() !== "");
  if (said.length === 0) return [];
  return [{ kind: "heading", text: heading }, ...said.map(paragraph)];
}

/** The frame of a document: letterhead, the mark of a reprint, the tenant's own lines and the foot. */
export function documentOf(
  context: TemplateContext,
  body: { readonly title: string; readonly running: string; readonly blocks: readonly Block[] },
): DocumentContent {
  const { wording, settings } = context;
  const { number } = wording;
  return {
    letterhead: { name: settings.displayName, lines: settings.headerLines, logo: settings.logo },
    title: body.title,
    running: body.running,
    blocks: [...reprintMark(context), ...body.blocks, ...settings.extraLines.map(paragraph)],
    footer: settings.footerLines,
    pageOf: (page, pages) =>
      `${wording.brief("page")} ${number(page)} ${wording.brief("of")} ${number(pages)}`,
  };
}

function reprintMark({ wording, reprint }: TemplateContext): readonly Block[] {
  if (reprint === null) return [];
  const said = `${wording.textOf("duplicate_of")} ${wording.instant(reprint.at)}`;
  return [
    { kind: "mark", text: wording.textOf("duplicate") },
    { kind: "text", text: said, size: "small", isBold: false, align: "center" },
    { kind: "gap" },
  ];
}
