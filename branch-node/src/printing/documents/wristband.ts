import type { Label, LabelItem, LabelMedia, LabelText } from "@edgeward/devices/label/label.ts";
import type { SymbolSpec } from "@edgeward/devices/code/symbol.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { patientCode } from "./labels.ts";
import type { TemplateContext } from "./parts.ts";

type Wristband = DocumentData<"wristband">;

// Bands as they are sold: 25 mm wide for adults, of which the first part is bent around the clasp, 19 mm for infants.
// The printed part is what lies on top of the wrist.
const bands = {
  adult: {
    widthMm: 250,
    heightMm: 25,
    leftMm: 45,
    textMm: 90,
    codeMm: 17,
    nameMm: 5.2,
    lineMm: 3.3,
  },
  infant: {
    widthMm: 160,
    heightMm: 19,
    leftMm: 30,
    textMm: 62,
    codeMm: 13,
    nameMm: 3.8,
    lineMm: 2.5,
  },
} as const;
const edgeMm = 1.5;

/** A patient's wristband: the same code at both sides of the name, so that one of them is always in sight. */
export function wristbandOf(
  context: TemplateContext,
  data: Wristband,
  dpi: LabelMedia["dpi"],
): Label {
  const band = bands[data.size];
  const media: LabelMedia = { widthMm: band.widthMm, heightMm: band.heightMm, dpi, isTurned: true };
  const textLeft = band.leftMm + band.codeMm + 2 * edgeMm;
  const inner = { topMm: edgeMm, heightMm: band.heightMm - 2 * edgeMm };
  const code = (leftMm: number): LabelItem => ({
    kind: "code",
    area: { ...inner, leftMm, widthMm: band.codeMm },
    symbol: codeOf(data),
    moduleMm: 0.7,
  });
  return {
    media,
    items: [
      code(band.leftMm),
      {
        kind: "texts",
        area: { ...inner, leftMm: textLeft, widthMm: band.textMm },
        texts: bandTexts(context, data, band),
      },
      code(textLeft + band.textMm + 2 * edgeMm),
    ],
  };
}

function codeOf({ gsrn, patient }: Wristband): SymbolSpec {
  if (gsrn === null) return patientCode(patient.uhid);
  return { kind: "gs1_data_matrix", elements: [{ ai: "8018", value: gsrn }] };
}

function bandTexts(
  { wording, settings, reprint }: TemplateContext,
  data: Wristband,
  { nameMm, lineMm }: { readonly nameMm: number; readonly lineMm: number },
): readonly LabelText[] {
  const { patient } = data;
  const { textOf } = wording;
  const born = data.born_at ?? patient.dob;
  const bornText = born === null ? [] : [`${textOf("born")} ${bornOf(wording, born)}`];
  const sex = patient.gender === "unknown" ? [] : [wording.textOf(patient.gender)];
  const blood = data.blood_group === null ? [] : [`${textOf("blood_group")} ${data.blood_group}`];
  const mother = data.mother_name === null ? [] : [`${textOf("mother")}: ${data.mother_name}`];
  const allergies =
    data.allergies.length === 0 ? [] : [`${textOf("allergies")}: ${data.allergies.join(", ")}`];
  return [
    { text: patient.name, sizeMm: nameMm, isBold: true, maxLines: 1 },
    {
      text: [`${textOf("uhid")} ${patient.uhid}`, ...sex].join(" · "),
      sizeMm: lineMm,
      isBold: true,
    },
    { text: [...bornText, ...blood].join(" · "), sizeMm: lineMm },
    ...mother.map((text) => ({ text, sizeMm: lineMm, maxLines: 1 })),
    ...allergies.map((text) => ({ text, sizeMm: lineMm, isBold: true })),
    { text: settings.displayName, sizeMm: lineMm * 0.8, maxLines: 1 },
    ...(reprint === null ? [] : [{ text: textOf("duplicate"), sizeMm: lineMm * 0.8, maxLines: 1 }]),
  ];
}

function bornOf(wording: TemplateContext["wording"], born: string): string {
  return born.length > 10 ? wording.instant(born) : wording.date(born);
}
