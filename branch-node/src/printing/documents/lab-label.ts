import type { Label, LabelItem, LabelMedia, LabelText } from "@edgeward/devices/label/label.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { duplicateLine, labelMedia } from "./labels.ts";
import { ageAndSex, type TemplateContext } from "./parts.ts";

type LabLabel = DocumentData<"lab_label">;

// Tube labels as most suppliers have them; the bars, and the line of digits below them.
const tubeMm = { widthMm: 50, heightMm: 25 };
const edgeMm = 1.5;
const squaresMm = 8.5;
const barsMm = 8;
const digitsMm = 3.6;

/** The label of a specimen's tube: bars for the analyser, squares for a reader that sees the tube's curve. */
export function labLabelOf(
  context: TemplateContext,
  data: LabLabel,
  dpi: LabelMedia["dpi"],
): Label {
  const media = labelMedia(context, tubeMm, dpi);
  const barsTop = media.heightMm - digitsMm - barsMm;
  return {
    media,
    items: [
      {
        kind: "texts",
        area: {
          leftMm: edgeMm,
          topMm: 0.8,
          widthMm: media.widthMm - 3 * edgeMm - squaresMm,
          heightMm: barsTop - 1.2,
        },
        texts: tubeTexts(context, data),
      },
      squares(data, media),
      ...bars(data, media, barsTop),
    ],
  };
}

function tubeTexts(context: TemplateContext, data: LabLabel): readonly LabelText[] {
  const { wording } = context;
  const { patient, collected_at: at } = data;
  const whose = [patient.uhid, ageAndSex(wording, patient, data.printed_at)].join(" · ");
  const what = `${data.specimen_type}: ${data.tests.join(", ")}`;
  return [
    ...(data.is_urgent ? urgentLine(context) : duplicateLine(context)),
    { text: patient.name, sizeMm: 3.2, isBold: true, maxLines: 1 },
    { text: whose, sizeMm: 2.2, maxLines: 1 },
    { text: what, sizeMm: 2.4, maxLines: 2 },
    ...(at === null ? [] : [{ text: wording.instant(at), sizeMm: 2.1, maxLines: 1 }]),
  ];
}

// In one line: below two, the time no longer had room on the usual label, and no urgent one could be printed again.
function urgentLine({ wording, reprint }: TemplateContext): readonly LabelText[] {
  const words = [
    wording.textOf("urgent"),
    ...(reprint === null ? [] : [wording.textOf("duplicate")]),
  ];
  return [{ text: words.join(" · "), sizeMm: 2.6, isBold: true, maxLines: 1 }];
}

function squares(data: LabLabel, media: LabelMedia): LabelItem {
  const leftMm = media.widthMm - edgeMm - squaresMm;
  return {
    kind: "code",
    area: { leftMm, topMm: edgeMm, widthMm: squaresMm, heightMm: squaresMm },
    symbol: { kind: "data_matrix", content: `EW1:S:${data.specimen_code}` },
    moduleMm: 0.5,
  };
}

function bars(data: LabLabel, media: LabelMedia, topMm: number): readonly LabelItem[] {
  const { widthMm } = media;
  const below = { leftMm: 0, topMm: media.heightMm - digitsMm, widthMm, heightMm: digitsMm - 0.4 };
  return [
    {
      kind: "code",
      area: { leftMm: 0, topMm, widthMm, heightMm: barsMm },
      symbol: { kind: "code128", content: data.specimen_code },
      moduleMm: 0.25,
    },
    {
      kind: "texts",
      area: below,
      texts: [{ text: data.specimen_code, sizeMm: 2.4, align: "center" }],
    },
  ];
}
