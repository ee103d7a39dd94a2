import { makeSymbol, quietZone } from "@edgeward/devices/code/symbol.ts";
import {
  labelDots,
  type Label,
  type LabelItem,
  type LabelMedia,
  type LabelText,
} from "@edgeward/devices/label/label.ts";
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
// The squares where they are the only code.
const aloneMm = 14;
// Below two dots a bar prints, and few readers see it.
const fewestDots = 2;

/**
 * The label of a specimen's tube: bars for the analyser, squares for a reader that sees the tube's curve. A code of which
 * the bars are wider than the label has larger squares alone: a tube without any label would be the worse one.
 */
export function labLabelOf(
  context: TemplateContext,
  data: LabLabel,
  dpi: LabelMedia["dpi"],
): Label {
  const media = labelMedia(context, tubeMm, dpi);
  const hasBars = areBarsRoomy(data, media);
  const textsEnd = media.heightMm - digitsMm - (hasBars ? barsMm : 0);
  const sideMm = hasBars ? squaresMm : aloneMm;
  return {
    media,
    items: [
      {
        kind: "texts",
        area: {
          leftMm: edgeMm,
          topMm: 0.8,
          widthMm: media.widthMm - 3 * edgeMm - sideMm,
          heightMm: textsEnd - 1.2,
        },
        texts: tubeTexts(context, data),
      },
      squares(data, media, sideMm),
      ...(hasBars ? [bars(data, media, textsEnd)] : []),
      digits(data, media),
    ],
  };
}

/** Whether the bars of a code can be told apart by a reader on a label so wide. */
function areBarsRoomy({ specimen_code: content }: LabLabel, media: LabelMedia): boolean {
  const { columns } = makeSymbol({ kind: "code128", content });
  const modules = columns + 2 * quietZone("code128").across;
  return modules * fewestDots <= labelDots(media, media.widthMm);
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

function squares(data: LabLabel, media: LabelMedia, sideMm: number): LabelItem {
  const leftMm = media.widthMm - edgeMm - sideMm;
  return {
    kind: "code",
    area: { leftMm, topMm: edgeMm, widthMm: sideMm, heightMm: sideMm },
    symbol: { kind: "data_matrix", content: `EW1:S:${data.specimen_code}` },
    moduleMm: sideMm > squaresMm ? 0.75 : 0.5,
  };
}

function bars(data: LabLabel, { widthMm }: LabelMedia, topMm: number): LabelItem {
  return {
    kind: "code",
    area: { leftMm: 0, topMm, widthMm, heightMm: barsMm },
    symbol: { kind: "code128", content: data.specimen_code },
    moduleMm: 0.25,
  };
}

function digits(data: LabLabel, { widthMm, heightMm }: LabelMedia): LabelItem {
  const topMm = heightMm - digitsMm;
  return {
    kind: "texts",
    area: { leftMm: 0, topMm, widthMm, heightMm: digitsMm - 0.4 },
    texts: [{ text: data.specimen_code, sizeMm: 2.4, align: "center" }],
  };
}
