import type { Label, LabelItem, LabelMedia, LabelText } from "@edgeward/devices/label/label.ts";
import type { SymbolSpec } from "@edgeward/devices/code/symbol.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { dayIn } from "./wording.ts";
import { ageAndSex, howOften, medicineName, type TemplateContext } from "./parts.ts";

type Resolution = LabelMedia["dpi"];
type LabelDocument = DocumentData<"label">;
type MedicineLabel = Extract<LabelDocument, { kind: "medicine" }>;
type PatientLabel = Extract<LabelDocument, { kind: "patient" }>;

// The stock that most suppliers have.
const stickerMm = { widthMm: 50, heightMm: 30 };
const edgeMm = 1.5;

/** That a label is a duplicate, where it is one. */
export function duplicateLine({ wording, reprint }: TemplateContext): readonly LabelText[] {
  if (reprint === null) return [];
  return [{ text: wording.textOf("duplicate"), sizeMm: 2.2, isBold: true, maxLines: 1 }];
}

/** The tenant's size of label, or the size that the label is made for. */
export function labelMedia(
  { settings }: TemplateContext,
  size: typeof stickerMm,
  dpi: Resolution,
): LabelMedia {
  return { ...(settings.labelSize ?? size), dpi, isTurned: false };
}

/** Text at the left, and a code of squares at the right of what room there is. */
function beside(
  media: LabelMedia,
  texts: readonly LabelText[],
  symbol: SymbolSpec,
  codeMm: number,
): readonly LabelItem[] {
  const inner = { heightMm: media.heightMm - 2 * edgeMm, topMm: edgeMm };
  const textWidth = media.widthMm - 3 * edgeMm - codeMm;
  const codeLeft = media.widthMm - edgeMm - codeMm;
  return [
    { kind: "texts", area: { ...inner, leftMm: edgeMm, widthMm: textWidth }, texts },
    {
      kind: "code",
      area: { leftMm: codeLeft, topMm: edgeMm, widthMm: codeMm, heightMm: codeMm },
      symbol,
      moduleMm: 0.75,
    },
  ];
}

/** A label: of a medicine, or of a patient's folder. */
export function labelOf(context: TemplateContext, data: LabelDocument, dpi: Resolution): Label {
  return data.kind === "medicine"
    ? medicineLabel(context, data, dpi)
    : patientLabel(context, data, dpi);
}

function medicineLabel(context: TemplateContext, data: MedicineLabel, dpi: Resolution): Label {
  const { wording, settings } = context;
  const media = labelMedia(context, stickerMm, dpi);
  const { medicine } = data;
  const days = medicine.duration_days;
  const dosing = [medicine.dose, howOften(wording, medicine)].filter((part) => part !== null);
  const stock = [
    ...(data.batch_no === null ? [] : [`${wording.brief("batch")} ${data.batch_no}`]),
    ...(data.expires_on === null
      ? []
      : [`${wording.brief("expiry")} ${wording.date(data.expires_on)}`]),
  ];
  const day = dayIn(data.dispensed_at, settings.timeZone);
  const texts: LabelText[] = [
    ...duplicateLine(context),
    { text: medicineName(medicine), sizeMm: 3.4, isBold: true },
    { text: dosing.join(", "), sizeMm: 3 },
    ...(days === null
      ? []
      : [{ text: `${wording.number(days)} ${wording.textOf("for_days")}`, sizeMm: 3 }]),
    ...(medicine.instructions === null ? [] : [{ text: medicine.instructions, sizeMm: 2.6 }]),
    { text: data.patient_name, sizeMm: 3, isBold: true, maxLines: 1 },
    { text: stock.join(" · "), sizeMm: 2.1 },
    { text: `${settings.displayName} · ${wording.date(day)}`, sizeMm: 2.1, maxLines: 2 },
  ];
  const symbol = medicineCode(data);
  if (symbol !== undefined) return { media, items: beside(media, texts, symbol, 11) };
  const area = {
    leftMm: edgeMm,
    topMm: edgeMm,
    widthMm: media.widthMm - 2 * edgeMm,
    heightMm: media.heightMm - 2 * edgeMm,
  };
  return { media, items: [{ kind: "texts", area, texts }] };
}

// The trade item with its batch and expiry, as a scanner at the counter or the bedside reads it.
function medicineCode({
  gtin,
  batch_no: batch,
  expires_on: expiry,
}: MedicineLabel): SymbolSpec | undefined {
  if (gtin === null) return undefined;
  const elements = [
    { ai: "01", value: gtin },
    ...(expiry === null ? [] : [{ ai: "17", value: expiry.slice(2).replaceAll("-", "") }]),
    ...(batch === null ? [] : [{ ai: "10", value: batch }]),
  ];
  return { kind: "gs1_data_matrix", elements };
}

function patientLabel(context: TemplateContext, data: PatientLabel, dpi: Resolution): Label {
  const media = labelMedia(context, stickerMm, dpi);
  const { patient } = data;
  const texts: LabelText[] = [
    ...duplicateLine(context),
    { text: patient.name, sizeMm: 4, isBold: true, maxLines: 2 },
    { text: patient.uhid, sizeMm: 3, isBold: true },
    { text: ageAndSex(context.wording, patient, data.printed_at), sizeMm: 2.8 },
    ...(patient.phone === null ? [] : [{ text: patient.phone, sizeMm: 2.6 }]),
    { text: context.settings.displayName, sizeMm: 2.2, maxLines: 1 },
  ];
  return { media, items: beside(media, texts, patientCode(patient.uhid), 13) };
}

/** What a scanner reads from a patient's document: the number, and nothing else about the patient. */
export function patientCode(uhid: string): SymbolSpec {
  return { kind: "data_matrix", content: `EW1:P:${uhid}` };
}
